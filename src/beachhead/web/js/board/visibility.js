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
 * What the enemy has learnt, as labels of spaces: units last seen, searches, spaces without a hidden marker left.
 * @param {View} view
 * @param {Theme} theme
 * @param {(key: string, params?: any) => string} t
 * @returns {{title: string, spaces: Record<string, string[]>}}
 */
export function knownSpaces(view, theme, t) {
  const known = view[theme.known?.from ?? "known"] ?? {};
  /** @type {Record<string, string[]>} */
  const spaces = {};
  const add = (/** @type {string} */ space, /** @type {string} */ label) => (spaces[space] ??= []).push(label);
  for (const [unit, seen] of Object.entries(known["last seen"] ?? {})) {
    const { place, turn } = /** @type {any} */ (seen);
    if (place) add(place, t("board.lastSeen", { unit, turn }));
  }
  for (const [space, turn] of Object.entries(known.searched ?? {})) add(space, t("board.searched", { turn }));
  for (const space of known["caves checked"] ?? []) if (!known.searched?.[space]) add(space, t("board.checked"));
  return { title: knownTitle(view, theme, t), spaces };
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
