// @ts-check
/** What a combat's panel says of chance: the dice that were rolled, and chances as numbers and as words. Pure, no page. */

/** @typedef {import("../types.js").Panel} Panel */
/** @typedef {import("../types.js").GameEvent} GameEvent */

/**
 * The dice of an event, each with whether it hits; empty if none were rolled.
 * @param {GameEvent|undefined|null} event
 * @returns {import("../types.js").PanelDie[]}
 */
export function diceOf(event) {
  return event?.panel?.thrown?.dice ?? [];
}

/**
 * Whether chance has spoken in an event: dice, or cards.
 * @param {GameEvent} event
 */
export function isThrown(event) {
  return Boolean(event.panel?.thrown);
}

/**
 * The units of a panel's forces: those of the first, and those of all others.
 * @param {Panel|undefined} panel
 * @returns {[string[], string[]]}
 */
export function unitsOf(panel) {
  const [first, ...others] = (panel?.forces ?? []).map((force) => force.rows.flatMap((row) => (row.unit ? [row.unit] : [])));
  return [first ?? [], others.flat()];
}

/**
 * The outcome that a single die has brought, in as few signs as possible.
 * @param {Panel|undefined} panel
 */
export function sign(panel) {
  const face = panel?.thrown?.dice?.[0]?.face ?? 0;
  return panel?.outcomes.find((outcome) => outcome.faces?.includes(face))?.text ?? panel?.result?.text ?? "";
}

/**
 * A chance written as "1/6".
 * @param {string|undefined} text
 */
export function part(text) {
  if (!text) return 0;
  const [top, bottom] = text.split("/").map(Number);
  return bottom ? top / bottom : top;
}

/**
 * What hardly ever happens is not told as never, nor what nearly always does as always.
 * @param {number} chance
 */
export function percent(chance) {
  return chance > 0 && chance < 0.005 ? "<1%" : chance > 0.995 && chance < 1 ? ">99%" : `${Math.round(chance * 100)}%`;
}
