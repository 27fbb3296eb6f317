// @ts-check
/** Two people at one screen: before the other one looks, everything that only the first may know is hidden. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { hush } from "./live.js";
import { sideColours, sideWords } from "./names.js";

/** @typedef {import("../types.js").Table} Table */

/**
 * @param {Table} table
 * @param {HTMLElement} page what is hidden
 */
export function createHandover(table, page) {
  const el = h("div", { class: "handover", role: "dialog", "aria-modal": "true", "aria-labelledby": "handover-title", hidden: true });

  function draw() {
    const side = table.covered;
    el.hidden = side === null;
    page.inert = side !== null;
    page.classList.toggle("covered", side !== null);
    if (side === null) {
      put(el);
      return;
    }
    hush();
    const words = sideWords(table, side);
    const ready = h("button", { class: "button primary", type: "button", onclick: () => table.uncover() }, t("play.handover.ready", words));
    put(el, h("div", { class: "handover-card", vars: sideColours(table, side) },
      h("p", { class: "handover-flag" }, words.side), h("h1", { id: "handover-title" }, t("play.handover.title", words)), h("p", { class: "muted" }, t("play.handover.text")), ready));
    ready.focus();
  }

  table.on("cover", draw);
  return { el, draw };
}
