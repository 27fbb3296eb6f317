// @ts-check
/** The card of a counter or a space: what it is, how it stands, what it may do now and what not, and by which rule. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { ruleChip, spaceName, standing, valuesInWords, word } from "./parts.js";

/** @typedef {import("../types.js").Table} Table */

/**
 * @param {Table} table
 * @param {string} id
 */
export function unitCard(table, id) {
  const unit = table.shown.view.units[id];
  if (!unit) return h("div", { class: "know-card" }, id);
  const place = standing(unit) === "map" ? t("know.at", { space: spaceName(table, unit.place) }) : t(`know.places.${unit.place}`).toLowerCase();
  const marks = unit.marks.map((mark) => word("marks", mark));
  if (unit.storms) marks.push(t("know.storms", { space: unit.storms }));
  const more = h("div", { class: "card-more" });
  const el = h("div", { class: ["know-card", `side-${unit.side}`] },
    h("p", { class: "card-title" }, h("span", { class: "card-side" }, table.lore.side_names[unit.side]), " ", id),
    h("p", { class: "muted" }, `${unit.title ? `${unit.title}, ` : ""}${word("arms", unit.arm)}, ${place}`),
    h("dl", { class: "card-values" }, valuesInWords(unit.values).map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
    marks.length ? h("p", { class: "card-marks" }, marks.map((mark) => h("span", { class: "know-tag" }, mark))) : null,
    more);
  if (table.shown.live && standing(unit) !== "eliminated") {
    Promise.resolve(table.about(id)).then((known) => {
      if (!known) return;
      put(more,
        known.can?.length ? h("ul", { class: "can" }, known.can.map((one) => h("li", null, one.says || one.verb))) : null,
        known.cannot?.length ? h("ul", { class: "cannot" }, known.cannot.map((one) => h("li", null, one.text, " ", one.case ? ruleChip(table, one.case) : null))) : null);
    }, () => {});
  }
  return el;
}

/**
 * @param {Table} table
 * @param {string} id
 */
export function spaceCard(table, id) {
  const space = table.drawing?.spaces[id];
  const view = table.shown.view;
  const terrain = space?.terrain ?? (space?.sea ? "sea" : "");
  const chart = table.lore.charts.find((one) => !one.now && one.rows.some((line) => line.id === terrain));
  const row = chart?.rows.find((line) => line.id === terrain);
  const here = Object.entries(view.units).filter(([, unit]) => unit.place === id);
  return h("div", { class: "know-card" },
    h("p", { class: "card-title" }, spaceName(table, id)),
    h("p", { class: "muted" }, [word("terrain", terrain), ...(space?.facts ?? [])].filter(Boolean).join(", ")),
    row ? h("dl", { class: "card-values" }, row.cells.map((cell, number) => (cell ? h("div", null, h("dt", null, word("columns", chart?.columns[number] ?? "")), h("dd", null, cell)) : null))) : null,
    view.beachheads?.includes(id) ? h("p", { class: "card-marks" }, h("span", { class: "know-tag" }, t("know.beachhead"))) : null,
    here.map(([unit, one]) => h("p", { class: `side-name side-${one.side}` }, `${unit} · ${word("arms", one.arm)} ${one.values}`)));
}
