// @ts-check
/** What a screen reader hears: what happened and what is asked politely, refusals at once. */
import { h } from "../dom.js";

const polite = h("div", { class: "sr", "aria-live": "polite", "aria-atomic": "false", id: "heard" });
const urgent = h("div", { class: "sr", role: "alert", id: "refused" });

/** @param {HTMLElement} root */
export function mountLive(root) {
  root.append(polite, urgent);
}

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  polite.append(h("p", null, text));
  while (polite.childElementCount > 12) polite.firstElementChild?.remove();
}

/** @param {string} text */
export function announceNow(text) {
  urgent.replaceChildren(h("p", null, text));
}

/** Nothing of what one player heard remains for the other. */
export function silence() {
  polite.replaceChildren();
  urgent.replaceChildren();
}
