// @ts-check
/** How the counters lie before this player's eyes: their size, and a look at the map without them while a key is held. */
import { on } from "../dom.js";
import { t } from "../texts.js";
import { announce } from "./announcer.js";
import { getSettings } from "./settings.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * Whether a key belongs to the page now: nobody types, no dialog is open, the screen is not being handed over.
 * @param {Store} table
 * @param {KeyboardEvent} event
 */
export function isForThePage(table, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || table.covered !== null) return false;
  return !target.matches?.("input:not([type=range]), textarea, select, [contenteditable]");
}

/**
 * @param {Store} table
 * @param {any} board
 */
export function createLooks(table, board) {
  let held = false;
  let switched = false;

  function draw() {
    const bare = held !== switched; // held while they are off, the key shows them
    if (board.el.hasAttribute("data-bare") === bare) return;
    board.setBare(bare);
    announce(t(bare ? "comfort.bare.off" : "comfort.bare.on"));
  }

  function release() {
    held = false;
    draw();
  }

  on(document, "keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "h" || event.shiftKey || event.repeat || !isForThePage(table, event)) return;
    held = true;
    draw();
  });
  on(document, "keyup", (/** @type {KeyboardEvent} */ event) => {
    if (event.key.toLowerCase() === "h" && held) release();
  });
  on(window, "blur", release);
  for (const kind of ["cover", "seat"]) {
    table.on(kind, () => {
      switched = false;
      release();
    });
  }
  board.on("bare", () => {
    switched = !switched;
    draw();
  });
  const size = () => board.setSize(getSettings().counters);
  table.on("settings", size);
  size();
}
