// @ts-check
/** Dragging a unit from beside the map onto it. */
import { on } from "../dom.js";

/**
 * A unit is taken from beside the map and carried to it.
 * @param {import("./controller.js").Controller} control
 * @param {string} unit
 * @param {PointerEvent} down
 */
export function carry(control, unit, down) {
  if (!control.active || !control.board?.bring || down.button > 0) return;
  const { board } = control;
  /** @type {HTMLElement|null} */
  let ghost = null;
  const from = /** @type {HTMLElement} */ (down.currentTarget);
  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 8) return;
    if (!ghost) {
      ghost = /** @type {HTMLElement} */ (from.cloneNode(true));
      ghost.classList.add("carried");
      document.body.append(ghost);
      if (control.table.selection.unit !== unit && !control.table.picked.includes(unit)) control.table.select(unit);
    }
    event.preventDefault();
    ghost.style.setProperty("left", `${event.clientX}px`);
    ghost.style.setProperty("top", `${event.clientY}px`);
    board.bring(unit, event, false);
  };
  const up = (/** @type {PointerEvent} */ event) => {
    for (const stop of stops) stop();
    ghost?.remove();
    if (ghost) board.bring(unit, event.type === "pointerup" ? event : null, true);
  };
  const stops = [on(document, "pointermove", move, { passive: false }), on(document, "pointerup", up), on(document, "pointercancel", up)];
}
