// @ts-check
/** What must still happen before the phase may end; each line leads to its units on the map. */
import { h } from "../dom.js";
import { has, t } from "../texts.js";
import { shortName } from "./names.js";

/** @typedef {import("../types.js").Store} Store */

/** @param {Store} table */
export function dutyList(table) {
  const open = Object.entries(table.present.duties ?? {}).filter(([, units]) => units.length > 0);
  if (open.length === 0) return null;
  return h("div", { class: "duties" }, h("h2", null, t("play.duties")), h("ul", null, open.map(([kind, units]) =>
    h("li", { class: "duty", "data-mark": table.lore.theme?.duties?.[kind]?.mark ?? null },
      h("button", { class: "duty-name", type: "button", "data-key": `duty ${kind}`, onclick: () => table.point({ units }) }, dutyWords(table, kind, units.length)),
      h("span", { class: "duty-units" }, units.map((unit) =>
        h("button", { class: "ref", type: "button", "data-key": `duty ${kind} ${unit}`, onclick: () => table.point({ units: [unit] }) }, shortName(unit))))))));
}

/**
 * @param {Store} table
 * @param {string} kind
 * @param {number} n
 */
export function dutyWords(table, kind, n) {
  const key = `play.duty.${kind.replaceAll(" ", "_")}`;
  return has(key) ? t(key, { n }) : `${n} ${table.lore.theme?.duties?.[kind]?.name ?? kind}`;
}
