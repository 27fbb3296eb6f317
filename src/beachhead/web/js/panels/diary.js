// @ts-check
/** The diary of a match: what mattered, by day and turn, with curves of what is counted; to read on and to take away. */
import { h, put } from "../dom.js";
import { ask, download } from "../start/api.js";
import { plainWords } from "../table/names.js";
import { t } from "../texts.js";
import { curves } from "./curves.js";
import { lazily, ruleChip } from "./parts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {{n: number, text: string, case: string}} Entry */
/**
 * A turn: the numbers with which it began, and those with which it ended, or that stand now.
 * @typedef {{turn: number|null, n: number, title: string, day: string, begun: Record<string, number>, tally: Record<string, number>, entries: Entry[]}} Page
 */

/** While a bot acts there is news all the time: so many milliseconds pass before the pages are fetched again. */
const AGAIN = 2000;

/** @param {Store} table */
export function create(table) {
  const { theme } = table.lore;
  const path = `/api/matches/${encodeURIComponent(table.meta.match)}/diary`;
  const body = h("div", { class: "know-scroll", tabindex: 0, role: "region", "aria-label": t("know.diary.title") });
  const keep = h("button", { type: "button", class: "button diary-save", onclick: () => void save() }, t("know.diary.save"));
  const el = h("div", { class: "know know-diary" }, h("div", { class: "know-tools" }, keep), body);
  /** @type {Page[]} */
  let pages = [];
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
      ({ pages } = await ask(path, { token: table.here.token }));
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
    put(body, curves(table, told()),
      pages.length ? null : h("p", { class: "muted empty" }, t("know.diary.none")),
      [...days].map(([day, some]) => {
        const turns = some.filter((page) => page.turn !== null || page.title).map(turnOf);
        const before = some.filter((page) => page.turn === null && !page.title);
        return [
          before.length ? folded(t("know.log.before"), pages.length === before.length, before.map(turnOf)) : null,
          day && turns.length ? folded(day, day === last, turns) : turns,
        ];
      }));
  }

  /**
   * Pages under a heading, which stays as somebody has left it.
   * @param {string} name
   * @param {boolean} unfolded as long as nobody has touched it
   * @param {HTMLElement[]} some
   */
  function folded(name, unfolded, some) {
    const here = h("details", { class: "diary-day", open: open.get(name) ?? unfolded, ontoggle: () => open.set(name, here.open) }, h("summary", null, name), some);
    return here;
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

  /** What the first turn began with, and what each ended with. */
  function told() {
    const turns = pages.filter((page) => page.turn !== null);
    return turns.length ? [{ turn: null, n: turns[0].n, tally: turns[0].begun }, ...turns] : [];
  }

  const panel = lazily(() => void fetchPages());
  table.on("update", panel.changed);
  table.on("seat", () => ((fetched = -1), panel.changed()));
  return { el, show: panel.show, hide: panel.hide };
}

export const id = "diary";
export const titleKey = "know.diary.title";
