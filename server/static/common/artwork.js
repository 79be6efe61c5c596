// The toppings, cheese and fly as vector drawings, each on a 100 by 100 field. Drawn once per page as
// symbols and referred to everywhere, which keeps a Raspberry Pi's browser quick.
import { html } from "./html.js";

const LINE = { "stroke-linecap": "round", "stroke-linejoin": "round" };

const mushroom = () => html`
  <path d="M37 52h26v30c0 15-26 15-26 0z" fill="#f4e6cf" stroke="#b08a5e" stroke-width="3" />
  <path d="M7 54C5 24 30 7 50 7s45 17 43 47c-1 9-85 9-86 0z" fill="#b5774a" stroke="#7d4c2a" stroke-width="3" />
  <path d="M16 57c10-7 58-7 68 0-10 8-58 8-68 0z" fill="#e9d2b0" />
  <ellipse cx="34" cy="28" rx="9" ry="6" fill="#e2b98f" transform="rotate(-28 34 28)" />
  <ellipse cx="62" cy="22" rx="7" ry="5" fill="#e2b98f" />
  <ellipse cx="72" cy="40" rx="8" ry="5" fill="#e2b98f" transform="rotate(20 72 40)" />`;

const tomato = () => html`
  <path d="M50 22c26-13 45 6 44 30-1 26-20 42-44 42S7 78 6 52C5 28 24 9 50 22z" fill="#e23b2e" stroke="#a11d17"
    stroke-width="3" />
  <path d="M20 40c3-9 8-13 15-14" stroke="#ff9a86" stroke-width="7" fill="none" ...${LINE} />
  <path d="M50 27c-9-2-16-1-23 6 1-11 6-16 14-17-3-4-5-7-6-10 7 0 11 3 15 9 3-6 8-10 15-11-1 4-3 8-6 12
    9 1 14 6 15 16-8-6-15-8-24-5z"
    fill="#3f9b46" stroke="#256b2d" stroke-width="2.5" ...${LINE} />`;

const onion = () => html`
  <circle cx="50" cy="50" r="44" fill="#8e3b86" />
  <circle cx="50" cy="50" r="38" fill="#f7e6f3" />
  <circle cx="50" cy="50" r="32" fill="none" stroke="#b765ae" stroke-width="4" />
  <circle cx="50" cy="50" r="22.5" fill="none" stroke="#b765ae" stroke-width="4" />
  <circle cx="50" cy="50" r="13" fill="none" stroke="#a8509e" stroke-width="4" />
  <circle cx="50" cy="50" r="4.5" fill="#a8509e" />`;

const pepper = () => html`
  <path d="M50 30C38 17 12 22 12 46c0 27 13 49 24 49 7 0 9-4 14-4s7 4 14 4c11 0 24-22 24-49 0-24-26-29-38-16z"
    fill="#52a83c" stroke="#2b6a22" stroke-width="3" />
  <path d="M50 32c-7 14-7 40 0 57M30 30c-6 16-4 42 5 58M70 30c6 16 4 42-5 58" stroke="#2f7a27" stroke-width="3.5"
    fill="none" ...${LINE} />
  <path d="M21 42c1-6 3-9 7-11" stroke="#b6e69a" stroke-width="6" fill="none" ...${LINE} />
  <path d="M38 30c5-7 19-7 24 0-7 5-17 5-24 0z" fill="#2b6a22" />
  <path d="M50 27c0-9 3-15 10-20" stroke="#2b6a22" stroke-width="8" fill="none" ...${LINE} />`;

const kernelRows = [24, 37, 50, 63, 76];

const corn = () => html`
  <path d="M50 4c17 9 22 30 20 56-1 17-9 30-20 34-11-4-19-17-20-34C28 34 33 13 50 4z" fill="#f5b81f" stroke="#b57a08"
    stroke-width="3" />
  ${kernelRows.map((y, row) => [35, 45, 55, 65].map((x, column) => (row === 0 && (column === 0 || column === 3) ? null : html`
    <rect x=${x - 4} y=${y - 5} width="8" height="10" rx="3.5" fill="#ffdf6b" />`)))}
  <path d="M46 97C22 92 12 72 13 44c15 9 27 27 33 53z" fill="#6fb544" stroke="#3c7a25" stroke-width="3" ...${LINE} />
  <path d="M54 97c24-5 34-25 33-53-15 9-27 27-33 53z" fill="#5da037" stroke="#3c7a25" stroke-width="3" ...${LINE} />`;

const ham = () => html`
  <path d="M64 60l16 15c7-4 15 1 13 8-1 4-5 5-7 6 0 3-2 7-6 7-7 1-11-6-8-13L57 68z" fill="#fdf6e8" stroke="#b9a284"
    stroke-width="3" ...${LINE} />
  <path d="M9 26C18 4 50 1 68 20c16 17 16 38 4 49-12 12-32 9-46-4C11 51 4 38 9 26z" fill="#c9634f" stroke="#8e3b2f"
    stroke-width="3" />
  <path d="M14 30C22 12 42 10 55 24c12 13 11 29 3 36-10 8-24 5-34-5-9-8-13-17-10-25z" fill="#ffe3da" />
  <path d="M20 32c6-12 20-13 30-3 9 10 9 21 3 26-8 6-18 3-25-4-7-6-10-13-8-19z" fill="#f58f8f" />
  <circle cx="37" cy="40" r="7.5" fill="#fdf6e8" stroke="#d8887f" stroke-width="3" />`;

const fat = [[32, 30, 6], [55, 24, 4], [71, 38, 6], [47, 45, 5], [28, 55, 5], [64, 60, 6], [45, 70, 6], [74, 68, 3],
  [29, 72, 3], [50, 57, 2], [60, 44, 3], [40, 20, 2]];

const salami = () => html`
  <circle cx="50" cy="50" r="44" fill="#7c1f1c" />
  <circle cx="50" cy="50" r="39" fill="#b8322c" />
  ${fat.map(([x, y, r]) => html`<ellipse cx=${x} cy=${y} rx=${r} ry=${r * 0.75} fill="#f6cfc0"
    transform="rotate(${x * 3} ${x} ${y})" />`)}
  <path d="M19 36c5-10 12-16 21-19" stroke="#e0766b" stroke-width="4" fill="none" ...${LINE} />`;

const olive = () => html`
  <path d="M60 15c9-9 22-10 33-6-3 11-14 19-27 16z" fill="#6fb544" stroke="#3c7a25" stroke-width="2.5" ...${LINE} />
  <ellipse cx="45" cy="56" rx="40" ry="34" fill="#41355c" stroke="#211a33" stroke-width="3" transform="rotate(-32 45 56)" />
  <path d="M18 58c-1-12 6-22 18-28" stroke="#8f80b5" stroke-width="7" fill="none" ...${LINE} />
  <ellipse cx="64" cy="38" rx="11" ry="9" fill="#16101f" transform="rotate(-32 64 38)" />
  <ellipse cx="64" cy="38" rx="6" ry="5" fill="#e2483b" transform="rotate(-32 64 38)" />`;

const diamonds = "M20 50l60 42M15 65l50 35M28 38l55 38M40 28l45 31M80 50L20 92M85 65L35 100M72 38L17 76M60 28L15 59";

const pineapple = () => html`
  <path d="M50 38C44 30 34 30 24 34c2-9 8-13 16-13-6-4-8-9-8-15 8 1 13 5 18 12C55 11 60 7 68 6c0 6-2 11-8 15
    8 0 14 4 16 13-10-4-20-4-26 4z"
    fill="#4fa045" stroke="#2b6a2b" stroke-width="2.5" ...${LINE} />
  <clipPath id="art-rind"><ellipse cx="50" cy="65" rx="27" ry="31" /></clipPath>
  <ellipse cx="50" cy="65" rx="27" ry="31" fill="#f4b32c" />
  <path d=${diamonds} stroke="#b8720f" stroke-width="3" fill="none" clip-path="url(#art-rind)" />
  <ellipse cx="50" cy="65" rx="27" ry="31" fill="none" stroke="#9a5d0c" stroke-width="3.5" />`;

const cheese = () => html`
  <path d="M6 52L66 18c14 4 25 16 28 34z" fill="#ffe17a" stroke="#b98410" stroke-width="3" ...${LINE} />
  <path d="M6 52h88v30H6z" fill="#f7bf36" stroke="#b98410" stroke-width="3" ...${LINE} />
  <circle cx="28" cy="66" r="8" fill="#d5930f" />
  <circle cx="58" cy="72" r="6" fill="#d5930f" />
  <circle cx="78" cy="63" r="7" fill="#d5930f" />
  <ellipse cx="62" cy="37" rx="9" ry="5" fill="#e3ac2c" transform="rotate(-12 62 37)" />
  <ellipse cx="36" cy="44" rx="6" ry="3.5" fill="#e3ac2c" />`;

const fly = () => html`
  <path d="M31 55l-19 4M31 65l-17 13M36 74l-8 17M69 55l19 4M69 65l17 13M64 74l8 17" stroke="#23252b" stroke-width="4"
    fill="none"
    ...${LINE} />
  <ellipse cx="27" cy="38" rx="26" ry="13" fill="#cfe6f5" stroke="#6d8798" stroke-width="3" transform="rotate(28 27 38)" />
  <ellipse cx="73" cy="38" rx="26" ry="13" fill="#cfe6f5" stroke="#6d8798" stroke-width="3" transform="rotate(-28 73 38)" />
  <ellipse cx="50" cy="65" rx="17" ry="27" fill="#3a3e49" />
  <path d="M35 60h30M34 71h32M37 81h26" stroke="#5d6472" stroke-width="3.5" />
  <circle cx="50" cy="33" r="15" fill="#2b2e36" />
  <circle cx="41" cy="29" r="8" fill="#d6453a" />
  <circle cx="59" cy="29" r="8" fill="#d6453a" />
  <circle cx="38.5" cy="26.5" r="2.5" fill="#fff" />
  <circle cx="56.5" cy="26.5" r="2.5" fill="#fff" />`;

const ARTWORK = { mushroom, tomato, onion, pepper, corn, ham, salami, olive, pineapple, cheese, fly };

/** All drawings as symbols; once on every page. */
export function Sprites() {
  return html`<svg width="0" height="0" class="sprites" aria-hidden="true">
    ${Object.entries(ARTWORK).map(([kind, draw]) => html`<symbol id="art-${kind}" viewBox="0 0 100 100">${draw()}</symbol>`)}
  </svg>`;
}

/** Whether a kind has a drawing; an owner's own kinds are shown by their first letters. */
const isDrawn = (kind) => kind in ARTWORK;

/** One kind's picture inside another drawing, centred on x, y and `size` wide. */
export function Piece({ kind, x, y, size, turn = 0 }) {
  const place = `translate(${x} ${y}) rotate(${turn})`;
  if (!isDrawn(kind)) {
    return html`<g transform=${place}><circle r=${size / 2} fill="#efe3cf" />
      <text text-anchor="middle" dy="0.35em" font-size=${size * 0.42} font-weight="700" fill="#3a2d1d">
        ${kind.slice(0, 3)}</text></g>`;
  }
  return html`<g transform=${place}><use href="#art-${kind}" x=${-size / 2} y=${-size / 2} width=${size} height=${size} /></g>`;
}

/** One kind's picture by itself; decorative unless it is the only sign, then `named`. */
export function Icon({ kind, named = false }) {
  return html`<svg class="icon" viewBox="0 0 100 100" role=${named ? "img" : "presentation"} aria-label=${named ? kind : null}>
    <${Piece} kind=${kind} x=${50} y=${50} size=${100} />
  </svg>`;
}

/** A token as it lies on the table: the picture on a wooden disc, or its back. */
export function Token({ kind = null, named = false }) {
  return html`<svg class="token" viewBox="0 0 120 120" role=${named ? "img" : "presentation"}
    aria-label=${named ? kind ?? "face down" : null}>
    <circle cx="60" cy="62" r="56" fill="#00000055" />
    <circle cx="60" cy="60" r="56" fill=${kind ? "#f3e4c6" : "#6b4a2c"} />
    <circle cx="60" cy="60" r="52" fill="none" stroke=${kind ? "#cfae7c" : "#8a6440"} stroke-width="4" />
    ${kind
      ? html`<${Piece} kind=${kind} x=${60} y=${60} size=${76} />`
      : html`<path d="M60 26L88 84a64 64 0 0 1-56 0z" fill="none" stroke="#a37b52" stroke-width="5" stroke-linejoin="round" />
          <circle cx="55" cy="68" r="5" fill="#a37b52" /><circle cx="68" cy="76" r="5" fill="#a37b52" />`}
  </svg>`;
}
