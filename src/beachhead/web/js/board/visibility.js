// @ts-check
/** What of a view the enemy sees too, and what the enemy has learnt. Nothing here is drawn. */
import { isHidden } from "./counters.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */

/**
 * Whether a view holds anything that only its owner sees.
 * @param {View} view
 * @param {Theme} theme
 */
export function hasSecrets(view, theme) {
  return Object.values(view.units ?? {}).some((unit) => isHidden(unit, theme)) || hiddenItems(theme).some((name) => some(view[name]));
}

/**
 * Whether units may lie on the map that a seat is not shown: those of the side that alone knows the truth, until the match is over.
 * @param {View} view
 * @param {Theme} theme
 * @param {string|null} seat
 */
export function mayHide(view, theme, seat) {
  return Boolean(theme.truth) && seat !== theme.truth && !view.result;
}

/** @param {any} value */
function some(value) {
  return Boolean(value && typeof value === "object" && Object.keys(value).length > 0);
}

/** @param {Theme} theme */
function hiddenItems(theme) {
  return [...new Set((theme.markers ?? []).filter((/** @type {any} */ marker) => marker.hidden).map((/** @type {any} */ marker) => marker.from))];
}

/**
 * A view without what only its owner sees: what is left is on the table for everybody.
 * @param {View} view
 * @param {Theme} theme
 * @returns {View}
 */
export function publicView(view, theme) {
  const gone = new Set(hiddenItems(theme));
  const units = Object.fromEntries(Object.entries(view.units).filter(([, unit]) => !isHidden(unit, theme)));
  return /** @type {View} */ ({ ...Object.fromEntries(Object.entries(view).filter(([name]) => !gone.has(name))), units });
}

/**
 * What the enemy has learnt, as labels of spaces. What there is to know the theme says under `known.shows`: `from` names a part of what
 * is known (a list of spaces, a number by space, or by unit where it was and when), `says` the words for it, and `unless` another part
 * that says more of the same space.
 * @param {View} view
 * @param {Theme} theme
 * @param {(key: string, params?: any) => string} t
 * @returns {{title: string, spaces: Record<string, string[]>}}
 */
export function knownSpaces(view, theme, t) {
  const known = view[theme.known?.from ?? "known"] ?? {};
  /** @type {{from: string, says?: string, unless?: string|null}[]} */
  const shows = theme.known?.shows ?? Object.keys(known).map((from) => ({ from }));
  /** @type {Record<string, string[]>} */
  const spaces = {};
  for (const { from, says, unless } of shows) {
    for (const [space, words] of learnt(known[from], says ?? from)) {
      if (!unless || !(space in (known[unless] ?? {}))) (spaces[space] ??= []).push(words);
    }
  }
  return { title: knownTitle(view, theme, t), spaces };
}

/**
 * @param {any} part
 * @param {string} says
 * @returns {[string, string][]}
 */
function learnt(part, says) {
  const fill = (/** @type {Record<string, any>} */ params) => says.replaceAll(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
  if (Array.isArray(part)) return part.map((space) => [space, fill({})]);
  return Object.entries(part ?? {}).flatMap(([key, value]) => {
    if (!value || typeof value !== "object") return [/** @type {[string, string]} */ ([key, fill({ turn: value, n: value })])];
    return value.place ? [/** @type {[string, string]} */ ([value.place, fill({ unit: key, ...value })])] : [];
  });
}

/**
 * What is known is what the enemy knows for whoever has secrets, and what has been learnt for everybody else.
 * @param {View} view
 * @param {Theme} theme
 * @param {(key: string, params?: any) => string} t
 * @returns {string}
 */
export function knownTitle(view, theme, t) {
  return hasSecrets(view, theme) ? theme.known?.title ?? t("board.known") : t("board.learnt");
}
