// The picture the simulated camera takes, with places to click and drag over it, in millimetres of the table.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../common/html.js";

const DRAG_MM = 6; // less is a click
const HAND_MS = 50;
const STEP_MM = 10;
const ARROWS = { ArrowLeft: [-STEP_MM, 0], ArrowRight: [STEP_MM, 0], ArrowUp: [0, -STEP_MM], ArrowDown: [0, STEP_MM] };

/** The newest picture's address; the next is asked for only once the last has come. */
function usePicture(version) {
  const [asked, setAsked] = useState(version);
  const busy = useRef(true);
  const wanted = useRef(version);
  wanted.current = version;
  const next = () => {
    busy.current = wanted.current !== asked;
    if (busy.current) setAsked(wanted.current);
  };
  useEffect(() => {
    if (!busy.current) next();
  });
  return { address: `/sim/picture.jpg?v=${asked}`, loaded: next };
}

/** Where a pointer is, in millimetres of the surface. */
const placeOf = (event, svg) => {
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return { x_mm: Math.round(place.x * 10) / 10, y_mm: Math.round(place.y * 10) / 10 };
};

const within = (place, [width, height]) => ({
  x_mm: Math.min(Math.max(place.x_mm, 0), width),
  y_mm: Math.min(Math.max(place.y_mm, 0), height),
});

/** Sends the hand's place while it follows the pointer, not more often than a camera sees. */
function useHand(on, act) {
  const last = useRef(0);
  useEffect(() => {
    if (!on) return undefined;
    return () => act({ action: "hand_away" });
  }, [on]);
  return {
    follow: (place) => {
      if (!on || performance.now() - last.current < HAND_MS) return;
      last.current = performance.now();
      act({ action: "hand", ...place });
    },
    leave: () => on && act({ action: "hand_away" }),
  };
}

function TokenSpot({ token, radius, surface, grab, act }) {
  const onKey = (event) => {
    const step = ARROWS[event.key];
    if (!step && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (step) {
      const place = within({ x_mm: token.x_mm + step[0], y_mm: token.y_mm + step[1] }, surface);
      act({ action: "move", token: token.id, ...place });
    } else if (!event.repeat) act({ action: "flip", token: token.id });
  };
  return html`<circle class="spot" data-token=${token.id} cx=${token.x_mm} cy=${token.y_mm} r=${radius} tabindex="0"
    role="button"
    aria-label="Token ${token.id}, face ${token.face}" onPointerDown=${(event) => grab(event, token)} onKeyDown=${onKey} />`;
}

export function Surface({ sim, act, handOn }) {
  const svg = useRef(null);
  const [drag, setDrag] = useState(null);
  const picture = usePicture(sim.version);
  const hand = useHand(handOn, act);
  const radius = sim.diameter_mm / 2 + 4;
  const grab = (event, token) => {
    if (event.button !== 0) return;
    svg.current.setPointerCapture(event.pointerId);
    setDrag({ token: token.id, from: placeOf(event, svg.current), moved: false, x_mm: token.x_mm, y_mm: token.y_mm });
  };
  const move = (event) => {
    const place = placeOf(event, svg.current);
    hand.follow(within(place, sim.surface_mm));
    if (!drag) return;
    const moved = drag.moved || Math.hypot(place.x_mm - drag.from.x_mm, place.y_mm - drag.from.y_mm) > DRAG_MM;
    setDrag({ ...drag, moved, ...(moved ? within(place, sim.surface_mm) : {}) });
  };
  const drop = () => {
    if (!drag) return;
    setDrag(null);
    const { token, moved, x_mm, y_mm } = drag;
    act(moved ? { action: "move", token, x_mm, y_mm } : { action: "flip", token });
  };
  const [width, height] = sim.surface_mm;
  return html`<div class="surface" style=${{ aspectRatio: `${width} / ${height}` }}>
    <img src=${picture.address} alt="The table as the simulated camera sees it" draggable="false"
      onLoad=${picture.loaded} onError=${picture.loaded} />
    <svg ref=${svg} viewBox="0 0 ${width} ${height}" class=${handOn ? "with-hand" : ""} onPointerMove=${move}
      onPointerUp=${drop}
      onPointerCancel=${() => setDrag(null)} onPointerLeave=${hand.leave}>
      ${sim.tokens.map((token) => html`<${TokenSpot} key=${token.id} token=${token} radius=${radius}
        surface=${sim.surface_mm} grab=${grab} act=${act} />`)}
      ${drag?.moved && html`<circle class="ghost" cx=${drag.x_mm} cy=${drag.y_mm} r=${sim.diameter_mm / 2} />`}
    </svg>
  </div>`;
}
