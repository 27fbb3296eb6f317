// @ts-check
/** The keys that work everywhere on the page, except where somebody types. */
import { on } from "../dom.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */

/** Keys that act: held down, they act once. */
const ACTING = /^([1-9]|Enter| |g|u|U|r|R)$/;
/** Nobody reads a new decision and answers it in this time: a second press so soon was meant for the one before. */
const BOUNCE = 100;

/**
 * @param {Store} table
 * @param {Controller} control
 * @param {{press: (key: string) => boolean, playback: (key: string) => boolean, help: () => void, type: () => void, duty: () => boolean, panel: () => void, map: () => void, board: () => import("../types.js").Board|null, overlay: (key: string) => boolean}} does
 */
export function createKeys(table, control, does) {
  /** The last key that acted, when, and on what. */
  let last = { key: "", at: -Infinity, tag: "" };
  on(document, "keydown", (/** @type {KeyboardEvent} */ event) => {
    if (!ACTING.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /** @type {HTMLElement} */ (event.target).matches?.("input:not([type=range]), textarea, [contenteditable]");
    if (typing && event.key !== "Enter") return;
    const tag = table.now.tag;
    const again = !typing && event.key === last.key && tag !== last.tag && event.timeStamp - last.at < BOUNCE;
    if (!event.repeat && !again) {
      last = { key: event.key, at: event.timeStamp, tag };
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (again) table.emit("notice", "passed", {});
  }, { capture: true });
  return on(document, "keydown", (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || table.covered !== null) return;
    if (target.matches("input:not([type=range]), textarea, select, [contenteditable]")) return;
    const chosen = event.key === "Enter" && target.closest('[data-unit][aria-pressed="true"]'); // chosen with the mouse: Enter goes on with it
    const button = !chosen && target.closest("button, a, summary, [role=tab]");
    const range = target.matches("input[type=range]");
    if (handle(event.key, Boolean(button), range)) event.preventDefault();
  });

  /**
   * @param {string} key
   * @param {boolean} onButton
   * @param {boolean} onRange
   */
  function handle(key, onButton, onRange) {
    if (key === "Escape") {
      if (does.board()?.fold()) return true;
      if (table.skip()) return true;
      if (control.reason) control.setReason(null);
      control.orders.stop();
      if (!table.shown.live) void table.showMoment(null);
      else {
        if (table.picked.length > 0) table.pick([]);
        table.select(null);
      }
      table.emit("card", null);
      return true;
    }
    if (key === "Enter") return !onButton && !onRange && does.press("Enter"); // the map has taken it if its cursor is to be seen
    if (/^[1-9]$/.test(key)) return does.press(key);
    if (key === "?") return does.help(), true;
    if (key === "/") return does.type(), true;
    if (key === "+" || key === "=") return does.board()?.zoom(1.4), true;
    if (key === "-" || key === "_") return does.board()?.zoom(1 / 1.4), true;
    if (key === "0") return does.board()?.fit(), true;
    if (key === "m") return does.map(), true;
    if (key === "j" || key === "J") return does.panel(), true;
    if ((key !== " " || !onButton) && !onRange && does.playback(key)) return true;
    if ((key === "d" || key === "D") && does.duty()) return true;
    if (!control.active) return does.overlay(key);
    if (key === "N") return control.several.next(), true;
    if (key === "A") return control.several.all(), true;
    if (key === "n") return control.step(1), true;
    if (key === "p" || key === "P") return control.step(-1), true;
    if (key === ".") return control.aim(1), true;
    if (key === ",") return control.aim(-1), true;
    if (key === "r" || key === "R") {
      const found = control.orders.next();
      if (found) void control.orders.repeat();
      return true;
    }
    if (key === "l" || key === "L") return (control.plan.active = !control.plan.active), true;
    if ((key === "Delete" || key === "Backspace") && control.plan.items.length > 0) return control.plan.remove(), true;
    if (key === "g" && control.several.near) return control.several.send(control.several.near), true;
    if (key === "g") {
      const action = control.default();
      if (action) control.commit(action.text);
      return true;
    }
    if (key === "U" && control.orders.undoable() > 0) return void control.orders.undoAll(), true;
    if (key === "u" || key === "U") {
      if (table.now.undo) void table.undo();
      return true;
    }
    return does.overlay(key);
  }
}
