// @ts-check
/**
 * What the page asks of a map instead of what kind it is: every property has a default that follows from the drawing, and a theme may
 * say otherwise under `space`. This is the only place that knows how a drawing was made.
 */

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").Theme} Theme */
/**
 * lattice: all spaces have one outline and lie in rows; a point belongs to the nearest, and marks stand a little within it.
 * numbered: spaces are called by their numbers, which are printed when the map is close.
 * slots: `sides`, every side has a place of its own in every space; `shared`, only where units of several sides are together.
 * hover: whether a pile opens under a pointer that rests on it.
 * opening: what the first look shows: `land`, all spaces as large as can be; `decision`, where there is something to decide.
 * @typedef {{lattice: boolean, numbered: boolean, slots: "sides"|"shared", hover: boolean, opening: "land"|"decision"}} Properties
 */

/**
 * @param {Drawing|null|undefined} drawing
 * @param {Partial<Theme>|null} [theme]
 * @returns {Properties}
 */
export function propertiesOf(drawing, theme) {
  const raw = /** @type {any} */ (drawing ?? {});
  const lattice = Boolean(raw.cell) || raw.kind === "hexes";
  const given = /** @type {Partial<Properties>} */ (theme?.space ?? {});
  return {
    lattice,
    numbered: given.numbered ?? lattice,
    slots: given.slots ?? (lattice ? "shared" : "sides"),
    hover: given.hover ?? !lattice,
    opening: given.opening ?? (lattice ? "decision" : "land"),
  };
}

/**
 * The fields of units that name a space they are about to enter; an arrow leads there.
 * @param {Theme} theme
 * @returns {string[]}
 */
export function towards(theme) {
  return theme.towards ?? [];
}

/**
 * The class of a tone: a side of the game has its own colours, everything else is a colour or a meaning of the page.
 * @param {string|undefined|null} tone
 * @param {Theme} theme
 */
export function toneClass(tone, theme) {
  const side = Object.keys(theme.sides ?? {}).indexOf(tone ?? "");
  return side >= 0 ? `tone-side-${side % 3}` : `tone-${tone ?? "plain"}`;
}

/**
 * Whether a printed number can be added up over several units; movement and ranges cannot.
 * @param {Theme} theme
 * @param {string} field
 */
export function sums(theme, field) {
  return theme.value_names?.[field]?.sum ?? true;
}

/**
 * The units of a space in the order in which they lie, the lowest first; null if the game keeps no order there.
 * @param {import("../types.js").View} view
 * @param {string} place
 * @param {string[]} units
 * @returns {string[]|null}
 */
export function stackOrder(view, place, units) {
  const given = /** @type {string[]|undefined} */ (view.stacks?.[place]);
  if (!given) return null;
  const here = new Set(units);
  const named = given.filter((unit) => here.has(unit));
  const listed = new Set(named);
  return [...named, ...units.filter((unit) => !listed.has(unit))];
}

/**
 * What a face-down counter is called; null if the counter lies open.
 * @param {import("../types.js").Unit|undefined} unit
 * @param {Theme} theme
 * @returns {{name: string, says: string, palette?: string, symbol?: string, sign?: string}|null}
 */
export function backOf(unit, theme) {
  if (!unit?.back) return null;
  const { name = String(unit.back), says = "", ...rest } = theme.backs?.[unit.back] ?? {};
  return { name, says, ...rest };
}

/**
 * The chips on a unit with what the theme says of them, in the theme's order.
 * @param {import("../types.js").Unit|undefined} unit
 * @param {Theme} theme
 * @returns {{id: string, n: number|true, name: string, says: string, sign: string, tone: string}[]}
 */
export function chipsOf(unit, theme) {
  const given = /** @type {Record<string, number|boolean>} */ (unit?.chips ?? {});
  const order = [...Object.keys(theme.chips ?? {}).filter((id) => id in given), ...Object.keys(given).filter((id) => !theme.chips?.[id])];
  return order.filter((id) => given[id]).map((id) => {
    const { name = id, says = "", sign = name.slice(0, 1).toUpperCase(), tone = "plain" } = theme.chips?.[id] ?? {};
    return { id, n: given[id] === true ? true : Number(given[id]), name, says, sign, tone };
  });
}

/**
 * A chip in words.
 * @param {ReturnType<typeof chipsOf>[number]} chip
 */
export function chipWords(chip) {
  return chip.n === true || chip.n === 1 ? chip.name : `${chip.name} ${chip.n}`;
}

/**
 * The state of affairs that nobody must overlook, if there is one: a word of the view for which the theme has a sign.
 * @param {import("../types.js").View} view
 * @param {import("../types.js").Theme} theme
 * @returns {import("../theme.js").Status|undefined}
 */
export function signOf(view, theme) {
  return Object.entries(theme.status ?? {}).flatMap(([name, words]) => [view[name] ?? []].flat().map((/** @type {string} */ word) => words[word])).find((one) => one?.sign);
}
