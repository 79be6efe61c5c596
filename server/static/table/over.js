// The game is over: who won, and with which pizzas.
import { html } from "../common/html.js";
import { Notices } from "../common/frame.js";
import { Pizza } from "../common/pizza.js";
import { SeatSign } from "../common/signs.js";
import { nameOf, seatOf } from "../common/slap.js";
import { Seats } from "./seats.js";

export function Over({ view }) {
  const { game } = view;
  const winners = (game.outcome?.winners ?? []).map((number) => seatOf(view, number));
  return html`<main class="over">
    <${Notices} notices=${view.notices} />
    <section class="winner" aria-live="polite">
      <p class="winner-signs">${winners.map((seat) => html`<span key=${seat.seat} data-colour=${seat.colour}>
        <${SeatSign} seat=${seat} /></span>`)}</p>
      <h1>${winners.map(nameOf).join(" and ") || "Nobody"} ${winners.length > 1 ? "win" : "wins"}</h1>
      <p class="outcome">${game.outcome?.sentence}</p>
      ${winners.length === 1 && html`<ul class="winning-pizzas">
        ${winners[0].pizzas.map((id) => html`<li key=${id}><${Pizza} toppings=${id.split("-")} /></li>`)}
      </ul>`}
    </section>
    <${Seats} game=${{ ...game, turn: null }} />
  </main>`;
}
