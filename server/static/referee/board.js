// The board as the camera reads it, to scale; a piece read wrongly is corrected with a tap.
import { useState } from "preact/hooks";
import { html } from "../common/html.js";
import { Icon, Piece } from "../common/artwork.js";
import { Act } from "./buttons.js";
import { PizzaSelect } from "./by_hand.js";

const DISC_MM = 34;
const SQUARE_MM = 81;
const DOUBTFUL = 0.8;

const faceWords = ({ face, label }) => {
  if (face === "down") return "face down";
  return face === "up" && label ? label.replaceAll("-", ", ") : "unreadable";
};

function Face({ piece }) {
  if (piece.face === "down") return null;
  if (!piece.label) return html`<text class="unreadable" text-anchor="middle" dy="0.35em">?</text>`;
  if (piece.kind === "disc") return html`<${Piece} kind=${piece.label} x=${0} y=${0} size=${28} />`;
  return piece.label.split("-").map((kind, index) => html`<${Piece} key=${kind} kind=${kind}
    x=${[-18, 18, 0][index] ?? 0} y=${[-16, -16, 18][index] ?? 0} size=${34} />`);
}

function Spot({ piece, chosen, choose }) {
  const half = SQUARE_MM / 2;
  const pick = () => choose(piece.id);
  const onKey = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick();
  };
  return html`<g
    class="spot spot-${piece.kind} spot-${piece.face} ${piece.confidence < DOUBTFUL ? "spot-doubtful" : ""}"
    role="button" tabindex="0"
    aria-label="${piece.kind} ${piece.id}: ${faceWords(piece)}" aria-pressed=${chosen}
      transform="translate(${piece.x_mm} ${piece.y_mm})" onClick=${pick} onKeyDown=${onKey}>
    ${piece.kind === "disc" ? html`<circle r="26" class="reach" /><circle r=${DISC_MM / 2 + 4} class="body" />`
      : html`<rect x=${-half} y=${-half} width=${SQUARE_MM} height=${SQUARE_MM} rx="6" class="body"
        transform="rotate(${piece.rotation_deg})" />`}
    <${Face} piece=${piece} />
  </g>`;
}

function Correct({ piece, labels, command, close }) {
  const send = async (face, label) => {
    const answer = await command({ command: "correct_piece", piece: piece.id, face, label });
    if (answer.ok) close();
  };
  return html`<div class="correct" role="group" aria-label="Correct piece ${piece.id}">
    <h3>Piece ${piece.id} is read as ${faceWords(piece)} (${Math.round(piece.confidence * 100)} %). It is:</h3>
    <div class="kinds">
      <${Act} kind="kind" act=${() => send("down", null)}>face down</${Act}>
      ${(labels[piece.kind] ?? []).map((label) => html`<${Act} key=${label} kind="kind" act=${() => send("up", label)}>
        ${piece.kind === "disc" && html`<${Icon} kind=${label} />`}${label.replaceAll("-", ", ")}</${Act}>`)}
    </div>
    <button type="button" onClick=${close}>Leave it</button>
  </div>`;
}

function Slots({ view, command }) {
  return html`<details class="card"><summary>Set the pizzas by hand</summary>
    <div class="by-hand">${view.game.slots.map((slot) => html`<${PizzaSelect} key=${slot.slot}
      label="Pizza ${slot.slot + 1}" labels=${view.board.labels.square}
      value=${slot.pizza?.id} nothing="none"
        choose=${(pizza) => command({ command: "set_slot", slot: slot.slot, pizza })} />`)}</div>
  </details>`;
}

export function BoardPane({ view, command }) {
  const [chosen, choose] = useState(null);
  const { board } = view;
  if (!board) return html`<article class="card"><h2>Board</h2><p class="hint">The camera has shown nothing yet.</p></article>`;
  const [width, height] = board.surface_mm;
  const piece = board.pieces.find((one) => one.id === chosen);
  const counts = { up: 0, down: 0, unknown: 0 };
  board.pieces.filter((one) => one.kind === "disc").forEach((one) => { counts[one.face] += 1; });
  return html`
    <article class="card">
      <h2>Board <small>
        ${counts.up} up, ${counts.down} down
        ${counts.unknown ? `, ${counts.unknown} unreadable` : ""}${board.hand ? ", a hand is in view" : ""}</small></h2>
      <div class="map-window"><svg class="map" viewBox="0 0 ${width} ${height}" role="group"
        aria-label="The board from above; tap a piece to correct it">
        <rect width=${width} height=${height} rx="14" class="cloth" />
        ${board.pieces.map((one) => html`<${Spot} key=${one.id} piece=${one} chosen=${one.id === chosen} choose=${choose} />`)}
      </svg></div>
      ${piece ? html`<${Correct} piece=${piece} labels=${board.labels} command=${command} close=${() => choose(null)} />`
        : html`<p class="hint">Tap a piece that is read wrongly.</p>`}
    </article>
    ${view.game && html`<${Slots} view=${view} command=${command} />`}`;
}
