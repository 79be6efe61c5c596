// The three pizzas, and what is face up. Nothing here says whether a pizza is ready: that is for the players to see.
import { html } from "../common/html.js";
import { Icon, Token } from "../common/artwork.js";
import { Pizza } from "../common/pizza.js";
import { SeatSign } from "../common/signs.js";
import { nameOf, seatOf, verdictsOfSlap } from "../common/slap.js";

/** The seats whose hands the newest slap brought to a slot, first hand first. */
const handsOn = (view, slot) =>
  (view.slap?.presses ?? []).filter((press) => press.slot === slot && press.state !== "second_touch");

/** Who took a slot's pizza and what it was: the slot may be empty by the time its verdict is still shown. */
function takenIn(view, slot, lively) {
  const isTaking = (verdict) => verdict.slot === slot.slot && verdict.reason === "accepted" && verdict.status !== "overruled";
  const won = lively ? verdictsOfSlap(view).find(isTaking) : undefined;
  const seat = slot.taken_by ?? won?.seat ?? null;
  return { taker: seat === null ? null : seatOf(view, seat), toppings: slot.pizza?.toppings ?? won?.pizza?.split("-") };
}

function Slot({ view, slot, lively }) {
  const hands = lively ? handsOn(view, slot.slot) : [];
  const first = hands.length ? seatOf(view, hands[0].seat) : null;
  const { taker, toppings } = takenIn(view, slot, lively);
  return html`<li class="slot ${first ? "slot-touched" : ""} ${taker ? "slot-taken" : ""}"
    data-colour=${(taker ?? first)?.colour}>
    <div class="dish">
      ${toppings ? html`<${Pizza} toppings=${toppings} />` : html`<div class="no-pizza">no pizza</div>`}
      ${taker && html`<p class="taken"><${SeatSign} seat=${taker} />${nameOf(taker)}</p>`}
      ${hands.length > 0 && !taker && html`<p class="hands">${hands.map((press) => html`
        <${SeatSign} key=${press.seat} seat=${seatOf(view, press.seat)} />`)}</p>`}
    </div>
    <p class="recipe" aria-label=${toppings?.join(", ") ?? "no pizza"}>
      <span class="slot-number">${slot.slot + 1}</span>
      ${toppings?.map((kind) => html`<span class="topping" key=${kind}><${Icon} kind=${kind} /><span>
        ${kind}</span></span>`)}
    </p>
  </li>`;
}

const CardBack = () => html`<svg class="card-back" viewBox="0 0 120 120" aria-hidden="true">
  <rect x="22" y="22" width="86" height="86" rx="10" /><rect x="12" y="12" width="86" height="86" rx="10" />
    <circle cx="55" cy="55" r="27" />
</svg>`;

function Revealed({ game, lively }) {
  const crowded = lively && game.revealed.length > 5;
  return html`<section class="revealed ${crowded ? "revealed-crowded" : ""}" aria-label="Face up">
    <ul>
      ${game.revealed.map(({ kind, count }) => html`<li key=${kind} class="face-up">
        <${Token} kind=${kind} named=${crowded} />${!crowded && html`<span class="kind">${kind}
          </span>`}${count > 1 && html`<span class="count">×${count}</span>`}
      </li>`)}
      ${game.revealed.length === 0 && html`<li class="nothing-up">Nothing is face up yet.</li>`}
    </ul>
    <div class="left-overs">
      <p class="left-over"><${Token} /><strong>${game.face_down}</strong><span>face down</span></p>
      <p class="left-over"><${CardBack} /><strong>${game.pile}</strong><span>in the pile</span></p>
    </div>
  </section>`;
}

export function Board({ view, lively }) {
  return html`<section class="board">
    <ul class="pizzas">${view.game.slots.map((slot) => html`<${Slot} key=${slot.slot} view=${view} slot=${slot}
      lively=${lively} />`)}</ul>
    <${Revealed} game=${view.game} lively=${lively} />
  </section>`;
}
