// A QR code for the referee's address, so that a phone need not type it.
import qrcode from "qrcode-generator";
import { html } from "./html.js";

const QUIET = 4; // cells of white around it, as the standard asks

export function QrCode({ text }) {
  const code = qrcode(0, "M"); // the smallest that holds the text, medium correction
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const cells = [...Array(size).keys()];
  const draw = (row, column) => (code.isDark(row, column) ? `M${column + QUIET} ${row + QUIET}h1v1h-1z` : "");
  const dark = cells.flatMap((row) => cells.map((column) => draw(row, column))).join("");
  const side = size + 2 * QUIET;
  return html`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="QR code of ${text}"
    shape-rendering="crispEdges">
    <rect width=${side} height=${side} fill="#fff" /><path d=${dark} fill="#000" />
  </svg>`;
}
