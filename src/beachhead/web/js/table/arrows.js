// @ts-check
/** What has been ordered and not yet carried out, as the position itself has it: targets that were named, and attacks that are being built. */

/** @typedef {import("../types.js").Store} Store */
/** An arrow of the map: from where units are to a space or unit. @typedef {{id: number, units: string[], to: import("../types.js").Pick, fight: boolean, chosen?: boolean, possible?: boolean}} Arrow */

/**
 * @param {Store} table
 * @returns {Arrow[]}
 */
export function arrowsOf(table) {
  const { view } = table.shown;
  /** @type {Arrow[]} */
  const found = [];
  for (const rule of Object.values(/** @type {Record<string, any>} */ (table.lore.theme?.together ?? {}))) {
    const named = rule.from ? view[rule.from] : null;
    for (const [space, units] of Object.entries(/** @type {Record<string, any>} */ (named ?? {}))) {
      if (Array.isArray(units)) found.push(...byPlace(view, units).map((some) => ({ id: 0, units: some, to: { kind: "space", value: space }, fight: true })));
    }
  }
  const { combat } = view;
  if (combat && !combat.die && !combat.dice) {
    const known = (/** @type {any} */ units) => (Array.isArray(units) ? units.filter((unit) => view.units[unit]) : []);
    const defenders = known(combat.defenders);
    const target = defenders.length > 0 ? { kind: "unit", value: defenders[0] } : null;
    for (const some of target ? byPlace(view, known(combat.attackers)) : []) {
      if (view.units[some[0]].place !== view.units[defenders[0]].place) found.push({ id: 0, units: some, to: /** @type {any} */ (target), fight: true });
    }
  }
  return found;
}

/**
 * @param {import("../types.js").View} view
 * @param {string[]} units
 */
function byPlace(view, units) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const unit of units) {
    const place = view.units[unit]?.place;
    if (place !== undefined) found.set(place, [...(found.get(place) ?? []), unit]);
  }
  return [...found.values()];
}
