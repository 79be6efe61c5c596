// Buttons that wait for their answer, and buttons that ask back in place before they do something grave.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../common/html.js";

const ASK_BACK_MS = 6000;
const ARM_MS = 400; // the second tap of a double tap lands on the question, not on its answer

/** A button that is off while its action runs, so a second tap cannot send it twice. */
export function Act({ act, kind = "", disabled = false, children }) {
  const [busy, setBusy] = useState(false);
  const there = useRef(true);
  useEffect(() => () => { there.current = false; }, []);
  const run = async () => {
    setBusy(true);
    await act();
    if (there.current) setBusy(false);
  };
  return html`<button type="button" class=${kind} disabled=${disabled || busy} aria-busy=${busy} onClick=${run}>
    ${children}</button>`;
}

/** A button for grave things: the first tap asks back in the same place. */
export function Confirm({ act, label, question = "Really?", kind = "", disabled = false }) {
  const [asking, setAsking] = useState(false);
  const [armed, setArmed] = useState(false);
  const group = useRef(null);
  useEffect(() => {
    if (!asking) return undefined;
    group.current?.querySelector("button:last-child")?.focus(); // a key held down must not say yes
    const timers = [setTimeout(() => setArmed(true), ARM_MS), setTimeout(() => setAsking(false), ASK_BACK_MS)];
    return () => {
      timers.forEach(clearTimeout);
      setArmed(false);
    };
  }, [asking]);
  if (!asking) return html`<button type="button" class=${kind} disabled=${disabled} onClick=${() => setAsking(true)}>
    ${label}</button>`;
  const run = async () => {
    await act();
    setAsking(false);
  };
  return html`<span class="confirm" role="group" aria-label=${question} ref=${group}>
    <span>${question}</span>
    <${Act} act=${run} kind="grave" disabled=${!armed}>Yes</${Act}>
    <button type="button" onClick=${() => setAsking(false)}>No</button>
  </span>`;
}
