// @ts-check
/** Small figures drawn by us: the symbols of the arms, badges, dice. All are path data around (0, 0). */

/** A symbol in a box of 2 by 1.3: `line` is stroked, `fill` is filled, `text` is written. @typedef {{line?: string, fill?: string, text?: string}} Figure */

const cross = (/** @type {number} */ x, /** @type {number} */ y) => `M${-x} ${-y}L${x} ${y}M${x} ${-y}L${-x} ${y}`;
const track = (/** @type {number} */ w, /** @type {number} */ h) => {
  const r = h * 0.27;
  const a = w * 0.36 - r;
  return `M${-a} ${-r}H${a}A${r} ${r} 0 0 1 ${a} ${r}H${-a}A${r} ${r} 0 0 1 ${-a} ${-r}Z`;
};
const bridge = (/** @type {number} */ w, /** @type {number} */ h) => `M${-w * 0.3} ${h * 0.26}V${-h * 0.2}H${w * 0.3}V${h * 0.26}M0 ${-h * 0.2}V${h * 0.26}`;
const anchor = (/** @type {number} */ w, /** @type {number} */ h) =>
  `M0 ${h * 0.34}V${-h * 0.2}M${-w * 0.12} ${-h * 0.08}H${w * 0.12}M${-w * 0.2} ${h * 0.08}A${w * 0.2} ${h * 0.28} 0 0 0 ${w * 0.2} ${h * 0.08}${circle(0, -h * 0.28, h * 0.09)}`;
const wings = (/** @type {number} */ w, /** @type {number} */ h, /** @type {number} */ y) => `M${-w * 0.22} ${y}q${w * 0.11} ${-h * 0.24} ${w * 0.22} 0q${w * 0.11} ${-h * 0.24} ${w * 0.22} 0`;
const propeller = (/** @type {number} */ w, /** @type {number} */ h) =>
  `M${-w * 0.3} 0C${-w * 0.3} ${-h * 0.4} 0 ${-h * 0.1} 0 0C0 ${h * 0.1} ${w * 0.3} ${h * 0.4} ${w * 0.3} 0C${w * 0.3} ${-h * 0.4} 0 ${-h * 0.1} 0 0C0 ${h * 0.1} ${-w * 0.3} ${h * 0.4} ${-w * 0.3} 0Z`;

/**
 * The signs any game may use, each in a box `w` wide and `h` high around the origin.
 * @type {Record<string, (w: number, h: number) => Figure>}
 */
export const SYMBOLS = {
  none: () => ({}),
  infantry: (w, h) => ({ line: cross(w / 2, h / 2) }),
  marines: (w, h) => ({ line: cross(w / 2, h / 2), fill: circle(0, 0, h * 0.15) }),
  naval_infantry: (w, h) => ({ line: cross(w / 2, h / 2), fill: circle(0, 0, h * 0.15) }),
  mountain: (w, h) => ({ line: cross(w / 2, h / 2), fill: `M0 ${h * 0.12}L${w * 0.13} ${h / 2}H${-w * 0.13}Z` }),
  airborne: (w, h) => ({ line: `${cross(w / 2, h / 2)}${wings(w, h, h * 0.44)}` }),
  motorized: (w, h) => ({ line: `${cross(w / 2, h / 2)}M0 ${-h / 2}V${h / 2}` }),
  mechanized: (w, h) => ({ line: `${cross(w / 2, h / 2)}${track(w, h)}` }),
  armored_infantry: (w, h) => ({ line: `${cross(w / 2, h / 2)}${track(w, h)}` }),
  artillery: (_, h) => ({ fill: circle(0, 0, h * 0.24) }),
  self_propelled: (w, h) => ({ line: track(w, h), fill: circle(0, 0, h * 0.13) }),
  coastal_artillery: (w, h) => ({ line: `M${-w * 0.34} ${h * 0.34}q${w * 0.085} ${-h * 0.2} ${w * 0.17} 0t${w * 0.17} 0t${w * 0.17} 0t${w * 0.17} 0`, fill: circle(0, -h * 0.12, h * 0.2) }),
  anti_aircraft: (w, h) => ({ line: `M${-w * 0.3} ${h / 2}A${w * 0.3} ${h * 0.72} 0 0 1 ${w * 0.3} ${h / 2}` }),
  armor: (w, h) => ({ line: track(w, h) }),
  armored_cavalry: (w, h) => ({ line: `${track(w, h)}M${-w / 2} ${h / 2}L${w / 2} ${-h / 2}` }),
  cavalry: (w, h) => ({ line: `M${-w / 2} ${h / 2}L${w / 2} ${-h / 2}` }),
  engineer: (w, h) => ({ line: bridge(w, h) }),
  air: (w, h) => ({ line: propeller(w, h) }),
  bomber: (w, h) => ({ line: propeller(w, h), fill: circle(0, h * 0.3, h * 0.1) }),
  naval: (w, h) => ({ line: anchor(w, h) }),
  hq: (w, h) => ({ line: `M${-w / 2} ${-h * 0.12}H${w / 2}M${-w * 0.26} ${-h * 0.12}V${-h / 2}M${w * 0.26} ${-h * 0.12}V${-h / 2}` }),
  machine_gun: (w, h) => ({ line: `M0 ${h * 0.34}V${-h * 0.34}M${-w * 0.1} ${-h * 0.12}L0 ${-h * 0.36}L${w * 0.1} ${-h * 0.12}M${-w * 0.13} ${h * 0.34}H${w * 0.13}` }),
  mortar: (w, h) => ({ line: `M0 ${h * 0.12}V${-h * 0.36}M${-w * 0.1} ${-h * 0.14}L0 ${-h * 0.38}L${w * 0.1} ${-h * 0.14}${circle(0, h * 0.24, h * 0.13)}` }),
  gun: (w, h) => ({ line: `M${-w * 0.34} ${h * 0.3}H${w * 0.34}V${-h * 0.02}H${-w * 0.34}Z`, fill: circle(0, -h * 0.2, h * 0.19) }),
  rocket: (w, h) => ({ line: `M${-w * 0.12} ${-h * 0.1}L0 ${-h * 0.36}L${w * 0.12} ${-h * 0.1}M${-w * 0.12} ${h * 0.1}L0 ${-h * 0.16}L${w * 0.12} ${h * 0.1}`, fill: circle(0, h * 0.24, h * 0.14) }),
  anti_tank: (w, h) => ({ line: `M${-w / 2} ${h / 2}L0 ${-h / 2}L${w / 2} ${h / 2}` }),
  flamethrower: (w, h) => ({ line: `M${-w * 0.3} ${h * 0.22}H${w * 0.08}M${-w * 0.3} ${h * 0.22}V${-h * 0.1}`, fill: `M${w * 0.08} ${h * 0.3}C${w * 0.02} 0 ${w * 0.2} ${-h * 0.06} ${w * 0.18} ${-h * 0.36}C${w * 0.36} ${-h * 0.1} ${w * 0.4} ${h * 0.3} ${w * 0.08} ${h * 0.3}Z` }),
  recon: (w, h) => ({ line: `M${-w / 2} ${h / 2}L${w / 2} ${-h / 2}` }),
  commando: (w, h) => ({ line: cross(w / 2, h / 2), fill: `M0 ${-h * 0.36}L${w * 0.08} ${-h * 0.02}H${-w * 0.08}Z` }),
  signal: (w, h) => ({ line: `M${-w / 2} ${-h / 2}L${w * 0.06} ${h * 0.12}V${-h * 0.12}L${w / 2} ${h / 2}` }),
  supply: (w, h) => ({ line: `M${-w / 2} ${h * 0.22}H${w / 2}` }),
  depot: (w, h) => ({ line: `M${-w / 2} ${h * 0.22}H${w / 2}`, fill: circle(0, -h * 0.1, h * 0.14) }),
  transport: (_, h) => ({ line: `${circle(0, 0, h * 0.3)}M0 ${-h * 0.3}V${h * 0.3}M${-h * 0.3} 0H${h * 0.3}` }),
  medical: (w, h) => ({ line: `M0 ${-h / 2}V${h / 2}M${-w / 2} 0H${w / 2}` }),
  amphibious_tractor: (w, h) => ({ line: `M${-w * 0.38} ${-h * 0.3}H${w * 0.38}L${w * 0.26} ${h * 0.06}H${-w * 0.26}ZM${-w * 0.4} ${h * 0.32}q${w * 0.1} ${-h * 0.22} ${w * 0.2} 0t${w * 0.2} 0t${w * 0.2} 0t${w * 0.2} 0` }),
  landing_craft: (w, h) => ({ line: `M${-w * 0.38} ${-h * 0.12}H${w * 0.38}L${w * 0.24} ${h * 0.28}H${-w * 0.28}ZM0 ${-h * 0.12}V${-h * 0.4}` }),
  bunker: (w, h) => ({ line: `M${-w * 0.3} ${h * 0.3}V${-h * 0.05}L${-w * 0.16} ${-h * 0.3}H${w * 0.16}L${w * 0.3} ${-h * 0.05}V${h * 0.3}Z`, fill: `M${-w * 0.14} ${-h * 0.04}H${w * 0.14}V${h * 0.08}H${-w * 0.14}Z` }),
  leader: (_, h) => ({ fill: star(5, h * 0.4, h * 0.17) }),
};

/** Other names for the same sign. @type {Record<string, string>} */
const ALSO = { armour: "armor", tank: "armor", headquarters: "hq", anti_tank_gun: "anti_tank", marine: "marines", amtrac: "amphibious_tractor", engineers: "engineer", reconnaissance: "recon", parachute: "airborne" };

/**
 * The symbol of an arm in a box `w` wide and `h` high around the origin. A name that nobody has drawn is written into the box by its
 * first letters, so that a game's own arm can always be told from the others.
 * @param {string} kind
 * @param {number} w
 * @param {number} h
 * @returns {Figure}
 */
export function symbol(kind, w, h) {
  const name = kind.toLowerCase().replaceAll(/[\s-]+/g, "_");
  const drawn = SYMBOLS[name] ?? SYMBOLS[ALSO[name]];
  return drawn ? drawn(w, h) : { text: initials(kind) };
}

/** @param {string} kind */
function initials(kind) {
  const words = kind.split(/[\s_-]+/).filter(Boolean);
  return (words.length > 1 ? words.map((word) => word[0]).join("") : kind.slice(0, 2)).slice(0, 3).toUpperCase();
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function circle(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** How many numbers a command of a path takes, and which of a round are x (0) and y (1). @type {Record<string, (0|1|-1)[]>} */
const COMMANDS = { M: [0, 1], L: [0, 1], T: [0, 1], H: [0], V: [1], C: [0, 1, 0, 1, 0, 1], S: [0, 1, 0, 1], Q: [0, 1, 0, 1], A: [-1, -1, -1, -1, -1, 0, 1] };

/** @type {Map<string, string>} */
const shifted = new Map();

/**
 * A path somewhere else. A transform would do the same, but a browser pays for every one of them in every frame in which the map moves.
 * @param {string} d that begins with an absolute command
 * @param {number} x
 * @param {number} y
 */
export function shift(d, x, y) {
  const key = `${x} ${y} ${d}`;
  const known = shifted.get(key);
  if (known !== undefined) return known;
  const moved = d.replaceAll(/([A-Za-z])([^A-Za-z]*)/g, (whole, command, rest) => {
    const takes = COMMANDS[command];
    if (!takes) return whole;
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number);
    return command + numbers.map((/** @type {number} */ number, /** @type {number} */ index) => {
      const kind = takes[index % takes.length];
      return Math.round((kind === 0 ? number + x : kind === 1 ? number + y : number) * 100) / 100;
    }).join(" ");
  });
  shifted.set(key, moved);
  return moved;
}

/** The outline of a badge, about 13 across. Every badge has its own shape, so that none needs its colour. @type {Record<string, string>} */
export const BADGES = {
  corner: "M-6.5-6.5H6.5V6.5Z",
  notch: "M-7 0L-1-6.5H6.5V6.5H-1Z",
  shield: "M-6-6.5H6V0C6 4 2.5 6 0 7.5C-2.5 6-6 4-6 0Z",
  arrow: "M-6.5-3.4H0V-7L7 0L0 7V3.4H-6.5Z",
  burst: star(9, 7.6, 5),
  ring: circle(0, 0, 6.5),
  bar: "M-6.5-4.5H6.5V4.5H-6.5Z",
  unseen: circle(0, 0, 7.6),
};

/** Small signs beside the figures of counters, about 12 across. @type {Record<string, string>} */
export const EMBLEMS = {
  circle: circle(0, 0, 5.2),
  diamond: "M0-6.6L6.6 0L0 6.6L-6.6 0Z",
  triangle: "M0-6L6.4 5.2H-6.4Z",
  star: star(5, 7, 3),
  square: "M-5-5H5V5H-5Z",
};

/** An eye, struck out: nobody but the owner sees this. */
export const EYE = "M-5 0Q0-5 5 0Q0 5-5 0ZM0-1.6A1.6 1.6 0 1 0 .01-1.6M-4.6 4.4L4.6-4.4";

/**
 * @param {number} points
 * @param {number} outer
 * @param {number} inner
 */
function star(points, outer, inner) {
  let d = "";
  for (let index = 0; index < points * 2; index += 1) {
    const angle = (Math.PI * index) / points - Math.PI / 2;
    const r = index % 2 ? inner : outer;
    d += `${index ? "L" : "M"}${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`;
  }
  return `${d}Z`;
}

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * The pips of a die `size` across.
 * @param {number} face
 * @param {number} size
 */
export function pips(face, size) {
  return (PIPS[face] ?? []).map(([x, y]) => circle(x * size * 0.27, y * size * 0.27, size * 0.1)).join("");
}

/**
 * Marks on the map that are no units, around the foot of their staff or, on a `plate`, around its middle.
 * @type {Record<string, {line?: string, fill?: string, plate?: boolean}>}
 */
export const MARKERS = {
  flag: { line: "M0 14V-20", fill: "M0-20L22-14L0-7Z" },
  arrow: { fill: "M-20-5H2V-13L20 0L2 13V5H-20Z" },
  disc: { fill: circle(0, 0, 11) },
  beachhead: { line: "M-8.5 7.5H8.5M0-9V3.4M-5-1.4L0 3.8L5-1.4", plate: true },
  plane: { fill: "M0-10.5Q1.9-9 1.9-4.6V-2L10 3.2V5.6L1.9 3V6.8L4.6 9V10.6L0 9.4L-4.6 10.6V9L-1.9 6.8V3L-10 5.6V3.2L-1.9-2V-4.6Q-1.9-9 0-10.5Z", plate: true },
  stars: { line: "M-8 11V-10M-8-9.5H9V3H-8M-2-4.5H9M-2-.8H9", fill: "M-8-9.5H0V-2.5H-8Z", plate: true },
  cross: { line: "M-7-7L7 7M7-7L-7 7", plate: true },
  mine: { fill: circle(0, 0, 6), line: "M0-10V10M-10 0H10M-7-7L7 7M7-7L-7 7", plate: true },
  fort: { fill: "M-9 8V-4H-5V-8H-2V-4H2V-8H5V-4H9V8Z", plate: true },
  wire: { line: "M-11 0H11M-8-5L-4 5M-8 5L-4-5M-2-5L2 5M-2 5L2-5M4-5L8 5M4 5L8-5", plate: true },
  star: { fill: star(5, 10, 4.2), plate: true },
  shell: { fill: "M0-11Q5-6 5-1V4H-5V-1Q-5-6 0-11ZM-5 6H5V9.5H-5Z", plate: true },
  burst: { fill: star(9, 11.5, 5), plate: true },
  fire: { fill: "M-4 9C-9 3-3 0-3-10C3-6 3-2 5 0C6-2 6-3 6-4C10 2 9 6 4 9Z", plate: true },
  cloud: { fill: "M-8 6A4.6 4.6 0 0 1-7.4-3A6 6 0 0 1 3.6-5.4A4.8 4.8 0 0 1 9.4 .6A3.6 3.6 0 0 1 8 6Z", plate: true },
  crate: { line: "M-8-7H8V8H-8ZM-8-7L8 8M8-7L-8 8", plate: true },
  storm: { fill: "M-7 2.5A4.6 4.6 0 0 1-6.4-6.6A6.2 6.2 0 0 1 5.2-7.6A5 5 0 0 1 7.4 2.5ZM1.4 1L-4.4 8H-1L-3.4 13L4.4 5.4H.8L3.6 1Z", plate: true },
  cave: { fill: "M-10 8.5V1.5A10 10 0 0 1 10 1.5V8.5H5V3.4A5 5 0 0 0-5 3.4V8.5Z", line: "M-12 8.5H12", plate: true },
};
