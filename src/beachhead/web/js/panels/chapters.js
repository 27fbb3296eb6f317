// @ts-check
/** The chapters of a match, to choose from: its turns with their phases. */
import { h } from "../dom.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Chapter} Chapter */

/**
 * Where each turn begins: at the first chapter that belongs to it. Not every game says so by an event of its own.
 * @param {Chapter[]} chapters
 * @returns {Chapter[]}
 */
export function turnsOf(chapters) {
  return chapters.filter((chapter, index) => chapter.turn !== null && chapter.turn !== chapters[index - 1]?.turn);
}

/**
 * Options for a list, by turn; the first is its title.
 * @param {Chapter[]} chapters
 * @param {string} title
 */
export function chapterOptions(chapters, title) {
  /** @type {Map<number|null, Chapter[]>} */
  const turns = new Map();
  /** Days of turns that belong to one. @type {Map<number|null, string>} */
  const days = new Map();
  for (const chapter of chapters) {
    if (chapter.kind === "fight") continue;
    turns.set(chapter.turn, [...(turns.get(chapter.turn) ?? []), chapter]);
    if (chapter.day) days.set(chapter.turn, chapter.day);
  }
  const label = (/** @type {number} */ turn) => (days.has(turn) ? `${t("replay.turn", { turn })}, ${days.get(turn)}` : t("replay.turn", { turn }));
  const options = (/** @type {Chapter[]} */ some) => some.map((chapter) => h("option", { value: String(chapter.n) }, chapter.text));
  return [h("option", { value: "" }, title), [...turns].map(([turn, some]) => (turn === null ? options(some) : h("optgroup", { label: label(turn) }, options(some))))];
}
