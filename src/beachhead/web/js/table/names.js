// @ts-check
/** What things are called: units, spaces, sides, phases, actions. The theme speaks first, the catalogue second, the wire last. */
import { valuesText } from "../board/counters.js";
import { h } from "../dom.js";
import { FIRST, has, language, listed, t } from "../texts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./selection.js").Action} Action */

/**
 * A unit's id without its side. Whoever has a table asks for `unitName`.
 * @param {string} unit
 */
export function shortName(unit) {
  return unit.slice(unit.indexOf(":") + 1);
}

/**
 * The one name of a unit, wherever it is spoken of: short, without its side; a face-down one is called like its back, for its id says nothing; one whose id is not its name says how it is called.
 * @param {Store} table
 * @param {string} id
 */
export function unitName(table, id) {
  const unit = table.shown?.view.units[id] ?? table.now?.view.units[id];
  const back = unit?.back;
  return back === undefined ? unit?.called ?? shortName(id) : table.lore?.theme?.backs?.[back]?.name ?? t("decision.faceDown");
}

/**
 * @param {Store} table
 * @param {string[]} ids
 */
export function unitNames(table, ids) {
  return listed(ids.map((id) => unitName(table, id)));
}

/**
 * The form of a text for a number: themes have one text for all, or one for one and one for others.
 * @param {string|{one: string, other: string}|undefined|null} text
 * @param {number} n
 * @returns {string|undefined}
 */
export function formOf(text, n) {
  if (!text || typeof text === "string") return text || undefined;
  return n === 1 ? text.one : text.other;
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
 * What a seat is called: by its own title, or as its side.
 * @param {Store} table
 * @param {string|null|undefined} id
 */
export function seatName(table, id) {
  const seat = id ? table.meta.seats[id] : null;
  return seat ? seat.title ?? sideName(table, seat.side) : "";
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
  const named = line.name && !(line.side === null && line.name.toLowerCase() === seat.toLowerCase());
  return named ? { name: line.name, role: seat } : { name: seat, role: "" };
}

/**
 * What a line of the chat says: what somebody has said, or how a seat has changed hands.
 * @param {Store} table
 * @param {import("../types.js").Line} line
 */
export function lineText(table, line) {
  if (line.kind !== "seat") return line.text;
  const player = playerName(table, line.text);
  return player ? t("table.chat.seat.player", { seat: line.name, player }) : t(`table.chat.seat.${line.text}`, { seat: line.name });
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

/** @type {WeakMap<object, boolean>} */
const numbered = new WeakMap();

/**
 * Whether spaces are called by their number even where they have a name: as the theme says, or because their titles begin with it.
 * @param {Store} table
 */
export function isNumbered(table) {
  const said = table.lore?.theme?.space?.numbered;
  if (typeof said === "boolean") return said;
  const { spaces } = table.drawing ?? { spaces: {} };
  let found = numbered.get(spaces);
  if (found === undefined) {
    found = Object.entries(spaces).some(([id, space]) => !space.title || space.title.startsWith(id));
    numbered.set(spaces, found);
  }
  return found;
}

/**
 * A space as people call it: by its name, or by its number.
 * @param {Store} table
 * @param {string} space
 */
export function spaceWord(table, space) {
  return isNumbered(table) ? space : table.drawing?.spaces[space]?.title ?? space;
}

/**
 * What spaces are called in this game, for sentences.
 * @param {Store} table
 */
export function spaceNoun(table) {
  const { noun, plural } = table.lore.theme?.space ?? {};
  const known = language() === FIRST; // themes are English
  return { space: known && noun ? noun : t("decision.space"), spaces: known && plural ? plural : t("decision.spaces") };
}

/**
 * The name of a value of any kind of argument.
 * @param {Store} table
 * @param {string} kind
 * @param {string} value
 */
export function valueWord(table, kind, value) {
  const theme = table.lore.theme ?? {};
  if (kind === "unit" || theme.kinds?.[kind] === "units") return unitName(table, value);
  if (kind === "space" || theme.kinds?.[kind] === "spaces") return spaceWord(table, value);
  if (theme.kinds?.[kind] === "cards") return cardName(table, value);
  const named = valueOf(table, kind, value);
  return (typeof named === "string" ? named : named?.name) ?? value;
}

/**
 * What the theme has for a name that is none of unit, space, number and card: such as a plan.
 * @param {Store} table
 * @param {string} kind
 * @param {string} value
 */
export function valueOf(table, kind, value) {
  const theme = table.lore.theme ?? {};
  return theme.names?.[kind]?.[value] ?? /** @type {any} */ (theme)[`${kind}s`]?.[value];
}

/**
 * @param {Store} table
 * @param {string} card
 */
export function cardName(table, card) {
  return table.lore.theme?.cards?.[card]?.title ?? card;
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
  if (!found) return unitName(table, unit);
  if (found.back !== undefined) return `${unitName(table, unit)}, ${placeName(table, found.place)}`;
  const values = valuesText(found, table.lore.theme ?? {});
  return t("play.unitWords", { unit: unitName(table, unit), arm: armName(table, found.arm), values, place: placeName(table, found.place) });
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
  if (named) return named;
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
  const named = formOf(table.lore.theme?.acts?.[action.verb]?.[action.args.length], Number(action.args[0]));
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

/**
 * By a game, with the units that were known when it was made: some come to light only later, or take the place of others.
 * @type {WeakMap<object, {units: string, pattern: RegExp, spaces: Map<string, string>}>}
 */
const patterns = new WeakMap();

/**
 * What in a sentence may be a unit or a space.
 * @param {Store} table
 */
function patternOf(table) {
  const { shown, now } = table;
  // the log tells of units that come to light before the map shows them
  const ids = [...new Set([...Object.keys(shown.view.units), ...(now && now.view !== shown.view ? Object.keys(now.view.units) : [])])];
  let known = patterns.get(table.lore);
  const units = ids.join(" ");
  if (!known || known.units !== units) {
    const spaces = new Map(isNumbered(table) ? [] : Object.entries(table.drawing.spaces).map(([id, space]) => [space.title ?? id, id]));
    const words = [...ids, ...spaces.keys()].sort((a, b) => b.length - a.length).map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const numbers = isNumbered(table) ? ["\\b\\w*\\d\\w*\\b"] : []; // whether it is a space is seen when it is found
    known = { units, spaces, pattern: new RegExp(`(?<![\\w/])(${[...words, ...numbers].join("|") || "$^"})(?![\\w/])`) };
    patterns.set(table.lore, known);
  }
  return known;
}

/**
 * The unit that a word of a sentence names, on the map as it is shown or as it is by now.
 * @param {Store} table
 * @param {string} word
 */
function unitCalled(table, word) {
  const found = [table.shown, table.now].find((one) => one && Object.hasOwn(one.view.units, word));
  return found?.view.units[word];
}

/**
 * A sentence in which units and spaces lead to their place on the map.
 * @param {Store} table
 * @param {string} text
 * @returns {(string|HTMLElement)[]}
 */
export function withPlaces(table, text) {
  const { pattern, spaces } = patternOf(table);
  const parts = text.split(pattern).map((word) => {
    const unit = unitCalled(table, word);
    const space = spaces.get(word) ?? word;
    if (!unit && !Object.hasOwn(table.drawing.spaces, space)) return word;
    return h("button", {
      class: "ref", type: "button", tabindex: -1, vars: unit ? sideColours(table, unit.side) : {}, "data-side": unit?.side ?? null,
      onclick: () => table.point(unit ? { units: [word] } : { spaces: [space] }),
    }, unit ? unitName(table, word) : word);
  });
  // a button is a box of its own, and a line may break behind it: what ends the word or the sentence stays with it
  const endOf = (/** @type {any} */ part) => (typeof part === "string" ? /^[,.;:!?)]+/.exec(part)?.[0] ?? "" : "");
  return parts.map((part, index) => {
    if (typeof part === "string") return typeof parts[index - 1] === "object" ? part.slice(endOf(part).length) : part;
    const end = endOf(parts[index + 1]);
    return end ? h("span", { class: "ref-end" }, part, end) : part;
  });
}

/**
 * The same sentence for the ear, a title, or wherever nothing can be clicked: units by their one name.
 * @param {Store} table
 * @param {string} text
 */
export function plainWords(table, text) {
  return text.split(patternOf(table).pattern).map((word) => (unitCalled(table, word) ? unitName(table, word) : word)).join("");
}
