// @ts-check
/** Two people at one screen: before the other one looks, everything that only the first may know is hidden. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { silence } from "./announcer.js";
import { sideColours, sideWords } from "./names.js";
import { toldToAll } from "./hotSeat.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * @param {Store} table
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
    silence();
    const words = sideWords(table, side);
    const ready = h("button", { class: "button primary", type: "button", onclick: () => table.uncover() }, t("play.handover.ready", words));
    // whoever threw the dice has hardly seen them fall: what everybody knows of them may stand here
    const others = table.seats.filter((seat) => seat.side !== null && seat !== table.here).map((seat) => seat.history.tail);
    const news = toldToAll(table.here.history.tail, others, table.sat, table.lore.theme?.aftermath ?? []).slice(0, 8);
    put(el, h("div", { class: "handover-card", vars: sideColours(table, side) },
      h("p", { class: "handover-flag" }, words.side), h("h1", { id: "handover-title" }, t("play.handover.title", words)), h("p", { class: "muted" }, t("play.handover.text")),
      news.length > 0 ? h("div", { class: "handover-news" }, h("h2", null, t("play.handover.news")), h("ul", null, news.map((event) => h("li", null, event.text)))) : null, ready));
    ready.focus();
  }

  table.on("cover", draw);
  return { el, draw };
}
