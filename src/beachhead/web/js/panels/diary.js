// @ts-check
/** The diary of a match: what mattered, by day and turn, with curves of what is counted; to read on and to take away. */
import { h, put, s } from "../dom.js";
import { ask, download } from "../start/api.js";
import { plainWords } from "../table/names.js";
import { t } from "../texts.js";
import { lazily, ruleChip } from "./parts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {{n: number, text: string, case: string}} Entry */
/** @typedef {{turn: number|null, n: number, title: string, day: string, tally: Record<string, number>, entries: Entry[]}} Page */

const [WIDTH, HEIGHT, EDGE] = [600, 150, 8];
/** While a bot acts there is news all the time: so many milliseconds pass before the pages are fetched again. */
const AGAIN = 2000;

/**
 * What is told by turns, as lines: each number as a part of the highest there is, that of all lines with the same measure.
 * @param {Record<string, number>[]} told
 * @param {Record<string, string>} names
 * @param {Record<string, {measure: string}>} counts
 */
export function linesOf(told, names, counts) {
  const highest = (/** @type {string} */ name) => Math.max(1, ...told.map((tally) => tally[name] ?? 0));
  const kept = Object.keys(names).filter((name) => told.some((tally) => tally[name] !== undefined));
  return kept.map((name) => {
    const measure = counts[name]?.measure;
    const most = Math.max(...kept.filter((other) => other === name || (measure && counts[other]?.measure === measure)).map(highest));
    const parts = told.flatMap((tally, spot) => (tally[name] === undefined ? [] : [/** @type {[number, number]} */ ([spot, tally[name] / most])]));
    return { name, most: highest(name), now: told.findLast((tally) => tally[name] !== undefined)?.[name], parts };
  });
}

/** @param {Store} table */
export function create(table) {
  const { theme } = table.lore;
  const path = `/api/matches/${encodeURIComponent(table.meta.match)}/diary`;
  const body = h("div", { class: "know-scroll", tabindex: 0, role: "region", "aria-label": t("know.diary.title") });
  const keep = h("button", { type: "button", class: "button quiet diary-save", onclick: () => void save() }, t("know.diary.save"));
  const el = h("div", { class: "know know-diary" }, h("div", { class: "know-tools" }, keep), body);
  /** @type {Page[]} */
  let pages = [];
  /** What is counted, at the end of the last page. @type {Record<string, number>} */
  let counted = {};
  /** The moment up to which the pages were fetched. */
  let fetched = -1;
  let busy = false;
  /** Days that somebody has opened or closed. @type {Map<string, boolean>} */
  const open = new Map();

  async function fetchPages() {
    if (busy || fetched === table.now.moment) return;
    busy = true;
    const moment = table.now.moment;
    try {
      ({ pages, now: counted } = await ask(path, { token: table.here.token }));
      fetched = moment;
    } catch {
      if (fetched < 0) put(body, h("p", { class: "muted", role: "alert" }, t("know.diary.missing")));
      return;
    } finally {
      busy = false;
    }
    drawPages();
    if (fetched !== table.now.moment) setTimeout(panel.changed, AGAIN); // the match has moved on while they came
  }

  async function save() {
    const text = await ask(`${path}?as=text`, { token: table.here.token, text: true });
    download(`beachhead-${table.lore.id}-diary.md`, text);
  }

  function drawPages() {
    /** @type {Map<string, Page[]>} */
    const days = new Map();
    for (const page of pages) days.set(page.day, [...(days.get(page.day) ?? []), page]);
    const last = [...days.keys()].at(-1);
    put(body, curves(),
      pages.length ? null : h("p", { class: "muted empty" }, t("know.diary.none")),
      [...days].map(([day, some]) => {
        const turns = some.map(turnOf);
        if (!day) return turns;
        const here = h("details", { class: "diary-day", open: open.get(day) ?? day === last, ontoggle: () => open.set(day, here.open) }, h("summary", null, day), turns);
        return here;
      }));
  }

  /** @param {Page} page */
  function turnOf(page) {
    const numbers = Object.entries(page.tally).filter(([name]) => theme.tally[name]).map(([name, number]) => h("span", null, `${theme.tally[name]} ${number}`));
    return h("section", { class: "diary-turn" },
      page.title ? h("h3", null, h("button", { type: "button", class: "reference", onclick: () => void table.showMoment(page.n) }, page.title)) : null,
      page.title && numbers.length ? h("p", { class: "diary-numbers muted" }, numbers) : null,
      page.entries.length ? h("ul", null, page.entries.map((entry) => h("li", null,
        h("button", { type: "button", class: "reference diary-entry", title: t("know.diary.go"), onclick: () => void table.showMoment(entry.n) }, plainWords(table, entry.text)), " ", ruleChip(table, entry.case)))) : null);
  }

  /** Curves of what turns begin with, and of what stands now. */
  function curves() {
    const told = pages.filter((page) => page.turn !== null).map((page) => page.tally);
    if (Object.keys(counted).length) told.push(counted);
    const found = linesOf(told, theme.tally, theme.counts);
    if (!found.length || told.length < 2) return null;
    const x = (/** @type {number} */ spot) => EDGE + (spot / (told.length - 1)) * (WIDTH - 2 * EDGE);
    const y = (/** @type {number} */ part) => HEIGHT - EDGE - part * (HEIGHT - 2 * EDGE);
    const lines = found.map(({ name, most, now, parts }, index) => ({
      name, index, most, now,
      el: s("polyline", { class: `diary-line line-${index}`, points: parts.map(([spot, part]) => `${x(spot).toFixed(1)},${y(part).toFixed(1)}`).join(" ") }),
    }));
    const says = lines.map(({ name, now, most }) => t("know.diary.curve", { name: theme.tally[name], now, most })).join("; ");
    return h("figure", { class: "diary-curves" },
      s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": says },
        s("path", { class: "diary-axis", d: `M${EDGE} ${EDGE}V${HEIGHT - EDGE}H${WIDTH - EDGE}` }), lines.map((line) => line.el)),
      h("figcaption", null, lines.map(({ name, index, now }) => h("span", { class: `diary-key line-${index}` }, `${theme.tally[name]}: ${now}`))));
  }

  const panel = lazily(() => void fetchPages());
  table.on("update", panel.changed);
  table.on("seat", () => ((fetched = -1), panel.changed()));
  return { el, show: panel.show, hide: panel.hide };
}

export const id = "diary";
export const titleKey = "know.diary.title";
