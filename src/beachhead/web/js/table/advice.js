// @ts-check
/** Advice for a first game: a few tips of the game's own, at the first match of each game in this browser; the menu shows them again. */
import { dialog, h, put } from "../dom.js";
import { t } from "../texts.js";
import { caseChip } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {{says: string, side?: string, case?: string|null, scenarios?: string[]}} Tip */

const KEY = "beachhead.advice";

/**
 * The tips for those who play these sides of a scenario: their own first.
 * @param {Tip[]} advice
 * @param {string[]} sides
 * @param {string} scenario
 */
export function tipsFor(advice, sides, scenario) {
  const here = advice.filter((tip) => !tip.scenarios?.length || tip.scenarios.includes(scenario));
  return [...here.filter((tip) => tip.side && sides.includes(tip.side)), ...here.filter((tip) => !tip.side)];
}

/**
 * The matches at which each game was first played here; empty for a game whose tips were dismissed.
 * @returns {Record<string, string>}
 */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} game
 * @param {string} match
 */
function note(game, match) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: match }));
  } catch {
    // it is shown once more another time
  }
}

/**
 * Whether the tips are for this match: its game has not been played here before, and they were not dismissed.
 * @param {Record<string, string>} known
 * @param {string} game
 * @param {string} match
 */
export function isFirst(known, game, match) {
  return known[game] === undefined || known[game] === match;
}

/** @param {Store} table */
const tipsAt = (table) => tipsFor(table.lore.theme.advice, table.mine, table.meta.scenario);

/** @param {Store} table */
function list(table) {
  return h("ul", { class: "advice-list" }, tipsAt(table).map((tip) => h("li", null, tip.says, " ", caseChip(table, tip.case))));
}

/** Whether there is any advice for whoever sits here. @param {Store} table */
export function hasAdvice(table) {
  return table.mine.length > 0 && tipsAt(table).length > 0;
}

/** @param {Store} table */
export function openAdvice(table) {
  const shown = dialog(t("comfort.advice.menu"), list(table), { close: t("app.close") });
  shown.el.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest(".rule")) shown.close();
  });
}

/** @param {Store} table */
export function createAdvice(table) {
  const { game, tour, ended } = table.meta;
  const el = h("section", { class: "advice", "aria-labelledby": "advice-title", hidden: true });
  if (!hasAdvice(table) || tour || ended || table.now.view.result || !isFirst(read(), game, table.match)) return { el };
  note(game, table.match);
  el.hidden = false;
  const tips = h("div", { id: "advice-tips" }, list(table), h("p", { class: "muted" }, t("comfort.advice.again")));
  const title = h("button", { class: "advice-fold", type: "button", "aria-expanded": "true", "aria-controls": "advice-tips", onclick: () => fold(!tips.hidden) }, t("comfort.advice.title"));
  /** @param {boolean} away */
  function fold(away) {
    tips.hidden = away;
    title.setAttribute("aria-expanded", String(!away));
  }
  /** Where this player was first asked: after the first answer the tips fold, since others need the room. @type {number|null} */
  let asked = null;
  function look() {
    if (asked === null) asked = table.deciding ? table.now.moment : null;
    else if (table.now.moment > asked) {
      asked = Infinity;
      fold(true);
    }
  }
  table.on("update", look);
  look();
  put(el,
    h("header", null, h("h2", { id: "advice-title" }, title),
      h("button", { class: "icon-button", type: "button", "aria-label": t("comfort.advice.dismiss"), title: t("comfort.advice.dismiss"), onclick: () => {
        note(game, "");
        el.hidden = true;
        document.getElementById("prompt")?.focus({ preventScroll: true });
      } }, "✕")),
    tips);
  return { el };
}
