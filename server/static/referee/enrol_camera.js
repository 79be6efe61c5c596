// The camera's picture with what was found in it: each piece's outline with the name it would be learnt by.
import { html } from "../common/html.js";
import { lines, spoken } from "./enrol_words.js";

const AROUND = 0.04; // of the picture's width, left around the pieces
const LINE = 1.1;

/** The part of the picture in which the pieces lie; all of it when none do. */
function part(pieces, [width, height]) {
  const points = pieces.flatMap((piece) => piece.outline);
  if (!points.length) return [0, 0, width, height];
  const room = AROUND * width;
  const ends = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = ends.map((values) => Math.max(0, Math.min(...values) - room));
  const [right, bottom] = ends.map((values, axis) => Math.min([width, height][axis], Math.max(...values) + room));
  const wide = Math.max(right - left, width / 3);
  const high = Math.max(bottom - top, wide / 3);
  return [Math.min(left, width - wide), Math.min(top, Math.max(0, height - high)), wide, high];
}

function Found({ piece, doubtful }) {
  const xs = piece.outline.map(([x]) => x);
  const ys = piece.outline.map(([, y]) => y);
  const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const words = piece.label ? lines(piece.label) : ["?"];
  const width = Math.max(...xs) - Math.min(...xs);
  const size = Math.min(width / (0.74 * Math.max(...words.map((word) => word.length), 4)), width / 4.5);
  const top = middle[1] - ((words.length - 1) * LINE * size) / 2;
  return html`<g class=${piece.label ? (doubtful ? "seen-doubtful" : "seen-good") : "seen-extra"}>
    <polygon points=${piece.outline.map((point) => point.join(",")).join(" ")} />
    <text font-size=${size} text-anchor="middle" stroke-width=${size / 5}>${words.map((word, index) => html`<tspan key=${index}
      x=${middle[0]} y=${top + (index * LINE + 0.35) * size}>${word}</tspan>`)}</text>
    <title>${piece.label ? spoken(piece.label) : "in no list"}</title>
  </g>`;
}

export function Camera({ job }) {
  if (job.look === null) return html`<div class="camera-wait" aria-busy=${!job.trouble}></div>`;
  const [width, height] = job.size_px;
  const doubtful = new Set(job.findings.flatMap((finding) => finding.labels));
  const named = job.pieces.filter((piece) => piece.label).length;
  return html`<div class="map-window"><svg class="camera" viewBox=${part(job.pieces, job.size_px).join(" ")} role="img"
    aria-label="The newest picture of the table with ${named} pieces named">
    <image href="/picture/enrolment.jpg?look=${job.look}" width=${width} height=${height} preserveAspectRatio="none" />
    ${job.pieces.map((piece, index) => html`<${Found} key=${piece.label ?? index} piece=${piece}
      doubtful=${doubtful.has(piece.label)} />`)}
  </svg></div>`;
}
