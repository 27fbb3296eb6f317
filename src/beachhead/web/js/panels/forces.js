// @ts-check
/** All units: where they are, what they are worth, what they have done. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { valuesText } from "../board/counters.js";
import { backOf, chipWords, chipsOf, sums as canSum } from "../board/properties.js";
import { mayHide } from "../board/visibility.js";
import { unitName } from "../table/names.js";
import { flagsOf, heading, lazily, placeWords, standing, strengths, valueName, word } from "./parts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Unit} Unit */

const COLUMNS = ["unit", "arm", "values", "place", "state"];
const PLACES = ["map", "pool", "eliminated"];

/** @param {Store} table */
export function create(table) {
  let side = table.seat ?? table.lore.sides[0];
  let place = "map";
  /** Whether somebody has chosen a place; until then it is the first one where there is anything. */
  let chosen = false;
  let sorted = "unit";
  let down = false;
  const sides = segments("forces-side", table.lore.sides, () => side, (value) => (side = value), (value) => table.lore.side_names[value]);
  const places = segments("forces-place", PLACES, () => place, (value) => ((place = value), (chosen = true)), (value) => t(`know.places.${value}`));
  const totals = h("p", { class: "forces-totals" });
  const body = h("div", { class: "know-scroll", tabindex: 0, role: "region", "aria-label": t("know.forces.title") });
  const el = h("div", { class: "know know-forces" }, h("div", { class: "know-tools" }, sides.el, places.el), totals, body);

  /**
   * @param {string} name
   * @param {string[]} values
   * @param {() => string} get
   * @param {(value: string) => void} set
   * @param {(value: string) => string} title
   */
  function segments(name, values, get, set, title) {
    const counts = new Map(values.map((value) => [value, h("small", null)]));
    const group = h("div", { class: "segments", role: "radiogroup", "aria-label": t(`know.forces.${name}`) }, values.map((value) => h("label", { class: `side-${value}` },
      h("input", { type: "radio", name, value, checked: value === get(), onchange: () => (set(value), draw()) }),
      h("span", null, title(value), " ", /** @type {HTMLElement} */ (counts.get(value))))));
    return { el: group, counts };
  }

  function draw() {
    const view = table.shown.view;
    const units = Object.entries(view.units).filter(([, unit]) => unit.side === side && standing(unit, table) !== "absent");
    if (!chosen) {
      place = PLACES.find((name) => units.some(([, unit]) => standing(unit, table) === name)) ?? "map";
      /** @type {HTMLInputElement} */ (places.el.querySelector(`[value="${place}"]`)).checked = true;
    }
    for (const name of PLACES) /** @type {HTMLElement} */ (places.counts.get(name)).textContent = String(units.filter(([, unit]) => standing(unit, table) === name).length);
    for (const name of table.lore.sides) {
      /** @type {HTMLElement} */ (sides.counts.get(name)).textContent = String(Object.values(view.units).filter((unit) => unit.side === name && standing(unit, table) === "map").length);
    }
    const rows = units.filter(([, unit]) => standing(unit, table) === place).map(([id, unit]) => ({ id, unit, cells: cells(id, unit) }));
    if (sorted !== "unit" || down) rows.sort((a, b) => (down ? -1 : 1) * order(a.cells[COLUMNS.indexOf(sorted)], b.cells[COLUMNS.indexOf(sorted)]));
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const { unit } of rows) for (const [field, number] of strengths(table, unit)) if (canSum(table.lore.theme ?? {}, field)) sums.set(field, (sums.get(field) ?? 0) + number);
    const said = [...sums].filter(([, sum]) => sum > 0).map(([field, sum]) => `${valueName(table.lore.theme ?? {}, field).toLowerCase()} ${sum}`).join(", ");
    const steps = rows.reduce((sum, { unit }) => sum + (unit.steps ?? 0), 0);
    totals.textContent = rows.length ? [t("know.forces.totals", { n: rows.length }), steps ? t("know.forces.steps", { n: steps }) : "", said ? `${heading(said)}.` : ""].filter(Boolean).join(" ") : "";
    put(body, rows.length
      ? h("table", { class: "know-list" }, h("caption", { class: "sr" }, t("know.forces.title")),
          h("thead", null, h("tr", null, COLUMNS.map((name) => h("th", { scope: "col", "aria-sort": name === sorted ? (down ? "descending" : "ascending") : null },
            h("button", { type: "button", class: "know-sort", onclick: () => sort(name) }, t(`know.forces.columns.${name}`)))))),
          h("tbody", null, rows.map(({ id, cells: texts }) => h("tr", null, texts.map((text, number) => number
            ? h("td", null, text)
            : h("th", { scope: "row" }, place === "map" ? h("button", { type: "button", class: "reference", onclick: () => table.point({ units: [id] }) }, text) : text))))))
      : h("p", { class: "muted empty" }, t(mayHide(table.shown.view, table.lore.theme ?? {}, table.seat) ? "inspector.unseen" : "inspector.empty")));
  }

  /** @param {string} name */
  function sort(name) {
    down = name === sorted && !down;
    sorted = name;
    draw();
    /** @type {HTMLElement|null} */ (body.querySelectorAll(".know-sort")[COLUMNS.indexOf(name)])?.focus();
  }

  /**
   * @param {string} id
   * @param {Unit} unit
   */
  function cells(id, unit) {
    const back = backOf(unit, table.lore.theme ?? {});
    if (back) return [back.name, "", "", placeWords(table, unit), chipsOf(unit, table.lore.theme ?? {}).map(chipWords).join(", ")];
    const steps = unit.full && unit.full > 1 ? t("know.stepsShort", { n: unit.steps ?? 0, of: unit.full }) : "";
    return [unitName(table, id), word("arms", unit.arm, table), valuesText(unit, table.lore.theme), placeWords(table, unit),
      [steps, ...chipsOf(unit, table.lore.theme).map(chipWords), ...unit.marks.map((mark) => word("marks", mark, table)), ...flagsOf(table, unit)].filter(Boolean).join(", ")];
  }

  const panel = lazily(draw);
  table.on("shown", panel.changed);
  table.on("update", panel.changed);
  return { el, show: panel.show, hide: panel.hide };
}

/**
 * @param {string} a
 * @param {string} b
 */
function order(a, b) {
  return a.localeCompare(b, undefined, { numeric: true });
}

export const id = "forces";
export const titleKey = "know.forces.title";
