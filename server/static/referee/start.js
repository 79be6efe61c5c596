// Starting a game: which game, who sits where, and who is younger than whom.
import { useState } from "preact/hooks";
import { html } from "../common/html.js";
import { SeatSign, Sign } from "../common/signs.js";
import { Act } from "./buttons.js";

const PEOPLE = "pizza-table-people";

/** Who sat where last time, and in which order of age. */
const remembered = () => {
  try {
    return { names: {}, order: [], ...JSON.parse(localStorage.getItem(PEOPLE)) };
  } catch {
    return { names: {}, order: [] };
  }
};

function SeatRow({ seat, name, rank, rename, leave }) {
  const id = `name-${seat.seat}`;
  return html`<li class="seat-row" data-colour=${seat.colour}>
    <${SeatSign} seat=${seat} />
    <label for=${id} class="sr">Name at the ${seat.colour} seat</label>
    <input id=${id} value=${name} maxlength="24" placeholder="${seat.colour} seat: empty" autocomplete="off"
      onInput=${(event) => rename(event.target.value)} />
    ${name.trim() && html`<span class="rank">${rank === -1 ? "" : `${rank + 1}`}</span>`}
    ${name && html`<button type="button" class="quiet" aria-label="Empty the ${seat.colour} seat" onClick=${leave}>
      <${Sign} name="cross" /></button>`}
  </li>`;
}

function AgeOrder({ players, order, setOrder }) {
  const waiting = players.filter((player) => !order.includes(player.seat));
  const prompt = order.length ? "Who is the next youngest?" : "Tap the youngest first";
  return html`<fieldset class="ages">
    <legend>${waiting.length ? prompt : "Youngest first"}</legend>
    <div class="people">
      ${order.map((number, index) => {
        const player = players.find((one) => one.seat === number);
        return html`<button type="button" key=${number} class="ranked" data-colour=${player.colour}
          aria-label="${player.name} is number ${index + 1}; tap to take out"
          onClick=${() => setOrder(order.filter((other) => other !== number))}><span class="rank">${index + 1}</span>
            <${SeatSign} seat=${player} />${player.name}</button>`;
      })}
      ${waiting.map((player) => html`<button type="button" key=${player.seat} data-colour=${player.colour}
        onClick=${() => setOrder([...order, player.seat])}>
        <${SeatSign} seat=${player} />${player.name}</button>`)}
    </div>
  </fieldset>`;
}

function Games({ games, choice, choose }) {
  const all = games.flatMap((game) => game.variants.map((variant) => ({ game, variant })));
  return html`<div class="people" role="group" aria-label="Game">
    ${all.map(({ game, variant }) => html`<button type="button" key=${`${game.game}/${variant.variant}`} 
      aria-pressed=${choice.game === game.game && choice.variant === variant.variant}
      onClick=${() => choose({ game: game.game, variant: variant.variant })}>
        ${game.title}, ${variant.title.toLowerCase()}</button>`)}
  </div>`;
}

export function Start({ view, command }) {
  const { games, wired } = view.setup;
  const [choice, choose] = useState({ game: games[0]?.game, variant: games[0]?.variants[0].variant });
  const [names, setNames] = useState(() => remembered().names);
  const [chosenOrder, setOrder] = useState(() => remembered().order);
  const players = wired.map((seat) => ({ ...seat, name: (names[seat.seat] ?? "").trim() })).filter((seat) => seat.name);
  const order = chosenOrder.filter((number) => players.some((player) => player.seat === number));
  const game = games.find((one) => one.game === choice.game);
  const missing = missingLine(game, players, order);
  const rename = (number, name) => setNames({ ...names, [number]: name });
  const start = () => {
    localStorage.setItem(PEOPLE, JSON.stringify({ names, order }));
    const seats = players.map(({ seat, name }) => ({ seat, name }));
    return command({ command: "start_game", ...choice, seats, youngest_first: order });
  };
  return html`<article class="card start">
    <h2>${view.game ? "Another game" : "Start a game"}</h2>
    <${Games} games=${games} choice=${choice} choose=${choose} />
    <h3>Who sits where, clockwise</h3>
    <ul class="seat-rows">${wired.map((seat) => html`<${SeatRow} key=${seat.seat} seat=${seat}
      name=${names[seat.seat] ?? ""} rank=${order.indexOf(seat.seat)}
      rename=${(name) => rename(seat.seat, name)} leave=${() => rename(seat.seat, "")} />`)}</ul>
    ${players.length > 0 && html`<${AgeOrder} players=${players} order=${order} setOrder=${setOrder} />`}
    <p class="hint" role="status">${missing}</p>
    <${Act} kind="primary big" disabled=${Boolean(missing)} act=${start}>Start</${Act}>
  </article>`;
}

function missingLine(game, players, order) {
  if (!game) return "This table knows no game.";
  const { title, min_seats: fewest, max_seats: most } = game;
  if (players.length < fewest) return `${title} needs ${fewest} to ${most} people; type their names at their seats.`;
  if (players.length > most) return `${title} is for at most ${most} people.`;
  if (order.length < players.length) return "Tap the names above from the youngest to the oldest.";
  return "";
}
