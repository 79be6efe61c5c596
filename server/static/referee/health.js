// How the table itself is: camera, markers, every button, log, disk, recording.
import { useEffect, useState } from "preact/hooks";
import { html } from "../common/html.js";
import { SeatSign, Sign } from "../common/signs.js";
import { seatOf } from "../common/slap.js";
import { Act, Confirm } from "./buttons.js";
import { Pieces } from "./enrol.js";

const BUTTON_TROUBLE = ["stuck", "held_at_start", "noisy"];
const WORDS = { up: "up", down: "down", stuck: "stuck", held_at_start: "held at start", noisy: "noisy" };

/** Whether anything on this pane wants a person. */
export function needsAttention(health) {
  if (!health) return false;
  const { buttons, markers, camera, log, disk } = health;
  const eyes = ["ok", "starting"].includes(camera.state) && markers.every((marker) => marker.seen);
  const hands = !buttons.some((button) => BUTTON_TROUBLE.includes(button.state));
  return !(eyes && hands && log.state === "ok" && disk.state === "ok");
}

function Line({ name, good, children }) {
  return html`<div class="line ${good ? "" : "line-bad"}"><dt>${name}</dt><dd>
    <${Sign} name=${good ? "check" : "warn"} /><span>${children}</span></dd></div>`;
}

function Buttons({ view }) {
  const { buttons } = view.health;
  const seats = [...new Set(buttons.map((button) => button.seat))];
  return html`<h3>Buttons <small>press each once; its field lights up and counts</small></h3>
    <ul class="button-seats">
      ${seats.map((number) => {
        const seat = number === null ? null : seatOf(view, number);
        return html`<li key=${number} data-colour=${seat?.colour}>
          ${seat ? html`<${SeatSign} seat=${seat} />` : html`<span class="faint">referee</span>`}
          ${buttons.filter((button) => button.seat === number).map((button) => html`
            <span key=${button.line} class="button-state button-${button.state}" title=${button.sentence || null}>
            <strong>${button.role === "claim" ? button.slot + 1 : button.role}</strong><small>
              ${button.presses ? `${WORDS[button.state]} · ${button.presses}` : WORDS[button.state]}</small>
          </span>`)}
        </li>`;
      })}
    </ul>
    ${buttons.filter((button) => button.sentence).map((button) => html`<p key=${button.line} class="warning">
      <${Sign} name="warn" />Line ${button.line}: ${button.sentence}</p>`)}`;
}

function Recording({ recording, command }) {
  const filled = Math.min(100, (100 * recording.mb) / recording.limit_mb);
  return html`<h3>Recording</h3>
    <p>${recording.on ? `Recording: ${recording.mb.toFixed(0)} of ${recording.limit_mb} MB.` : "Nothing is being recorded."}</p>
    ${recording.sentence && html`<p class="hint">${recording.sentence}</p>`}
    ${recording.on && html`<progress max="100" value=${filled} aria-label="Room used"></progress>`}
    ${recording.on
      ? html`<${Confirm} label="Stop recording" question="Stop it?" act=${() => command({ command: "record", on: false })} />`
      : html`<${Act} act=${() => command({ command: "record", on: true })}>Record this night</${Act}>`}
    <p class="hint">A recording keeps pictures of the table and the times of all presses.</p>`;
}

const LOOK_AGAIN_MS = 2000;

/** The camera's newest picture, fetched again and again while it is unfolded. */
function CameraPicture() {
  const [open, setOpen] = useState(false);
  const [look, setLook] = useState(0);
  useEffect(() => {
    if (!open) return undefined;
    const timer = setInterval(() => setLook((count) => count + 1), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [open]);
  return html`<details open=${open} onToggle=${(event) => setOpen(event.target.open)}><summary>What the camera sees</summary>
    ${open && html`<img class="verdict-picture" src="/picture/latest.jpg?look=${look}"
      alt="The newest picture of the table" />`}
  </details>`;
}

export function HealthPane({ view, command, teach }) {
  const { health } = view;
  if (!health) return html`<article class="card"><h2>Health</h2><p class="hint">Nothing is known yet.</p></article>`;
  const unseen = health.markers.filter((marker) => !marker.seen).map((marker) => marker.id);
  const corners = ["top left", "top right", "bottom right", "bottom left"];
  return html`<article class="card"><h2>Health</h2>
    <dl>
      <${Line} name="Camera" good=${["ok", "starting"].includes(health.camera.state)}>${health.camera.sentence}<//>
      <${Line} name="Markers" good=${!unseen.length}>
        ${unseen.length ? `Not seen: ${unseen.map((id) => `${id} (${corners[id] ?? "?"})`).join(", ")}.` : "All seen."}<//>
      <${Line} name="Log" good=${health.log.state === "ok"}>
        ${health.log.sentence || `${health.log.events} events, all on disk.`}<//>
      <${Line} name="Disk" good=${health.disk.state === "ok"}>
        ${health.disk.sentence || `${(health.disk.free_mb / 1000).toFixed(1)} GB free.`}<//>
    </dl>
    <${CameraPicture} />
    <${Confirm} label="Find the markers anew" question="Was the camera or the table moved?"
      act=${() => command({ command: "calibrate" })} />
    <${Pieces} view=${view} open=${teach} />
    <${Buttons} view=${view} />
    <${Recording} recording=${health.recording} command=${command} />
  </article>`;
}
