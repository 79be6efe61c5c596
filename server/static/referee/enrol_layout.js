// How the pieces should lie: a picture of the table with its rows, and below it each row's pieces by name.
import { html } from "../common/html.js";
import { Sign } from "../common/signs.js";
import { isBack, spoken } from "./enrol_words.js";

const TABLE = [1120, 630];
const MARKER = 40;
const INSET = 30;
const LEFT = 100;
const GAP = 12;
const SIZES = { disc: [36, 36], square: [88, 88], rect: [56, 72], wedge: [66, 110] };

const outline = (kind) => {
  const [width, height] = SIZES[kind];
  if (kind === "disc") return html`<circle r=${width / 2} />`;
  if (kind !== "wedge") return html`<rect x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx="4" />`;
  return html`<path d="M0 ${height / 2} L${-width / 2} ${-height / 2 + 8} Q0 ${-height / 2 - 8} ${width / 2} ${-height / 2 + 8} Z" />`;
};

const state = ({ found }) => (found === null ? "" : found ? "place-found" : "place-missing");

/** Where each piece of the rows is drawn: [x, y] by row and place. */
function places(rows) {
  let top = GAP;
  return rows.map(({ pieces }) => {
    const height = Math.max(...pieces.map(({ kind }) => SIZES[kind][1]));
    let left = LEFT;
    const row = pieces.map(({ kind }) => {
      const x = left + SIZES[kind][0] / 2;
      left += SIZES[kind][0] + GAP;
      return [x, top + height / 2];
    });
    top += height + GAP;
    return row;
  });
}

function Corner({ id }) {
  const x = id === 0 || id === 3 ? INSET : TABLE[0] - INSET;
  const y = id < 2 ? INSET : TABLE[1] - INSET;
  return html`<g transform="translate(${x} ${y})"><rect class="marker" x=${-MARKER / 2} y=${-MARKER / 2}
    width=${MARKER} height=${MARKER} /><text class="marker-number" text-anchor="middle" dy="0.35em">${id}</text></g>`;
}

function Drawing({ rows }) {
  const at = places(rows);
  return html`<svg class="layout" viewBox="0 0 ${TABLE.join(" ")}" role="img"
    aria-label="The table from above: ${rows.length} rows, from the top left corner to the right and then down">
    <rect class="cloth" width=${TABLE[0]} height=${TABLE[1]} rx="14" />
    ${[0, 1, 2, 3].map((id) => html`<${Corner} key=${id} id=${id} />`)}
    ${rows.map((row, number) => row.pieces.map((piece, place) => html`<g key=${piece.label} class="place ${state(piece)} ${isBack(piece.label) ? "place-back" : ""}"
      transform="translate(${at[number][place].join(" ")})">${outline(piece.kind)}
      <text text-anchor="middle" dy="0.35em">${place + 1}</text>
      <title>${spoken(piece.label, piece.kind)}</title></g>`))}
  </svg>`;
}

const MARKS = { "place-found": ["check", "there"], "place-missing": ["cross", "not there"] };

function Place({ piece, place }) {
  const [sign, word] = MARKS[state(piece)] ?? [];
  return html`<li class="chip ${state(piece)}"><span class="chip-number">${place + 1}</span>${spoken(piece.label, piece.kind)}
    ${sign && html`<${Sign} name=${sign} /><span class="sr">${word}</span>`}</li>`;
}

/** The picture of the whole table. */
export function Layout({ rows }) {
  return html`<p class="hint">From the corner with marker 0 to the right, row below row, a finger's width apart, on a plain
      table that contrasts with them. Upright means: the top towards markers 0 and 1.</p>
    <${Drawing} rows=${rows} />`;
}

/** Every piece by its name. */
export function Rows({ rows }) {
  return html`<ol class="rows">${rows.map((row, number) => html`<li key=${number}>
      <h4>Row ${number + 1} <small>${row.title}</small></h4>
      <ol class="chips">${row.pieces.map((piece, place) => html`<${Place} key=${piece.label} piece=${piece} place=${place} />`)}</ol>
    </li>`)}</ol>`;
}
