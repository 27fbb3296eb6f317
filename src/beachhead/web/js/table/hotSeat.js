// @ts-check
/** What comes from the service, as the page holds it: a moment to be shown, an outcome, and what the players of one screen may all see. */
import { isThrown } from "../board/dice.js";

/** @typedef {import("../types.js").Update} Update */
/** @typedef {import("../types.js").Shown} Shown */
/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("./socket.js").Message} Message */
/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").GameEvent} GameEvent */

/**
 * What is the same in all views. Of what is different, the parts that are the same: a piece that only one side sees is not among them.
 * @param {any} first
 * @param {any[]} rest
 * @returns {any}
 */
export function inCommon(first, rest) {
  return Object.fromEntries(Object.entries(first).map(([name, value]) => {
    const text = JSON.stringify(value);
    if (rest.every((view) => JSON.stringify(view[name]) === text)) return [name, value];
    if (Array.isArray(value)) return [name, []];
    if (!value || typeof value !== "object" || rest.some((view) => !view[name] || typeof view[name] !== "object")) return [name, null];
    const parts = Object.entries(value).filter(([key, part]) => rest.every((view) => JSON.stringify(view[name][key]) === JSON.stringify(part)));
    return [name, Object.fromEntries(parts)];
  }));
}

/**
 * The last throw of dice since a moment and what it brought, as far as everybody at this page was told the same words.
 * @param {Moment[]} log of whoever sits there
 * @param {Moment[][]} others the logs of the other seats
 * @param {number} since
 * @param {string[]} kinds what a throw may bring
 * @returns {GameEvent[]}
 */
export function toldToAll(log, others, since, kinds) {
  const known = others.map((one) => new Set(one.flatMap((moment) => moment.events.map((event) => JSON.stringify(event)))));
  const events = log.filter((moment) => moment.n > since).flatMap((moment) => moment.events).filter((event) => known.every((told) => told.has(JSON.stringify(event))));
  const thrown = events.findLastIndex(isThrown);
  return thrown < 0 ? [] : events.slice(thrown).filter((event, index) => index === 0 || kinds.includes(event.kind));
}

/**
 * @param {Update} update
 * @returns {Shown}
 */
export function live(update) {
  return { view: update.view, events: update.events, moment: update.moment, live: true, panel: update.panel, by: update.side };
}

/**
 * @param {Message} message
 * @returns {Outcome}
 */
export function outcome(message) {
  const { t: kind, text, units, readings, code } = message;
  if (kind === "update" || kind === "done") return { ok: true, kind };
  return { ok: false, kind: kind === "refused" || kind === "stale" ? kind : "error", text, case: message.case, units, readings, code };
}
