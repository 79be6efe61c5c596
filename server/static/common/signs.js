// Small signs with a meaning: the seats' shapes and what became of a press. Shape and word always stand beside colour.
import { html } from "./html.js";

const point = (index, count, radius, turn = 0) => {
  const angle = turn + (index * 2 * Math.PI) / count;
  return `${(50 + radius * Math.sin(angle)).toFixed(1)},${(50 - radius * Math.cos(angle)).toFixed(1)}`;
};
const hexagon = Array.from({ length: 6 }, (_, index) => point(index, 6, 46, Math.PI / 6)).join(" ");
const star = Array.from({ length: 10 }, (_, index) => point(index, 10, index % 2 ? 21 : 48)).join(" ");

const SHAPES = {
  circle: () => html`<circle cx="50" cy="50" r="42" />`,
  square: () => html`<rect x="12" y="12" width="76" height="76" rx="8" />`,
  triangle: () => html`<polygon points="50,8 95,88 5,88" />`,
  diamond: () => html`<polygon points="50,3 91,50 50,97 9,50" />`,
  star: () => html`<polygon points=${star} />`,
  hexagon: () => html`<polygon points=${hexagon} />`,
};

/** A seat's sign: its shape in its colour. */
export function SeatSign({ seat }) {
  const draw = SHAPES[seat.shape] ?? SHAPES.circle;
  return html`<svg class="seat-sign" viewBox="0 0 100 100" data-colour=${seat.colour} role="img"
    aria-label="${seat.colour} ${seat.shape}">
    ${draw()}
  </svg>`;
}

const STROKES = {
  check: "M18 54l22 22 42-50",
  cross: "M24 24l52 52M76 24L24 76",
  lock: "M26 46h48v38H26zM35 46V32c0-20 30-20 30 0v14",
  clock: "M50 12a38 38 0 1 0 .1 0zM50 28v24l16 10",
  ask: "M32 36c0-26 38-24 36 0-1 14-18 14-18 28M50 82v2",
  second: "M30 26v48M50 26v48M70 26v48",
  empty: "M50 14a36 36 0 1 0 .1 0zM25 75l50-50",
  tie: "M20 40h60M20 62h60",
  wait: "M25 50h1M50 50h1M75 50h1",
  play: "M30 18l50 32-50 32z",
  pause: "M34 20v60M66 20v60",
  warn: "M50 14l42 72H8zM50 42v18M50 72v2",
};

export function Sign({ name }) {
  return html`<svg class="sign" viewBox="0 0 100 100" aria-hidden="true"><path d=${STROKES[name]} /></svg>`;
}

/** What became of a press: its sign, word and mood (`good`, `bad`, `calm`, `open`). */
const REASONS = {
  waiting: { sign: "wait", word: "looking", mood: "open" },
  accepted: { sign: "check", word: "takes it", mood: "good" },
  false_claim: { sign: "cross", word: "not ready", mood: "bad" },
  locked_out: { sign: "lock", word: "locked out", mood: "calm" },
  late: { sign: "clock", word: "too late", mood: "calm" },
  lost_tie: { sign: "tie", word: "lost the tie", mood: "calm" },
  second_touch: { sign: "second", word: "second touch", mood: "calm" },
  empty_slot: { sign: "empty", word: "no pizza there", mood: "calm" },
  ask_referee: { sign: "ask", word: "referee decides", mood: "open" },
};

const UNJUDGED = { sign: "wait", word: "not judged", mood: "calm" };

export const reasonOf = (reason) =>
  REASONS[reason] ?? (reason ? { sign: "ask", word: reason.replaceAll("_", " "), mood: "calm" } : UNJUDGED);
