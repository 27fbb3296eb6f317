// @ts-check
/**
 * The log: what has happened, in sentences, by turn and phase. Only a part of it is on the page: the newest, or what is around the moment of
 * the replay; earlier pages come when somebody scrolls to them, chooses a chapter or searches farther back.
 */
import { diceOf } from "../board/dice.js";
import { h, put, s } from "../dom.js";
import { t } from "../texts.js";
import { chapterOptions } from "./chapters.js";
import { die, lazily, ruleChip } from "./parts.js";
import { plainWords, sideColours } from "../table/names.js";
import { PAGE } from "../table/history.js";
import { placeOf } from "./eventPlaces.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Moment} Moment */

/** The sign for a place on the map. */
const TARGET = s("svg", { class: "log-target", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: "M12 3v5M12 16v5M3 12h5M16 12h5M7 12a5 5 0 1 0 10 0a5 5 0 1 0-10 0" }));
/** So many moments are on the page at most. */
const MOST = 2 * PAGE;
/** So many lines that were searched for. */
const HITS = 300;
/** So many moments are searched without being asked for; beyond that the player decides. */
const SEARCHED = 5 * PAGE;

/** @param {Store} table */
export function create(table) {
  const list = h("div", { class: "log-list" });
  const earlier = h("button", { type: "button", class: "button quiet log-more", hidden: true, onclick: () => void more(-1) }, t("know.log.earlier"));
  const later = h("button", { type: "button", class: "button quiet log-more", hidden: true, onclick: () => void more(1) }, t("know.log.later"));
  const lines = h("div", { class: "log-lines", tabindex: 0, role: "region", "aria-label": t("know.log.title") }, earlier, list, later);
  const search = h("input", { type: "search", placeholder: t("know.log.search"), "aria-label": t("know.log.search"), oninput: () => draw(true) });
  const chapters = h("select", { class: "log-chapters", "aria-label": t("know.log.chapters"), hidden: true, onchange: () => {
    void goTo(Number(chapters.value), true);
    chapters.value = "";
  } });
  const newer = h("button", { type: "button", class: "button log-newer", hidden: true, onclick: () => toEnd() }, t("know.log.newer"));
  const none = h("p", { class: "muted empty", hidden: true }, t("know.log.none"));
  const searched = h("p", { class: "muted log-searched", role: "status", hidden: true });
  let kind = "all";
  /** Which kinds of events stand under which filter, as the theme sorts them. */
  const sorted = table.lore.theme.log ?? {};
  const filters = h("div", { class: "segments", role: "radiogroup", "aria-label": t("know.log.filter") },
    ["all", ...Object.keys(sorted)].map((name) => h("label", null,
      h("input", { type: "radio", name: "log-kind", value: name, checked: name === kind, onchange: () => ((kind = name), draw(true)) }),
      h("span", null, t(`know.log.kinds.${name}`)))));
  const el = h("div", { class: "know know-log" }, h("div", { class: "know-tools" }, filters, h("div", { class: "log-tools" }, search, chapters)), none, searched, lines, newer);

  /** The moments on the page. */
  let [from, to] = [1, 0];
  /** What is on the page, to see whether it can be added to. @type {{history: any, version: number, from: number, to: number, sift: string}} */
  let drawn = { history: null, version: 0, from: 1, to: 0, sift: "" };
  /** @type {HTMLElement|null} */
  let group = null;
  /** Whether the newest line is to stay in sight: until somebody scrolls away from it. */
  let following = true;
  /** How high the list was and where it stood when last looked at. */
  let height = 0;
  let stood = 0;
  let listed = "";

  /** The newest moment that may be told: not what is still to be shown. */
  const last = () => (table.playing ? Math.min(table.shown.moment, table.history?.last ?? 0) : table.history?.last ?? 0);
  const words = () => search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const sifting = () => (kind === "all" && words().length === 0 ? "" : `${kind} ${words().join(" ")}`);

  function atEnd() {
    return lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
  }

  /** The newest lines. */
  function toEnd() {
    following = true;
    if (!sifting() && to < last()) draw();
    lines.scrollTop = lines.scrollHeight;
    newer.hidden = true;
  }

  /** @param {boolean} [anew] */
  function draw(anew = false) {
    const { history } = table;
    const sift = sifting();
    const end = last();
    if (!history) {
      put(list);
      group = null;
      drawn = { history: null, version: 0, from: 1, to: 0, sift: "" };
      return edges();
    }
    if (drawn.history !== history) following = true;
    const follow = following || drawn.history === null;
    if (follow || to > end) {
      to = end;
      from = Math.max(1, Math.min(from, to), to - MOST + 1);
      if (drawn.history !== history || from > to) from = Math.max(1, history.first, to - PAGE + 1);
    }
    const same = !anew && drawn.history === history && drawn.version === history.version && drawn.from === from && drawn.to <= to && drawn.sift === sift && !sift;
    const begun = same ? drawn.to + 1 : from;
    if (!same) {
      put(list);
      group = null;
    }
    if (sift) find(history);
    else {
      if (!same && from > 1) {
        const before = history.chapters.findLast((chapter) => chapter.n < from && chapter.kind !== "fight");
        if (before) open(before.text);
      }
      for (const moment of history.range(begun, to)) for (const event of moment.events) write(moment, event);
    }
    drawn = { history, version: history.version, from, to, sift };
    mark();
    edges();
    if (follow || sift) lines.scrollTop = lines.scrollHeight;
    if (!follow && !sift && end > to) newer.hidden = false;
  }

  /**
   * Everything that fits, in what has been fetched so far.
   * @param {import("../table/history.js").History} history
   */
  function find(history) {
    const wanted = words();
    const first = history.first;
    const hits = history.range(first, last()).flatMap((moment) => moment.events.map((event) => ({ moment, event }))).filter(({ event }) =>
      (kind === "all" || sorted[kind].includes(event.kind)) && event.kind !== "phase" && event.kind !== "turn" && wanted.every((word) => `${event.text} ${event.case}`.toLowerCase().includes(word)));
    let phase = -1;
    for (const { moment, event } of hits.slice(-HITS)) {
      const at = history.chapters.findLastIndex((chapter) => chapter.n <= moment.n && chapter.kind !== "fight");
      if (!group || at !== phase) open(history.chapters[at]?.text ?? t("know.log.before"));
      phase = at;
      write(moment, event);
    }
    const whole = first <= 1;
    if (!whole && last() - first < SEARCHED && !asking) void farther();
    put(searched, t(whole ? "know.log.searchedAll" : "know.log.searched", { n: hits.length, from: first, to: last() }), " ",
      whole ? null : h("button", { type: "button", class: "button quiet", onclick: () => void farther() }, t("know.log.farther")));
  }

  let asking = false;
  /** One page farther back. */
  async function farther() {
    const { history } = table;
    if (!history || asking) return;
    asking = true;
    const before = history.first;
    await history.load(Math.max(1, before - PAGE), before - 1).catch(() => {});
    asking = history.first === before; // nothing came: it is not asked for again by itself
    draw(true);
    asking = false;
  }

  function edges() {
    const sift = Boolean(sifting());
    const { history } = table;
    earlier.hidden = sift || !history || from <= 1;
    later.hidden = sift || !history || to >= last();
    searched.hidden = !sift || !history;
    none.hidden = list.childElementCount > 0;
    const key = history ? `${history.version} ${history.chapters.length}` : "";
    if (key === listed) return;
    listed = key;
    const found = history?.chapters.filter((chapter) => chapter.kind !== "fight") ?? [];
    chapters.hidden = found.length < 2;
    put(chapters, chapterOptions(found, t("know.log.chapter")));
  }

  /**
   * More of the log, at one of its ends.
   * @param {-1|1} way
   */
  async function more(way) {
    const { history } = table;
    if (!history || sifting()) return;
    const anchor = /** @type {HTMLElement|undefined} */ (list.querySelector(way < 0 ? "[data-n]" : "[data-n]:last-child"));
    const [n, top] = [anchor?.dataset.n, anchor?.getBoundingClientRect().top ?? 0];
    const wanted = way < 0 ? [Math.max(1, from - PAGE), from - 1] : [to + 1, Math.min(last(), to + PAGE)];
    await history.load(wanted[0], wanted[1]).catch(() => {});
    if (history !== table.history) return;
    if (way < 0) [from, to] = [wanted[0], Math.min(to, wanted[0] + MOST - 1)];
    else [from, to] = [Math.max(from, wanted[1] - MOST + 1), wanted[1]];
    following = to >= last() && following && way > 0;
    draw(true);
    const again = n === undefined ? null : list.querySelector(`[data-n="${n}"]`);
    if (again) lines.scrollTop += again.getBoundingClientRect().top - top;
  }

  /**
   * The part of the log around a moment.
   * @param {number} n
   * @param {boolean} [top] with that moment as the first line
   */
  async function goTo(n, top = false) {
    const { history } = table;
    if (!history) return;
    if (n < from || n > to || sifting()) {
      const wanted = [Math.max(1, n - PAGE / 2), Math.min(last(), n + PAGE / 2)];
      await history.load(wanted[0], wanted[1]).catch(() => {});
      if (history !== table.history) return;
      if (sifting() && top) {
        search.value = "";
        kind = "all";
        for (const one of filters.querySelectorAll("input")) one.checked = one.value === "all";
      }
      [from, to] = wanted;
      following = false;
      draw(true);
    }
    following = false;
    const line = lineOf(n) ?? /** @type {HTMLElement|null} */ (list.querySelector("[data-n]"));
    const target = top ? /** @type {HTMLElement|null} */ (line?.closest("section") ?? line) : line;
    if (!target) return;
    const [box, frame] = [target.getBoundingClientRect(), lines.getBoundingClientRect()];
    if (top) lines.scrollTop += box.top - frame.top;
    else if (box.top < frame.top + 30 || box.bottom > frame.bottom) lines.scrollTop += box.top - frame.top - Math.max(30, (frame.height - box.height) / 2);
    newer.hidden = to >= last() && atEnd();
  }

  /**
   * The line of a moment; of one that says nothing, the line before it.
   * @param {number} n
   * @returns {HTMLElement|undefined}
   */
  function lineOf(n) {
    const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-n]")]);
    return all.findLast((one) => Number(one.dataset.n) <= n);
  }

  /** The lines of the moment that the replay shows. */
  function mark() {
    for (const line of list.querySelectorAll("li[aria-current]")) line.removeAttribute("aria-current");
    const n = table.shown.live ? undefined : lineOf(table.shown.moment)?.dataset.n;
    if (n !== undefined) for (const line of list.querySelectorAll(`li[data-n="${n}"]`)) line.setAttribute("aria-current", "true");
  }

  /**
   * @param {Moment} moment
   * @param {GameEvent} event
   */
  function write(moment, event) {
    if (event.kind === "forced" && !event.data.step && (event.data.action === "done" || event.data.action === "accept")) return;
    if (event.kind === "phase" || (event.kind === "turn" && !group)) {
      open(event.text);
      return;
    }
    if (event.kind === "turn") return;
    if (!group) open(t("know.log.before"));
    const place = () => table.point(placeOf(table.history?.range(from, to) ?? [], event, table.shown.view, table.lore.theme));
    /** @type {HTMLElement} */ (group).append(h("li", { class: ["log-line", `kind-${event.kind}`], vars: sideColours(table, moment.side), "data-n": moment.n },
      h("button", { type: "button", class: "log-text", title: t("know.log.replay"), onclick: () => {
        place();
        void table.showMoment(moment.n, table.shown.live ? undefined : table.shown.side);
      } }, event.data.die ? die(event.data.die) : null, plainWords(table, event.text), thrown(event)),
      event.case ? ruleChip(table, event.case) : null,
      h("button", { type: "button", class: "icon-button log-place", title: t("know.log.place"), "aria-label": t("know.log.placeOf", { text: plainWords(table, event.text) }), onclick: place }, TARGET.cloneNode(true))));
  }

  /**
   * Dice by the handful, small, with those that hit lit.
   * @param {GameEvent} event
   */
  function thrown(event) {
    const dice = event.data.die ? [] : diceOf(event);
    return dice.length > 0 ? h("span", { class: "log-dice", "aria-hidden": "true" }, dice.map((one) => h("i", { class: one.hit ? "hit" : "" }, String(one.face)))) : null;
  }

  /** @param {string} title */
  function open(title) {
    group = h("ul", { class: "log-group" });
    list.append(h("section", null, h("h3", null, title), group));
  }

  let past = false;
  /** The log goes where the replay goes, and comes back with it. */
  function follow() {
    const back = past && table.shown.live;
    past = !table.shown.live;
    if (past) {
      mark();
      requestAnimationFrame(() => void goTo(table.shown.moment).then(mark)); // the panel above may have grown or shrunk
    } else if (back) {
      mark();
      toEnd();
    }
  }

  lines.addEventListener("scroll", () => {
    if (lines.clientHeight !== height) return; // what stands above has grown or shrunk
    if (atEnd() && to >= last()) {
      newer.hidden = true;
      following = !past;
    } else if (lines.scrollTop < stood) following = false;
    if (lines.scrollTop < 24 && lines.scrollTop < stood && !earlier.hidden) void more(-1);
    stood = lines.scrollTop;
  });
  new ResizeObserver(() => {
    height = lines.clientHeight;
    if (following && height > 0) lines.scrollTop = lines.scrollHeight;
  }).observe(lines);
  const panel = lazily(() => draw());
  for (const name of ["log", "update"]) table.on(name, panel.changed);
  table.on("shown", follow);
  return {
    el,
    show: () => {
      panel.show();
      if (!table.shown.live) follow();
    },
    hide: panel.hide,
  };
}

export const id = "log";
export const titleKey = "know.log.title";
