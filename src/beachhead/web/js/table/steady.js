// @ts-check
/**
 * A list of buttons that does not move under the pointer: what stays offered keeps its place as long as the mouse is over the list, what is gone leaves
 * a gap, and a button that ends something never slides to where another has just been clicked.
 */
import { h, on } from "../dom.js";

/** @typedef {{key: string, height: number}} Row */

/**
 * The places of a list after it has changed: a key that is still offered, or the height of the gap it leaves; then whatever is new.
 * @param {Row[]} before
 * @param {string[]} after
 * @returns {(string|number)[]|null} null if nothing of the old list is left: then it is another list
 */
export function settle(before, after) {
  if (!before.some((row) => after.includes(row.key))) return null;
  const old = new Set(before.map((row) => row.key));
  return [...before.map((row) => (after.includes(row.key) ? row.key : row.height)), ...after.filter((key) => !old.has(key))];
}

/**
 * @param {HTMLElement} el what holds the list (`.options`) and, below it, what ends things (`.ends`)
 */
export function createSteady(el) {
  let [x, y] = [-1, -1];
  let gaps = false;
  /** The button of the first of several quick clicks. */
  let first = "";
  /** The list as it was when the mouse was last over it. @type {{rows: Row[], box: DOMRect}|null} */
  let last = null;

  const list = () => /** @type {HTMLElement|null} */ (el.querySelector(".options"));
  const keyOf = (/** @type {Element} */ child) => child.getAttribute("data-key") ?? child.querySelector("[data-key]")?.getAttribute("data-key") ?? "";

  /** @param {DOMRect} box */
  const isWithin = (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

  /** Whether the mouse is over the list or what ends it. @param {HTMLElement|null} found */
  function isOver(found) {
    const ends = el.querySelector(".ends");
    return found !== null && (isWithin(found.getBoundingClientRect()) || (ends !== null && isWithin(ends.getBoundingClientRect())));
  }

  on(document, "pointermove", (/** @type {PointerEvent} */ event) => {
    [x, y] = event.pointerType === "touch" ? [-1, -1] : [event.clientX, event.clientY];
    if (last && !list() && !isWithin(last.box)) last = null;
    if (gaps && !isOver(list())) close();
  });
  on(document, "pointerdown", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "touch") [x, y] = [-1, -1];
  });
  el.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    const key = button ? keyOf(button) : "";
    if (event.detail > 1 && key !== first) {
      event.preventDefault();
      event.stopPropagation(); // the second half of a double click was meant for what was there before
    } else first = key;
  }, { capture: true });

  /** Close the gaps: the mouse is elsewhere. */
  function close() {
    gaps = false;
    last = null;
    for (const gap of el.querySelectorAll(".gap")) gap.remove();
    list()?.style.removeProperty("min-height");
  }

  return {
    /** Before the list is drawn again. @returns {Row[]|null} */
    hold() {
      const found = list();
      if (!found) return last && isWithin(last.box) ? last.rows : null; // it was away while the other side decided
      if (!isOver(found)) last = null;
      else {
        const rows = [...found.children].map((child, index) => ({ key: keyOf(child) || `gap ${index}`, height: child.getBoundingClientRect().height }));
        last = { rows, box: found.getBoundingClientRect() };
      }
      return last?.rows ?? null;
    },
    /** After it has been drawn. @param {Row[]|null} before */
    keep(before) {
      gaps = false;
      const found = list();
      if (!before || !found) return;
      const children = new Map([...found.children].map((child) => [keyOf(child), child]));
      const places = settle(before, [...children.keys()]);
      if (places) {
        gaps = places.some((place) => typeof place === "number");
        const gap = (/** @type {number} */ height) => h("div", { class: "gap", "aria-hidden": "true", vars: { "--gap": `${height}px` } });
        if (gaps) found.replaceChildren(...places.map((place) => (typeof place === "number" ? gap(place) : /** @type {Element} */ (children.get(place)))));
      }
      const under = document.elementFromPoint(x, y)?.closest(".ends .button");
      const was = before.length > 0 && !before.some((row) => under && row.key === keyOf(under));
      if (!under || !was) return;
      found.style.setProperty("min-height", `${y - found.getBoundingClientRect().top + 8}px`);
      gaps = true;
    },
  };
}
