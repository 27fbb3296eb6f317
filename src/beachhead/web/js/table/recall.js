// @ts-check
/**
 * What the others have done since a player last acted, for whoever opens the page again: the log has the acts, and the service tells how the view
 * changed with each of them.
 */
import { PAGE } from "./history.js";
import { telling } from "./playback.js";
import { patch } from "./updates.js";

/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("./playback.js").Step} Step */

/**
 * The moments after the last one that is a side's own; null if there was nothing to see in them, or they are too many.
 * @param {Moment[]} tail the newest moments, in order
 * @param {string} side
 * @returns {{after: number, moments: Moment[]}|null}
 */
export function since(tail, side) {
  const own = tail.findLastIndex((moment) => moment.side === side);
  const moments = tail.slice(own + 1);
  const after = moments.length > 0 ? moments[0].n - 1 : 0;
  const whole = own >= 0 || after === 0;
  return whole && moments.length <= PAGE && moments.some(telling) ? { after, moments } : null;
}

/**
 * These moments as steps of the playback.
 * @param {{view: View, then?: import("../types.js").Change[][]}} looked the position before the first, and the changes of each
 * @param {Moment[]} moments
 * @returns {Step[]}
 */
export function stepsFrom({ view, then = [] }, moments) {
  let now = view;
  return moments.slice(0, then.length).map(({ n, side, events }, index) => ({ n, side, events, view: (now = patch(now, then[index])), own: false }));
}

/**
 * What a seat has seen since its player last acted, and the position before it; null if there is nothing to tell.
 * @param {{link: {ask: (kind: string, body: any) => Promise<any>}, side: string|null, history: import("./history.js").History}} seat
 * @returns {Promise<{base: View, steps: Step[]}|null>}
 */
export async function recall({ link, side, history }) {
  if (side === null || history.last === 0) return null;
  if (!history.tail.some((moment) => moment.side === side)) await history.load(history.last - PAGE + 1, history.last);
  const found = since(history.tail, side);
  if (!found) return null;
  const looked = await link.ask("look", { at: found.after, then: found.moments.length });
  return looked.view && looked.then?.length === found.moments.length ? { base: looked.view, steps: stepsFrom(looked, found.moments) } : null;
}
