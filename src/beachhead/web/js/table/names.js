// @ts-check
/** What things are called: units, spaces, sides, phases, actions. The theme speaks first, the catalogue second, the wire last. */
import { valuesText } from "../board/counters.js";
import { h } from "../dom.js";
import { has, t } from "../texts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./selection.js").Action} Action */

/**
 * A unit's name without its side.
 * @param {string} unit
 */
export function shortName(unit) {
  return unit.slice(unit.indexOf(":") + 1);
}

/**
 * @param {Store} table
 * @param {string|null|undefined} side
 */
export function sideName(table, side) {
  if (!side) return "";
  return table.lore.theme?.sides?.[side]?.name ?? table.lore.side_names[side] ?? side;
}

/**
 * What a bot is called; the rulebook has a name of the game's own.
 * @param {Store} table
 * @param {string} id
 */
export function playerName(table, id) {
  const { book, players } = table.lore;
  return (id === book?.id ? book : players.find((player) => player.id === id))?.title;
}

/**
 * Who says a line, and from where: anybody may call himself what he likes, so the name alone does not tell a player from a spectator.
 * @param {Store} table
 * @param {import("../types.js").Line} line
 */
export function speaker(table, line) {
  const seat = line.side === null ? t("table.chat.spectator") : sideName(table, line.side);
  return line.name ? { name: line.name, role: seat } : { name: seat, role: "" };
}

/**
 * A side for sentences: alone, with its article, and with its article at the beginning.
 * @param {Store} table
 * @param {string|null|undefined} side
 */
export function sideWords(table, side) {
  const name = sideName(table, side);
  const the = (side && table.lore.theme?.sides?.[side]?.the) || name;
  return { side: name, the, The: the.charAt(0).toUpperCase() + the.slice(1) };
}

/**
 * The custom properties that give an element the colours of a side.
 * @param {Store} table
 * @param {string|null|undefined} side
 */
export function sideColours(table, side) {
  const colour = (side && table.lore.theme?.sides?.[side]?.colour) || side || "accent";
  return { "--side": `var(--${colour})`, "--side-ink": `var(--${colour}-ink)`, "--side-soft": `var(--${colour}-soft, var(--card-deep))` };
}

/**
 * @param {Store} table
 * @param {string} place
 */
export function placeName(table, place) {
  return table.lore.theme?.places?.[place]?.name ?? spaceWord(table, place);
}

/**
 * A space as people call it: an area by its name, a hex by its number.
 * @param {Store} table
 * @param {string} space
 */
export function spaceWord(table, space) {
  return table.drawing?.kind === "hexes" ? space : table.drawing?.spaces[space]?.title ?? space;
}

/**
 * What spaces are called in this game, for sentences: hexes unless the theme has another word.
 * @param {Store} table
 */
export function spaceNoun(table) {
  const { space = "hex", spaces = "hexes" } = table.lore.theme?.words ?? (table.drawing?.kind === "hexes" ? {} : { space: t("play.area"), spaces: t("play.areas") });
  return { space, spaces };
}

/**
 * The name of a value of any kind of argument.
 * @param {Store} table
 * @param {string} kind
 * @param {string} value
 */
export function valueWord(table, kind, value) {
  if (kind === "unit") return shortName(value);
  if (kind === "space") return spaceWord(table, value);
  const named = table.lore.theme?.[`${kind}s`]?.[value];
  return (typeof named === "string" ? named : named?.name) ?? value;
}

/**
 * @param {Store} table
 * @param {string} arm
 */
export function armName(table, arm) {
  return table.lore.theme?.arms?.[arm]?.name ?? arm;
}

/**
 * A unit for the ear: name, arm, values, place.
 * @param {Store} table
 * @param {string} unit
 */
export function unitWords(table, unit) {
  const found = table.shown.view.units[unit];
  if (!found) return shortName(unit);
  return t("play.unitWords", { unit: shortName(unit), arm: armName(table, found.arm), values: valuesText(found, table.lore.theme ?? {}), place: placeName(table, found.place) });
}

/**
 * @param {Store} table
 * @param {string} phase
 */
export function phaseOf(table, phase) {
  return (table.lore.theme?.phases ?? []).find((/** @type {any} */ one) => one.id === phase) ?? null;
}

/**
 * A verb alone, as the label of a button that opens it.
 * @param {Store} table
 * @param {string} verb
 */
export function verbWords(table, verb) {
  const named = table.lore.theme?.verbs?.[verb];
  if (named) return typeof named === "string" ? named : named.name;
  return has(`play.verb.${verb}`) ? t(`play.verb.${verb}`) : verb.charAt(0).toUpperCase() + verb.slice(1);
}

/**
 * An action as the label of a button.
 * @param {Store} table
 * @param {Action} action
 */
export function actionWords(table, action) {
  const step = table.now.view.decision.step;
  if (action.verb === "done") {
    const named = table.lore.theme?.done?.[step];
    return named ?? (has(`play.done.${step}`) ? t(`play.done.${step}`) : t("play.done.other"));
  }
  const [a, b, c] = action.args.map((value, index) => valueWord(table, action.kinds[index], value));
  const named = table.lore.theme?.acts?.[action.verb]?.[action.args.length];
  const key = `play.act.${action.verb}.${action.args.length}`;
  if (named) return named.replace("{box}", boxWord(table, action.args[0])).replace("{a}", a ?? "").replace("{b}", b ?? "").replace("{c}", c ?? "");
  if (has(key)) return t(key, { a, b, c, n: Number(a) || 0 });
  return [verbWords(table, action.verb), a, b, c].filter(Boolean).join(" ");
}

/**
 * What a space has a printed box for, by the name of the marker that lies there.
 * @param {Store} table
 * @param {string|undefined} space
 */
function boxWord(table, space) {
  const kind = table.drawing?.spaces[space ?? ""]?.box?.kind;
  return (table.lore.theme?.markers ?? []).find((/** @type {any} */ marker) => kind && marker.box === kind)?.name ?? "";
}

/**
 * A mark that opens a rule.
 * @param {Store} table
 * @param {string|null|undefined} id
 */
export function caseChip(table, id) {
  if (!id) return null;
  const title = table.lore.cases.find((one) => one.id === id)?.title ?? "";
  return h("button", {
    class: "chip rule", type: "button", title, "aria-label": t("play.ruleChip", { id, title }), "data-key": `case ${id}`,
    onclick: () => table.point({ case: id }),
  }, id);
}

/** By a game, with how many units were known when it was made: some come to light only later. @type {WeakMap<object, {size: number, pattern: RegExp, spaces: Map<string, string>}>} */
const patterns = new WeakMap();

/**
 * What in a sentence may be a unit or a space.
 * @param {Store} table
 */
function patternOf(table) {
  const ids = Object.keys(table.shown.view.units);
  let known = patterns.get(table.lore);
  if (!known || known.size !== ids.length) {
    const spaces = new Map(table.drawing.kind === "hexes" ? [] : Object.entries(table.drawing.spaces).map(([id, space]) => [space.title ?? id, id]));
    const words = [...ids, ...spaces.keys()].sort((a, b) => b.length - a.length).map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    known = { size: ids.length, spaces, pattern: new RegExp(`(?<![\\w/])(${[...words, "\\b\\d{4}\\b"].join("|")})(?![\\w/])`) };
    patterns.set(table.lore, known);
  }
  return known;
}

/**
 * A sentence in which units and spaces lead to their place on the map.
 * @param {Store} table
 * @param {string} text
 * @returns {(string|HTMLElement)[]}
 */
export function withPlaces(table, text) {
  const { units } = table.shown.view;
  const { pattern, spaces } = patternOf(table);
  return text.split(pattern).map((word) => {
    const unit = Object.hasOwn(units, word);
    const space = spaces.get(word) ?? word;
    if (!unit && !Object.hasOwn(table.drawing.spaces, space)) return word;
    return h("button", {
      class: "ref", type: "button", tabindex: -1, vars: unit ? sideColours(table, units[word].side) : {}, "data-side": unit ? units[word].side : null,
      onclick: () => table.point(unit ? { units: [word] } : { spaces: [space] }),
    }, unit ? shortName(word) : word);
  });
}
