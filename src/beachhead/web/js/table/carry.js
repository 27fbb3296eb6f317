// @ts-check
/** Dragging units from beside the map onto it: one, or with Shift every counter that the pointer sweeps over before it leaves the list. */
import { h, on } from "../dom.js";

/** How far a press may slip and still be a click. */
const SLIP = 8;

/**
 * A unit is taken from beside the map and carried to it.
 * @param {import("./controller.js").Controller} control
 * @param {string} unit
 * @param {PointerEvent} down
 */
export function carry(control, unit, down) {
  if (!control.active || !control.board?.bring || down.button > 0) return;
  const { board, table, several } = control;
  /** @type {HTMLElement|null} */
  let ghost = null;
  /** Where the pointer was last. */
  let last = { x: down.clientX, y: down.clientY };
  const sweeps = down.shiftKey || several.mode;
  const from = /** @type {HTMLElement} */ (down.currentTarget);

  /** What lies between the last place of the pointer and this one comes along. @param {PointerEvent} event */
  function sweep(event) {
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    const parts = Math.max(1, Math.ceil(Math.hypot(dx, dy) / SLIP));
    for (let part = 1; part <= parts; part += 1) {
      const under = document.elementFromPoint(last.x + (dx * part) / parts, last.y + (dy * part) / parts);
      const counter = /** @type {HTMLElement|null} */ (under?.closest(".tray [data-unit], .inspector-units [data-unit]") ?? null);
      const swept = counter?.dataset.unit;
      if (swept && !table.picked.includes(swept)) several.add([swept], "lasso");
    }
    const count = table.picked.length;
    ghost?.querySelector(".carried-count")?.remove();
    if (count > 1) ghost?.append(h("b", { class: "carried-count" }, String(count)));
  }

  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLIP) return;
    if (!ghost) {
      ghost = /** @type {HTMLElement} */ (from.cloneNode(true));
      ghost.classList.add("carried");
      document.body.append(ghost);
      if (sweeps && !table.picked.includes(unit)) several.add([unit], "lasso");
      else if (table.selection.unit !== unit && !table.picked.includes(unit)) table.select(unit);
    }
    event.preventDefault();
    if (sweeps) sweep(event);
    last = { x: event.clientX, y: event.clientY };
    ghost.style.setProperty("left", `${event.clientX}px`);
    ghost.style.setProperty("top", `${event.clientY}px`);
    board.bring(unit, event, false);
  };
  const up = (/** @type {Event & {clientX: number, clientY: number}} */ event) => {
    for (const stop of stops) stop();
    ghost?.remove();
    if (!ghost) return;
    const click = on(document, "click", (/** @type {Event} */ late) => late.stopPropagation(), { capture: true }); // the end of a drag is no click
    setTimeout(click, 0);
    board.bring(unit, event.type === "pointerup" ? event : null, true);
  };
  const escape = (/** @type {any} */ event) => (event.key === "Escape" ? up(event) : undefined); // and what was selected is deselected by others
  const stops = [
    on(document, "pointermove", move, { passive: false }), on(document, "pointerup", up), on(document, "pointercancel", up), on(document, "keydown", escape, { capture: true }),
  ];
}
