// @ts-check
/** The log: everything that has happened, in sentences, by turn and phase. */
import { diceOf } from "../board/dice.js";
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { die, lazily, ruleChip } from "./parts.js";
import { placeOf } from "./eventPlaces.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Moment} Moment */

/** @type {Record<string, string>} */
const KINDS = {
  move: "movement", retreat: "movement", advance: "movement", displace: "movement", deploy: "movement",
  attack: "combat", combat: "combat", barrage: "combat", protect: "combat", support: "combat", banzai: "combat",
  eliminated: "losses",
  land: "landing", beachhead: "landing", beachheads: "landing", note: "landing", revealed: "landing",
};

/**
 * Which kinds of events stand under which filter: as the theme sorts them, or as above.
 * @param {Store} table
 * @returns {Record<string, string[]>}
 */
function filtersOf(table) {
  if (table.lore.theme?.log) return table.lore.theme.log;
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const [kind, name] of Object.entries(KINDS)) (found[name] ??= []).push(kind);
  return found;
}

/** @param {Store} table */
export function create(table) {
  const lines = h("div", { class: "log-lines", tabindex: 0, role: "region", "aria-label": t("know.log.title") });
  const search = h("input", { type: "search", placeholder: t("know.log.search"), "aria-label": t("know.log.search"), oninput: () => sift() });
  const newer = h("button", { type: "button", class: "button log-newer", hidden: true, onclick: () => toEnd() }, t("know.log.newer"));
  const none = h("p", { class: "muted empty", hidden: true }, t("know.log.none"));
  let kind = "all";
  const sorted = filtersOf(table);
  const filters = h("div", { class: "segments", role: "radiogroup", "aria-label": t("know.log.filter") },
    ["all", ...Object.keys(sorted)].map((name) => h("label", null,
      h("input", { type: "radio", name: "log-kind", value: name, checked: name === kind, onchange: () => ((kind = name), sift()) }),
      h("span", null, t(`know.log.kinds.${name}`)))));
  const el = h("div", { class: "know know-log" }, h("div", { class: "know-tools" }, filters, search), none, lines, newer);

  /** @type {Moment[]} */
  let written = [];
  /** @type {HTMLElement|null} */
  let group = null;
  /** Whether the newest line is to stay in sight: until somebody scrolls away from it. */
  let following = true;
  /** How high the list was and where it stood when last looked at. */
  let height = 0;
  let stood = 0;

  function atEnd() {
    return lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
  }

  function toEnd() {
    lines.scrollTop = lines.scrollHeight;
    newer.hidden = true;
    following = true;
  }

  function draw() {
    const log = table.log();
    const follow = following || !written.length;
    let same = 0;
    while (same < written.length && written[same] === log[same]) same++;
    if (same < written.length) {
      put(lines);
      group = null;
      same = 0;
    }
    for (const moment of log.slice(same)) for (const event of moment.events) write(moment, event);
    written = log.slice();
    sift(follow);
    if (!follow && log.length > same) newer.hidden = false;
  }

  /**
   * @param {Moment} moment
   * @param {GameEvent} event
   */
  function write(moment, event) {
    if (event.kind === "forced" && event.data.action === "done") return;
    if (event.kind === "phase" || (event.kind === "turn" && !group)) {
      open(event.text);
      return;
    }
    if (event.kind === "turn") return;
    if (!group) open(t("know.log.before"));
    const category = Object.keys(sorted).filter((name) => sorted[name].includes(event.kind)).join(" ") || "other";
    /** @type {HTMLElement} */ (group).append(h("li", { class: ["log-line", `kind-${event.kind}`, `side-${moment.side}`], "data-kind": category },
      h("button", { type: "button", class: "log-text", onclick: () => table.point(placeOf(table.log(), event, table.shown.view, table.lore.theme)) },
        event.data.die ? die(event.data.die) : null, event.text, thrown(event)),
      event.case ? ruleChip(table, event.case) : null,
      h("button", { type: "button", class: "icon-button log-replay", title: t("know.log.replay"), "aria-label": t("know.log.replayOf", { text: event.text }), onclick: () => table.showMoment(moment.n, table.shown.live ? undefined : table.shown.side) }, "↺")));
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
    lines.append(h("section", null, h("h3", null, title), group));
  }

  /** @param {boolean} [follow] */
  function sift(follow = true) {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const section of lines.children) {
      let some = false;
      for (const line of section.querySelectorAll("li")) {
        const text = words.length ? /** @type {string} */ (line.textContent).toLowerCase() : "";
        const fits = (kind === "all" || (line.dataset.kind ?? "").split(" ").includes(kind)) && words.every((word) => text.includes(word));
        line.hidden = !fits;
        some ||= fits;
      }
      /** @type {HTMLElement} */ (section).hidden = !some && (kind !== "all" || words.length > 0);
      if (!(/** @type {HTMLElement} */ (section).hidden)) shown++;
    }
    none.hidden = shown > 0;
    if (follow) toEnd();
  }

  lines.addEventListener("scroll", () => {
    if (lines.clientHeight !== height) return; // what stands above has grown or shrunk
    if (atEnd()) {
      newer.hidden = true;
      following = true;
    } else if (lines.scrollTop < stood) following = false;
    stood = lines.scrollTop;
  });
  new ResizeObserver(() => {
    height = lines.clientHeight;
    if (following && height > 0) toEnd();
  }).observe(lines);
  const panel = lazily(draw);
  table.on("log", panel.changed);
  table.on("update", panel.changed);
  return { el, show: panel.show, hide: panel.hide };
}

export const id = "log";
export const titleKey = "know.log.title";
