// @ts-check
/** Where every counter lies: on its space, in a stack, in a pile of a box beside the map, or nowhere. */
import { isHidden, valuesText } from "./counters.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {{x: number, y: number, scale: number, place: string, depth: number, of: number, pile: string|null}} Spot */
/** @typedef {{key: string, x: number, y: number, units: string[], scale: number, box: string|null, place: string, rows?: boolean}} Pile */

/**
 * @param {View} view
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @param {Set<string>} ready units that can act come to the top of their pile
 * @param {string|null} [chosen] and the one that is chosen to the very top
 * @returns {{spots: Map<string, Spot>, piles: Pile[], held: Record<string, number>}}
 */
export function arrange(view, drawing, theme, ready, chosen = null) {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  /** @type {Pile[]} */
  const piles = [];
  /** @type {Record<string, number>} */
  const held = {};
  /** @type {Map<string, string[]>} */
  const on = new Map();
  /** @type {Map<string, Map<string, string[]>>} */
  const kept = new Map();
  for (const [id, unit] of Object.entries(view.units)) {
    if (drawing.spaces[unit.place]) {
      push(on, unit.place, id);
      continue;
    }
    const box = boxOf(drawing, theme, unit.place, unit.side);
    if (!box) continue;
    held[box.id] = (held[box.id] ?? 0) + 1;
    let groups = kept.get(box.id);
    if (!groups) kept.set(box.id, (groups = new Map()));
    push(groups, `${unit.side} ${unit.arm} ${valuesText(unit, theme)}${unit.stripe ? ` ${unit.stripe}` : ""}`, id);
  }
  const order = (/** @type {string} */ unit) => (unit === chosen ? 2 : Number(ready.has(unit)));
  for (const [place, units] of on) {
    if (drawing.kind !== "hexes") {
      for (const { key, point, units: group } of groupsOf(place, units, view, drawing, theme)) {
        group.sort((a, b) => order(a) - order(b));
        lay(spots, group, point.x, point.y, 1, place, group.length > 1 ? key : null, 5);
        if (group.length > 1) piles.push({ key, ...point, units: [...group].reverse(), scale: 1, box: null, place, rows: true });
      }
      continue;
    }
    const { x, y } = drawing.spaces[place];
    lay(spots, units, x, y, 1, place, units.length > 1 ? place : null, 3.2);
    if (units.length > 1) piles.push({ key: place, x, y, units, scale: 1, box: null, place });
  }
  for (const [id, groups] of kept) {
    const box = drawing.boxes.find((one) => one.id === id);
    const single = [...groups].flatMap(([kind, units]) => units.map((unit) => /** @type {[string, string[]]} */ ([`${kind} ${unit}`, [unit]])));
    const roomy = drawing.kind !== "hexes" && cellsOf(box, single.length).cell >= ROOM;
    layBox(box, roomy ? single : [...groups], view, ready, spots, piles, roomy);
  }
  return { spots, piles, held };
}

/**
 * The units of an area in their groups: each side has a place of its own there, and what only the owner sees lies apart.
 * @param {string} place
 * @param {string[]} units
 * @param {View} view
 * @param {Drawing} drawing
 * @param {Theme} theme
 */
function groupsOf(place, units, view, drawing, theme) {
  const sides = Object.keys(theme.sides ?? {});
  /** @type {Map<string, {key: string, point: {x: number, y: number}, units: string[]}>} */
  const found = new Map();
  for (const id of units) {
    const unit = view.units[id];
    const slot = Math.max(0, sides.indexOf(unit.side)) + (isHidden(unit, theme) ? sides.length : 0);
    const key = `${place} ${slot}`;
    const group = found.get(key);
    if (group) group.units.push(id);
    else found.set(key, { key, point: slotOf(drawing, place, slot, sides.length), units: [id] });
  }
  return [...found.values()];
}

/**
 * Where a group lies in an area: where the drawing says, or beside the middle of the area.
 * The slots of a drawing: one a side in their order, then one for the units that only their owner sees.
 * @param {Drawing} drawing
 * @param {string} place
 * @param {number} slot
 * @param {number} sides
 * @returns {{x: number, y: number}}
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

/**
 * The box in which units of a place lie; each side may have one of its own.
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @param {string} place
 * @param {string} [side]
 */
export function boxOf(drawing, theme, place, side = "") {
  const wanted = theme.places?.[place];
  if (!wanted || wanted.rest) return null;
  const id = wanted.box && typeof wanted.box === "object" ? wanted.box[side] : wanted.box;
  const holds = (drawing.boxes ?? []).filter((box) => box.kind === "hold");
  return holds.find((box) => box.id === id) ?? holds.find((box) => box.place === place) ?? null;
}

/** From this size on every counter of a box lies by itself. */
const ROOM = 58;

/**
 * How so many piles fit into a box best.
 * @param {any} box
 * @param {number} count
 * @param {boolean} [wide] rather in long rows than in long columns
 */
function cellsOf(box, count, wide = false) {
  const top = 34;
  const [width, height] = [box.width - 24, box.height - top - 10];
  let best = { columns: 1, cell: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const cell = Math.min(width / columns, height / rows, 88);
    if (cell > best.cell || (wide && cell === best.cell)) best = { columns, cell };
  }
  return { ...best, top, width };
}

/**
 * Piles in rows, as large as the box allows.
 * @param {any} box
 * @param {[string, string[]][]} groups
 * @param {View} view
 * @param {Set<string>} ready
 * @param {Map<string, Spot>} spots
 * @param {Pile[]} piles
 * @param {boolean} wide
 */
function layBox(box, groups, view, ready, spots, piles, wide) {
  const best = cellsOf(box, groups.length, wide);
  const { top, width } = best;
  const scale = Math.min(1.3, best.cell / 68);
  groups.forEach(([kind, units], index) => {
    const column = index % best.columns;
    const row = Math.floor(index / best.columns);
    const x = box.x + 12 + (column + 0.5) * Math.min(width / best.columns, best.cell * 1.12);
    const y = box.y + top + (row + 0.5) * best.cell;
    const order = [...units].sort((a, b) => Number(ready.has(b)) - Number(ready.has(a)));
    const place = view.units[order[0]].place;
    const key = `${box.id} ${kind}`;
    lay(spots, [...order].reverse(), x, y, scale, place, key, 1.6);
    piles.push({ key, x, y, units: order, scale, box: box.id, place });
  });
}

/**
 * @param {Map<string, Spot>} spots
 * @param {string[]} units
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {string} place
 * @param {string|null} pile
 * @param {number} step
 */
function lay(spots, units, x, y, scale, place, pile, step) {
  const of = units.length;
  units.forEach((unit, depth) => {
    // only the three uppermost are seen to lie on each other
    const up = Math.max(0, depth - Math.max(0, of - 3)) - (Math.min(of, 3) - 1) / 2;
    spots.set(unit, { x: x + up * step, y: y - up * step, scale, place, depth, of, pile });
  });
}

/**
 * Places for the counters of a pile that has been fanned out: rows near the pile, within what is seen, each large enough to be hit.
 * @param {Pile} pile
 * @param {number} side of a counter with its gap
 * @param {{x: number, y: number, width: number, height: number}} seen
 * @returns {{x: number, y: number}[]}
 */
export function fan(pile, side, seen) {
  const count = pile.units.length;
  if (count <= 6 && !pile.box && !pile.rows) {
    const radius = Math.max(side * 0.95, (count * side) / (2 * Math.PI) * 1.12);
    return pile.units.map((_, index) => {
      const angle = (2 * Math.PI * index) / count - Math.PI / 2;
      return { x: pile.x + radius * Math.cos(angle), y: pile.y + radius * Math.sin(angle) };
    });
  }
  const columns = Math.max(1, Math.min(Math.floor((seen.width * 0.9) / side), pile.rows && count < 5 ? count : Math.ceil(Math.sqrt(count * 1.7))));
  const rows = Math.ceil(count / columns);
  const [width, height] = [columns * side, rows * side];
  const left = Math.max(seen.x + side * 0.2, Math.min(seen.x + seen.width - width - side * 0.2, pile.x - width / 2));
  const top = Math.max(seen.y + side * 0.2, Math.min(seen.y + seen.height - height - side * 0.2, pile.y - height / 2));
  return pile.units.map((_, index) => ({ x: left + ((index % columns) + 0.5) * side, y: top + (Math.floor(index / columns) + 0.5) * side }));
}

/**
 * @param {Map<string, string[]>} map
 * @param {string} key
 * @param {string} value
 */
function push(map, key, value) {
  const found = map.get(key);
  if (found) found.push(value);
  else map.set(key, [value]);
}
