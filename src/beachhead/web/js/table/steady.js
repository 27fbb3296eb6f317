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

  const list = () => /** @type {HTMLElement|null} */ (el.querySelector(".options"));
  const keyOf = (/** @type {Element} */ child) => /** @type {HTMLElement} */ (child).dataset.key ?? child.querySelector("[data-key]")?.getAttribute("data-key") ?? "";

  /** Whether the mouse is over the list or what ends it. @param {HTMLElement|null} found */
  function isOver(found) {
    if (!found) return false;
    const box = found.getBoundingClientRect();
    const end = el.querySelector(".ends")?.getBoundingClientRect().bottom ?? box.bottom;
    return x >= box.left && x <= box.right && y >= box.top && y <= Math.max(end, box.bottom);
  }

  on(document, "pointermove", (/** @type {PointerEvent} */ event) => {
    [x, y] = event.pointerType === "touch" ? [-1, -1] : [event.clientX, event.clientY];
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
    for (const gap of el.querySelectorAll(".gap")) gap.remove();
    list()?.style.removeProperty("min-height");
  }

  return {
    /** Before the list is drawn again. @returns {Row[]|null} */
    hold() {
      const found = list();
      if (!found || !isOver(found)) return null;
      return [...found.children].map((child) => ({ key: keyOf(child) || `gap ${Math.random()}`, height: /** @type {HTMLElement} */ (child).offsetHeight }));
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
        if (gaps) found.replaceChildren(...places.map((place) => (typeof place === "number" ? h("div", { class: "gap", "aria-hidden": "true", vars: { "--gap": `${place}px` } }) : /** @type {Element} */ (children.get(place)))));
      }
      const under = document.elementFromPoint(x, y)?.closest(".ends .button");
      const was = before.length > 0 && !before.some((row) => under && row.key === keyOf(under));
      if (!under || !was) return;
      found.style.setProperty("min-height", `${y - found.getBoundingClientRect().top + 8}px`);
      gaps = true;
    },
  };
}
