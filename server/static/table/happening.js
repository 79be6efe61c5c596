// A slap as it lands, then the verdict on it, with the picture and every press.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../common/html.js";
import { Sign, SeatSign, reasonOf } from "../common/signs.js";
import { Presses, VerdictPicture, firstLine, nameOf, pressesOf, seatOf } from "../common/slap.js";
import { verdictOfSlap, verdictsOfSlap } from "../common/slap.js";

const LINGER_MS = 14000;

/** Whether to show the newest slap: while it is open, while its round ends, and for a while after in the same round. */
export function useHappening(view) {
  const verdict = verdictOfSlap(view);
  const [quiet, setQuiet] = useState(null);
  const seen = useRef({});
  const mark = view.slap ? `${view.slap.id}/${verdict?.id}/${verdict?.status}/${verdict?.reason}` : null;
  const open = view.slap?.presses.some((press) => press.state === "waiting") || verdict?.status === "open";
  const ending = ["closing", "clearing", "over"].includes(view.game.phase);
  if (seen.current.slap !== view.slap?.id) seen.current = { slap: view.slap?.id, round: view.game.round };
  useEffect(() => {
    if (!mark || open) return undefined;
    const timer = setTimeout(() => setQuiet(mark), LINGER_MS);
    return () => clearTimeout(timer);
  }, [mark, open]);
  return Boolean(mark) && (open || ending || (quiet !== mark && seen.current.round === view.game.round));
}

function Looking({ view, presses }) {
  const first = seatOf(view, presses[0].seat);
  return html`<header class="headline mood-open">
    <p class="who"><${SeatSign} seat=${first} /><span>${nameOf(first)} was first</span></p>
    <p class="detail">${presses.length > 1 ? firstLine(view, presses) : "No other hand yet."}</p>
    <p class="looking"><${Sign} name="wait" />Looking at the picture</p>
  </header>`;
}

const GRAVE = ["accepted", "false_claim", "ask_referee"];

/** What else the same slap decided, a line each. */
function Besides({ view, verdicts }) {
  return verdicts.filter((verdict) => GRAVE.includes(verdict.reason)).map((verdict) => html`
    <p class="besides mood-${reasonOf(verdict.reason).mood}" key=${verdict.id}>
    <${SeatSign} seat=${seatOf(view, verdict.seat)} />${verdict.headline}<${Sign} name=${reasonOf(verdict.reason).sign} />
  </p>`);
}

function Ruled({ view, verdict }) {
  const reason = reasonOf(verdict.reason);
  const mood = verdict.status === "open" ? "open" : reason.mood;
  return html`<header class="headline mood-${mood}">
    <p class="who"><${SeatSign} seat=${seatOf(view, verdict.seat)} /><span>${verdict.headline}</span>
      <${Sign} name=${reason.sign} /></p>
    <p class="detail">${verdict.detail}</p>
    ${verdict.status === "overruled" && html`<p class="looking">Overruled by the referee</p>`}
    ${verdict.status === "judged_again" && html`<p class="looking">Judged again</p>`}
    ${verdict.status === "open" && html`<p class="looking"><${Sign} name="ask" />The referee decides</p>`}
  </header>`;
}

export function Happening({ view }) {
  const presses = pressesOf(view);
  const [verdict, ...others] = verdictsOfSlap(view);
  return html`<section class="happening ${presses.length > 4 ? "happening-crowded" : ""}" aria-live="assertive">
    ${verdict ? html`<${Ruled} view=${view} verdict=${verdict} />` : html`<${Looking} view=${view} presses=${presses} />`}
    <${Besides} view=${view} verdicts=${others} />
    ${verdict && html`<${VerdictPicture} verdict=${verdict} />`}
    <${Presses} view=${view} presses=${presses} />
  </section>`;
}
