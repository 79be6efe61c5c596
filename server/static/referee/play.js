// The running game for its referee: the table's question, what to do next, verdicts, undo, and ruling by hand.
import { useState } from "preact/hooks";
import { html } from "../common/html.js";
import { SeatSign, Sign } from "../common/signs.js";
import { Icon } from "../common/artwork.js";
import { Presses, VerdictPicture, nameOf, pressesOf, seatOf, verdictOfSlap } from "../common/slap.js";
import { Act, Confirm } from "./buttons.js";
import { HandRuling, HandRound } from "./by_hand.js";
import { Verdicts, Choices } from "./verdicts.js";

function Question({ view, command }) {
  const verdict = view.verdicts.find((one) => one.id === view.game.question);
  if (!verdict) return null;
  return html`<article class="card question" role="alert">
    <h2><${Sign} name="ask" />${verdict.headline}</h2>
    <p>${verdict.detail}</p>
    <${VerdictPicture} verdict=${verdict} />
    <${Presses} view=${view} presses=${verdict.presses.map((press) => ({ ...press, state: press.reason }))} />
    <p class="claimed"><${SeatSign} seat=${seatOf(view, verdict.seat)} />
      ${nameOf(seatOf(view, verdict.seat))} on pizza ${verdict.slot + 1}:</p>
    <${Choices} verdict=${verdict} command=${command} kind="big" />
  </article>`;
}

function Newest({ view }) {
  const presses = pressesOf(view);
  if (!view.slap || verdictOfSlap(view)) return null;
  return html`<article class="card"><h2>A hand came down</h2><${Presses} view=${view} presses=${presses} /></article>`;
}

function NextStep({ game, command }) {
  const before = game.phase === "placing" || game.phase === "clearing";
  return html`<div class="next">
    ${before && html`<${Act} kind="primary big"
      act=${() => command({ command: "open_round", slots: null })}>Open the round</${Act}>`}
    ${!before && html`<${Act} kind=${game.hold ? "primary big" : "big"}
      act=${() => command({ command: "hold", on: !game.hold })}>
      <${Sign} name=${game.hold ? "play" : "pause"} />${game.hold ? "Go on" : "Hold"}</${Act}>`}
    ${game.phase === "revealing" && html`<${Confirm} kind="big" label="Call off the round" question="Call it off?"
      act=${() => command({ command: "call_off_round" })} />`}
  </div>`;
}

/** A label always says what the button does, whether or not the table already put the verb before it. */
const labelled = (verb, { label }) => (label.startsWith(verb) ? label : `${verb}: ${label}`);

function History({ view, command }) {
  return html`<div class="history">
    <${Act} disabled=${!view.undo} act=${() => command({ command: "undo" })}>${view.undo ? labelled("Undo", view.undo) : "Nothing to undo"}</${Act}>
    ${view.redo && html`<${Act} act=${() => command({ command: "redo" })}>${labelled("Redo", view.redo)}</${Act}>`}
  </div>`;
}

function Standing({ game }) {
  return html`<ul class="standing">
    ${game.seats.map((seat) => html`<li key=${seat.seat} data-colour=${seat.colour}
      class=${game.turn === seat.seat ? "standing-turn" : ""}>
      <${SeatSign} seat=${seat} /><strong>${seat.name}</strong>
      <span>${seat.pizzas.length} of 3</span>
      ${seat.locked && html`<span class="locked"><${Sign} name="lock" />locked out</span>`}
    </li>`)}
  </ul>`;
}

function FaceUp({ game }) {
  return html`<p class="face-up-line" aria-label="Face up">
    ${game.revealed.map(({ kind, count }) => html`<span key=${kind}><${Icon} kind=${kind} />
      ${kind}${count > 1 ? ` ×${count}` : ""}</span>`)}
    <span class="faint">${game.face_down} face down</span>
  </p>`;
}

function GoodNight({ command }) {
  return html`<${Confirm} label="Good night" question="End the night?" act=${() => command({ command: "good_night" })} />`;
}

/** `children` stand right below what the table says. */
export function PlayPane({ view, command, children }) {
  const { game } = view;
  const [byHand, setByHand] = useState(false);
  const over = game.phase === "over";
  return html`
    ${game.question != null && html`<${Question} view=${view} command=${command} />`}
    <article class="card">
      <h2 class="prompt" aria-live="polite">${over ? game.outcome?.sentence : game.prompt}</h2>
      ${!over && html`<${NextStep} game=${game} command=${command} />`}
      <${History} view=${view} command=${command} />
      <${Standing} game=${game} />
      ${!over && html`<${FaceUp} game=${game} />`}
    </article>
    ${children}
    <${Newest} view=${view} />
    ${!over && html`<details class="card" open=${byHand} onToggle=${(event) => setByHand(event.target.open)}>
      <summary>Rule by hand</summary>
      ${game.phase === "placing" || game.phase === "clearing"
        ? html`<${HandRound} view=${view} command=${command} />`
        : html`<${HandRuling} view=${view} command=${command} />`}
    </details>`}
    <${Verdicts} view=${view} command=${command} />
    <div class="end"><${GoodNight} command=${command} /></div>`;
}

