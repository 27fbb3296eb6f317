// @ts-check
/** Dice by the handful: which faces hit, and what is to be expected of them. Pure numbers, no page. */

/** @typedef {import("../types.js").Handful} Handful */

/**
 * The faces that hit.
 * @param {import("../types.js").Theme} [theme]
 * @returns {number[]}
 */
export function hitFaces(theme) {
  return theme?.hit_faces ?? [];
}

/**
 * The faces of a roll, the rocket's (whose face counts as it is) last; empty if nothing was rolled by the handful.
 * @param {any} data
 * @returns {number[]}
 */
export function facesOf(data) {
  const plain = Array.isArray(data?.faces) ? data.faces : Array.isArray(data?.dice) ? data.dice : [];
  const rocket = typeof data?.rocket === "number" && data.rocket > 0 ? [data.rocket] : [];
  return [...plain, ...rocket].map(Number).filter((face) => face >= 1 && face <= 6);
}

/**
 * Whether a die of a roll has hit.
 * @param {any} data
 * @param {number} index
 * @param {number} face
 * @param {number[]} hits the faces that hit
 */
export function isHit(data, index, face, hits) {
  return hits.includes(face) || isRocket(data, index);
}

/**
 * Whether this die is the rocket's.
 * @param {any} data
 * @param {number} index
 */
export function isRocket(data, index) {
  return typeof data?.rocket === "number" && data.rocket > 0 && index === facesOf(data).length - 1;
}

/**
 * How many dice an attack rolls or has rolled, without the rocket's.
 * @param {Handful} data
 */
export function diceOf(data) {
  if (typeof data.dice === "number") return data.dice;
  return Array.isArray(data.dice) ? data.dice.length : data.faces?.length ?? 0;
}

/**
 * What is taken off the hits, by its name; only what counts.
 * @param {Handful} data
 * @returns {[string, number][]}
 */
export function partsOf(data) {
  const parts = data.minus ?? (data.protection ? { protection: data.protection } : {});
  return Object.entries(parts).flatMap(([name, n]) => (Number(n) > 0 ? [/** @type {[string, number]} */ ([name, Number(n)])] : []));
}

/**
 * What something that is taken off is called: one word, or one for one of it and another for more.
 * @param {import("../types.js").Theme|undefined} theme
 * @param {string} name
 * @param {number} n
 * @returns {string|undefined}
 */
export function partName(theme, name, n) {
  const found = theme?.minus?.[name];
  return typeof found === "object" ? found[n === 1 ? "one" : "other"] : found;
}

/**
 * What is taken off the hits in all.
 * @param {Handful} data
 */
export function minusOf(data) {
  return partsOf(data).reduce((sum, [, n]) => sum + n, 0);
}

/**
 * Who rolls the dice.
 * @param {Handful} data
 * @returns {string[]}
 */
export function firersOf(data) {
  return data.firers ?? data.units ?? (data.unit ? [data.unit] : []);
}

/**
 * The chance of each number of hits, exactly: n dice, each of which hits with chance p; a rocket adds the face of one die.
 * @param {number} dice
 * @param {number} p
 * @param {boolean} [rocket]
 * @returns {number[]}
 */
export function hitChances(dice, p, rocket = false) {
  let chances = [1];
  for (let index = 0; index < dice; index += 1) {
    chances = Array.from({ length: chances.length + 1 }, (_, hits) => (chances[hits] ?? 0) * (1 - p) + (chances[hits - 1] ?? 0) * p);
  }
  if (!rocket) return chances;
  return Array.from({ length: chances.length + 6 }, (_, sum) => [1, 2, 3, 4, 5, 6].reduce((all, face) => all + (chances[sum - face] ?? 0) / 6, 0));
}

/**
 * The chance of each Damage Number: hits less what is taken off, never below 0.
 * @param {number[]} chances
 * @param {number} minus
 * @returns {number[]}
 */
export function less(chances, minus) {
  const found = chances.slice(minus);
  found[0] = chances.slice(0, minus + 1).reduce((sum, chance) => sum + chance, 0);
  return found;
}

/** @param {number[]} chances */
export function mean(chances) {
  return chances.reduce((sum, chance, n) => sum + chance * n, 0);
}

/**
 * A chance written as "1/6" or as a number.
 * @param {string|number|undefined} text
 */
export function part(text) {
  if (text === undefined || text === null || text === "") return 0;
  const [top, bottom] = String(text).split("/").map(Number);
  return bottom ? top / bottom : top;
}

/**
 * The chances of an attack before its roll, as the service says or as its dice give them.
 * @param {Handful} data
 * @param {number[]} hits the faces that hit
 * @returns {number[]} by number
 */
export function chancesOf(data, hits) {
  const said = Object.entries(data.chances ?? {}).filter(([name]) => /^\d+$/.test(name));
  if (said.length > 0) {
    const most = Math.max(...said.map(([name]) => Number(name)));
    return Array.from({ length: most + 1 }, (_, n) => part(data.chances?.[String(n)]));
  }
  const all = hitChances(diceOf(data), hits.length / 6, Boolean(data.rocket));
  return data.of === "hits" ? all : less(all, minusOf(data));
}
