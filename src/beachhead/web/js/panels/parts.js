// @ts-check
/** Small pieces that the panels share: chips of rules and units, dice, places in words, turns of the log. */
import { fieldsOf } from "../board/counters.js";
import { h, s } from "../dom.js";
import { plainWords, unitName } from "../table/names.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Case} Case */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Unit} Unit */
/** @typedef {import("../types.js").Moment} Moment */

/** @type {WeakMap<object, Map<string, Case>>} */
const byId = new WeakMap();

/**
 * A rule case by its id.
 * @param {Store} table
 * @param {string} id
 */
export function caseOf(table, id) {
  let found = byId.get(table.lore);
  if (!found) byId.set(table.lore, (found = new Map(table.lore.cases.map((one) => [one.id, one]))));
  return found.get(id);
}

/**
 * With a capital at its beginning, wherever it comes from.
 * @param {string} text
 */
export function heading(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A whole sentence: a capital at its beginning and a stop at its end.
 * @param {string} text
 */
export function sentence(text) {
  return heading(text) + (!text || /[.!?…:]["”)]?$/.test(text) ? "" : ".");
}

/**
 * A chip that opens the rule.
 * @param {Store} table
 * @param {string} id
 */
export function ruleChip(table, id) {
  const title = heading(caseOf(table, id)?.title ?? "");
  return h("button", { type: "button", class: "chip rule", title: title || null, "aria-label": t("know.rule", { id, title }), onclick: () => table.point({ case: id }) }, id);
}

/**
 * A chip that shows a unit on the map.
 * @param {Store} table
 * @param {string} id
 */
export function unitChip(table, id) {
  const unit = table.shown.view.units[id];
  return h("button", { type: "button", class: ["chip", "unit-chip", unit && `side-${unit.side}`], onclick: () => table.point({ units: [id] }) }, unitName(table, id));
}

/**
 * Text in which the ids of rules that exist are buttons.
 * @param {Store} table
 * @param {string} text
 * @param {string} [self] the rule the text belongs to
 */
export function withRules(table, text, self) {
  /** @type {(Node|string)[]} */
  const parts = [];
  let last = 0;
  for (const found of text.matchAll(/(?:errata-)?\b\d{1,2}(?:(?:\.\d{1,2})+(?:-[A-Za-z0-9]+)*|(?:-[A-Za-z0-9]+)+)/g)) {
    const id = found[0];
    if (id === self || !caseOf(table, id)) continue;
    parts.push(text.slice(last, found.index), h("button", { type: "button", class: "reference", onclick: () => table.point({ case: id }) }, id));
    last = found.index + id.length;
  }
  parts.push(text.slice(last));
  return parts;
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/**
 * A face of a die.
 * @param {number} face
 */
export function die(face) {
  return s("svg", { class: "die-face", viewBox: "0 0 24 24", role: "img", "aria-label": t("know.die", { face }) },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }),
    (PIPS[face] ?? []).map((pip) => s("circle", { cx: 6.5 + 5.5 * (pip % 3), cy: 6.5 + 5.5 * Math.floor(pip / 3), r: 2 })));
}

/**
 * The values of a counter in words, as the theme names them.
 * @param {Store} table
 * @param {Unit} unit
 * @returns {[string, string][]} name and number
 */
export function valuesInWords(table, unit) {
  const theme = table.lore.theme ?? {};
  const fields = fieldsOf(unit, theme);
  if (!fields) return [[t("know.values.values"), String(unit.values)]];
  const known = fields.map(([field, value]) => /** @type {[string, string]} */ ([valueName(theme, field), theme.value_words?.[field]?.[value] ?? value]));
  const more = typeof unit.values === "object" ? Object.entries(unit.values).filter(([field, value]) => value !== "" && !fields.some(([name]) => name === field)) : [];
  return [...known, ...more.map(([field, value]) => /** @type {[string, string]} */ ([valueName(theme, field), theme.value_words?.[field]?.[value] ?? String(value)]))];
}

/**
 * @param {import("../types.js").Theme} theme
 * @param {string} field
 */
export function valueName(theme, field) {
  return heading(theme.value_names[field]?.short ?? field);
}

/**
 * The numbers of a counter that can be added up, by their field.
 * @param {Store} table
 * @param {Unit} unit
 * @returns {[string, number][]}
 */
export function strengths(table, unit) {
  return (fieldsOf(unit, table.lore.theme ?? {}) ?? []).flatMap(([field, value]) => {
    const number = Number(String(value).replace(/^\D+/, ""));
    return Number.isNaN(number) || String(value) === "" ? [] : [/** @type {[string, number]} */ ([field, number])];
  });
}

/**
 * Where a unit is: on the map, to come, lost, or not in this match, as the theme says of its place.
 * @param {Unit} unit
 * @param {Store} [table]
 * @returns {"map"|"pool"|"eliminated"|"absent"}
 */
export function standing(unit, table) {
  return table?.lore.theme.places[unit.place]?.stand ?? "map";
}

/**
 * Where a unit is, in words.
 * @param {Store} table
 * @param {Unit} unit
 */
export function placeWords(table, unit) {
  if (table.drawing?.spaces[unit.place]) return spaceName(table, unit.place);
  return table.lore.theme.places[unit.place]?.name ?? unit.place;
}

/**
 * A space in words: its name if it has one, and its number.
 * @param {Store} table
 * @param {string} space
 */
export function spaceName(table, space) {
  const { title, terrain } = table.drawing?.spaces[space] ?? {};
  if (!table.lore.theme.space.numbered) return title ?? space;
  const name = (title ?? "").replace(space, "").trim();
  return name && name.toLowerCase() !== terrain && name.toLowerCase() !== "sea" ? `${space} ${name}` : space;
}

/**
 * A word of the game, as the theme has it or as it stands.
 * @param {string} group arms, marks, terrain, or columns of charts
 * @param {string} word
 * @param {Store} [table]
 */
export function word(group, word, table) {
  const named = /** @type {any} */ (table?.lore.theme)?.[group]?.[word];
  return (typeof named === "string" ? named : named?.short || named?.name) ?? word.replaceAll("_", " ");
}

/**
 * A sentence of the service as a panel shows it: whole, and with units by their names.
 * @param {Store} table
 * @param {string} text
 */
export function told(table, text) {
  return sentence(plainWords(table, text));
}

/**
 * The properties of a unit that the theme has words for.
 * @param {Store} table
 * @param {Unit} unit
 */
export function flagsOf(table, unit) {
  return Object.entries(table.lore.theme.flags).filter(([name]) => unit[name]).map(([name, flag]) => (unit[name] === true ? flag.name : `${flag.name} ${unit[name]}`));
}

/**
 * Each moment of the log with the turn in which it happened. What comes before the first mention of a turn belongs to the turn before it.
 * @param {Moment[]} log
 * @param {View} view
 * @returns {{moment: Moment, turn: number, event: GameEvent}[]}
 */
export function eventsByTurn(log, view) {
  const first = log.flatMap((moment) => moment.events).find((event) => event.data.turn);
  let turn = first ? first.data.turn - (first.kind === "turn" ? 1 : 0) : view.turn;
  const found = [];
  for (const moment of log) {
    for (const event of moment.events) {
      if ((event.kind === "turn" || event.kind === "phase") && event.data.turn) turn = event.data.turn;
      found.push({ moment, turn, event });
    }
  }
  return found;
}

/**
 * Call a function when the panel is visible: at once, or when it is shown next.
 * @param {() => void} draw
 */
export function lazily(draw) {
  let visible = false;
  let stale = true;
  return {
    changed() {
      stale = true;
      if (visible) {
        stale = false;
        draw();
      }
    },
    show() {
      visible = true;
      const tab = document.activeElement?.closest("[role=tab]"); // whoever chose the panel wants to see it, even below a long list of actions
      if (tab) requestAnimationFrame(() => tab.closest(".tab-box")?.scrollIntoView({ block: "nearest" }));
      if (stale) {
        stale = false;
        draw();
      }
    },
    hide() {
      visible = false;
    },
  };
}
