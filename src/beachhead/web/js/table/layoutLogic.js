// @ts-check
/** How wide the panel beside the map is, or how high below it. Pure, no page. */

/** The panel is never smaller than this. */
export const LEAST = { width: 300, height: 200 };
/** It never takes more of the window than this part. */
export const MOST = { width: 0.6, height: 0.62 };
/** One press of an arrow key, and one with Shift. */
export const STEP = 16;
export const STRIDE = 64;
/** From this width of the window the log may have a column of its own. */
export const WIDE = 1800;

/** @typedef {"width"|"height"} Way */

/**
 * The bounds between which the panel's size lies in a window of that size.
 * @param {Way} way
 * @param {number} window
 */
export function boundsOf(way, window) {
  const most = Math.round(window * MOST[way]);
  return { least: Math.min(LEAST[way], most), most };
}

/**
 * A size within the bounds.
 * @param {Way} way
 * @param {number} size
 * @param {number} window
 */
export function within(way, size, window) {
  const { least, most } = boundsOf(way, window);
  return Math.round(Math.max(least, Math.min(most, size)));
}

/**
 * The size after a key on the splitter; null if the key means nothing there, 0 for the size that the page chooses.
 * @param {string} place where the panel is
 * @param {string} key
 * @param {boolean} shift
 * @param {number} size
 * @param {number} window
 * @returns {number|null}
 */
export function afterKey(place, key, shift, size, window) {
  const way = place === "below" ? "height" : "width";
  const { least, most } = boundsOf(way, window);
  const more = { right: "ArrowLeft", left: "ArrowRight", below: "ArrowUp" }[place];
  const less = { right: "ArrowRight", left: "ArrowLeft", below: "ArrowDown" }[place];
  const step = shift ? STRIDE : STEP;
  if (key === more) return within(way, size + step, window);
  if (key === less) return within(way, size - step, window);
  if (key === "Home") return least;
  if (key === "End") return most;
  if (key === "Enter") return 0;
  return null;
}
