// @ts-check
/** The rules in our words: what matters now on top, then everything, by chapter, searchable. */
import { h, put } from "../dom.js";
import { has, t } from "../texts.js";
import { caseOf, heading, lazily, sentence, withRules } from "./parts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Case} Case */

/** @param {Store} table */
export function create(table) {
  const search = h("input", { type: "search", placeholder: t("know.rules.search"), "aria-label": t("know.rules.search"), oninput: () => drawFound() });
  const now = h("section", { class: "rules-now", "aria-labelledby": "rules-now" });
  const found = h("div", { class: "rules-found", role: "region", "aria-label": t("know.rules.found"), hidden: true });
  const book = h("div", { class: "rules-book" });
  const body = h("div", { class: "know-scroll", tabindex: 0, role: "region", "aria-label": t("know.rules.title") }, found, now, book);
  const el = h("div", { class: "know know-rules" }, h("div", { class: "know-tools" }, search), body);
  /** @type {string[]} */
  let refused = [];
  let seen = "";

  function matters() {
    const view = table.shown.view;
    /** @type {(string|undefined)[]} */
    const ids = [view.decision?.case, ...refused];
    for (const [name, open] of Object.entries(view.duties ?? {})) if ((Array.isArray(open) ? open : /** @type {any} */ (open).left).length) ids.push(table.lore.theme.duties[name]?.case);
    for (const event of table.shown.events.toReversed()) if (event.kind !== "forced") ids.push(event.case);
    if (view.standing && view.result) ids.push(view.standing.case);
    return [...new Set(ids)].filter((id) => id && caseOf(table, id)).slice(0, 8);
  }

  function drawNow() {
    const ids = /** @type {string[]} */ (matters());
    if (ids.join() === seen) return;
    seen = ids.join();
    put(now, h("h3", { id: "rules-now" }, t("know.rules.now")), ids.map((id) => entry(/** @type {Case} */ (caseOf(table, id)), false)));
    now.hidden = ids.length === 0;
  }

  function drawBook() {
    if (book.childElementCount) return;
    for (const [chapter, cases] of chapters(table.lore.cases)) {
      const title = table.lore.theme.chapters[chapter] ?? t("know.rules.chapter", { chapter });
      const inside = h("div", null);
      const details = h("details", { "data-chapter": chapter, ontoggle: () => {
        if (details.open && !inside.childElementCount) put(inside, cases.map((one) => entry(one, true)));
      } }, h("summary", null, h("b", null, chapter), " ", title, " ", h("span", { class: "muted" }, t("know.rules.count", { n: cases.length }))), inside);
      book.append(details);
    }
  }

  function drawFound() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.hidden = !words.length;
    now.hidden = words.length > 0 || !seen;
    book.hidden = words.length > 0;
    if (!words.length) return;
    const hits = table.lore.cases
      .map((one) => ({ one, weight: weigh(one, words) }))
      .filter((hit) => hit.weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 60);
    put(found, h("div", { role: "status" }, h("h3", { class: "muted" }, t("know.rules.hits", { n: hits.length }))), hits.map((hit) => entry(hit.one, false)));
    body.scrollTop = 0;
  }

  /**
   * @param {Case} one
   * @param {boolean} anchored whether this is its place in the book
   */
  function entry(one, anchored) {
    return h("article", { class: ["rule-entry", one.kind], "data-case": anchored ? one.id : null, tabindex: anchored ? -1 : null },
      h("h4", null, h("span", { class: "rule-id" }, one.id), " ", heading(one.title), mark(one)),
      h("p", null, withRules(table, sentence(one.says), one.id)));
  }

  /** @param {Case} one */
  function mark(one) {
    const key = `know.rules.kinds.${one.kind}`;
    return has(key) ? h("span", { class: "know-tag" }, t(key)) : null;
  }

  /** @param {string} id */
  function open(id) {
    const one = caseOf(table, id);
    if (!one) return;
    search.value = "";
    drawFound();
    drawBook();
    const details = /** @type {HTMLDetailsElement|null} */ (book.querySelector(`details[data-chapter="${CSS.escape(chapterOf(id))}"]`));
    if (!details) return;
    details.open = true;
    const inside = /** @type {HTMLElement} */ (details.lastElementChild);
    if (!inside.childElementCount) put(inside, /** @type {Case[]} */ (chapters(table.lore.cases).get(chapterOf(id))).map((other) => entry(other, true)));
    for (const old of book.querySelectorAll(".lit")) old.classList.remove("lit");
    const place = /** @type {HTMLElement|null} */ (book.querySelector(`[data-case="${CSS.escape(id)}"]`));
    if (!place) return;
    place.classList.add("lit");
    requestAnimationFrame(() => {
      body.scrollTop += place.getBoundingClientRect().top - body.getBoundingClientRect().top - 8;
      if (place.getBoundingClientRect().bottom > innerHeight) place.scrollIntoView({ block: "nearest" });
      if (el.contains(document.activeElement)) place.focus({ preventScroll: true });
    });
  }

  const panel = lazily(() => (drawNow(), drawBook()));
  table.on("shown", panel.changed);
  table.on("update", () => ((refused = []), panel.changed()));
  table.on("point", (/** @type {any} */ what) => {
    if (what?.refused) refused = [what.case, ...(what.cases ?? [])];
    if (what?.case) open(what.case);
  });
  table.on("refused", (/** @type {any} */ refusal) => {
    refused = [refusal.case, ...(refusal.cases ?? [])];
    panel.changed();
  });
  return { el, show: panel.show, hide: panel.hide };
}

/** @param {string} id */
function chapterOf(id) {
  return /\d+/.exec(id)?.[0] ?? "…";
}

/**
 * @param {Case[]} cases
 * @returns {Map<string, Case[]>}
 */
function chapters(cases) {
  const found = new Map();
  for (const one of cases) {
    const chapter = chapterOf(one.id);
    if (!found.has(chapter)) found.set(chapter, []);
    found.get(chapter).push(one);
  }
  return found;
}

/**
 * How well a case fits: its id most, its title more than its words; every word must be somewhere.
 * @param {Case} one
 * @param {string[]} words
 */
function weigh(one, words) {
  const id = one.id.toLowerCase();
  const title = one.title.toLowerCase();
  const says = one.says.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const weight = (id === word ? 9 : id.startsWith(word) ? 5 : 0) + (title.includes(word) ? 3 : 0) + (says.includes(word) ? 1 : 0);
    if (!weight) return 0;
    sum += weight;
  }
  return sum;
}

export const id = "rules";
export const titleKey = "know.rules.title";
