// @ts-check
/** Counters as wargamers know them: colour and edge of the side, symbol, size, designation, strengths, and what the unit has done. */
import { s } from "../dom.js";
import { BADGES, symbol } from "./symbols.js";

/** @typedef {import("../types.js").Unit} Unit */
/** @typedef {import("../types.js").Theme} Theme */

/** Half the side of a counter, in the measure of the map. */
export const HALF = 23;
/** How deep the band of an `edge: band` is. */
const BAND = 8;

/**
 * What is written on a counter beside its symbol: what its side calls it.
 * @param {string} id
 */
export function designation(id) {
  return id.includes(":") ? id.slice(id.indexOf(":") + 1) : id;
}

/**
 * The printed numbers as lines, the first large.
 * @param {Unit} unit
 * @param {Theme} theme
 * @returns {string[]}
 */
export function valueLines(unit, theme) {
  const text = unit.values ?? "";
  const lines = (theme.values?.[unit.arm] ?? theme.values?.default)?.lines;
  if (!lines || lines.length < 2) return text ? [text] : [];
  const numbers = text.split(/[-/]/);
  if (numbers.length !== lines.flat().length) return text.split("/");
  return lines.map((/** @type {number[]} */ line) => line.map((index) => numbers[index]).join("-"));
}

/**
 * @param {string} id
 * @param {Unit} unit
 * @param {Theme} theme
 * @returns {SVGGElement}
 */
export function counter(id, unit, theme) {
  const side = theme.sides?.[unit.side] ?? {};
  const group = s("g", { class: `unit pal-${side.palette ?? "grey"} edge-${side.edge ?? "plain"} side-${unit.side}`, "data-unit": id });
  group.append(s("g", { class: "unit-body" },
    s("rect", { class: "unit-shadow", x: -HALF + 1.2, y: -HALF + 2.2, width: HALF * 2, height: HALF * 2, rx: 5 }),
    s("rect", { class: "unit-card", x: -HALF, y: -HALF, width: HALF * 2, height: HALF * 2, rx: 4.5 }),
    edge(side.edge),
    full(id, unit, theme),
    far(unit, theme),
    s("g", { class: "unit-badges" })));
  return group;
}

/** @param {string|undefined} kind */
function edge(kind) {
  if (kind === "double") return s("rect", { class: "unit-edge", x: -HALF + 2.4, y: -HALF + 2.4, width: HALF * 2 - 4.8, height: HALF * 2 - 4.8, rx: 2.8 });
  if (kind === "band") return s("path", { class: "unit-edge", d: `M${-HALF} ${-HALF + BAND}v${4.5 - BAND}a4.5 4.5 0 0 1 4.5-4.5h${HALF * 2 - 9}a4.5 4.5 0 0 1 4.5 4.5v${BAND - 4.5}z` });
  return null;
}

/**
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 */
function sign(kind, x, y, w, h) {
  const figure = symbol(kind, w, h);
  return s("g", { class: "unit-sign", transform: `translate(${x} ${y})` },
    s("rect", { class: "unit-box", x: -w / 2, y: -h / 2, width: w, height: h }),
    figure.line ? s("path", { class: "unit-line", d: figure.line }) : null,
    figure.fill ? s("path", { class: "unit-fill", d: figure.fill }) : null);
}

/**
 * @param {string} id
 * @param {Unit} unit
 * @param {Theme} theme
 */
function full(id, unit, theme) {
  const arm = theme.arms?.[unit.arm] ?? {};
  const lines = valueLines(unit, theme);
  const two = lines.length > 1;
  const banded = theme.sides?.[unit.side]?.edge === "band";
  const group = s("g", { class: "unit-full" });
  group.append(
    sign(arm.symbol ?? unit.arm, 2.4, two ? -5.6 : -4.2, two ? 24 : 27, two ? 14.5 : 17),
    s("text", { class: "unit-size", x: banded ? 0 : 2.4, y: banded ? -18.8 : -16.6 }, arm.size ?? ""),
    s("text", { class: "unit-name", transform: `translate(${-HALF + 7} ${two ? -5.5 : -4}) rotate(-90)` }, designation(id)));
  if (two) {
    group.append(s("text", { class: "unit-value small", x: 0.4, y: 7.8 }, lines[0]), s("text", { class: "unit-value second", x: 0.4, y: 17.2 }, lines.slice(1).join("/")));
  } else if (lines.length) group.append(s("text", { class: "unit-value", x: 0.4, y: 14 }, lines[0]));
  return group;
}

/**
 * The face for a small scale: the symbol alone, as large as it can be, and the first number.
 * @param {Unit} unit
 * @param {Theme} theme
 */
function far(unit, theme) {
  const arm = theme.arms?.[unit.arm] ?? {};
  return s("g", { class: "unit-far" }, sign(arm.symbol ?? unit.arm, 0, 0, 35, 24));
}

/**
 * What the unit has done: a badge for every mark, each with its own shape and letter.
 * @param {SVGGElement} group
 * @param {Unit} unit
 * @param {Theme} theme
 * @param {boolean} onMap beside the map nothing of it counts any more
 */
export function wear(group, unit, theme, onMap) {
  const marks = !onMap ? [] : (unit.marks ?? []).filter((mark) => theme.marks?.[mark] && !theme.marks[mark].quiet && theme.marks[mark].badge !== "none");
  const key = marks.join("|");
  if (group.dataset.marks === key) return;
  group.dataset.marks = key;
  group.classList.toggle("is-spent", marks.includes("moved") || marks.includes("attacked"));
  const badges = /** @type {SVGGElement} */ (group.querySelector(".unit-badges"));
  badges.replaceChildren();
  let row = 0;
  for (const mark of marks) {
    const { badge, letter } = theme.marks[mark];
    const corner = badge === "corner";
    const at = corner ? [HALF - 6.5, -HALF + 6.5] : [HALF - 2, -HALF + 19 + 13.5 * row];
    if (!corner) row += 1;
    badges.append(s("g", { class: `badge badge-${badge}`, transform: `translate(${at[0]} ${at[1]})` },
      s("path", { d: BADGES[badge] ?? BADGES.ring }),
      s("text", { x: corner ? 2.4 : 0, y: corner ? -2.2 : 0.2 }, letter ?? "")));
  }
}
