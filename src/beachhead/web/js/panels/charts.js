// @ts-check
/** The charts, with the row and column of the combat under way lit. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { lazily, ruleChip, withRules } from "./parts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Chart} Chart */

/** Cells longer than this are sentences. */
const WORDY = 18;

/** @param {Store} table */
export function create(table) {
  const body = h("div", { class: "know-scroll", tabindex: 0, role: "region", "aria-label": t("know.charts.title") });
  const el = h("div", { class: "know know-charts" }, body);

  function draw() {
    const { panel } = table.shown;
    put(body, table.lore.charts.map((chart) => h("section", { class: "know-chart" },
      h("h3", null, chart.title, " ", chart.case ? ruleChip(table, chart.case) : null),
      h("p", { class: "muted" }, withRules(table, [chart.notes].flat().join(" "))),
      panel?.chart?.id === chart.id ? h("p", { class: "chart-now" }, withRules(table, panel.result ? `${panel.says}. ${panel.result.text}` : panel.says)) : null,
      drawChart(chart, panel?.chart?.id === chart.id ? panel.chart : null),
      codes(chart))));
  }

  let lit = "";

  /**
   * The cell that counts comes into sight when another one counts than before.
   * @param {boolean} chosen whether the player has just opened the charts
   */
  function find(chosen) {
    const now = JSON.stringify(table.shown.panel?.chart ?? "");
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
 * @param {Chart} chart
 * @param {import("../types.js").Panel["chart"]|null} at
 */
function drawChart(chart, at) {
  const here = (/** @type {number} */ column) => column === at?.column && "lit-column";
  const rulers = chart.rulers ?? [];
  const head = rulers.length
    ? rulers.map((ruler) => h("tr", { class: ["ruler", ruler.id === at?.ruler && "lit-row"] },
        h("th", { scope: "row" }, ruler.title),
        chart.columns.map((_, column) => h("td", { class: [here(column), ruler.id === at?.ruler && column === at?.column && "lit"] }, label(ruler.labels[column] ?? "")))))
    : [h("tr", null, h("td", null), chart.columns.map((column) => h("th", { scope: "col" }, column)))];
  const rows = chart.rows.map((row) => h("tr", { class: row.id === at?.row && "lit-row" },
    h("th", { scope: "row" }, row.title),
    row.cells.map((cell, column) => h("td", { class: [here(column), row.id === at?.row && column === at?.column && "lit", tone(chart, cell)],
      title: chart.codes?.[cell]?.says }, chart.codes?.[cell]?.text ?? cell))));
  const wordy = chart.rows.some((row) => row.cells.some((cell) => cell.length > WORDY));
  return h("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": chart.title },
    h("table", { class: ["chart-table", chart.codes && "results", wordy && "wordy"] },
      h("caption", { class: "sr" }, chart.title), h("thead", null, head), h("tbody", null, rows)));
}

/**
 * @param {Chart} chart
 * @param {string} cell
 */
function tone(chart, cell) {
  const good = chart.codes?.[cell]?.good;
  return good ? `for-${good}` : "";
}

/** The codes of a chart in words. @param {Chart} chart */
function codes(chart) {
  if (!chart.codes) return null;
  return h("dl", { class: "know-codes" }, Object.values(chart.codes).map((code) => h("div", null, h("dt", null, code.text), h("dd", null, code.says))));
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

export const id = "charts";
export const titleKey = "know.charts.title";
