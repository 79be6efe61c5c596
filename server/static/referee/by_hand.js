// Ruling without the camera: which pizzas lie out, what was turned up, who takes which pizza.
import { useState } from "preact/hooks";
import { html } from "../common/html.js";
import { Icon } from "../common/artwork.js";
import { SeatSign } from "../common/signs.js";
import { Act, Confirm } from "./buttons.js";

const SLOTS = [0, 1, 2];

/** A select of all pizzas; the empty choice stands for `nothing`. */
export function PizzaSelect({ label, labels, value, choose, nothing }) {
  return html`<label class="field">${label}
    <select value=${value ?? ""} onChange=${(event) => choose(event.target.value || null)}>
      <option value="">${nothing}</option>
      ${labels.map((name) => html`<option key=${name} value=${name}>${name.replaceAll("-", ", ")}</option>`)}
    </select>
  </label>`;
}

/** Open a round with the pizzas named by hand. */
export function HandRound({ view, command }) {
  const [slots, setSlots] = useState(SLOTS.map((slot) => view.game.slots[slot]?.pizza?.id ?? null));
  return html`<div class="by-hand">
    <p class="hint">Name the three pizzas as they lie, then open the round without the camera.</p>
    ${SLOTS.map((slot) => html`<${PizzaSelect} key=${slot} label="Pizza ${slot + 1}"
      labels=${view.board.labels.square} value=${slots[slot]} nothing="none"
      choose=${(name) => setSlots(slots.map((old, index) => (index === slot ? name : old)))} />`)}
    <${Act} act=${() => command({ command: "open_round", slots })}>Open the round by hand</${Act}>
  </div>`;
}

/** Tell what was turned up, and give pizzas away. */
export function HandRuling({ view, command }) {
  const { game } = view;
  const [seat, setSeat] = useState(null);
  const names = game.slots.filter((slot) => slot.pizza && slot.taken_by === null);
  return html`<div class="by-hand">
    <h3>A token was turned up</h3>
    <div class="kinds">
      ${view.board.labels.disc.map((kind) => html`<${Act} key=${kind} kind="kind"
        act=${() => command({ command: "reveal", kind })}><${Icon} kind=${kind} />${kind}</${Act}>`)}
    </div>
    <h3>Give a pizza to</h3>
    <div class="people" role="group" aria-label="Who takes the pizza">
      ${game.seats.map((one) => html`<button type="button" key=${one.seat} aria-pressed=${seat === one.seat}
        data-colour=${one.colour}
        onClick=${() => setSeat(one.seat)}><${SeatSign} seat=${one} />${one.name}</button>`)}
    </div>
    ${seat !== null && html`<div class="choices">
      ${names.map((slot) => html`<${Confirm} key=${slot.slot}
        label="Pizza ${slot.slot + 1}: ${slot.pizza.toppings.join(", ")}" question="Give it?"
        act=${() => command({ command: "award", seat, slot: slot.slot })} />`)}
    </div>`}
  </div>`;
}
