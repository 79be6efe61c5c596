// The door: choose the PIN at the table's first start, enter it ever after.
import { useState } from "preact/hooks";
import { html } from "../common/html.js";

const DIGITS = "[0-9]{4,12}";

export function PinDoor({ link, chosen: chosenAtFirst }) {
  const [taken, setTaken] = useState(false); // somebody else chose one meanwhile
  const chosen = chosenAtFirst || taken;
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const [refusal, setRefusal] = useState(null);
  const [busy, setBusy] = useState(false);
  const enter = async (event) => {
    event.preventDefault();
    if (!chosen && pin !== again) {
      setRefusal("The two PINs differ. Type the same one twice.");
      return;
    }
    setBusy(true);
    const answer = await link.admit(chosen ? "enter_pin" : "choose_pin", pin);
    setBusy(false);
    setRefusal(answer.ok ? null : answer.sentence);
    if (answer.reason === "pin_exists") setTaken(true);
    if (!answer.ok) setPin("");
  };
  return html`<main class="door">
    <form onSubmit=${enter}>
      <h1>${chosen ? "Referee" : "Choose the referee's PIN"}</h1>
      <p>${chosen ? "Enter the PIN of this table." : "Whoever knows it can rule on this table. Four to twelve digits."}</p>
      <label>PIN
        <input name="pin" type="password" inputmode="numeric" autocomplete="off" required pattern=${DIGITS}
          maxlength="12" title="4 to 12 digits" value=${pin}
          onInput=${(event) => setPin(event.target.value)} />
      </label>
      ${!chosen && html`<label>The same PIN again
        <input name="again" type="password" inputmode="numeric" autocomplete="off" required value=${again}
          onInput=${(event) => setAgain(event.target.value)} />
      </label>`}
      ${refusal && html`<p class="refusal" role="alert">${refusal}</p>`}
      <button class="primary" disabled=${busy}>${chosen ? "Enter" : "Choose this PIN"}</button>
      ${chosen && html`<p class="hint">Forgotten? Run <code>pizza-table reset-pin</code> on the table itself.</p>`}
    </form>
  </main>`;
}
