// @ts-check
/** Where every counter lies: on its space, in a stack, in a pile of a box beside the map, or nowhere. */

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {{x: number, y: number, scale: number, place: string, depth: number, of: number, pile: string|null}} Spot */
/** @typedef {{key: string, x: number, y: number, units: string[], scale: number, box: string|null, place: string}} Pile */

/**
 * @param {View} view
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @param {Set<string>} ready units that can act come to the top of their pile
 * @returns {{spots: Map<string, Spot>, piles: Pile[], held: Record<string, number>}}
 */
export function arrange(view, drawing, theme, ready) {
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
    const box = boxOf(drawing, theme, unit.place);
    if (!box) continue;
    held[box.id] = (held[box.id] ?? 0) + 1;
    let groups = kept.get(box.id);
    if (!groups) kept.set(box.id, (groups = new Map()));
    push(groups, `${unit.side} ${unit.arm} ${unit.values}`, id);
  }
  for (const [place, units] of on) {
    const { x, y } = drawing.spaces[place];
    lay(spots, units, x, y, 1, place, units.length > 1 ? place : null, 3.2);
    if (units.length > 1) piles.push({ key: place, x, y, units, scale: 1, box: null, place });
  }
  for (const [id, groups] of kept) {
    const box = drawing.boxes.find((one) => one.id === id);
    layBox(box, [...groups], view, ready, spots, piles);
  }
  return { spots, piles, held };
}

/**
 * The box in which units of a place lie.
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @param {string} place
 */
export function boxOf(drawing, theme, place) {
  const wanted = theme.places?.[place];
  if (!wanted || wanted.rest) return null;
  return (drawing.boxes ?? []).find((box) => box.kind === "hold" && (box.place === place || box.id === wanted.box)) ?? null;
}

/**
 * Piles in rows, as large as the box allows.
 * @param {any} box
 * @param {[string, string[]][]} groups
 * @param {View} view
 * @param {Set<string>} ready
 * @param {Map<string, Spot>} spots
 * @param {Pile[]} piles
 */
function layBox(box, groups, view, ready, spots, piles) {
  const top = 34;
  const [width, height] = [box.width - 24, box.height - top - 10];
  let best = { columns: 1, cell: 0 };
  for (let columns = 1; columns <= groups.length; columns += 1) {
    const rows = Math.ceil(groups.length / columns);
    const cell = Math.min(width / columns, height / rows, 88);
    if (cell > best.cell) best = { columns, cell };
  }
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
  if (count <= 6 && !pile.box) {
    const radius = Math.max(side * 0.95, (count * side) / (2 * Math.PI) * 1.12);
    return pile.units.map((_, index) => {
      const angle = (2 * Math.PI * index) / count - Math.PI / 2;
      return { x: pile.x + radius * Math.cos(angle), y: pile.y + radius * Math.sin(angle) };
    });
  }
  const columns = Math.max(1, Math.min(Math.floor((seen.width * 0.9) / side), Math.ceil(Math.sqrt(count * 1.7))));
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
