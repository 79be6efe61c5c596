// What every page wears: drawings, the banner of a simulated table, notices, and the state of the connection.
import { Component } from "preact";
import { html } from "./html.js";
import { Sprites } from "./artwork.js";
import { Sign } from "./signs.js";

/** Keeps a page alive when one view cannot be drawn: the next view gets a fresh try. */
class Guard extends Component {
  componentDidCatch(error) {
    console.error(error);
    this.setState({ broken: this.props.view });
  }

  render({ view, children }, { broken }) {
    if (!broken || broken !== view) return children;
    return html`<main class="undrawable" role="alert">This screen could not draw what the table sent. It tries again with
      the next change.</main>`;
  }
}

export function Frame({ state, children }) {
  const { hello, view, connected } = state;
  const simulated = hello?.simulated || view?.simulated;
  return html`
    <${Sprites} />
    ${simulated && html`<div class="simulated" role="note"><span>Simulated table</span>
      <small>drawn pictures, no real buttons</small></div>`}
    ${!connected && html`<div class="offline" role="status"><span class="dot"></span>
      ${hello ? "Connection lost. Waiting for the table" : "Waiting for the table"}</div>`}
    <${Guard} view=${view}>${children}<//>`;
}

/** Warnings that concern everyone in the room. */
export function Notices({ notices }) {
  if (!notices?.length) return null;
  return html`<ul class="notices" role="status">
    ${notices.map((notice) => html`<li key=${notice.text} class="notice notice-${notice.level}">
      <${Sign} name=${notice.level === "info" ? "wait" : "warn"} />${notice.text}</li>`)}
  </ul>`;
}
