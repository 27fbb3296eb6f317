// @ts-check
/**
 * Links that work for others. A service on one's own computer can be reached from there alone until its user lets others on the local
 * network in; this asks, and then shows the address that works for them, as a link and as a QR code.
 */
import { h, put, s } from "../dom.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { address } from "./savedMatches.js";

/**
 * `private`: this service is for the people at this computer, and the reader is one of them.
 * @typedef {{private: boolean, address: string|null}} Network
 */

/** Who can be reached how, for one match. */
export class Invitation {
  /**
   * @param {string} match
   * @param {string|null|undefined} host the host's token; without it nothing can be opened
   * @param {() => void} changed
   */
  constructor(match, host, changed) {
    this.match = match;
    this.host = host ?? "";
    this.changed = changed;
    /** @type {Network} */
    this.network = { private: false, address: null };
    this.problem = "";
    this.busy = false;
    /** The codes drawn so far, by link. @type {Map<string, Promise<{size: number, d: string}>>} */
    this.codes = new Map();
  }

  get path() {
    return `/api/matches/${encodeURIComponent(this.match)}`;
  }

  /** Whether a link of now leads nowhere but to this computer. */
  get onlyHere() {
    return this.network.private && !this.network.address;
  }

  async look() {
    if (!this.host) return;
    try {
      this.network = await ask(`${this.path}/network`, { token: this.host });
    } catch {
      // an older service, or none: the link stays as it is
    }
    this.changed();
  }

  /** @param {boolean} open */
  async set(open) {
    this.busy = true;
    this.problem = "";
    this.changed();
    try {
      const answer = await ask(`${this.path}/network`, { token: this.host, body: { open } });
      this.network = { ...this.network, address: answer.address };
    } catch (problem) {
      this.problem = String(/** @type {Error} */ (problem).message);
    }
    this.busy = false;
    this.changed();
  }

  /** The question, or what has been answered to it; null where there is nothing to ask. */
  question() {
    if (!this.network.private) return null;
    const problem = this.problem ? h("p", { class: "bad", role: "alert" }, this.problem) : null;
    if (this.network.address) {
      return h("section", { class: "network open" },
        h("p", { role: "status" }, h("b", null, t("invite.open.title")), " ", t("invite.open.says", { address: this.network.address })),
        h("p", null, h("button", { type: "button", class: "button", disabled: this.busy, onclick: () => this.set(false) }, t("invite.open.close"))), problem);
    }
    return h("section", { class: "network" },
      h("h3", null, t("invite.ask.title")), h("p", null, t("invite.ask.says")),
      h("p", null, h("button", { type: "button", class: "button primary", disabled: this.busy, onclick: () => this.set(true) }, t("invite.ask.go"))), problem);
  }

  /**
   * A seat's link as it works for somebody else, with its code; before the network is open, as it works on this computer.
   * @param {string} label
   * @param {string} token
   */
  row(label, token) {
    const origin = this.network.address ?? location.origin;
    const row = copyRow(label, origin + address(this.match, [token]));
    if (this.onlyHere) return h("div", { class: "invite-row" }, row, h("p", { class: "muted" }, t("invite.onlyHere")));
    const code = h("div", { class: "qr-box" });
    const says = h("p", { class: "muted" }, t(this.network.address ? "invite.scan" : "invite.scanAny"));
    const draw = () => void this.code(token, origin).then((svg) => put(code, svg, says), () => put(code));
    if (this.network.address) draw();
    return h("div", { class: "invite-row" }, row,
      this.network.address ? code : h("details", { ontoggle: (/** @type {Event} */ event) => {
        if (/** @type {HTMLDetailsElement} */ (event.target).open && !code.firstChild) draw();
      } }, h("summary", null, t("invite.code")), code));
  }

  /**
   * @param {string} token
   * @param {string} origin
   */
  async code(token, origin) {
    const known = this.codes.get(origin + token) ?? ask(`${this.path}/qr`, { token, body: { origin } });
    this.codes.set(origin + token, known);
    const { size, d } = await known;
    const looks = { class: "qr", viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges" };
    return s("svg", { ...looks, role: "img", "aria-label": t("invite.codeOf") },
      s("rect", { width: size, height: size, class: "qr-ground" }), s("path", { d, class: "qr-ink" }));
  }
}

/**
 * A link with a button that copies it.
 * @param {string} label
 * @param {string} path
 */
export function copyRow(label, path) {
  const field = h("input", { type: "text", readonly: true, value: new URL(path, location.href).href, onfocus: () => field.select() });
  const said = h("span", { class: "copied", role: "status" });
  const button = h("button", { type: "button", class: "button", onclick: copy }, t("start.links.copy"));
  async function copy() {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    said.textContent = t("start.links.copied");
    setTimeout(() => (said.textContent = ""), 3000);
  }
  return h("div", { class: "copy-row" }, h("label", null, h("span", null, label), field), button, said);
}
