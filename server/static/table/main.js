// The table display: what everyone in the room sees. It shows, it never asks.
import { render } from "preact";
import { html } from "../shared/html.js";
import { Link, useLink } from "../shared/link.js";
import { Frame, Notices } from "../shared/frame.js";
import { Sign } from "../shared/signs.js";
import { Board } from "./board.js";
import { Happening, useHappening } from "./happening.js";
import { Seats } from "./seats.js";
import { Over } from "./over.js";
import { Welcome } from "./welcome.js";

const link = new Link("table");

function Game({ view }) {
  const { game } = view;
  const shown = useHappening(view);
  const prompt = game.hold ? "On hold. Hands off the buttons." : game.prompt;
  return html`<main class="game ${shown ? "with-happening" : ""}">
    <header class="game-head">
      <p class="round"><strong>Round ${game.round}</strong><span>${game.title}</span></p>
      <h1 class="prompt ${prompt.length > 36 ? "prompt-long" : ""}" aria-live="polite">${game.hold && html`
        <${Sign} name="pause" />`}${prompt}</h1>
    </header>
    <${Notices} notices=${view.notices} />
    <${Board} view=${view} lively=${shown} />
    ${shown && html`<${Happening} view=${view} />`}
    <${Seats} game=${game} />
  </main>`;
}

function Display() {
  const state = useLink(link);
  const { view } = state;
  let page = html`<main class="opening" aria-busy="true"></main>`;
  if (view?.game?.phase === "over") page = html`<${Over} view=${view} />`;
  else if (view?.game) page = html`<${Game} view=${view} />`;
  else if (view) page = html`<${Welcome} view=${view} />`;
  return html`<${Frame} state=${state}>${page}<//>`;
}

render(html`<${Display} />`, document.getElementById("app"));
