// @ts-check
/** Printing: the open panel as a document of its own, the log by turns, the rules by chapters, instead of the table with its map. */
import { h, on, put } from "../dom.js";
import { has, t } from "../texts.js";
import { heading, sentence } from "../panels/parts.js";
import { plainWords } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {{title: string, lines: {text: string, case: string}[]}} PrintedPhase */
/** @typedef {{title: string, phases: PrintedPhase[]}} PrintedTurn */

/**
 * The log as it is printed: turns with their phases, each with its lines.
 * @param {Moment[]} moments
 * @param {string} before what is called that happens before the first turn
 * @returns {PrintedTurn[]}
 */
export function pagesOf(moments, before) {
  /** @type {PrintedTurn[]} */
  const turns = [];
  const turn = () => turns.at(-1) ?? turns[turns.push({ title: before, phases: [] }) - 1];
  const phase = () => {
    const { phases } = turn();
    return phases.at(-1) ?? phases[phases.push({ title: "", lines: [] }) - 1];
  };
  for (const { events } of moments) {
    for (const event of events) {
      if (event.kind === "forced" && !event.data.step && event.data.action === "done") continue;
      if (event.kind === "turn") turns.push({ title: event.text, phases: [] });
      else if (event.kind === "phase") turn().phases.push({ title: event.text, lines: [] });
      else phase().lines.push({ text: event.text, case: event.case });
    }
  }
  return turns.map((one) => ({ ...one, phases: one.phases.filter((part) => part.lines.length > 0) })).filter((one) => one.phases.length > 0);
}

/** @param {Store} table */
function printedLog(table) {
  const { history } = table;
  const turns = pagesOf(history?.tail ?? [], t("know.log.before"));
  return [
    history && history.first > 1 ? h("p", { class: "print-note" }, t("comfort.print.part")) : null,
    turns.length === 0 ? h("p", null, t("know.log.none")) : null,
    turns.map((turn) => h("section", { class: "print-turn" }, h("h2", null, turn.title),
      turn.phases.map((phase) => h("section", { class: "print-phase" }, phase.title ? h("h3", null, phase.title) : null,
        h("ul", null, phase.lines.map((line) => h("li", null, plainWords(table, line.text), line.case ? h("small", null, ` ${line.case}`) : null))))))),
  ];
}

/** @param {Store} table */
function printedRules(table) {
  /** @type {Map<string, import("../types.js").Case[]>} */
  const chapters = new Map();
  for (const one of table.lore.cases) {
    const chapter = /\d+/.exec(one.id)?.[0] ?? "…";
    if (!chapters.has(chapter)) chapters.set(chapter, []);
    chapters.get(chapter)?.push(one);
  }
  return [...chapters].map(([chapter, cases]) => h("section", { class: "print-chapter" },
    h("h2", null, chapter, " ", table.lore.theme.chapters[chapter] ?? t("know.rules.chapter", { chapter })),
    cases.map((one) => h("p", { class: "print-rule" }, h("b", null, `${one.id} ${heading(one.title)}.`), " ", has(`know.rules.kinds.${one.kind}`) ? h("i", null, `(${t(`know.rules.kinds.${one.kind}`)}) `) : null, sentence(one.says)))));
}

/**
 * A panel as it stands on the page, without what only a screen needs.
 * @param {string} id
 */
function copied(id) {
  const panel = document.querySelector(id === "log" ? ".know-log" : "#tab-panel > *");
  const copy = /** @type {HTMLElement|undefined} */ (panel?.cloneNode(true));
  for (const one of copy?.querySelectorAll("input, select, form, .know-tools, .log-more, .board-control, dialog") ?? []) one.remove();
  for (const one of copy?.querySelectorAll("details") ?? []) one.open = true;
  for (const one of copy?.querySelectorAll("[id]") ?? []) one.removeAttribute("id");
  for (const one of copy?.querySelectorAll("button") ?? []) one.replaceWith(h("span", { class: one.className }, ...one.childNodes));
  return copy ?? null;
}

/**
 * Lay what is to be printed beside the page; the style sheet for printers shows it and nothing else.
 * @param {Store} table
 * @param {string} id of the panel
 */
export function layOutPrint(table, id) {
  const sheet = document.getElementById("print") ?? document.body.appendChild(h("main", { id: "print", "aria-hidden": "true" }));
  document.body.dataset.printing = "yes";
  if (table.covered !== null) return void put(sheet);
  const { title, scenarios } = table.lore;
  const scenario = scenarios.find((one) => one.id === table.meta.scenario)?.title ?? "";
  const body = id === "log" ? printedLog(table) : id === "rules" ? printedRules(table) : copied(id);
  sheet.dataset.panel = id;
  put(sheet, h("header", null, h("h1", null, title), h("p", null, [scenario, t(`table.tabs.${id}`)].filter(Boolean).join(" · "))), body);
}

/** Nothing of it stays on the page. */
function clear() {
  document.getElementById("print")?.remove();
  delete document.body.dataset.printing;
}

/**
 * Print a panel; of the log all of it, however far back it has to be fetched.
 * @param {Store} table
 * @param {string} id
 */
export async function printPanel(table, id) {
  if (id === "log") await table.wholeLog();
  layOutPrint(table, id);
  chosen = id;
  try {
    print();
  } finally {
    chosen = "";
  }
}

/** What a button has asked to print, as against the browser's own command. */
let chosen = "";

/**
 * The browser's own command prints the open panel too.
 * @param {Store} table
 * @param {() => string} shown the panel that is open
 */
export function listenForPrint(table, shown) {
  const wanted = () => (document.activeElement?.closest(".log-column") ? "log" : shown());
  on(window, "beforeprint", () => layOutPrint(table, chosen || wanted()));
  on(window, "afterprint", clear);
  on(document, "keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || table.covered !== null) return;
    if (wanted() !== "log" || (table.history?.first ?? 1) <= 1) return; // nothing has to be fetched: the browser may go on
    event.preventDefault();
    void printPanel(table, "log");
  });
}
