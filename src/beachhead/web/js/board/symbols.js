// @ts-check
/** Small figures drawn by us: the symbols of the arms, badges, dice. All are path data around (0, 0). */

/** A symbol in a box of 2 by 1.3: `line` is stroked, `fill` is filled. @typedef {{line?: string, fill?: string}} Figure */

/**
 * The symbol of an arm in a box `w` wide and `h` high around the origin.
 * @param {string} kind
 * @param {number} w
 * @param {number} h
 * @returns {Figure}
 */
export function symbol(kind, w, h) {
  const x = w / 2;
  const y = h / 2;
  switch (kind) {
    case "infantry":
      return { line: `M${-x} ${-y}L${x} ${y}M${x} ${-y}L${-x} ${y}` };
    case "artillery":
      return { fill: circle(0, 0, h * 0.24) };
    case "armour": {
      const r = h * 0.27;
      const a = w * 0.36 - r;
      return { line: `M${-a} ${-r}H${a}A${r} ${r} 0 0 1 ${a} ${r}H${-a}A${r} ${r} 0 0 1 ${-a} ${-r}Z` };
    }
    case "engineer":
      return { line: `M${-w * 0.3} ${h * 0.26}V${-h * 0.2}H${w * 0.3}V${h * 0.26}M0 ${-h * 0.2}V${h * 0.26}` };
    case "cavalry":
      return { line: `M${-x} ${y}L${x} ${-y}` };
    case "air":
      return { line: `M${-w * 0.3} 0C${-w * 0.3} ${-h * 0.4} 0 ${-h * 0.1} 0 0C0 ${h * 0.1} ${w * 0.3} ${h * 0.4} ${w * 0.3} 0C${w * 0.3} ${-h * 0.4} 0 ${-h * 0.1} 0 0C0 ${h * 0.1} ${-w * 0.3} ${h * 0.4} ${-w * 0.3} 0Z` };
    case "headquarters":
    case "hq":
      return { line: `M${-x} ${-h * 0.12}H${x}M${-w * 0.26} ${-h * 0.12}V${-y}M${w * 0.26} ${-h * 0.12}V${-y}` };
    case "machine_gun":
      return { line: `M0 ${h * 0.34}V${-h * 0.34}M${-w * 0.1} ${-h * 0.12}L0 ${-h * 0.36}L${w * 0.1} ${-h * 0.12}M${-w * 0.13} ${h * 0.34}H${w * 0.13}` };
    case "mortar":
      return { line: `M0 ${h * 0.12}V${-h * 0.36}M${-w * 0.1} ${-h * 0.14}L0 ${-h * 0.38}L${w * 0.1} ${-h * 0.14}${circle(0, h * 0.24, h * 0.13)}` };
    case "anti_tank":
      return { line: `M${-x} ${y}L0 ${-y}L${x} ${y}` };
    case "gun":
      return { line: `M${-w * 0.34} ${h * 0.3}H${w * 0.34}V${-h * 0.02}H${-w * 0.34}Z`, fill: circle(0, -h * 0.2, h * 0.19) };
    case "rocket":
      return { line: `M${-w * 0.12} ${-h * 0.1}L0 ${-h * 0.36}L${w * 0.12} ${-h * 0.1}M${-w * 0.12} ${h * 0.1}L0 ${-h * 0.16}L${w * 0.12} ${h * 0.1}`, fill: circle(0, h * 0.24, h * 0.14) };
    case "naval":
      return { line: `M0 ${h * 0.34}V${-h * 0.2}M${-w * 0.12} ${-h * 0.08}H${w * 0.12}M${-w * 0.2} ${h * 0.08}A${w * 0.2} ${h * 0.28} 0 0 0 ${w * 0.2} ${h * 0.08}${circle(0, -h * 0.28, h * 0.09)}` };
    case "marines":
      return { line: `M${-x} ${-y}L${x} ${y}M${x} ${-y}L${-x} ${y}`, fill: circle(0, 0, h * 0.15) };
    default:
      return {};
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function circle(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
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
  cave: { fill: "M-10 8.5V1.5A10 10 0 0 1 10 1.5V8.5H5V3.4A5 5 0 0 0-5 3.4V8.5Z", line: "M-12 8.5H12", plate: true },
};
