// @ts-check
/** Curves of a diary: what is counted, turn by turn, each measure in a chart of its own with its scale and its turns. */
import { h, s } from "../dom.js";
import { sideColours } from "../table/names.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Store} Store */
/** What a turn ended with; `n` is the moment at which it began, and a turn of null is before the first. @typedef {{turn: number|null, n: number, tally: Record<string, number>}} Told */
/** @typedef {{name: string, side: string, now: number, points: [number, number][]}} Line */
/** @typedef {Record<string, {measure: string, units: string, only: Record<string, string>}>} Counts */

/** A chart as it is drawn: as wide as the panel usually is, so that its letters keep their size. */
const [WIDTH, TALL, LOW, LEFT, RIGHT, TOP, BOTTOM] = [340, 104, 74, 30, 6, 8, 16];
/** How much room the word before the first number takes. */
const WORD = 48;
/** More turns than these are not numbered below a chart. */
const NUMBERS = 8;

/**
 * What is told by turns, as charts: curves with the same measure share one and its scale, from 0 (or less) to the highest.
 * @param {Record<string, number>[]} told
 * @param {Record<string, string>} names
 * @param {Counts} counts
 * @returns {{least: number, most: number, lines: Line[]}[]}
 */
export function chartsOf(told, names, counts) {
  /** @type {Map<string, Line[]>} */
  const charts = new Map();
  for (const name of Object.keys(names)) {
    const points = told.flatMap((tally, spot) => (tally[name] === undefined ? [] : [/** @type {[number, number]} */ ([spot, tally[name]])]));
    if (points.length < 2) continue; // one point is no curve
    const count = counts[name];
    const key = count?.measure ? `measure ${count.measure}` : name;
    charts.set(key, [...(charts.get(key) ?? []), { name, side: count?.units || count?.only?.side || "", now: points[points.length - 1][1], points }]);
  }
  return [...charts.values()].map((lines) => {
    const values = lines.flatMap((line) => line.points.map(([, value]) => value));
    return { least: Math.min(0, ...values), most: Math.max(1, ...values), lines };
  });
}

/**
 * Which of so many turns are numbered: the first, and every second, fifth or tenth after it. What is no turn has no number.
 * @param {(number|null)[]} turns
 * @returns {number[]} their spots
 */
export function numbered(turns) {
  const known = turns.filter((turn) => turn !== null);
  const step = [1, 2, 5, 10, 20, 50].find((by) => known.length / by <= NUMBERS) ?? 100;
  return turns.flatMap((turn, spot) => (turn !== null && (turn === known[0] || turn % step === 0) ? [spot] : []));
}

/**
 * @param {Store} table
 * @param {Told[]} told
 */
export function curves(table, told) {
  const { tally: names, counts } = table.lore.theme;
  const charts = chartsOf(told.map((one) => one.tally), names, counts);
  if (charts.length === 0 || told.length < 2) return null;
  return h("figure", { class: "diary-curves" }, charts.map((chart) => drawn(table, told, chart)));
}

/**
 * @param {Store} table
 * @param {Told[]} told
 * @param {ReturnType<typeof chartsOf>[number]} chart
 */
function drawn(table, told, { least, most, lines }) {
  const names = table.lore.theme.tally;
  const height = lines.length > 1 ? TALL : LOW;
  const wide = (WIDTH - LEFT - RIGHT) / (told.length - 1);
  const x = (/** @type {number} */ spot) => LEFT + spot * wide;
  const y = (/** @type {number} */ value) => height - BOTTOM - ((value - least) / (most - least)) * (height - TOP - BOTTOM);
  const level = (/** @type {number} */ value) => [
    s("path", { class: value === 0 ? "diary-axis" : "diary-level", d: `M${LEFT} ${y(value).toFixed(1)}H${WIDTH - RIGHT}` }),
    s("text", { class: "diary-mark", x: LEFT - 5, y: y(value) + 3.5, "text-anchor": "end" }, String(value).replace("-", "−")),
  ];
  const says = lines.map(({ name, now, points }) => t("know.diary.curve", { name: names[name], now, most: Math.max(...points.map(([, value]) => value)) })).join("; ");
  const spots = numbered(told.map((one) => one.turn)).filter((spot, index, all) => index === 0 || x(spot) - x(all[0]) >= WORD);
  return h("div", { class: "diary-chart" },
    h("p", { class: "diary-keys" }, lines.map(({ name, side, now }, index) => h("span", { class: "diary-key", vars: sideColours(table, side) },
      s("svg", { viewBox: "0 0 26 8", "aria-hidden": "true" }, s("path", { class: `diary-line line-${index}`, d: "M1 4H25" })), names[name], " ", h("b", null, String(now))))),
    s("svg", { class: "diary-drawing", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": says },
      [...new Set([0, most, least])].map(level),
      spots.map((spot, index) => s("text", { class: "diary-mark", x: x(spot), y: height - 3, "text-anchor": index ? "middle" : spot === told.length - 1 ? "end" : "start" }, index ? String(told[spot].turn) : t("replay.turn", { turn: told[spot].turn }))),
      lines.map(({ side, points }, index) => s("polyline", { class: `diary-line line-${index}`, vars: sideColours(table, side), points: points.map(([spot, value]) => `${x(spot).toFixed(1)},${y(value).toFixed(1)}`).join(" ") })),
      told.map(({ turn, n, tally }, spot) => turn === null ? null : s("rect", { class: "diary-band", x: x(spot - 1), y: 0, width: wide, height, onclick: () => void table.showMoment(n) },
        s("title", null, `${t("replay.turn", { turn })}: ${lines.filter(({ name }) => tally[name] !== undefined).map(({ name }) => `${names[name]} ${tally[name]}`).join(", ")}`)))));
}
