// A QR code for the referee's address, so that a phone need not type it. ISO/IEC 18004, version 3, error
// correction level L, mask 0: one block of 55 data and 15 correction codewords on a 29 by 29 square.
import { html } from "./html.js";

const SIZE = 29;
const DATA_CODEWORDS = 55;
const CORRECTION_CODEWORDS = 15;
const MOST_BYTES = 53; // 55 less the mode, the length and the terminator
const FORMAT_L_MASK_0 = 0b111011111000100; // level L and mask 0 with their own correction bits, masked

/** Multiplication in GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1. */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** The Reed-Solomon correction codewords of `data`. */
function correction(data) {
  let generator = [1];
  for (let index = 0, root = 1; index < CORRECTION_CODEWORDS; index += 1, root = times(root, 2)) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, place) => value ^ times(generator[place - 1] ?? 0, root));
  }
  const rest = [...data, ...Array(CORRECTION_CODEWORDS).fill(0)];
  data.forEach((_, index) => {
    const factor = rest[index];
    generator.forEach((value, place) => { rest[index + place] ^= times(value, factor); });
  });
  return rest.slice(data.length);
}

function codewords(bytes) {
  const bits = [0, 1, 0, 0]; // byte mode
  const push = (value) => { for (let bit = 7; bit >= 0; bit -= 1) bits.push((value >> bit) & 1); };
  push(bytes.length);
  bytes.forEach(push);
  bits.push(0, 0, 0, 0);
  const byteAt = (index) => parseInt(bits.slice(index * 8, index * 8 + 8).join(""), 2);
  const data = Array.from({ length: bits.length / 8 }, (_, index) => byteAt(index));
  for (let pad = 0; data.length < DATA_CODEWORDS; pad += 1) data.push(pad % 2 ? 0x11 : 0xec);
  return [...data, ...correction(data)];
}

/** A square of cells: null where data goes, true or false where a pattern stands. */
function patterns() {
  const cells = Array.from({ length: SIZE }, () => Array(SIZE).fill(null));
  const ring = (row, column, radius, quiet) => {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        const distance = Math.max(Math.abs(x), Math.abs(y));
        if (cells[row + y]?.[column + x] !== undefined) cells[row + y][column + x] = !quiet.includes(distance);
      }
    }
  };
  for (let place = 8; place < SIZE - 8; place += 1) cells[6][place] = cells[place][6] = place % 2 === 0;
  [[3, 3], [3, SIZE - 4], [SIZE - 4, 3]].forEach(([row, column]) => ring(row, column, 4, [2, 4]));
  ring(SIZE - 7, SIZE - 7, 2, [1]);
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = ((FORMAT_L_MASK_0 >> bit) & 1) === 1;
    const [row, column] = bit < 6 ? [bit, 8] : bit < 8 ? [bit + 1, 8] : bit === 8 ? [8, 7] : [8, 14 - bit];
    cells[row][column] = dark;
    if (bit < 8) cells[8][SIZE - 1 - bit] = dark;
    else cells[SIZE - 15 + bit][8] = dark;
  }
  cells[SIZE - 8][8] = true;
  return cells;
}

/** The cells of a text's QR code, true where dark; null when the text is too long. */
export function qrCells(text) {
  const bytes = [...new TextEncoder().encode(text)];
  if (bytes.length > MOST_BYTES) return null;
  const cells = patterns();
  const bits = codewords(bytes).flatMap((value) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (value >> bit) & 1));
  let next = 0;
  let upward = true;
  for (let right = SIZE - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1; // the timing column holds no data
    for (let step = 0; step < SIZE; step += 1) {
      const row = upward ? SIZE - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (cells[row][column] === null) {
          cells[row][column] = ((bits[next] ?? 0) === 1) !== ((row + column) % 2 === 0);
          next += 1;
        }
      }
    }
    upward = !upward;
  }
  return cells;
}

export function QrCode({ text }) {
  const cells = qrCells(text);
  if (!cells) return null;
  const draw = (row, column) => (cells[row][column] ? `M${column + 4} ${row + 4}h1v1h-1z` : "");
  const dark = cells.flatMap((line, row) => line.map((_, column) => draw(row, column))).join("");
  return html`<svg class="qr" viewBox="0 0 ${SIZE + 8} ${SIZE + 8}" role="img" aria-label="QR code of ${text}"
    shape-rendering="crispEdges">
    <rect width=${SIZE + 8} height=${SIZE + 8} fill="#fff" /><path d=${dark} fill="#000" />
  </svg>`;
}
