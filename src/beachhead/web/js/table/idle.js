// @ts-check
/**
 * A phase in which nothing can be done is ended by the page, if the player wants it so. The theme names the steps (`idle`), each behind its side, in which that reveals nothing.
 * Whoever has done something in a step ends it by hand, and so does whoever came back to it by undo.
 */
import { getSettings } from "./settings.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {{place: string, moment: number}} Seen the step of a phase, and when it was seen */

const DONE = "done";

/**
 * Whether the step has just begun, and offers nothing but its end.
 * @param {string[]} idle
 * @param {{step: string, offers: {verb: string, kinds: string[]}[], undo: boolean}} now
 * @param {Seen} here
 * @param {Seen|null} before what was seen last; nothing on a page that has just been opened
 */
export function isIdle(idle, now, here, before) {
  const begun = before ? here.place !== before.place && here.moment > before.moment : !now.undo;
  return begun && idle.includes(now.step) && now.offers.length === 1 && now.offers[0].verb === DONE && now.offers[0].kinds.length === 0;
}

/**
 * @param {Store} table
 * @param {import("./controller.js").Controller} control
 */
export function createIdle(table, control) {
  const idle = table.lore.theme?.idle ?? [];
  if (!idle.length || table.meta.tour) return;
  /** @type {Seen|null} */
  let before = null;

  function look() {
    if (!control.active || table.busy) return;
    const { view, moment, offers } = table.now;
    const { side, step } = view.decision;
    const here = { place: `${table.seat} ${view.turn} ${view.phase} ${step}`, moment };
    const ends = isIdle(idle, { step: `${side} ${step}`, offers, undo: table.undoer !== null }, here, before);
    before = here;
    if (!ends || !getSettings().autoend) return;
    table.emit("notice", "idle", { action: control.words(control.options.list[0]) });
    void table.act(DONE);
  }
  for (const kind of ["shown", "busy", "meta"]) table.on(kind, () => queueMicrotask(look));
  queueMicrotask(look);
}
