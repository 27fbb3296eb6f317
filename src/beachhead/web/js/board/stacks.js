// @ts-check
/** Where every counter lies: on its space, in a stack, in a pile of a box beside the map, or nowhere. */
import { isHidden, valuesText } from "./counters.js";
import { propertiesOf, stackOrder } from "./properties.js";
import { layoutOf } from "./room.js";

export { slotOf } from "./room.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {{x: number, y: number, scale: number, place: string, depth: number, of: number, pile: string|null}} Spot */
/** @typedef {{key: string, x: number, y: number, units: string[], scale: number, box: string|null, place: string, rows?: boolean, ordered?: boolean}} Pile */
/** How many units of which place lie in a box. @typedef {Record<string, Record<string, number>>} Held */

/**
 * @param {View} view
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @param {Set<string>} ready units that can act come to the top of their pile, unless the game keeps the order of its stacks
 * @param {string|null} [chosen] and the one that is chosen to the very top
 * @param {string} [size] of the counters
 * @returns {{spots: Map<string, Spot>, piles: Pile[], held: Held}}
 */
export function arrange(view, drawing, theme, ready, chosen = null, size = "normal") {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  /** @type {Pile[]} */
  const piles = [];
  /** @type {Held} */
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
    const places = (held[box.id] ??= {});
    places[unit.place] = (places[unit.place] ?? 0) + 1;
    let groups = kept.get(box.id);
    if (!groups) kept.set(box.id, (groups = new Map()));
    push(groups, `${unit.place}|${unit.side} ${unit.back ?? unit.arm} ${valuesText(unit, theme)}${unit.stripe ? ` ${unit.stripe}` : ""}`, id);
  }
  const { slots, hover } = propertiesOf(drawing, theme);
  const sides = Object.keys(theme.sides ?? {});
  const rank = (/** @type {string} */ unit) => (unit === chosen ? 2 : Number(ready.has(unit)));
  for (const [place, units] of on) {
    const order = stackOrder(view, place, units);
    const groups = groupsOf(order ?? units, view, theme, sides, slots === "sides" || !order);
    const layout = layoutOf(drawing, place, [...groups.keys()], sides.length, size);
    let at = 0;
    for (const [slot, group] of groups) {
      const point = layout.points[at++];
      const key = `${place} ${slot}`;
      if (!order) group.sort((a, b) => rank(a) - rank(b));
      lay(spots, group, point.x, point.y, layout.scale, place, group.length > 1 ? key : null, hover ? 5 : 3.2);
      if (group.length > 1) piles.push({ key, ...point, units: [...group].reverse(), scale: layout.scale, box: null, place, rows: hover, ordered: Boolean(order) });
    }
  }
  for (const [id, groups] of kept) {
    const box = drawing.boxes.find((one) => one.id === id);
    const single = [...groups].flatMap(([kind, units]) => units.map((unit) => /** @type {[string, string[]]} */ ([`${kind} ${unit}`, [unit]])));
    const roomy = cellsOf(box, sectionsOf(single)).cell >= ROOM;
    layBox(box, roomy ? single : [...groups], view, ready, spots, piles, roomy);
  }
  return { spots, piles, held };
}

/**
 * The units of a space in their groups, by the number of their slot, rising: each side has a place of its own there, and what only the
 * owner sees lies apart unless the order of the stack says where it lies.
 * @param {string[]} units
 * @param {View} view
 * @param {Theme} theme
 * @param {string[]} sides
 * @param {boolean} apart
 */
function groupsOf(units, view, theme, sides, apart) {
  /** @type {Map<number, string[]>} */
  const found = new Map();
  for (const id of units) {
    const unit = view.units[id];
    const slot = Math.max(0, sides.indexOf(unit.side)) + (apart && isHidden(unit, theme) ? sides.length : 0);
    const group = found.get(slot);
    if (group) group.push(id);
    else found.set(slot, [id]);
  }
  return new Map([...found].sort((a, b) => a[0] - b[0]));
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

/** No counter of a box takes more room than this. */
const WIDEST = 112;

/**
 * How many piles of each place there are: every meaning begins a row of its own.
 * @param {[string, string[]][]} groups
 * @returns {number[]}
 */
function sectionsOf(groups) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const [kind] of groups) {
    const place = kind.slice(0, kind.indexOf("|"));
    found.set(place, (found.get(place) ?? 0) + 1);
  }
  return [...found.values()];
}

/**
 * How so many piles fit into a box best.
 * @param {any} box
 * @param {number[]} sections
 * @param {boolean} [wide] rather in long rows than in long columns
 */
function cellsOf(box, sections, wide = false) {
  const top = 34;
  const [width, height] = [box.width - 24, box.height - top - 10];
  let best = { columns: 1, cell: 0 };
  for (let columns = 1; columns <= Math.max(...sections); columns += 1) {
    const rows = sections.reduce((sum, count) => sum + Math.ceil(count / columns), 0);
    const cell = Math.min(width / columns, height / rows, WIDEST);
    if (cell > best.cell || (wide && cell === best.cell)) best = { columns, cell };
  }
  return { ...best, top, width };
}

/**
 * Piles in rows, as large as the box allows; units of one place together.
 * @param {any} box
 * @param {[string, string[]][]} groups
 * @param {View} view
 * @param {Set<string>} ready
 * @param {Map<string, Spot>} spots
 * @param {Pile[]} piles
 * @param {boolean} wide
 */
function layBox(box, groups, view, ready, spots, piles, wide) {
  const best = cellsOf(box, sectionsOf(groups), wide);
  const { top, width } = best;
  const scale = Math.min(1.6, best.cell / 68);
  const placeOf = (/** @type {[string, string[]]} */ group) => group[0].slice(0, group[0].indexOf("|"));
  const places = [...new Set(groups.map(placeOf))].sort((a, b) => Number(b === box.place) - Number(a === box.place));
  let row = 0;
  for (const place of places) {
    const mine = groups.filter((group) => placeOf(group) === place);
    mine.forEach(([kind, units], index) => {
      const x = box.x + 12 + ((index % best.columns) + 0.5) * Math.min(width / best.columns, best.cell * 1.12);
      const y = box.y + top + (row + Math.floor(index / best.columns) + 0.5) * best.cell;
      const order = [...units].sort((a, b) => Number(ready.has(b)) - Number(ready.has(a)));
      const key = `${box.id} ${kind}`;
      lay(spots, [...order].reverse(), x, y, scale, view.units[order[0]].place, key, 1.6);
      piles.push({ key, x, y, units: order, scale, box: box.id, place });
    });
    row += Math.ceil(mine.length / best.columns);
  }
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
    spots.set(unit, { x: x + up * step * scale, y: y - up * step * scale, scale, place, depth, of, pile });
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
  const columns = Math.max(1, Math.min(Math.floor((seen.width * 0.9) / side), count < 5 ? count : Math.ceil(Math.sqrt(count * 1.7))));
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
