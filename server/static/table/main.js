// The table display: what everyone in the room sees. It shows, it never asks.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html } from "../common/html.js";
import { Link, useLink } from "../common/link.js";
import { Frame, Notices } from "../common/frame.js";
import { Sign } from "../common/signs.js";
import { Board } from "./board.js";
import { Happening, useHappening } from "./happening.js";
import { Seats } from "./seats.js";
import { Over } from "./over.js";
import { Welcome } from "./welcome.js";

const LAST_SLAP_MS = 9000; // the slap that won is looked at before the winner is
const link = new Link("table");

function Game({ view }) {
  const { game } = view;
  const shown = useHappening(view);
  const prompt = game.outcome ? game.outcome.sentence : game.hold ? "On hold. Hands off the buttons." : game.prompt;
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

/** A game, and its winner once the last slap was seen; a screen that comes later shows the winner at once. */
function Evening({ view }) {
  const over = view.game.phase === "over";
  const [celebrating, setCelebrating] = useState(over);
  useEffect(() => {
    if (!over) {
      setCelebrating(false);
      return undefined;
    }
    const timer = setTimeout(() => setCelebrating(true), LAST_SLAP_MS);
    return () => clearTimeout(timer);
  }, [over]);
  return over && celebrating ? html`<${Over} view=${view} />` : html`<${Game} view=${view} />`;
}

function Display() {
  const state = useLink(link);
  const { view } = state;
  let page = html`<main class="opening" aria-busy="true"></main>`;
  if (view?.game) page = html`<${Evening} view=${view} />`;
  else if (view) page = html`<${Welcome} view=${view} />`;
  return html`<${Frame} state=${state}>${page}<//>`;
}

render(html`<${Display} />`, document.getElementById("app"));
