// @ts-check
/** Counters as wargamers know them: colour and edge of the side, symbol, size, designation, strengths, steps, and what the unit has done. */
import { s } from "../dom.js";
import { LETTERS } from "./letters.js";
import { backOf, chipsOf, toneClass } from "./properties.js";
import { BADGES, EMBLEMS, EYE, shift, symbol } from "./symbols.js";

/** @typedef {import("../types.js").Unit} Unit */
/** @typedef {import("../types.js").Theme} Theme */

/** Half the side of a counter, in the measure of the map. */
export const HALF = 23;
/** How deep the band of an `edge: band` or of a stripe is. */
const BAND = 8;

/**
 * What is written on a counter beside its symbol: the name that panels and log use for it, so that a unit has one name everywhere. A counter
 * that lies face down has none: nothing of its id is ever printed.
 * @param {string} id
 * @param {Unit} [unit]
 */
export function designation(id, unit) {
  if (unit?.back) return "";
  if (unit?.called) return unit.called;
  return id.includes(":") ? id.slice(id.indexOf(":") + 1) : id;
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
  if (!unit || unit.back) return "";
  return typeof unit.values === "object" ? valueLines(unit, theme).join("/") : unit.values ?? "";
}

/**
 * The printed numbers as lines, the first large.
 * @param {Unit} unit
 * @param {Theme} theme
 * @returns {string[]}
 */
export function valueLines(unit, theme) {
  if (unit.back) return [];
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
  return JSON.stringify([unit.side, unit.arm, unit.values, unit.name, unit.steps, unit.stripe, unit.colour, unit.back, unit.emblem]);
}

/**
 * @param {string} id
 * @param {Unit} unit
 * @param {Theme} theme
 * @returns {SVGGElement}
 */
export function counter(id, unit, theme) {
  const side = theme.sides?.[unit.side] ?? {};
  const back = backOf(unit, theme);
  const palette = back?.palette ?? paletteOf(unit, theme);
  const group = s("g", { class: `unit pal-${palette} edge-${side.edge ?? "plain"} side-${unit.side}${back ? " is-back" : ""}`, "data-unit": id, "data-face": faceOf(unit) });
  group.append(s("g", { class: "unit-body" },
    s("rect", { class: "unit-shadow", x: -HALF + 1.2, y: -HALF + 2.2, width: HALF * 2, height: HALF * 2, rx: 5 }),
    s("rect", { class: "unit-card", x: -HALF, y: -HALF, width: HALF * 2, height: HALF * 2, rx: 4.5 }),
    edge(side.edge), back ? reverse(back) : [stripe(unit.stripe), full(id, unit, theme), far(unit, theme), dots(unit)],
    s("g", { class: "unit-badges" }), s("g", { class: "unit-chips" })));
  return group;
}

/**
 * The back of a counter: a frame and the sign of the back, the same at every scale.
 * @param {NonNullable<ReturnType<typeof backOf>>} back
 */
function reverse(back) {
  const r = HALF - 5;
  return s("g", { class: "unit-back" },
    s("rect", { class: "back-frame", x: -r, y: -r, width: r * 2, height: r * 2, rx: 3 }),
    back.symbol && back.symbol !== "none" ? sign(back.symbol, 0, 0, 27, 18) : s("text", { class: "back-sign", y: 1, "font-size": fitted(back.sign || "?", 30, 26) }, back.sign || "?"));
}

/**
 * The size in which a text is no wider than the room it has.
 * @param {string} text
 * @param {number} wide
 * @param {number} most
 */
export function fitted(text, wide, most) {
  const length = [...text].reduce((sum, letter) => sum + (LETTERS[letter] ?? 1), 0);
  return Math.round(Math.min(most, wide / Math.max(0.1, length)) * 10) / 10;
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
  return s("g", { class: "unit-sign" },
    s("rect", { class: "unit-box", x: x - w / 2, y: y - h / 2, width: w, height: h }),
    figure.text ? s("text", { class: "sign-text", x, y: y + 0.6, "font-size": fitted(figure.text, w * 0.86, h * 0.84) }, figure.text) : null,
    figure.line ? s("path", { class: "unit-line", d: shift(figure.line, x, y) }) : null,
    figure.fill ? s("path", { class: "unit-fill", d: shift(figure.fill, x, y) }) : null);
}

/**
 * @param {string} id
 * @param {Unit} unit
 * @param {Theme} theme
 */
function full(id, unit, theme) {
  const arm = theme.arms?.[unit.arm] ?? {};
  const lines = valueLines(unit, theme);
  const name = designation(id, unit);
  const group = s("g", { class: "unit-full" });
  if (unit.steps !== undefined) {
    // the steps have the upper edge: the name stands under them, the values on one line at the foot
    const text = lines.join("/");
    group.append(
      s("text", { class: "unit-name level", y: -10.3, "font-size": fitted(name, 44, 9) }, name),
      sign(arm.symbol ?? unit.arm, unit.emblem ? -6.2 : 0, 0.9, 22, 11),
      s("text", { class: "unit-value fit", y: 14.8, "font-size": fitted(text, 44, 15) }, text));
    const beside = emblem(unit, theme, 13.4, 0.9, 1);
    if (beside) group.append(beside);
    return group;
  }
  const two = lines.length > 1;
  const banded = theme.sides?.[unit.side]?.edge === "band" || Boolean(unit.stripe);
  // the name lies level, where it can be read; where a band lies along the edge, it stands in the band
  const row = banded ? -18.8 : -16.2;
  group.append(
    sign(arm.symbol ?? unit.arm, 0, two ? -4.6 : -3, two ? 25 : 28, two ? 13.4 : 16.4),
    s("text", { class: "unit-size", x: 15, y: row }, arm.size ?? ""),
    s("text", { class: "unit-name", x: arm.size ? -5.4 : 0, y: row, "font-size": fitted(name, arm.size ? 26.5 : 40, banded ? 8.4 : 9) }, name));
  if (two) {
    group.append(s("text", { class: "unit-value fit", y: 8, "font-size": fitted(lines[0], 44, 12) }, lines[0]),
      s("text", { class: "unit-value second", y: 17.4, "font-size": fitted(lines.slice(1).join("/"), 44, 10.5) }, lines.slice(1).join("/")));
  } else if (lines.length) group.append(s("text", { class: "unit-value fit", y: 14.2, "font-size": fitted(lines[0], 45, 15) }, lines[0]));
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
    return s("g", { class: "unit-far" }, sign(arm.symbol ?? unit.arm, unit.emblem ? -6.6 : 0, -4, 28, 15.5), emblem(unit, theme, 15.4, -4, 1.15), s("text", { class: "far-value", y: 13.6, "font-size": fitted(text, 44, 19) }, text));
  }
  return s("g", { class: "unit-far" }, sign(arm.symbol ?? unit.arm, 0, 0, 35, 24));
}

/**
 * The small sign beside the figure.
 * @param {Unit} unit
 * @param {Theme} theme
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function emblem(unit, theme, x, y, size) {
  const known = theme.emblems?.[unit.emblem ?? ""];
  if (!known) return null;
  return s("path", { class: `unit-emblem emblem-${known.colour}`, d: EMBLEMS[known.shape], transform: `translate(${x} ${y}) scale(${size})` });
}

/** So many chips are drawn one by one; of more the last says how many there are besides. */
const CHIPS = 3;

/**
 * What lies on a unit: losses, disruption, heroes. Chips lie on the left edge, marks of what was done on the right.
 * @param {SVGGElement} group
 * @param {Unit} unit
 * @param {Theme} theme
 */
function lay(group, unit, theme) {
  const chips = chipsOf(unit, theme);
  const key = JSON.stringify(chips.map((chip) => [chip.id, chip.n]));
  if (group.dataset.chips === key || (!group.dataset.chips && chips.length === 0)) return;
  group.dataset.chips = key;
  const shown = chips.length > CHIPS ? chips.slice(0, CHIPS - 1) : chips;
  const rest = chips.length - shown.length;
  const texts = shown.map((chip) => ({ text: chip.n === true ? chip.sign : `${chip.sign}${chip.n}`, tone: toneClass(chip.tone, theme) }));
  if (rest > 0) texts.push({ text: `+${rest}`, tone: "tone-plain" });
  /** @type {SVGGElement} */ (group.querySelector(".unit-chips")).replaceChildren(...texts.map(({ text, tone }, index) =>
    s("g", { class: `chip ${tone}` },
      s("rect", { x: -HALF - 5.4, y: -HALF + 1.6 + index * 16, width: 16.8, height: 14.8, rx: 4 }),
      s("text", { x: -HALF + 3, y: -HALF + 9.6 + index * 16, "font-size": fitted(text, 14.6, 12.5) }, text))));
}

/**
 * What the unit has done: a badge for every mark, each with its own shape and letter.
 * @param {SVGGElement} group
 * @param {Unit} unit
 * @param {Theme} theme
 * @param {boolean} onMap beside the map nothing of it counts any more
 */
export function wear(group, unit, theme, onMap) {
  lay(group, unit, theme);
  const all = (unit.marks ?? []).filter((mark) => theme.marks?.[mark] && !theme.marks[mark].quiet && theme.marks[mark].badge !== "none");
  const marks = all.filter((mark) => onMap || theme.marks[mark].anywhere);
  const key = marks.join("|");
  if (group.dataset.marks === key) return;
  group.dataset.marks = key;
  group.classList.toggle("is-spent", marks.some((mark) => theme.marks[mark].spent));
  group.classList.toggle("is-hidden", onMap && isUnseen(unit, theme));
  const badges = /** @type {SVGGElement} */ (group.querySelector(".unit-badges"));
  badges.replaceChildren();
  let row = 0;
  for (const mark of marks) {
    const { badge, letter } = theme.marks[mark];
    const corner = badge === "corner" || badge === "unseen";
    const at = corner ? [HALF - 6.5, -HALF + 6.5] : [HALF - 2, -HALF + 19 + 13.5 * row];
    if (!corner) row += 1;
    const [x, y] = at;
    badges.append(s("g", { class: `badge badge-${badge}` },
      s("path", { d: shift(BADGES[badge] ?? BADGES.ring, x, y) }),
      badge === "unseen" ? s("path", { class: "badge-eye", d: shift(EYE, x, y) }) : s("text", { x: x + (corner ? 2.4 : 0), y: y + (corner ? -2.2 : 0.2) }, letter ?? "")));
  }
}
