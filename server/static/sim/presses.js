// The arcade buttons of every seat, on the screen and on the keyboard: down is a press, up is a release.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../common/html.js";
import { SeatSign } from "../common/signs.js";
import { nameOf } from "../common/slap.js";

/** A row of keys per seat, a key per slot. */
const KEYS = ["123", "QWE", "ASD", "ZXC", "789", "UIO"];

const keyOf = (seat, slot) => KEYS[seat]?.[slot] ?? "";

/** The button a key stands for: digits by their place on the keyboard, letters by what is printed on them. */
const buttonOf = (event) => {
  const key = event.code.startsWith("Digit") ? event.code.slice(5) : event.key.toUpperCase();
  const seat = KEYS.findIndex((row) => key.length === 1 && row.includes(key));
  return seat === -1 ? null : { seat, slot: KEYS[seat].indexOf(key) };
};

const nameButton = ({ seat, slot }) => `${seat}/${slot}`;

/** Which buttons are down, and how to press and release them; each is released once, however it was pressed. */
export function usePresses(seats, act) {
  const down = useRef(new Map());
  const [, redraw] = useState(0);
  const press = (button, by) => {
    if (down.current.has(nameButton(button))) return;
    down.current.set(nameButton(button), { button, by });
    redraw((count) => count + 1);
    act({ action: "press", ...button });
  };
  const release = (by) => {
    for (const [name, held] of down.current) {
      if (by !== null && held.by !== by) continue;
      down.current.delete(name);
      redraw((count) => count + 1);
      act({ action: "release", ...held.button });
    }
  };
  const latest = useRef(null);
  latest.current = { press, release, seats };
  useLayoutEffect(() => {
    const onDown = (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const button = buttonOf(event);
      const seated = button && latest.current.seats.some((seat) => seat.seat === button.seat);
      if (seated) latest.current.press(button, `key ${event.code}`);
    };
    const onUp = (event) => latest.current.release(`key ${event.code}`);
    const letGo = () => latest.current.release(null);
    window.addEventListener("keydown", onDown);
    window.addEventListener("keyup", onUp);
    window.addEventListener("blur", letGo);
    return () => {
      window.removeEventListener("keydown", onDown);
      window.removeEventListener("keyup", onUp);
      window.removeEventListener("blur", letGo);
    };
  }, []);
  return { press, release, isDown: (button) => down.current.has(nameButton(button)) };
}

function ClaimButton({ seat, slot, presses }) {
  const button = { seat: seat.seat, slot };
  const touch = (event) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    presses.press(button, `pointer ${event.pointerId}`);
  };
  const letGo = (event) => presses.release(`pointer ${event.pointerId}`);
  const onKey = (event) => {
    if ((event.key === "Enter" || event.key === " ") && !event.repeat) presses.press(button, `key ${event.code}`);
  };
  return html`<button type="button" class="claim ${presses.isDown(button) ? "claim-down" : ""}"
    aria-label="${nameOf(seat)} slaps pizza ${slot + 1}"
    onPointerDown=${touch} onPointerUp=${letGo} onPointerCancel=${letGo} onKeyDown=${onKey}>
    <span>${slot + 1}</span><kbd>${keyOf(seat.seat, slot)}</kbd>
  </button>`;
}

export function ClaimButtons({ seats, presses }) {
  return html`<section class="card"><h2>Buttons <small>slot and key</small></h2>
    <ul class="claims">${seats.map((seat) => html`<li key=${seat.seat} data-colour=${seat.colour}>
      <${SeatSign} seat=${seat} /><strong>${nameOf(seat)}</strong>
      ${seat.slots.map((slot) => html`<${ClaimButton} key=${slot} seat=${seat} slot=${slot} presses=${presses} />`)}
    </li>`)}</ul>
  </section>`;
}
