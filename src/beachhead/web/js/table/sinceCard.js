// @ts-check
/** "Since your last turn": what the others have done, what was lost by name and place, the rest by kind; each can be seen again on the map. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { sideColours, spaceWord, withPlaces } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../board/trails.js").Trace} Trace */

const KINDS = /** @type {const} */ (["loss", "fight", "move", "other"]);

/**
 * A sentence with short names, as plain text.
 * @param {Store} table
 * @param {string} text
 */
export function plain(table, text) {
  return withPlaces(table, text).map((part) => (typeof part === "string" ? part : part.textContent)).join("");
}

/**
 * How much of each kind there was, in words.
 * @param {Trace[]} traces
 */
export function summary(traces) {
  return KINDS.map((kind) => [kind, traces.filter((trace) => trace.kind === kind).length]).filter(([, n]) => n).map(([kind, n]) => t(`playback.count.${kind}`, { n }));
}

/** So many losses are named at once. */
const NAMED = 3;

/**
 * What has happened, and where if the sentence does not say so.
 * @param {Store} table
 * @param {Trace} trace
 */
function worded(table, trace) {
  const text = plain(table, trace.text);
  const place = trace.at ? spaceWord(table, trace.at) : "";
  return place && !text.includes(place) ? t("playback.placed", { text, place }) : text;
}

/** @param {Store} table */
export function createSinceCard(table) {
  /** The kind whose list is open. */
  let open = "";
  const chips = h("div", { class: "since-chips" });
  const list = h("ol", { class: "since-list", id: "since-list", hidden: true });
  const first = h("ol", { class: "since-list since-first" });
  const title = h("h2", { class: "since-title" });
  const el = h("div", { class: "since" }, title, chips, first, list);

  /** @param {Trace[]} traces */
  function draw(traces) {
    const kinds = KINDS.filter((kind) => traces.some((trace) => trace.kind === kind));
    if (!kinds.some((kind) => kind === open)) open = "";
    const focused = el.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : undefined;
    put(title, t(table.seat === null ? "playback.sinceWatching" : "playback.since"));
    put(chips, kinds.map((kind) => h("button", {
      class: ["chip", "since-chip", `since-${kind}`], type: "button", "data-key": kind, "aria-expanded": String(kind === open), "aria-controls": "since-list",
      onclick: () => ((open = open === kind ? "" : kind), draw(traces)),
    }, t(`playback.count.${kind}`, { n: traces.filter((trace) => trace.kind === kind).length }))));
    list.hidden = !open;
    const line = (/** @type {Trace} */ trace, /** @type {number} */ index) => h("li", { vars: sideColours(table, trace.side) },
      h("button", { class: "since-line", type: "button", "data-key": `${trace.kind} ${index}`, "aria-current": table.playback.behind && table.playback.current === trace.step ? "true" : null, onclick: () => table.playback.again(trace.step) },
        trace.kind === "move" ? h("b", { class: "since-number" }, String(index + 1)) : null, h("span", null, worded(table, trace))));
    put(list, traces.filter((trace) => trace.kind === open).map(line));
    const losses = traces.filter((trace) => trace.kind === "loss");
    const named = new Map(losses.map((trace) => [trace.unit ?? trace.text, trace])); // of each unit the last that befell it
    put(first, open ? null : [...named.values()].slice(0, NAMED).map(line));
    if (focused) [...el.querySelectorAll("[data-key]")].map((one) => /** @type {HTMLElement} */ (one)).find((one) => one.dataset.key === focused)?.focus({ preventScroll: true });
  }

  return {
    el, draw,
    /** Nothing of what one player had opened is open for the next. */
    fold: () => (open = ""),
  };
}
