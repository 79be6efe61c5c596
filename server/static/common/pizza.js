// Pizzas drawn from their toppings, whole and as slices won.
import { html } from "./html.js";
import { Piece } from "./artwork.js";

const turnsOf = (count, radius, first) =>
  Array.from({ length: count }, (_, index) => {
    const angle = first + (index * 2 * Math.PI) / count;
    return [100 + radius * Math.cos(angle), 100 + radius * Math.sin(angle)];
  });

// Three in the middle, nine around: every topping four times, never beside itself.
const PLACES = [...turnsOf(3, 25, Math.PI / 18), ...turnsOf(9, 62, -Math.PI / 2)];
const WHICH = [0, 1, 2, 0, 1, 2, 1, 2, 0, 2, 0, 1];

/** A whole pizza; `label` names it for those who cannot see it. */
export function Pizza({ toppings, label }) {
  return html`<svg class="pizza" viewBox="0 0 200 200" role="img" aria-label=${label ?? toppings.join(", ")}>
    <defs>
      <radialGradient id="crust"><stop offset="0.82" stop-color="#d99a4e" /><stop offset="0.93" stop-color="#c07a33" />
        <stop offset="1" stop-color="#8f5420" /></radialGradient>
      <radialGradient id="melt"><stop offset="0" stop-color="#ffe9a8" /><stop offset="0.75" stop-color="#fbd67c" />
        <stop offset="1" stop-color="#efb650" /></radialGradient>
    </defs>
    <ellipse cx="100" cy="103" rx="98" ry="97" fill="#00000066" />
    <circle cx="100" cy="100" r="97" fill="url(#crust)" />
    <circle cx="100" cy="100" r="87" fill="#bf3a23" />
    <path d=${MELT} fill="url(#melt)" />
    ${PLACES.map(([x, y], index) => html`
      <${Piece} kind=${toppings[WHICH[index] % toppings.length]} x=${x} y=${y} size=${index < 3 ? 37 : 38}
        turn=${((index * 47) % 36) - 18} />`)}
  </svg>`;
}

const MELT = (() => {
  const points = Array.from({ length: 24 }, (_, index) => {
    const angle = (index * Math.PI) / 12;
    const radius = 83 + 2.4 * Math.sin(index * 2.4) + 1.2 * Math.cos(index * 5.1);
    return [100 + radius * Math.cos(angle), 100 + radius * Math.sin(angle)];
  });
  const middle = (a, b) => `${((a[0] + b[0]) / 2).toFixed(1)} ${((a[1] + b[1]) / 2).toFixed(1)}`;
  const curves = points.map((point, index) => {
    const next = points[(index + 1) % points.length];
    return `Q${point[0].toFixed(1)} ${point[1].toFixed(1)} ${middle(point, next)}`;
  });
  return `M${middle(points[23], points[0])}${curves.join("")}Z`;
})();

const corner = (turn) => `${(50 + 46 * Math.sin(turn)).toFixed(2)} ${(50 - 46 * Math.cos(turn)).toFixed(2)}`;
const wedge = (index, of) => {
  const from = (index * 2 * Math.PI) / of;
  const to = ((index + 1) * 2 * Math.PI) / of;
  return `M50 50L${corner(from)}A46 46 0 0 1 ${corner(to)}Z`;
};

/** Pizzas won so far, as slices toward the `goal`. */
export function SlicesWon({ won, goal = 3 }) {
  const slices = Math.max(goal, won);
  return html`<svg class="slices" viewBox="0 0 100 100" role="img" aria-label="${won} of ${goal} pizzas">
    ${Array.from({ length: slices }, (_, index) => html`
      <path d=${wedge(index, slices)} class=${index < won ? "slice slice-won" : "slice"} />`)}
    ${Array.from({ length: won }, (_, index) => {
      const angle = ((index + 0.5) * 2 * Math.PI) / slices;
      return html`<circle cx=${50 + 25 * Math.sin(angle)} cy=${50 - 25 * Math.cos(angle)} r="7" class="slice-topping" />`;
    })}
  </svg>`;
}
