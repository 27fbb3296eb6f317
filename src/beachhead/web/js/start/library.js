// @ts-check
/** The rules and charts of a game, to be read without a match, and without a connection if they have been read or kept before. */
import { dialog, h, put } from "../dom.js";
import * as charts from "../panels/charts.js";
import * as rules from "../panels/rules.js";
import { t } from "../texts.js";
import { ask, loreAddress } from "./api.js";

/** @typedef {import("../types.js").Game} Game */

/** @param {Game} game */
export async function openLibrary(game) {
  const box = h("div", { class: "library" }, h("p", { class: "muted", role: "status" }, t("app.loading")));
  dialog(t("start.libraryOf", { game: game.title.split(":")[0] }), box, { class: "wide library-dialog", close: t("app.close") });
  try {
    put(box, content(await ask(loreAddress(game))));
  } catch (problem) {
    console.warn(problem);
    put(box, h("p", { class: "bad", role: "alert" }, t("offline.notKept")));
  }
}

/** @param {import("../types.js").Lore} lore */
function content(lore) {
  /** @type {Set<(what: any) => void>} */
  const pointed = new Set();
  // A panel expects a table; this one has no match, so nothing is going on at it.
  const table = /** @type {any} */ ({
    lore,
    shown: { view: { units: {}, duties: {} }, events: [], panel: null },
    now: { view: { units: {} } },
    on: (/** @type {string} */ kind, /** @type {any} */ fn) => (kind === "point" ? pointed.add(fn) : null),
    point: (/** @type {any} */ what) => {
      if (what?.case) choose("rules");
      for (const fn of pointed) fn(what);
    },
  });
  const parts = lore.charts.length ? [rules, charts] : [rules];
  const panels = parts.map((module) => ({ id: module.id, title: t(module.titleKey), ...module.create(table) }));
  const tabs = panels.map((panel) => h("button", { type: "button", role: "tab", id: `library-${panel.id}`, "aria-controls": `library-panel-${panel.id}`, onclick: () => choose(panel.id), onkeydown: step }, panel.title));
  const bodies = panels.map((panel) => h("div", { role: "tabpanel", id: `library-panel-${panel.id}`, "aria-labelledby": `library-${panel.id}` }, panel.el));

  /** @param {string} id */
  function choose(id) {
    panels.forEach((panel, index) => {
      const on = panel.id === id;
      tabs[index].setAttribute("aria-selected", String(on));
      tabs[index].tabIndex = on ? 0 : -1;
      bodies[index].hidden = !on;
      if (on) panel.show();
      else panel.hide();
    });
  }
  /** @param {KeyboardEvent} event */
  function step(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = (tabs.indexOf(/** @type {any} */ (event.currentTarget)) + by + tabs.length) % tabs.length;
    choose(panels[next].id);
    tabs[next].focus();
  }
  choose("rules");
  return [h("div", { class: "tabs", role: "tablist", "aria-label": t("start.library") }, tabs), bodies];
}
