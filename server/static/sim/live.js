// What the table makes of it, small, beside the simulated table.
import { html } from "../common/html.js";
import { SeatSign, Sign, reasonOf } from "../common/signs.js";
import { Icon } from "../common/artwork.js";
import { SlicesWon } from "../common/pizza.js";
import { Presses, pressesOf, seatOf, verdictOfSlap } from "../common/slap.js";

function Verdict({ view }) {
  const verdict = verdictOfSlap(view);
  const presses = pressesOf(view);
  if (!presses.length) return null;
  const reason = reasonOf(verdict?.reason ?? "waiting");
  return html`<div class="live-verdict mood-${reason.mood}" aria-live="polite">
    <p class="live-headline"><${SeatSign} seat=${seatOf(view, presses[0].seat)} />
      ${verdict?.headline ?? "A hand came down"}<${Sign} name=${reason.sign} /></p>
    ${verdict && html`<p class="hint">${verdict.detail}</p>`}
    <${Presses} view=${view} presses=${presses} />
  </div>`;
}

export function Live({ view }) {
  const { game } = view;
  if (!game) {
    return html`<section class="card"><h2>Nobody plays yet</h2>
      <p class="hint">Start a game on the <a href="/referee" target="_blank" rel="noopener">referee's page</a>; the <a
        href="/table" target="_blank" rel="noopener">table display</a> shows it big.</p></section>`;
  }
  return html`<section class="card">
    <h2>Round ${game.round}: ${game.phase === "over" ? game.outcome?.sentence : game.prompt}</h2>
    <ul class="live-pizzas">${game.slots.map((slot) => html`<li key=${slot.slot}
      class=${slot.taken_by === null ? "" : "live-taken"}>
      <strong>${slot.slot + 1}</strong>${slot.pizza?.toppings.map((kind) => html`
        <${Icon} key=${kind} kind=${kind} named=${true} />`) ?? "none"}
      ${slot.taken_by !== null && html`<${SeatSign} seat=${seatOf(view, slot.taken_by)} />`}
    </li>`)}</ul>
    <ul class="live-seats">${game.seats.map((seat) => html`<li key=${seat.seat} data-colour=${seat.colour}
      class=${game.turn === seat.seat ? "live-turn" : ""}>
      <${SeatSign} seat=${seat} /><span>${seat.name}</span>${seat.locked && html`<${Sign} name="lock" />`}
        <${SlicesWon} won=${seat.pizzas.length} />
    </li>`)}</ul>
    <${Verdict} view=${view} />
    <p class="hint"><a href="/referee" target="_blank" rel="noopener">Referee's page</a>, <a href="/table"
      target="_blank" rel="noopener">table display</a></p>
  </section>`;
}
