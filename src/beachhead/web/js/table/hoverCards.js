// @ts-check
/** The card of what the pointer rests on or the keyboard looks at: beside the map, never in the way of a click. */
import { h, put } from "../dom.js";

/** @typedef {import("../types.js").Store} Store */

const REST = 350;

/**
 * @param {Store} table
 */
export function createCards(table) {
  const el = h("div", { class: "card-corner", hidden: true });
  /** @type {any} */
  let timer = null;
  /** Whether the card was asked for by a click; then it stays. */
  let pinned = false;
  /** @type {Promise<any>|null} */
  let cards = null;
  /** Counts what was asked for: an older answer is not shown. */
  let asked = 0;
  /** What the pointer rests on and what the label there means, while its card is shown. @type {{what: {unit?: string, space?: string}, says: () => string}|null} */
  let rested = null;

  /**
   * @param {{unit?: string, space?: string}|null} what
   * @param {string} [says] what the label there means
   */
  async function show(what, says = "") {
    const turn = ++asked;
    if (!what) rested = null;
    if (!what || (!what.unit && !what.space) || table.covered !== null) {
      el.hidden = true;
      put(el);
      return;
    }
    cards ??= import("../panels/card.js");
    try {
      const { unitCard, spaceCard } = await cards;
      if (turn !== asked || table.covered !== null) return; // the screen may have been handed over while the card was fetched
      put(el, what.unit ? unitCard(table, what.unit) : spaceCard(table, what.space), says ? h("p", { class: "card-label" }, says) : null);
      el.hidden = false;
    } catch {
      cards = null;
    }
  }

  table.on("hover", (what, says) => {
    clearTimeout(timer);
    if (what) {
      timer = setTimeout(() => {
        pinned = false;
        rested = { what, says };
        void show(what, says());
      }, REST);
    } else if (!pinned) timer = setTimeout(() => void show(null), 200);
  });
  table.on("card", (what) => {
    clearTimeout(timer);
    pinned = Boolean(what);
    rested = null;
    void show(what);
  });
  table.on("previews", () => {
    if (rested) void show(rested.what, rested.says()); // the label came after the pointer
  });
  for (const kind of ["update", "select", "cover"]) {
    table.on(kind, () => {
      pinned = false;
      clearTimeout(timer);
      void show(null);
    });
  }
  return { el };
}
