// The people around the table: sign, name, pizzas won, whose turn, who is locked out.
import { html } from "../common/html.js";
import { SlicesWon } from "../common/pizza.js";
import { SeatSign, Sign } from "../common/signs.js";

const PIZZAS_TO_WIN = 3;

export function Seats({ game }) {
  return html`<ul class="seats" data-count=${game.seats.length}>
    ${game.seats.map((seat) => {
      const turn = game.turn === seat.seat;
      return html`<li key=${seat.seat} data-colour=${seat.colour}
        class="seat ${turn ? "seat-turn" : ""} ${seat.locked ? "seat-locked" : ""}">
        <${SeatSign} seat=${seat} />
        <div class="seat-words">
          <strong class="seat-name">${seat.name}</strong>
          <span class="seat-note">
            ${seat.locked ? html`<${Sign} name="lock" />locked out` : turn ? html`<${Sign} name="play" />reveals` : ""}
          </span>
        </div>
        <${SlicesWon} won=${seat.pizzas.length} goal=${PIZZAS_TO_WIN} />
      </li>`;
    })}
  </ul>`;
}
