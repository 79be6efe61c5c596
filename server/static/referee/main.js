// The referee's console: PIN, then the night in three panes (play, board, health); a phone shows one at a time.
import { render } from "preact";
import { useState } from "preact/hooks";
import { html } from "../common/html.js";
import { Link, useLink } from "../common/link.js";
import { Frame, Notices } from "../common/frame.js";
import { BoardPane } from "./board.js";
import { Enrol } from "./enrol.js";
import { HealthPane, needsAttention } from "./health.js";
import { PinDoor } from "./pin.js";
import { PlayPane } from "./play.js";
import { Start } from "./start.js";

const link = new Link("referee");
const PANES = [["play", "Play"], ["board", "Board"], ["health", "Health"]];

/** Sends a command; what the table refuses is told where the referee looks. */
function useCommand() {
  const [refusal, setRefusal] = useState(null);
  const command = async (payload) => {
    const answer = await link.ask("command", payload);
    setRefusal(answer.ok ? null : answer.sentence);
    return answer;
  };
  return { command, refusal, forget: () => setRefusal(null) };
}

function Tabs({ pane, choose, view }) {
  const marks = { play: view.game?.question != null, health: needsAttention(view.health) };
  return html`<nav class="tabs" aria-label="Panes">
    ${PANES.map(([name, title]) => html`<button key=${name} class="tab" aria-current=${pane === name ? "page" : null}
      onClick=${() => choose(name)}>
      ${title}${marks[name] && html`<span class="tab-mark" title="needs attention"></span>`}
    </button>`)}
  </nav>`;
}

function Console({ view }) {
  const [pane, choose] = useState("play");
  const [teaching, teach] = useState(Boolean(view.enrolment?.job));
  const { command, refusal, forget } = useCommand();
  const playing = view.game && view.game.phase !== "over";
  const start = !playing && html`<${Start} view=${view} command=${command} />`;
  return html`<div class="console" data-pane=${pane}>
    <header class="top">
      <h1>${view.night.name}</h1>
      <span>${playing ? `Round ${view.game.round}` : view.game ? "Game over" : "No game yet"}</span>
      <a href="/table" target="_blank" rel="noopener">Table display</a>
    </header>
    ${refusal && html`<p class="refusal" role="alert"><span>${refusal}</span>
      <button class="quiet" onClick=${forget}>Close</button></p>`}
    <${Notices} notices=${view.notices} />
    ${teaching && html`<${Enrol} view=${view} command=${command} close=${() => teach(false)} />`}
    ${!teaching && html`<div class="panes">
      <section class="pane pane-play" aria-label="Play">
        ${view.night.interrupted && html`<p class="interrupted">${view.night.interrupted}</p>`}
        ${view.game ? html`<${PlayPane} view=${view} command=${command}>${start}<//>` : start}
      </section>
      <section class="pane pane-board" aria-label="Board"><${BoardPane} view=${view} command=${command} /></section>
      <section class="pane pane-health" aria-label="Health"><${HealthPane} view=${view} command=${command}
        teach=${() => teach(true)} /></section>
    </div>
    <${Tabs} pane=${pane} choose=${choose} view=${view} />`}
  </div>`;
}

function Referee() {
  const state = useLink(link);
  const { hello, view } = state;
  let page = html`<main class="opening" aria-busy="true"></main>`;
  if (hello?.role === "viewer") page = html`<${PinDoor} link=${link} chosen=${hello.pin_chosen} />`;
  else if (hello && view?.role === "referee") page = html`<${Console} view=${view} />`;
  return html`<${Frame} state=${state}>${page}<//>`;
}

render(html`<${Referee} />`, document.getElementById("app"));
