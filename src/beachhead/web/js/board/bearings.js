// @ts-check

/** Small answers for the board: what lies in a direction, whether a combat has begun. No page. */
/**
 * The space that lies in a direction: neighbours first, then whatever is nearest on that side.
 * @param {import("../types.js").Drawing} drawing
 * @param {string} from
 * @param {number} dx
 * @param {number} dy
 * @returns {string|null}
 */
export function toward(drawing, from, dx, dy) {
  const here = drawing.spaces[from];
  let [best, least] = [/** @type {string|null} */ (null), Infinity];
  for (const [id, space] of Object.entries(drawing.spaces)) {
    const [vx, vy] = [space.x - here.x, space.y - here.y];
    const ahead = vx * dx + vy * dy;
    const aside = Math.abs(vx * dy) + Math.abs(vy * dx);
    if (id === from || ahead < 1 || aside > ahead * 1.3) continue;
    const cost = (ahead + aside * 1.6) * (here.near.includes(id) ? 1 : 1.5);
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}

/**
 * Whether a combat is open that was not before. One whose die has fallen is over.
 * @param {import("../types.js").Combat|undefined|null} before
 * @param {import("../types.js").Combat|undefined|null} now
 */
export function opened(before, now) {
  if (!now?.defenders?.length || now.die) return false;
  return !before || Boolean(before.die) || !now.defenders.some((/** @type {string} */ unit) => before.defenders?.includes(unit));
}
