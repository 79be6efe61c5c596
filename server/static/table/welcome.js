// Between nights: a calm picture, and where the host opens the referee's page.
import { useEffect, useState } from "preact/hooks";
import { html } from "../common/html.js";
import { Notices } from "../common/frame.js";
import { QrCode } from "../common/qr.js";
import { Pizza } from "../common/pizza.js";

const ASK_AGAIN_MS = 20000; // the house's network may come up after the table

function useAddress() {
  const [address, setAddress] = useState(null);
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      try {
        const answer = await (await fetch("/address.json")).json();
        if (!gone) setAddress(answer.address);
      } catch {
        // Offline for a moment; the next round asks again.
      }
    };
    ask();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, []);
  return address;
}

export function Welcome({ view }) {
  const address = useAddress();
  const over = view.night.state === "over";
  return html`<main class="welcome">
    <${Notices} notices=${view.notices} />
    <div class="welcome-pizza"><${Pizza} toppings=${["tomato", "olive", "mushroom"]} label="A pizza" /></div>
    <div class="welcome-words">
      <h1>${over ? "Good night" : "Pizza Table"}</h1>
      <p class="welcome-line">
        ${over ? "The night is over. Thank you for playing." : "Put the pieces on the table and find a seat."}</p>
      ${view.night.interrupted && html`<p class="interrupted">${view.night.interrupted}</p>`}
      ${address && html`<div class="welcome-address">
        <${QrCode} text="${address}/referee" />
        <p><span>The referee opens</span>
          <strong>${address.replace(/^https?:\/\//, "")}/referee</strong>
          <span>on a phone in the same network</span></p>
      </div>`}
    </div>
  </main>`;
}
