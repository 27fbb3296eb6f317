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
  const fight = fightOf(view, table.drawing.spaces);
  for (const some of fight ? byPlace(view, fight.attackers) : []) {
    const goal = fight?.to.kind === "unit" ? view.units[fight.to.value].place : fight?.to.value;
    if (fight && view.units[some[0]].place !== goal) found.push({ id: 0, units: some, to: fight.to, fight: true });
  }
  return found;
}

/**
 * The attack that is being built, until chance has spoken: who attacks, by name or by the spaces they attack from, and what.
 * @param {import("../types.js").View} view
 * @param {Record<string, any>} spaces
 * @returns {{attackers: string[], to: import("../types.js").Pick}|null}
 */
export function fightOf(view, spaces) {
  const { combat } = view;
  if (!combat || combat.die || combat.dice || combat.read) return null;
  const known = (/** @type {any} */ units) => (Array.isArray(units) ? units.map((one) => one?.unit ?? one).filter((unit) => view.units[unit]) : []);
  const from = Array.isArray(combat.from) ? combat.from : [];
  const there = Object.keys(view.units).filter((unit) => from.includes(view.units[unit].place) && view.units[unit].side === view.decision.side);
  const attackers = [known(combat.attackers), known(combat.units), there].find((some) => some.length > 0) ?? [];
  const [defender] = known(combat.defenders);
  const space = [combat.target, combat.hex].find((one) => typeof one === "string" && one in spaces);
  if (attackers.length === 0 || (!defender && !space)) return null;
  return { attackers, to: defender ? { kind: "unit", value: defender } : { kind: "space", value: space } };
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
