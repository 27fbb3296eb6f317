// @ts-check
/** The charts, with the row and column of the combat under way lit. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { lazily, ruleChip, withRules, word } from "./parts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Chart} Chart */

/** Cells longer than this are sentences. */
const WORDY = 18;

/** @param {Store} table */
export function create(table) {
  const body = h("div", { class: "know-scroll", tabindex: 0, role: "region", "aria-label": t("know.charts.title") });
  const el = h("div", { class: "know know-charts" }, body);

  function draw() {
    const combat = table.shown.view.combat ?? {};
    put(body, table.lore.charts.map((chart) => h("section", { class: "know-chart" },
      h("h3", null, chart.title, " ", chart.case ? ruleChip(table, chart.case) : null),
      h("p", { class: "muted" }, withRules(table, [chart.notes].flat().join(" "))),
      said(chart, combat),
      drawChart(chart, chart.now === "combat" ? combat : {}),
      chart.now === "combat" ? codes(chart) : null)));
  }

  let lit = "";

  /**
   * The cell that counts comes into sight when another one counts than before.
   * @param {boolean} chosen whether the player has just opened the charts
   */
  function find(chosen) {
    const { column, line, die } = table.shown.view.combat ?? {};
    const now = column === undefined ? "" : `${line} ${column} ${die ?? ""}`;
    if (now === lit) return;
    lit = now;
    requestAnimationFrame(() => {
      const cells = [...body.querySelectorAll("td.lit")];
      const cell = cells[cells.length - 1];
      if (!cell) return;
      const [box, frame] = [cell.getBoundingClientRect(), body.getBoundingClientRect()];
      if (box.bottom > frame.bottom - 8 || box.top < frame.top + 8) body.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2;
      if (chosen) requestAnimationFrame(() => cell.scrollIntoView({ block: "nearest", inline: "nearest" }));
    });
  }

  let visible = false;
  const panel = lazily(() => (draw(), find(!visible)));
  table.on("shown", panel.changed);
  table.on("update", panel.changed);
  return { el, show: () => (panel.show(), (visible = true)), hide: () => (panel.hide(), (visible = false)) };
}

/**
 * The combat that is lit, in a sentence.
 * @param {Chart} chart
 * @param {Record<string, any>} combat
 */
function said(chart, combat) {
  if (chart.now !== "combat" || combat.column === undefined) return null;
  const line = chart.rulers?.find((ruler) => ruler.id === combat.line)?.title ?? combat.line;
  return h("p", { class: "chart-now" }, t(combat.die ? "know.charts.fallen" : "know.charts.open", {
    attack: combat.attack, defence: combat.defence, differential: signs(combat.differential > 0 ? `+${combat.differential}` : combat.differential),
    line, column: combat.column, die: combat.die, result: combat.result ? word("results", dot(combat.result)) : "" }));
}

/**
 * @param {Chart} chart
 * @param {Record<string, any>} combat
 */
function drawChart(chart, combat) {
  const lit = Number(combat.column) - 1;
  const here = (/** @type {number} */ column) => column === lit && "lit-column";
  const rulers = chart.rulers ?? [];
  const head = rulers.length
    ? rulers.map((ruler) => h("tr", { class: ["ruler", ruler.id === combat.line && "lit-row"] },
        h("th", { scope: "row" }, ruler.title),
        chart.columns.map((_, column) => h("td", { class: [here(column), ruler.id === combat.line && column === lit && "lit"] }, label(ruler.labels[column] ?? "")))))
    : [h("tr", null, h("td", null), chart.columns.map((column) => h("th", { scope: "col" }, column)))];
  const rows = chart.rows.map((row) => h("tr", { class: String(combat.die) === row.id && "lit-row" },
    h("th", { scope: "row" }, row.title),
    row.cells.map((cell, column) => h("td", { class: [here(column), String(combat.die) === row.id && column === lit && "lit", tone(chart, cell)],
      title: chart.now === "combat" ? word("results", dot(cell)) : null }, cell === "." ? "·" : cell))));
  return h("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": chart.title },
    h("table", { class: ["chart-table", chart.now === "combat" && "results", chart.rows.some((row) => row.cells.some((cell) => cell.length > WORDY)) && "wordy"] }, h("caption", { class: "sr" }, chart.title), h("thead", null, head), h("tbody", null, rows)));
}

/**
 * @param {Chart} chart
 * @param {string} cell
 */
function tone(chart, cell) {
  if (chart.now !== "combat") return "";
  return cell.startsWith("D") ? "for-attacker" : cell.startsWith("A") ? "for-defender" : "";
}

/** @param {Chart} chart */
function codes(chart) {
  const all = [...new Set(chart.rows.flatMap((row) => row.cells))].sort();
  return h("dl", { class: "know-codes" }, all.map((code) => h("div", null, h("dt", null, code === "." ? "·" : code), h("dd", null, word("results", dot(code))))));
}

/** @param {string|number} number */
const signs = (number) => String(number).replaceAll("-", "−");

/**
 * The differentials of a column; two of them may stand one above the other.
 * @param {string} text
 */
function label(text) {
  return signs(text).split(",").flatMap((part, number) => (number ? [",", h("wbr"), part] : [part]));
}

/** @param {string} code */
const dot = (code) => (code === "." ? "none" : code);

export const id = "charts";
export const titleKey = "know.charts.title";
