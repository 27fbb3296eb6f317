// @ts-check
/** A counter in small, for rows and trays beside the map. */
import { isUnseen, paletteOf, valueLines } from "../board/counters.js";
import { backOf, chipWords, chipsOf, toneClass } from "../board/properties.js";
import { EYE, symbol } from "../board/symbols.js";
import { h, s } from "../dom.js";
import { sideColours, unitName, unitWords } from "./names.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * The sign of an arm, in a box of 20 by 12.
 * @param {string} kind
 */
function sign(kind) {
  const figure = symbol(kind, 18.8, 10.8);
  return s("svg", { class: "mini-sign", viewBox: "-10 -6 20 12", "aria-hidden": "true" },
    s("rect", { x: -9.4, y: -5.4, width: 18.8, height: 10.8 }), figure.text && s("text", { y: 3 }, figure.text), figure.line && s("path", { d: figure.line }), figure.fill && s("path", { class: "filled", d: figure.fill }));
}

/**
 * @param {Store} table
 * @param {string} unit
 * @param {{onclick?: (event: MouseEvent) => void, label?: string, chosen?: boolean, key?: string, onpointerdown?: (event: PointerEvent) => void}} [how]
 */
export function mini(table, unit, how = {}) {
  const found = table.shown.view.units[unit] ?? table.now.view.units[unit];
  const theme = table.lore.theme ?? {};
  const whole = found?.full ?? 0;
  const name = unitName(table, unit);
  const unseen = Boolean(found) && isUnseen(found, theme) && found.place in table.drawing.spaces;
  const back = backOf(found, theme);
  const chips = chipsOf(found, theme);
  const worn = chips.length ? h("span", { class: "mini-chips", "aria-hidden": "true" }, chips.map((chip) => h("i", { class: toneClass(chip.tone, theme) }, chip.n === true ? chip.sign : `${chip.sign}${chip.n}`))) : null;
  const inside = back ? [h("span", { class: "mini-back", "aria-hidden": "true" }, back.symbol && back.symbol !== "none" ? sign(back.symbol) : back.sign || "?"), worn] : [
    worn,
    found?.stripe ? h("span", { class: `mini-stripe stripe-${found.stripe}` }) : null,
    h("span", { class: ["mini-name", name.length > 8 && "long"] }, name), sign(theme.arms?.[found?.arm]?.symbol ?? found?.arm ?? ""),
    h("span", { class: "mini-values" }, (found ? valueLines(found, theme) : []).map((part, index) => h("span", { class: index > 0 ? "mini-small" : "" }, part))),
    whole > 1 && found?.steps !== undefined ? h("span", { class: "mini-steps", "aria-hidden": "true" }, Array.from({ length: whole }, (_, index) => h("i", { class: index < Number(found.steps) ? "" : "lost" }))) : null,
    unseen ? s("svg", { class: "mini-eye", viewBox: "-6 -6 12 12", "aria-hidden": "true" }, s("path", { d: EYE })) : null,
    how.label ? h("span", { class: "mini-label" }, how.label) : null,
  ];
  const said = [unitWords(table, unit), ...chips.map(chipWords)].join(", ");
  const look = ["mini", back?.palette && `own-palette pal-${back.palette}`, !back && found?.colour && theme.palettes?.[found.colour] && `own-palette pal-${paletteOf(found, theme)}`, unseen && "unseen"];
  const colours = sideColours(table, found?.side);
  if (!how.onclick) return h("span", { class: look, vars: colours, title: said }, inside);
  return h("button", {
    class: [...look, how.chosen && "chosen"], type: "button", vars: colours, onclick: how.onclick, onpointerdown: how.onpointerdown, "data-unit": unit, "data-key": how.key ?? `unit ${unit}`,
    "aria-label": [said, how.label].filter(Boolean).join(", "), "aria-pressed": how.chosen === undefined ? null : String(how.chosen),
  }, inside);
}
