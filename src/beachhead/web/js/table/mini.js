// @ts-check
/** A counter in small, for rows and trays beside the map. */
import { h, s } from "../dom.js";
import { shortName, sideColours, unitWords } from "./names.js";

/** @typedef {import("../types.js").Table} Table */

/** The signs of the arms, in a box of 20 by 12. @type {Record<string, string>} */
const SIGNS = {
  infantry: "M1 1L19 11M19 1L1 11",
  armour: "M6 3h8a3 3 0 0 1 0 6h-8a3 3 0 0 1 0-6z",
  engineer: "M5 9V4h10v5M10 4v5",
  artillery: "M12 6a2 2 0 1 1-4 0a2 2 0 1 1 4 0z",
};

/**
 * @param {string} arm
 */
function sign(arm) {
  return s("svg", { class: ["mini-sign", arm === "artillery" && "filled"], viewBox: "0 0 20 12", "aria-hidden": "true" },
    s("rect", { x: 0.6, y: 0.6, width: 18.8, height: 10.8 }), SIGNS[arm] && s("path", { d: SIGNS[arm] }));
}

/**
 * @param {Table} table
 * @param {string} unit
 * @param {{onclick?: () => void, label?: string, chosen?: boolean, key?: string}} [how]
 */
export function mini(table, unit, how = {}) {
  const found = table.shown.view.units[unit] ?? table.now.view.units[unit];
  const inside = [
    h("span", { class: "mini-name" }, shortName(unit)), sign(table.lore.theme?.arms?.[found?.arm]?.symbol ?? found?.arm ?? ""),
    h("span", { class: "mini-values" }, (found?.values ?? "").split("/").map((part, index) => h("span", { class: index > 0 ? "mini-small" : "" }, part))), how.label ? h("span", { class: "mini-label" }, how.label) : null,
  ];
  const colours = sideColours(table, found?.side);
  if (!how.onclick) return h("span", { class: "mini", vars: colours, title: unitWords(table, unit) }, inside);
  return h("button", {
    class: ["mini", how.chosen && "chosen"], type: "button", vars: colours, onclick: how.onclick, "data-unit": unit, "data-key": how.key ?? `unit ${unit}`,
    "aria-label": [unitWords(table, unit), how.label].filter(Boolean).join(", "), "aria-pressed": how.chosen === undefined ? null : String(how.chosen),
  }, inside);
}
