// @ts-check
/** The card of a counter or a space: what it is, how it stands, what it may do now and what not, and by which rule. */
import { valuesText } from "../board/counters.js";
import { placesOf } from "../board/markers.js";
import { backOf, chipWords, chipsOf } from "../board/properties.js";
import { knownSpaces } from "../board/visibility.js";
import { h, put } from "../dom.js";
import { unitName } from "../table/names.js";
import { t } from "../texts.js";
import { heading, placeWords, ruleChip, spaceName, standing, told, valuesInWords, word } from "./parts.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * @param {Store} table
 * @param {string} id
 */
export function unitCard(table, id) {
  const unit = table.shown.view.units[id];
  const theme = table.lore.theme ?? {};
  if (!unit) return h("div", { class: "know-card" });
  const chips = chipsOf(unit, theme).map((chip) => h("span", { class: "know-tag", title: chip.says }, chipWords(chip)));
  const back = backOf(unit, theme);
  if (back) {
    const guesses = h("div", { class: "card-more" });
    if (table.shown.live) Promise.resolve(table.about(id)).then((known) => put(guesses, notes(table, known)), () => {});
    return h("div", { class: ["know-card", `side-${unit.side}`] },
      h("p", { class: "card-title" }, h("span", { class: "card-side" }, table.lore.side_names[unit.side]), " ", back.name),
      h("p", { class: "muted" }, back.says), guesses, chips.length ? h("p", { class: "card-marks" }, chips) : null);
  }
  const onMap = Boolean(table.drawing?.spaces[unit.place]);
  const place = onMap ? t("know.at", { space: spaceName(table, unit.place) }) : placeWords(table, unit).toLowerCase();
  const marks = (unit.marks ?? []).map((mark) => [word("marks", mark, table), theme.marks?.[mark]?.says ?? "", theme.marks?.[mark]?.letter ?? ""]);
  for (const [name, flag] of Object.entries(theme.flags ?? {})) {
    if (unit[name]) marks.push([unit[name] === true ? flag.name : `${flag.name} ${unit[name]}`, flag.says ?? "", flag.sign ?? ""]);
  }
  const more = h("div", { class: "card-more" });
  const el = h("div", { class: ["know-card", `side-${unit.side}`] },
    h("p", { class: "card-title" }, h("span", { class: "card-side" }, table.lore.side_names[unit.side]), " ", unitName(table, id), unit.name && unit.name !== unitName(table, id) ? h("small", { class: "muted" }, ` ${unit.name}`) : null),
    h("p", { class: "muted" }, [unit.title, word("arms", unit.arm, table), unit.stripe ? theme.stripes?.[unit.stripe] : "", place].filter(Boolean).join(", ")),
    unit.full && unit.full > 1 && unit.steps !== undefined ? h("p", null, t("know.steps", { n: unit.full, left: unit.steps })) : null,
    h("dl", { class: "card-values" }, valuesInWords(table, unit).map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
    marks.length || chips.length ? h("p", { class: "card-marks" }, chips, marks.map(([name, says, sign]) =>
      h("span", { class: "know-tag", title: says || null }, sign ? h("b", null, `${sign} `) : null, name))) : null,
    more);
  if (table.shown.live && standing(unit, table) !== "eliminated") {
    Promise.resolve(table.about(id)).then((known) => {
      if (!known) return;
      put(more,
        known.can?.length ? h("ul", { class: "can" }, known.can.map((one) => h("li", null, one.says || one.verb))) : null,
        known.cannot?.length ? h("ul", { class: "cannot" }, known.cannot.map((one) => h("li", null, told(table, one.text), " ", one.case ? ruleChip(table, one.case) : null))) : null,
        notes(table, known));
    }, () => {});
  }
  return el;
}

/**
 * What else there is to know of a unit, such as what a face-down one may be.
 * @param {Store} table
 * @param {import("../types.js").Known|null|undefined} known
 */
function notes(table, known) {
  return known?.notes?.length ? known.notes.map((one) => h("p", null, told(table, one.text), " ", one.case ? ruleChip(table, one.case) : null)) : null;
}

/**
 * @param {Store} table
 * @param {string} id
 */
export function spaceCard(table, id) {
  const space = table.drawing?.spaces[id];
  const view = table.shown.view;
  const terrain = space?.terrain ?? (space?.sea ? "sea" : "");
  const chart = table.lore.charts.find((one) => !one.now && one.rows.some((line) => line.id === terrain));
  const row = chart?.rows.find((line) => line.id === terrain);
  const here = Object.entries(view.units).filter(([, unit]) => unit.place === id);
  const theme = table.lore.theme ?? {};
  const held = theme.control ? view[theme.control.from]?.[id] : null;
  const markers = (theme.markers ?? []).flatMap((/** @type {any} */ marker) => placesOf(marker, view).filter(([place]) => place === id).map(([, count]) => /** @type {[any, number]} */ ([marker, count])));
  const known = theme.known ? (knownSpaces(view, theme, t).spaces[id] ?? []).map(heading) : [];
  return h("div", { class: "know-card" },
    h("p", { class: "card-title" }, spaceName(table, id)),
    h("p", { class: "muted" }, [word("terrain", terrain, table), ...(space?.facts ?? [])].filter(Boolean).join(", ")),
    held ? h("p", null, t("know.held", { side: table.lore.side_names[held] ?? held })) : null,
    row ? h("dl", { class: "card-values" }, row.cells.map((cell, number) => (cell ? h("div", null, h("dt", null, word("columns", chart?.columns[number] ?? "", table)), h("dd", null, cell)) : null))) : null,
    markers.length ? h("p", { class: "card-marks" }, markers.map((/** @type {[any, number]} */ [marker, count]) => h("span", { class: "know-tag", title: marker.says }, count > 1 ? `${marker.name} ×${count}` : marker.name))) : null,
    known.length ? h("p", { class: "muted" }, known.join("; ")) : null,
    here.map(([unit, one]) => h("p", { class: `side-name side-${one.side}` }, one.back !== undefined ? unitName(table, unit) : `${unitName(table, unit)} · ${word("arms", one.arm, table)} ${valuesText(one, theme)}${(one.marks ?? []).filter((mark) => theme.marks?.[mark]?.hidden).map((mark) => ` · ${word("marks", mark, table)}`).join("")}`)));
}
