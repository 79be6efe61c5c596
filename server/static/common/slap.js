// A slap and its verdict: who was first, by how much, and what the table made of it.
import { html } from "./html.js";
import { Sign, SeatSign, reasonOf } from "./signs.js";

const WEIGHT = ["accepted", "ask_referee", "false_claim", "lost_tie", "late", "locked_out", "empty_slot", "second_touch"];

const milliseconds = (value) => `${value.toFixed(1)} ms`;

export const seatOf = (view, number) =>
  view.game?.seats.find((seat) => seat.seat === number) ??
  view.setup?.wired.find((seat) => seat.seat === number) ?? { seat: number, colour: "grey", shape: "circle" };

export const nameOf = (seat) => seat.name || seat.colour[0].toUpperCase() + seat.colour.slice(1);

/** The verdicts on the newest slap, the weightiest first; none while the table still looks. */
export function verdictsOfSlap(view) {
  const { slap, verdicts } = view;
  const own = slap ? verdicts.filter((verdict) => verdict.at_ns >= slap.at_ns) : verdicts.slice(0, 1);
  const standing = own.filter((verdict) => verdict.status !== "overruled");
  const weight = (verdict) => WEIGHT.indexOf(verdict.reason);
  return [...(standing.length ? standing : own)].sort((one, other) => weight(one) - weight(other));
}

/** The verdict to show for the newest slap, or null. */
export const verdictOfSlap = (view) => verdictsOfSlap(view)[0] ?? null;

/** The presses of the newest slap with what became of each. */
export function pressesOf(view) {
  const verdict = verdictOfSlap(view);
  if (!view.slap) return verdict?.presses.map((press) => ({ ...press, state: press.reason })) ?? [];
  return view.slap.presses;
}

/** Who was first and how far ahead, in words. */
export function firstLine(view, presses) {
  if (!presses.length) return "";
  const first = nameOf(seatOf(view, presses[0].seat));
  const rest = presses.slice(1).map((press) => `${nameOf(seatOf(view, press.seat))} ${milliseconds(press.behind_ms)} behind`);
  return rest.length ? `${first} +0.0 ms, ${rest.join(", ")}` : `${first} alone`;
}

/** All presses of a burst in order, each with its delay as a bar and in milliseconds. */
export function Presses({ view, presses }) {
  const longest = Math.max(50, ...presses.map((press) => press.behind_ms));
  return html`<ol class="presses">
    ${presses.map((press) => {
      const seat = seatOf(view, press.seat);
      const reason = reasonOf(press.state ?? press.reason);
      return html`<li key="${press.seat}-${press.slot}-${press.behind_ms}" class="press mood-${reason.mood}"
        data-colour=${seat.colour}>
        <${SeatSign} seat=${seat} />
        <span class="press-name">${nameOf(seat)}<span class="press-slot">on ${press.slot + 1}</span></span>
        <span class="press-state"><${Sign} name=${reason.sign} />${reason.word}</span>
        <span class="press-time">+${milliseconds(press.behind_ms)}</span>
        <span class="press-lag"><span class="press-bar" style=${{ width: `${(100 * press.behind_ms) / longest}%` }}>
          </span></span>
      </li>`;
    })}
  </ol>`;
}

/** The picture a verdict rests on. */
export function VerdictPicture({ verdict }) {
  if (!verdict.picture) return html`<p class="no-picture">Ruled without a picture.</p>`;
  return html`<img class="verdict-picture" src="/picture/${encodeURIComponent(verdict.picture)}.jpg"
    alt="The table as the camera saw it when the hand came down" />`;
}
