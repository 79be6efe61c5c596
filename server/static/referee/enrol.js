// Teaching the table an owner's pieces: choose what to learn, lay it out under the camera's eye, keep it.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../common/html.js";
import { Sign } from "../common/signs.js";
import { Act, Confirm } from "./buttons.js";
import { Layout, Rows } from "./enrol_layout.js";
import { Camera } from "./enrol_camera.js";
import { spoken, titled } from "./enrol_words.js";

const STEPS = [["choose", "Choose"], ["laying", "Lay out"], ["learnt", "Keep"]];

function Steps({ step }) {
  const at = STEPS.findIndex(([name]) => name === step);
  return html`<ol class="steps" aria-label="Steps">
    ${STEPS.map(([name, title], index) => html`<li key=${name} aria-current=${index === at ? "step" : null}
      class=${index < at ? "step-done" : ""}><span>${index + 1}</span>${title}</li>`)}
  </ol>`;
}

/** A heading that takes the focus when its step begins, so that nobody misses the change. */
function Heading({ children }) {
  const heading = useRef(null);
  useEffect(() => heading.current?.focus(), []);
  return html`<h2 ref=${heading} tabindex="-1">${children}</h2>`;
}

function Used({ enrolment, command }) {
  return html`<article class="card">
    <h3>Pieces on the table</h3>
    <div class="people" role="group" aria-label="Pieces on the table">
      ${enrolment.galleries.map((name) => html`<button type="button" key=${name} aria-pressed=${name === enrolment.used}
        onClick=${() => command({ command: "use_gallery", name })}>${titled(name)}</button>`)}
    </div>
    <p class="hint">The camera compares what lies there with these. The house set is the one to print and cut out.</p>
  </article>`;
}

function WholeGame({ enrolment, command }) {
  const [game, choose] = useState(enrolment.games[0]?.game);
  const [photographs, setPhotographs] = useState(1);
  const chosen = enrolment.games.find((one) => one.game === game);
  return html`<article class="card">
    <h3>Learn a whole game</h3>
    <div class="people" role="group" aria-label="Game to learn">
      ${enrolment.games.map((one) => html`<button type="button" key=${one.game} aria-pressed=${one.game === game}
        onClick=${() => choose(one.game)}>${one.title}</button>`)}
    </div>
    <div class="people" role="group" aria-label="Photographs">
      ${[1, 2].map((count) => html`<button type="button" key=${count} aria-pressed=${count === photographs}
        onClick=${() => setPhotographs(count)}>${count === 1 ? "One photograph" : "Two photographs"}</button>`)}
    </div>
    <p class="hint">${chosen?.pieces} pieces are laid out in rows, one of each. It takes about five minutes. Take two
      photographs where the table is too small for all of them.</p>
    <${Act} kind="primary big" act=${() => command({ command: "start_enrolment", game, photographs })}>Begin</${Act}>
  </article>`;
}

function OnePiece({ enrolment, command }) {
  const [piece, choose] = useState("");
  if (!enrolment.pieces.length) return null;
  return html`<article class="card">
    <h3>Learn one piece of “${enrolment.used}” anew</h3>
    <label class="field">Piece
      <select value=${piece} onChange=${(event) => choose(event.target.value)}>
        <option value="">choose one</option>
        ${enrolment.pieces.map((name) => html`<option key=${name} value=${name}>${spoken(name)}</option>`)}
      </select>
    </label>
    <p class="hint">For a piece that is often misread, worn or replaced. All others stay as they are.</p>
    <${Act} disabled=${!piece} act=${() => command({ command: "start_relearning", piece })}>Learn it anew</${Act}>
  </article>`;
}

function Findings({ job }) {
  const { findings, look, ready } = job;
  if (look === null) return html`<p class="hint" role="status">${job.trouble ?? "Looking at the table…"}</p>`;
  return html`<div role="status" aria-label="What the camera says">
    ${job.trouble && html`<p class="warning"><${Sign} name="warn" />${job.trouble}</p>`}
    ${ready && html`<p class="finding finding-good"><${Sign} name="check" />
      <span>${job.piece ? "The piece is there." : "All pieces are there. See in the picture that each is outlined as a whole and bears its own name, then take the photograph."}</span></p>`}
    <ul class="findings">${findings.map((finding) => html`<li key=${finding.sentence}
      class="finding ${finding.blocks ? "finding-bad" : "finding-hint"}">
      <${Sign} name=${finding.blocks ? "cross" : "warn"} /><span>${finding.sentence}</span></li>`)}</ul>
  </div>`;
}

function Shutter({ job, command }) {
  const take = (anyway) => command({ command: "take_photograph", anyway });
  const anyway = !job.ready && job.complete && !job.piece;
  return html`<div class="next">
    <${Act} kind="primary big" disabled=${!job.ready} act=${() => take(false)}>
      ${job.piece ? "Learn it so" : job.photographs > 1 ? `Take photograph ${job.photograph}` : "Take the photograph"}</${Act}>
    ${anyway && html`<${Act} act=${() => take(true)}>Take it all the same</${Act}>`}
    ${job.photograph > 1 && html`<${Confirm} label="Begin again with photograph 1" question="Begin again?"
      act=${() => command({ command: "retake_photographs" })} />`}
    <${Act} act=${() => command({ command: "cancel_enrolment" })}>Cancel</${Act}>
  </div>`;
}

function Laying({ job, command }) {
  const part = job.photographs > 1 ? `, photograph ${job.photograph} of ${job.photographs}` : "";
  return html`<div class="laying">
    <article class="card lay">
      <${Heading} key=${job.photograph}>${job.piece ? `Lay ${spoken(job.piece)} alone on the table, upright`
        : `Lay out ${job.title}${part}`}</${Heading}>
      ${job.rows.length > 0 && html`<${Layout} rows=${job.rows} />`}
    </article>
    <article class="card seen">
      <h3>What the camera sees</h3>
      <${Camera} job=${job} />
      <${Findings} job=${job} />
      <${Shutter} job=${job} command=${command} />
    </article>
    ${job.rows.length > 0 && html`<article class="card by-name"><h3>Piece by piece</h3><${Rows} rows=${job.rows} /></article>`}
  </div>`;
}

function Alike({ alike }) {
  if (!alike.length) return html`<p class="finding finding-good"><${Sign} name="check" />No two of them look alike.</p>`;
  return html`<h3>These look alike to the camera</h3>
    <ul class="alike">${alike.map(([one, other, likeness]) => html`<li key=${`${one}/${other}`}>
      <span><strong>${spoken(one)}</strong> and <strong>${spoken(other)}</strong></span>
      <span class="faint">${Math.round(likeness * 100)} % alike</span></li>`)}</ul>
    <p class="hint">Give these good light. Where the camera cannot tell such a pair apart it says so, and asks.</p>`;
}

function Learnt({ job, galleries, command }) {
  const [name, rename] = useState(job.name);
  const keep = () => command({ command: "accept_enrolment", name: job.piece ? job.name : name.trim() });
  return html`<article class="card">
    <${Heading}>${job.piece ? `Learnt ${spoken(job.piece)} anew` : `Learnt ${job.learnt} pieces of ${job.title}`}</${Heading}>
    ${job.trouble && html`<p class="warning" role="alert"><${Sign} name="warn" />${job.trouble}</p>`}
    <${Alike} alike=${job.alike} />
    ${!job.piece && html`<label class="field">Keep them as
      <input value=${name} maxlength="40" autocomplete="off" onInput=${(event) => rename(event.target.value)} /></label>`}
    <div class="next">
      <${Act} kind="primary big" disabled=${!job.piece && !name.trim()} act=${keep}>Keep and use</${Act}>
      <${Act} act=${() => command({ command: "retake_photographs" })}>Photograph again</${Act}>
      <${Confirm} label="Cancel" question="Forget what was learnt?" act=${() => command({ command: "cancel_enrolment" })} />
    </div>
    <p class="hint">From then on the table reads with these pieces, also after a restart.
      ${!job.piece && galleries.includes(name.trim()) && ` They replace the earlier “${name.trim()}”.`}</p>
  </article>`;
}

export function Enrol({ view, command, close }) {
  const { enrolment } = view;
  const { job } = enrolment;
  const step = job ? (job.stage === "learnt" ? "learnt" : "laying") : "choose";
  return html`<section class="enrol" aria-label="Pieces">
    <${Steps} step=${step} />
    ${enrolment.told && html`<p class="told" role="status">${enrolment.told}</p>`}
    ${!job && html`<${Heading}>What does the table know?</${Heading}>
      <div class="choices-of-pieces">
        <${WholeGame} enrolment=${enrolment} command=${command} />
        <${Used} enrolment=${enrolment} command=${command} />
        <${OnePiece} key=${enrolment.used} enrolment=${enrolment} command=${command} />
      </div>
      <div class="end"><button type="button" onClick=${close}>Back to the game</button></div>`}
    ${job?.stage === "laying" && html`<${Laying} job=${job} command=${command} />`}
    ${job?.stage === "learning" && html`<article class="card" aria-busy="true"><${Heading}>Learning ${job.title}…</${Heading}>
      <p class="hint" role="status">This takes some seconds. The pieces may be cleared away.</p><progress></progress></article>`}
    ${job?.stage === "learnt" && html`<${Learnt} job=${job} galleries=${enrolment.galleries} command=${command} />`}
  </section>`;
}

/** The way in, for the health pane. */
export function Pieces({ view, open }) {
  const { enrolment } = view;
  if (!enrolment) return null;
  return html`<h3>Pieces</h3>
    <p>The camera knows ${titled(enrolment.used).replace(/^The/, "the")}.</p>
    <button type="button" onClick=${open}>Teach it your pieces</button>`;
}
