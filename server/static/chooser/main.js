// The front door: which screen is this device to be?
import { render } from "preact";
import { html } from "../common/html.js";
import { Link, useLink } from "../common/link.js";
import { Frame } from "../common/frame.js";
import { Pizza } from "../common/pizza.js";

const link = new Link("chooser");
const simulated = "simulated" in document.body.dataset;

const DOORS = [
  ["/table", "Table display", "For everyone: pizzas, hands and verdicts, big enough for the wall."],
  ["/referee", "Referee", "For the host, with the PIN: start, rule, undo."],
  ...(simulated ? [["/sim", "Simulated table", "Turn the tokens and slap the buttons of a drawn table."]] : []),
];

function Chooser() {
  return html`<${Frame} state=${useLink(link)}>
    <main class="chooser">
      <div class="mark"><${Pizza} toppings=${["tomato", "olive", "mushroom"]} label="A pizza" /></div>
      <h1>Pizza Table</h1>
      <nav>${DOORS.map(([href, title, words]) => html`<a key=${href} href=${href}><strong>${title}</strong><span>
        ${words}</span></a>`)}</nav>
    </main>
  <//>`;
}

render(html`<${Chooser} />`, document.getElementById("app"));
