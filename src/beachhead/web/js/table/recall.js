// @ts-check
/**
 * What the others have done since a player last acted in a turn of his own, for whoever opens the page again: the log has the acts, and the service tells how the view
 * changed with each of them.
 */
import { PAGE } from "./history.js";
import { telling } from "./playback.js";
import { patch } from "./updates.js";

/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("./playback.js").Step} Step */

/** The phases of a turn as the theme has them. @typedef {{id: string, side: string, quick?: boolean}[]} Phases */

/**
 * Whether an act in this phase belongs to its player's own turn, and is no answer to a small question in between.
 * @param {Phases|undefined} phases
 * @param {string|undefined} phase
 * @param {string} side
 */
export function isOwnPhase(phases, phase, side) {
  const found = phases?.find((one) => one.id === phase);
  return !found || (found.side === side && !found.quick);
}

/**
 * The moments after the last one of a side's own turn; null if there was nothing to see in them, or they are too many.
 * @param {Moment[]} tail the newest moments, in order
 * @param {string} side
 * @param {(moment: Moment) => boolean} [ends] whether an act of the side's own is one of its turn
 * @returns {{after: number, moments: Moment[]}|null}
 */
export function since(tail, side, ends = () => true) {
  const own = tail.findLastIndex((moment) => moment.side === side && ends(moment));
  const moments = tail.slice(own + 1);
  const after = moments.length > 0 ? moments[0].n - 1 : 0;
  const whole = own >= 0 || after === 0;
  return whole && moments.length <= PAGE && moments.some((moment) => moment.side !== side && telling(moment)) ? { after, moments } : null;
}

/**
 * These moments as steps of the playback.
 * @param {{view: View, then?: import("../types.js").Change[][]}} looked the position before the first, and the changes of each
 * @param {Moment[]} moments
 * @param {string} by whose eyes have seen them
 * @returns {Step[]}
 */
export function stepsFrom({ view, then = [] }, moments, by) {
  let now = view;
  return moments.slice(0, then.length).map(({ n, side, events }, index) => ({ n, side, events, view: (now = patch(now, then[index])), own: side === by }));
}

/**
 * What a seat has seen since its player last acted in a turn of his own, and the position before it; null if there is nothing to tell.
 * @param {{link: {ask: (kind: string, body: any) => Promise<any>}, side: string|null, history: import("./history.js").History}} seat
 * @param {Phases} [phases]
 * @returns {Promise<{base: View, steps: Step[]}|null>}
 */
export async function recall({ link, side, history }, phases) {
  if (side === null || history.last === 0) return null;
  const ends = (/** @type {Moment} */ { n }) => isOwnPhase(phases, history.chapters.findLast((chapter) => chapter.n < n)?.phase, side);
  if (!since(history.tail, side, ends)) await history.load(history.last - PAGE + 1, history.last);
  const found = since(history.tail, side, ends);
  if (!found) return null;
  const looked = await link.ask("look", { at: found.after, then: found.moments.length });
  return looked.view && looked.then?.length === found.moments.length ? { base: looked.view, steps: stepsFrom(looked, found.moments, side) } : null;
}
