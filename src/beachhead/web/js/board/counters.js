// @ts-check
/** Counters as wargamers know them: colour and edge of the side, symbol, size, designation, strengths, steps, and what the unit has done. */
import { s } from "../dom.js";
import { BADGES, EYE, symbol } from "./symbols.js";

/** @typedef {import("../types.js").Unit} Unit */
/** @typedef {import("../types.js").Theme} Theme */

/** Half the side of a counter, in the measure of the map. */
export const HALF = 23;
/** How deep the band of an `edge: band` or of a stripe is. */
const BAND = 8;
/** Names longer than this are written smaller. */
const LONG = 7;

/**
 * What is written on a counter beside its symbol: what is printed on it, or what its side calls it.
 * @param {string} id
 * @param {Unit} [unit]
 */
export function designation(id, unit) {
  return unit?.name ?? (id.includes(":") ? id.slice(id.indexOf(":") + 1) : id);
}

/**
 * The printed numbers by the names of their fields; null if the theme does not name them all.
 * @param {Unit} unit
 * @param {Theme} theme
 * @returns {[string, string][]|null}
 */
export function fieldsOf(unit, theme) {
  const fields = (theme.values?.[unit.arm] ?? theme.values?.default)?.fields ?? [];
  if (unit.values && typeof unit.values === "object") {
    const given = /** @type {Record<string, any>} */ (unit.values);
    const order = fields.length > 0 ? fields : Object.keys(given);
    return order.filter((/** @type {string} */ name) => said(given[name])).map((/** @type {string} */ name) => [name, signed(unit, theme, name, given[name])]);
  }
  const numbers = String(unit.values ?? "").split(/[-/]/);
  return fields.length === numbers.length ? fields.map((/** @type {string} */ name, /** @type {number} */ index) => [name, numbers[index]]) : null;
}

/** @param {any} value */
function said(value) {
  return value !== undefined && value !== null && value !== "";
}

/**
 * A number with the sign that a flag of the unit puts before it, as a triangle before the rating of an anti-tank gun.
 * @param {Unit} unit
 * @param {Theme} theme
 * @param {string} field
 * @param {any} value
 */
function signed(unit, theme, field, value) {
  const signs = Object.entries(theme.flags ?? {}).filter(([name, flag]) => flag.field === field && flag.sign && /** @type {any} */ (unit)[name]).map(([, flag]) => flag.sign);
  return signs.join("") + String(value);
}

/**
 * The values as one text, as they are said and listed.
 * @param {Unit|undefined} unit
 * @param {Theme} theme
 */
export function valuesText(unit, theme) {
  if (!unit) return "";
  return typeof unit.values === "object" ? valueLines(unit, theme).join("/") : unit.values ?? "";
}

/**
 * The printed numbers as lines, the first large.
 * @param {Unit} unit
 * @param {Theme} theme
 * @returns {string[]}
 */
export function valueLines(unit, theme) {
  const lines = (theme.values?.[unit.arm] ?? theme.values?.default)?.lines;
  if (unit.values && typeof unit.values === "object") {
    const fields = (theme.values?.[unit.arm] ?? theme.values?.default)?.fields ?? Object.keys(unit.values);
    const known = new Map(fieldsOf(unit, theme));
    return (lines ?? [fields.map((/** @type {string} */ _, /** @type {number} */ index) => index)])
      .map((/** @type {number[]} */ line) => line.map((index) => known.get(fields[index])).filter((value) => value !== undefined).join("-"))
      .filter((/** @type {string} */ line) => line !== "");
  }
  const text = unit.values ?? "";
  if (!lines || lines.length < 2) return text ? [text] : [];
  const numbers = text.split(/[-/]/);
  if (numbers.length !== lines.flat().length) return text.split("/");
  return lines.map((/** @type {number[]} */ line) => line.map((index) => numbers[index]).join("-"));
}

/**
 * The colours of a counter: of its own colour if the theme knows it, else of its side.
 * @param {Unit} unit
 * @param {Theme} theme
 */
export function paletteOf(unit, theme) {
  return theme.palettes?.[unit.colour ?? ""] ?? theme.sides?.[unit.side]?.palette ?? "grey";
}

/**
 * Whether the enemy does not see this unit: by a mark, or by the place where it is.
 * @param {Unit} unit
 * @param {Theme} theme
 */
export function isHidden(unit, theme) {
  return Boolean(theme.places?.[unit.place]?.hidden) || isUnseen(unit, theme);
}

/**
 * Whether a unit in the game is Concealed or the like, so that its counter says so.
 * @param {Unit} unit
 * @param {Theme} theme
 */
export function isUnseen(unit, theme) {
  return (unit.marks ?? []).some((mark) => theme.marks?.[mark]?.hidden);
}

/**
 * All that is printed on a counter, so that a changed one is drawn anew.
 * @param {Unit} unit
 */
export function faceOf(unit) {
  return JSON.stringify([unit.side, unit.arm, unit.values, unit.name, unit.steps, unit.stripe, unit.colour]);
}

/**
 * @param {string} id
 * @param {Unit} unit
 * @param {Theme} theme
 * @returns {SVGGElement}
 */
export function counter(id, unit, theme) {
  const side = theme.sides?.[unit.side] ?? {};
  const group = s("g", { class: `unit pal-${paletteOf(unit, theme)} edge-${side.edge ?? "plain"} side-${unit.side}`, "data-unit": id, "data-face": faceOf(unit) });
  group.append(s("g", { class: "unit-body" },
    s("rect", { class: "unit-shadow", x: -HALF + 1.2, y: -HALF + 2.2, width: HALF * 2, height: HALF * 2, rx: 5 }),
    s("rect", { class: "unit-card", x: -HALF, y: -HALF, width: HALF * 2, height: HALF * 2, rx: 4.5 }),
    edge(side.edge), stripe(unit.stripe),
    full(id, unit, theme),
    far(unit, theme),
    dots(unit),
    s("g", { class: "unit-badges" })));
  return group;
}

/** The band along the upper edge. */
const BAND_PATH = `M${-HALF} ${-HALF + BAND}v${4.5 - BAND}a4.5 4.5 0 0 1 4.5-4.5h${HALF * 2 - 9}a4.5 4.5 0 0 1 4.5 4.5v${BAND - 4.5}z`;

/** @param {string|undefined} kind */
function edge(kind) {
  if (kind === "double") return s("rect", { class: "unit-edge", x: -HALF + 2.4, y: -HALF + 2.4, width: HALF * 2 - 4.8, height: HALF * 2 - 4.8, rx: 2.8 });
  if (kind === "band") return s("path", { class: "unit-edge", d: BAND_PATH });
  return null;
}

/** @param {string|undefined} colour */
function stripe(colour) {
  return colour ? s("path", { class: `unit-stripe stripe-${colour}`, d: BAND_PATH }) : null;
}

/**
 * A dot for every step that the unit has left, an empty one for every step that it has lost.
 * @param {Unit} unit
 */
function dots(unit) {
  const { steps, full: whole } = unit;
  if (!whole || whole < 2 || steps === undefined) return null;
  const wide = 6.4;
  return s("g", { class: "unit-steps" }, Array.from({ length: whole }, (_, index) =>
    s("circle", { class: index < steps ? "step" : "step lost", cx: (index - (whole - 1) / 2) * wide, cy: -HALF + BAND / 2, r: 2.3 })));
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
  const banded = theme.sides?.[unit.side]?.edge === "band" || Boolean(unit.stripe);
  const name = designation(id, unit);
  const long = unit.name !== undefined && name.length > LONG;
  const tight = long && lines.some((line) => /^\D/.test(line));
  const group = s("g", { class: "unit-full" });
  group.append(
    sign(arm.symbol ?? unit.arm, 2.4, two ? -5.6 : -4.2, two ? 24 : 27, two ? 14.5 : 17),
    s("text", { class: "unit-size", x: banded ? 0 : 2.4, y: banded ? -18.8 : -16.6 }, unit.full && unit.full > 1 ? "" : arm.size ?? ""),
    s("text", { class: long ? "unit-name long" : "unit-name", transform: `translate(${-HALF + 7} ${long ? 3 : two ? -5.5 : -4}) rotate(-90)` }, name));
  if (two) {
    group.append(s("text", { class: "unit-value small", x: tight ? 3.4 : 0.4, y: 7.8 }, lines[0]), s("text", { class: "unit-value second", x: tight ? 3.4 : 0.4, y: 17.2 }, lines.slice(1).join("/")));
  } else if (lines.length) group.append(s("text", { class: tight ? "unit-value tight" : "unit-value", x: tight ? 4 : 0.4, y: 14 }, lines[0]));
  return group;
}

/**
 * The face for a small scale: the symbol alone, as large as it can be; on counters with steps, whose values change, the values too.
 * @param {Unit} unit
 * @param {Theme} theme
 */
function far(unit, theme) {
  const arm = theme.arms?.[unit.arm] ?? {};
  if (unit.steps !== undefined) {
    const text = valueLines(unit, theme).join("/");
    return s("g", { class: "unit-far" }, sign(arm.symbol ?? unit.arm, 0, -4, 28, 15.5), s("text", { class: text.length > 4 ? "far-value long" : "far-value", y: 13.6 }, text));
  }
  return s("g", { class: "unit-far" }, sign(arm.symbol ?? unit.arm, 0, 0, 35, 24));
}

/** Marks after which a unit is spent, unless the theme says which they are. */
const SPENT = new Set(["moved", "attacked"]);

/**
 * What the unit has done: a badge for every mark, each with its own shape and letter.
 * @param {SVGGElement} group
 * @param {Unit} unit
 * @param {Theme} theme
 * @param {boolean} onMap beside the map nothing of it counts any more
 */
export function wear(group, unit, theme, onMap) {
  const all = (unit.marks ?? []).filter((mark) => theme.marks?.[mark] && !theme.marks[mark].quiet && theme.marks[mark].badge !== "none");
  const marks = all.filter((mark) => onMap || theme.marks[mark].anywhere);
  const key = marks.join("|");
  if (group.dataset.marks === key) return;
  group.dataset.marks = key;
  const named = Object.values(theme.marks ?? {}).some((mark) => mark.spent !== undefined);
  group.classList.toggle("is-spent", marks.some((mark) => (named ? theme.marks[mark].spent : SPENT.has(mark))));
  group.classList.toggle("is-hidden", onMap && isUnseen(unit, theme));
  const badges = /** @type {SVGGElement} */ (group.querySelector(".unit-badges"));
  badges.replaceChildren();
  let row = 0;
  for (const mark of marks) {
    const { badge, letter } = theme.marks[mark];
    const corner = badge === "corner" || badge === "unseen";
    const at = corner ? [HALF - 6.5, -HALF + 6.5] : [HALF - 2, -HALF + 19 + 13.5 * row];
    if (!corner) row += 1;
    badges.append(s("g", { class: `badge badge-${badge}`, transform: `translate(${at[0]} ${at[1]})` },
      s("path", { d: BADGES[badge] ?? BADGES.ring }),
      badge === "unseen" ? s("path", { class: "badge-eye", d: EYE }) : s("text", { x: corner ? 2.4 : 0, y: corner ? -2.2 : 0.2 }, letter ?? "")));
  }
}
