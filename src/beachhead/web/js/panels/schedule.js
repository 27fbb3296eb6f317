// @ts-check
/** Turn by turn: what came and what was lost, what is to come. */
import { h, put } from "../dom.js";
import { dateLanguage, fill, t } from "../texts.js";
import { eventsByTurn, lazily, ruleChip, sentence, unitChip } from "./parts.js";

/** @typedef {import("../types.js").Store} Store */

/** @param {Store} table */
export function create(table) {
  const body = h("div", { class: "know-scroll", tabindex: 0, role: "region", "aria-label": t("know.schedule.title") });
  const el = h("div", { class: "know know-schedule" }, body);
  let lit = 0;

  function draw() {
    const view = table.shown.view;
    const { events: kinds, tracks } = table.lore.theme;
    const events = eventsByTurn(table.log(), table.now.view).filter(({ moment }) => table.shown.live || moment.n <= table.shown.moment);
    put(body, h("ol", { class: "know-turns" }, table.lore.schedule.map((turn) => {
      const came = events.filter(({ turn: number, event }) => number === turn.turn && kinds.came.includes(event.kind) && event.data.unit).map(({ event }) => event.data.unit);
      const lost = events.filter(({ turn: number, event }) => number === turn.turn && kinds.lost.includes(event.kind)).map(({ event }) => event.data.unit);
      const { shows = "", says } = tracks.turn ?? {};
      const points = Object.entries(/** @type {any} */ (turn)[shows] ?? {}).filter(([, n]) => Number(n) > 0);
      const when = turn.turn < view.turn ? "past" : turn.turn === view.turn ? "present" : "future";
      return h("li", { class: ["know-turn", when], "aria-current": when === "present" ? "step" : null },
        h("h3", null, h("b", null, turn.title), " ", turn.date ? h("time", { datetime: turn.date }, date(turn.date)) : null, when === "present" ? h("span", { class: "know-tag" }, t("know.schedule.now")) : null),
        points.length && says ? h("p", null, points.map(([side, n]) => h("span", { class: ["know-points", `side-${side}`] }, fill(says, { n, side: table.lore.side_names[side] })))) : null,
        when === "past" ? null : h("p", { class: "muted" }, turn.says.map(sentence).join(" "), " ", (/** @type {any} */ (turn).cases ?? []).map((/** @type {string} */ id) => ruleChip(table, id))),
        came.length ? h("p", { class: "units" }, h("span", { class: "muted" }, t("know.schedule.came")), came.map((id) => unitChip(table, id))) : null,
        lost.length ? h("p", { class: "units" }, h("span", { class: "muted" }, t("know.schedule.lost")), lost.map((id) => unitChip(table, id))) : null);
    })));
    if (view.turn !== lit) {
      lit = view.turn;
      requestAnimationFrame(() => {
        const now = body.querySelector(".present");
        if (now) body.scrollTop += now.getBoundingClientRect().top - body.getBoundingClientRect().top - 8;
      });
    }
  }

  const panel = lazily(draw);
  table.on("shown", panel.changed);
  table.on("update", panel.changed);
  return { el, show: () => (panel.show(), void table.wholeLog()), hide: panel.hide };
}

/** A date in words; what is not one date, such as two days, stays as it is. @param {string} text */
function date(text) {
  const found = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T12:00:00Z` : NaN);
  return Number.isNaN(found.getTime()) ? text : found.toLocaleDateString(dateLanguage(), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

export const id = "schedule";
export const titleKey = "know.schedule.title";
