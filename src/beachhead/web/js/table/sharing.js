// @ts-check
/** What the players of one screen may all see. */

/**
 * What is the same in all views. Of what is different, the parts that are the same: a piece that only one side sees is not among them.
 * @param {any} first
 * @param {any[]} rest
 * @returns {any}
 */
export function inCommon(first, rest) {
  return Object.fromEntries(Object.entries(first).map(([name, value]) => {
    const text = JSON.stringify(value);
    if (rest.every((view) => JSON.stringify(view[name]) === text)) return [name, value];
    if (Array.isArray(value)) return [name, []];
    if (!value || typeof value !== "object" || rest.some((view) => !view[name] || typeof view[name] !== "object")) return [name, null];
    const parts = Object.entries(value).filter(([key, part]) => rest.every((view) => JSON.stringify(view[name][key]) === JSON.stringify(part)));
    return [name, Object.fromEntries(parts)];
  }));
}
