// The live connection of one page: the newest views, and questions to the table.
import { io } from "socket.io-client";
import { useEffect, useState } from "preact/hooks";

const TOKEN = "pizza-table-referee";
const ANSWER_MS = 15000;

/** The later of two views; nothing older is ever shown. */
export function newer(present, incoming) {
  return present && present.version > incoming.version ? present : incoming;
}

/** Connects `page`; `state` holds {connected, hello, view, sim} and listeners hear every change. */
export class Link {
  constructor(page) {
    this.state = { connected: false, hello: null, view: null, sim: null };
    this.listeners = new Set();
    this.socket = io({
      transports: ["websocket"],
      reconnectionDelay: 300,
      reconnectionDelayMax: 2000,
      auth: (tell) => tell({ page, token: localStorage.getItem(TOKEN) }),
    });
    this.socket.on("connect", () => this.set({ connected: true }));
    this.socket.on("disconnect", (reason) => {
      this.set({ connected: false });
      if (reason === "io server disconnect") this.socket.connect();
    });
    this.socket.on("hello", (hello) => this.greet(hello));
    this.socket.on("view", (view) => this.set({ view: newer(this.state.view, view) }));
    this.socket.on("sim_view", (sim) => this.set({ sim: newer(this.state.sim, sim) }));
  }

  set(change) {
    this.state = { ...this.state, ...change };
    this.listeners.forEach((listener) => listener(this.state));
  }

  /** Another build means these modules are outdated; another boot may count its versions anew. */
  greet(hello) {
    const known = this.state.hello;
    if (known && known.build !== hello.build) {
      location.reload();
      return;
    }
    const forget = known && (known.boot !== hello.boot || known.role !== hello.role);
    this.set(forget ? { hello, view: null, sim: null } : { hello });
  }

  /** Ask the table; always answers {ok} or {ok: false, sentence}. Nothing is kept for later when offline. */
  async ask(event, payload) {
    if (!this.socket.connected) return { ok: false, sentence: "Not connected to the table; nothing was sent." };
    try {
      return await this.socket.timeout(ANSWER_MS).emitWithAck(event, payload);
    } catch {
      return { ok: false, sentence: "The table did not answer. Look at the display before you try again." };
    }
  }

  /** Choose or enter the PIN; the token it earns is kept in this browser. */
  async admit(event, pin) {
    const answer = await this.ask(event, { pin });
    if (answer.ok) localStorage.setItem(TOKEN, answer.token);
    return answer;
  }
}

/** The link's state inside a component. */
export function useLink(link) {
  const [state, setState] = useState(link.state);
  useEffect(() => {
    link.listeners.add(setState);
    setState(link.state);
    return () => link.listeners.delete(setState);
  }, [link]);
  return state;
}
