// The simulated table: the camera's picture to play on, buttons for every seat, and what the table makes of it.
import { render } from "preact";
import { useState } from "preact/hooks";
import { html } from "../common/html.js";
import { Link, useLink } from "../common/link.js";
import { Frame, Notices } from "../common/frame.js";
import { Surface } from "./surface.js";
import { ClaimButtons, usePresses } from "./presses.js";
import { Live } from "./live.js";

const link = new Link("sim");

/** Does one action; what is refused is told under the picture. */
function useAct() {
  const [refusal, setRefusal] = useState(null);
  const act = async (action) => {
    const answer = await link.ask("sim", action);
    setRefusal(answer.ok ? null : answer.sentence);
    return answer;
  };
  return { act, refusal };
}

function Controls({ sim, act, handOn, setHandOn }) {
  return html`<div class="controls">
    <button type="button" class="primary" onClick=${() => act({ action: "next_round" })}
      title="Turn all down, shuffle, and replace the pizzas taken">Next round</button>
    <button type="button" aria-pressed=${handOn} onClick=${() => setHandOn(!handOn)}>Hand over the table</button>
    <span class="group" role="group" aria-label="Light">
      ${sim.lights.map((name) => html`<button type="button" key=${name} aria-pressed=${sim.light === name}
        onClick=${() => act({ action: "light", name })}>${name}</button>`)}
    </span>
    <span class="group" role="group" aria-label="The referee's buttons on the table">
      <button type="button" onClick=${() => act({ action: "button", name: "go" })}>Go</button>
      <button type="button" onClick=${() => act({ action: "button", name: "hold" })}>Hold</button>
    </span>
  </div>`;
}

function Simulation({ view, sim }) {
  const { act, refusal } = useAct();
  const [handOn, setHandOn] = useState(false);
  const playing = view.game?.seats.map((seat) => seat.seat);
  const seats = view.setup.wired.filter((seat) => !playing || playing.includes(seat.seat))
    .map((seat) => ({ ...seat, name: view.game?.seats.find((one) => one.seat === seat.seat)?.name }));
  const presses = usePresses(seats, act);
  return html`<main class="sim">
    <section class="sim-table">
      <${Notices} notices=${view.notices} />
      <${Surface} sim=${sim} act=${act} handOn=${handOn} />
      <${Controls} sim=${sim} act=${act} handOn=${handOn} setHandOn=${setHandOn} />
      ${refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : html`
        <p class="hint">Click a token to turn it over, drag it to move it. Slap with the keys shown on the buttons.</p>`}
    </section>
    <aside class="sim-side">
      <${ClaimButtons} seats=${seats} presses=${presses} />
      <${Live} view=${view} />
    </aside>
  </main>`;
}

function Page() {
  const state = useLink(link);
  const ready = state.view && state.sim;
  return html`<${Frame} state=${state}>
    ${ready ? html`<${Simulation} view=${state.view} sim=${state.sim} />` : html`
      <main class="opening" aria-busy="true"></main>`}
  <//>`;
}

render(html`<${Page} />`, document.getElementById("app"));
