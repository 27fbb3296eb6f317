// @ts-check
/**
 * How large the counters of a space can be and where they lie: as large as its outline and what is printed in it allow. A lattice has
 * its cells; an area of any shape is searched once for every number of groups in it.
 */
import { HALF } from "./counters.js";
import { cornersOf, holds } from "./drawing.js";
import { propertiesOf } from "./properties.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{points: Point[], scale: number}} Layout */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/**
 * The sizes that players choose from. `factor`: of counters in the cells of a lattice. In areas: `most`, how many times larger than
 * printed a counter may be, `least` where there is no room for more, and `over`, how far it may lie over the border of its area.
 * @type {Record<string, {factor: number, most: number, least: number, over: number}>}
 */
export const SIZES = {
  small: { factor: 0.8, most: 1.3, least: 0.8, over: 0 },
  normal: { factor: 1, most: 1.8, least: 1, over: 5 },
  large: { factor: 1.12, most: 2.1, least: 1, over: 6 },
  largest: { factor: 1.4, most: 2.5, least: 1, over: 8 },
};
/** So much of a cell's width a counter may take before it would touch those of the next row. */
const CELL = 0.85;
/** The gap between two groups, in which the number of a pile has room. */
const GAP = 9;
/** How finely an area is looked at. */
const GRAIN = 9;

/** @type {WeakMap<Drawing, Map<string, Layout>>} */
const known = new WeakMap();

/**
 * Where the groups of a space lie. Each group has the number of its slot: one per side in their order, then the same for the units that
 * only their owner sees.
 * @param {Drawing} drawing
 * @param {string} place
 * @param {number[]} slots of the groups that are there, rising
 * @param {number} sides
 * @param {string} [size] one of SIZES
 * @returns {Layout}
 */
export function layoutOf(drawing, place, slots, sides, size = "normal") {
  let found = known.get(drawing);
  if (!found) known.set(drawing, (found = new Map()));
  const key = `${place} ${slots.join()} ${sides} ${size}`;
  let layout = found.get(key);
  if (!layout) {
    layout = propertiesOf(drawing).lattice ? inCell(drawing, place, slots.length, SIZES[size].factor) : inArea(drawing, place, slots, sides, size);
    found.set(key, layout);
  }
  return layout;
}

/**
 * In a cell of a lattice one group lies in the middle; several share it, side by side and then in two rows.
 * @param {Drawing} drawing
 * @param {string} place
 * @param {number} count
 * @param {number} factor
 * @returns {Layout}
 */
function inCell(drawing, place, count, factor) {
  const { x, y } = drawing.spaces[place];
  const fit = Math.max(1, (CELL * drawing.unit) / (HALF * 2));
  if (count < 2) return { points: [{ x, y }], scale: Math.min(factor, fit) };
  const rows = count > 2 ? 2 : 1;
  const columns = Math.ceil(count / rows);
  const printed = Math.min(0.66, 1.3 / columns);
  const scale = Math.min(printed * factor, Math.max(printed, (fit * 1.1) / columns));
  const step = (HALF * 2 + 2) * scale;
  return {
    points: Array.from({ length: count }, (_, index) => ({
      x: x + ((index % columns) - (Math.min(columns, count - Math.floor(index / columns) * columns) - 1) / 2) * step,
      y: y + (Math.floor(index / columns) - (rows - 1) / 2) * step,
    })),
    scale,
  };
}

/**
 * @param {Drawing} drawing
 * @param {string} place
 * @param {number[]} slots
 * @param {number} sides
 * @param {string} size
 * @returns {Layout}
 */
function inArea(drawing, place, slots, sides, size) {
  const printed = slots.map((slot) => slotOf(drawing, place, slot, sides));
  const space = drawing.spaces[place];
  const { most, least } = SIZES[size];
  if (space.sea || !space.slots?.length) return { points: printed, scale: least };
  const places = roomy(drawing, place, size);
  for (let r = HALF * most; r > HALF; r -= HALF * 0.1) {
    const free = places.filter((one) => one.room >= r);
    const points = free.length >= slots.length ? pick(free, printed, r * 2 + GAP) : null;
    if (points) return { points, scale: Math.round((r / HALF) * 100) / 100 };
  }
  return { points: printed, scale: least };
}

/**
 * Of the places with room enough those nearest to where the drawing wants the groups, far enough from each other.
 * @param {Point[]} free
 * @param {Point[]} wanted
 * @param {number} apart
 * @returns {Point[]|null}
 */
function pick(free, wanted, apart) {
  const away = (/** @type {Point} */ a, /** @type {Point} */ b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
  const near = wanted.map((at) => [...free].sort((a, b) => Math.hypot(a.x - at.x, a.y - at.y) - Math.hypot(b.x - at.x, b.y - at.y)));
  const cost = (/** @type {number} */ group, /** @type {Point} */ at) => Math.hypot(at.x - wanted[group].x, at.y - wanted[group].y);
  let [best, least] = [/** @type {Point[]|null} */ (null), Infinity];
  /**
   * @param {Point[]} so
   * @param {number} sum
   */
  const go = (so, sum) => {
    if (so.length === wanted.length) {
      if (sum < least) [best, least] = [so, sum];
      return;
    }
    let tried = 0;
    for (const at of near[so.length]) {
      const whole = sum + cost(so.length, at);
      if (whole >= least) break;
      if (so.some((other) => away(other, at) < apart)) continue;
      // the first side stays left of the second, so that nobody has to look for whose is whose
      if (so.length === 1 && at.x < so[0].x - apart / 2 && wanted[1].x > wanted[0].x) continue;
      go([...so, at], whole);
      if ((tried += 1) > 24) break;
    }
  };
  go([], 0);
  return best;
}

/** @type {WeakMap<Drawing, Map<string, (Point & {room: number})[]>>} */
const rooms = new WeakMap();

/**
 * Places within an area, each with half the side of the largest counter that can lie there.
 * @param {Drawing} drawing
 * @param {string} place
 * @param {string} size
 */
function roomy(drawing, place, size) {
  let found = rooms.get(drawing);
  if (!found) rooms.set(drawing, (found = new Map()));
  const { most, over } = SIZES[size];
  const had = found.get(`${size} ${place}`);
  if (had) return had;
  const space = drawing.spaces[place];
  const corners = cornersOf(space.d);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const taken = print(drawing, place, { left, right, top, bottom });
  const grid = [];
  for (let y = top + HALF; y <= bottom - HALF; y += GRAIN) for (let x = left + HALF; x <= right - HALF; x += GRAIN) grid.push({ x, y });
  const made = [];
  for (const { x, y } of [...(space.slots ?? []).map(([x, y]) => ({ x, y })), ...grid]) {
    if (!holds(space.d, x, y)) continue;
    let room = HALF * most + 1;
    for (const box of taken) room = Math.min(room, Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom));
    for (let index = 0, last = corners.length - 1; index < corners.length && room > HALF; last = index, index += 1) {
      room = Math.min(room, over + reach(corners[last][0] - x, corners[last][1] - y, corners[index][0] - x, corners[index][1] - y));
    }
    if (room > HALF) made.push({ x, y, room });
  }
  found.set(`${size} ${place}`, made);
  return made;
}

/**
 * How far a square around the origin grows before it meets a stroke.
 * @param {number} ax
 * @param {number} ay
 * @param {number} bx
 * @param {number} by
 */
function reach(ax, ay, bx, by) {
  const [dx, dy] = [bx - ax, by - ay];
  let least = Math.min(Math.max(Math.abs(ax), Math.abs(ay)), Math.max(Math.abs(bx), Math.abs(by)));
  // the largest of two distances is least at an end, where one of them is nothing, or where both are equal
  for (const part of [dx ? -ax / dx : -1, dy ? -ay / dy : -1, dx - dy ? (ay - ax) / (dx - dy) : -1, dx + dy ? -(ax + ay) / (dx + dy) : -1]) {
    if (part > 0 && part < 1) least = Math.min(least, Math.max(Math.abs(ax + dx * part), Math.abs(ay + dy * part)));
  }
  return least;
}

/**
 * What is printed in an area and is to be read beside the counters: its name, its value, the boxes of markers.
 * @param {Drawing} drawing
 * @param {string} place
 * @param {Box} around
 * @returns {Box[]}
 */
function print(drawing, place, around) {
  const space = drawing.spaces[place];
  const found = [];
  for (const { text, x, y, level, class: kind } of drawing.labels ?? []) {
    if (level > 0 || x < around.left || x > around.right || y < around.top || y > around.bottom || !holds(space.d, x, y)) continue;
    // the letters of a map's names are so wide; a pile rises a little beside its uppermost counter
    const half = kind.endsWith("value") ? 18 : String(text).length * 5 + 12;
    found.push({ left: x - half, right: x + half, top: y - 18, bottom: y + 20 });
  }
  if (space.marks) found.push({ left: space.marks[0] - 13, right: space.marks[0] + 16, top: space.marks[1] - 13, bottom: space.marks[1] + 13 });
  if (space.box) found.push({ left: space.box.at[0] - 17, right: space.box.at[0] + 17, top: space.box.at[1] - 17, bottom: space.box.at[1] + 17 });
  return found;
}

/**
 * Where a group lies in an area: where the drawing says, or beside the middle of the area.
 * The slots of a drawing: one a side in their order, then one for the units that only their owner sees.
 * @param {Drawing} drawing
 * @param {string} place
 * @param {number} slot
 * @param {number} sides
 * @returns {Point}
 */
export function slotOf(drawing, place, slot, sides) {
  const space = drawing.spaces[place];
  const given = space.slots ?? [];
  const hidden = slot >= sides;
  const point = given[hidden ? sides : slot];
  if (point) return Array.isArray(point) ? { x: point[0], y: point[1] } : point;
  const step = drawing.unit;
  const side = (hidden ? slot - sides : slot) % 2 ? 1 : -1;
  return { x: space.x + side * step * 0.55, y: space.y + (hidden ? step * 0.95 : 0) };
}
