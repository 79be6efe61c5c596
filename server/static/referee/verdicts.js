// Every verdict of the night's last rounds, with its picture, and what the referee may make of it instead.
import { useState } from "preact/hooks";
import { html } from "../common/html.js";
import { SeatSign, Sign, reasonOf } from "../common/signs.js";
import { Presses, VerdictPicture, nameOf, seatOf } from "../common/slap.js";
import { Act, Confirm } from "./buttons.js";

const STATUS = { overruled: "overruled", judged_again: "judged again", open: "asks you" };

const CHOICES = {
  accepted: "Takes the pizza",
  false_claim: "Was not ready",
  locked_out: "Was locked out",
  late: "Too late",
  lost_tie: "Lost the tie",
  second_touch: "Second touch",
  empty_slot: "No pizza there",
};

/** The choices of a verdict. Answering the table's question is one tap; overruling it asks back. */
export function Choices({ verdict, command, kind = "" }) {
  const others = verdict.choices.filter((reason) => reason !== verdict.reason);
  const rule = (reason) => command({ command: "overrule", verdict: verdict.id, reason });
  return html`<div class="choices">
    ${others.map((reason) => {
      const label = CHOICES[reason] ?? reasonOf(reason).word;
      if (verdict.status === "open") {
        return html`<${Act} key=${reason} kind="${kind} mood-button mood-${reasonOf(reason).mood}"
          act=${() => rule(reason)}><${Sign} name=${reasonOf(reason).sign} />${label}</${Act}>`;
      }
      return html`<${Confirm} key=${reason} label=${label} question="${label}?" act=${() => rule(reason)} />`;
    })}
  </div>`;
}

function Verdict({ view, verdict, command }) {
  const [open, setOpen] = useState(false);
  const seat = seatOf(view, verdict.seat);
  const reason = reasonOf(verdict.reason);
  return html`<li class="verdict mood-${reason.mood} status-${verdict.status}" data-colour=${seat.colour}>
    <button type="button" class="verdict-head" aria-expanded=${open} onClick=${() => setOpen(!open)}>
      <${SeatSign} seat=${seat} />
      <span class="verdict-words"><strong>${verdict.headline}</strong><small>
        ${nameOf(seat)}, pizza ${verdict.slot + 1}${verdict.tie ? ", tie" : ""}</small></span>
      <span class="verdict-reason"><${Sign} name=${reason.sign} />${STATUS[verdict.status] ?? reason.word}</span>
    </button>
    ${open && html`<div class="verdict-body">
      <p>${verdict.detail}</p>
      <${VerdictPicture} verdict=${verdict} />
      <${Presses} view=${view} presses=${verdict.presses.map((press) => ({ ...press, state: press.reason }))} />
      ${verdict.choices.length > 0 && html`<h3>Rule otherwise</h3><${Choices} verdict=${verdict} command=${command} />`}
    </div>`}
  </li>`;
}

export function Verdicts({ view, command }) {
  if (!view.verdicts.length) return null;
  return html`<article class="card"><h2>Verdicts</h2>
    <ol class="verdicts">${view.verdicts.map((verdict) => html`<${Verdict} key=${verdict.id} view=${view}
      verdict=${verdict} command=${command} />`)}</ol>
  </article>`;
}
