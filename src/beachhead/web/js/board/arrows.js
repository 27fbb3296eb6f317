// @ts-check
/** Orders on the map before they are carried out: an arrow from the units to where they are sent, with a handle by which it can be led elsewhere. */
import { s } from "../dom.js";
import { path } from "./highlights.js";

/** @typedef {import("../table/arrows.js").Arrow} Arrow */

/**
 * @param {any} board
 * @param {Arrow[]} arrows
 * @returns {SVGElement|null}
 */
export function drawArrows(board, arrows) {
  if (arrows.length === 0) return null;
  const scale = Math.max(0.7, Math.min(2, 0.7 / board.camera.k));
  return s("g", { class: "orders not-printed" }, arrows.map((arrow) => {
    const from = board.where(arrow.units[0]);
    const to = arrow.to.kind === "unit" ? board.where(arrow.to.value) : board.drawing.spaces[arrow.to.value];
    if (!from || !to) return null;
    const line = path(bent(from, to));
    line?.setAttribute("class", "order-way");
    const look = ["order", arrow.id ? "order-planned" : "order-given", arrow.fight ? "order-fight" : "order-move", arrow.chosen && "is-chosen", arrow.possible === false && "is-impossible"].filter(Boolean).join(" ");
    const count = arrow.units.length > 1 ? badge((from.x + to.x) / 2, (from.y + to.y) / 2, String(arrow.units.length), scale) : null;
    const handle = arrow.id ? s("circle", { class: "order-handle", "data-order": String(arrow.id), cx: to.x, cy: to.y, r: 11 * scale }) : null;
    return s("g", { class: look }, line, count, handle);
  }));
}

/**
 * A way that leaves the straight line a little, so that two between the same places can be told apart.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function bent(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return [{ x: from.x, y: from.y }, { x: from.x + dx / 2 - dy * 0.07, y: from.y + dy / 2 + dx * 0.07 }, { x: to.x, y: to.y }];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {number} scale
 */
function badge(x, y, text, scale) {
  return s("g", { class: "order-count", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})` }, s("circle", { r: 9 }), s("text", { y: 0.5 }, text));
}

/**
 * The order whose handle is at a point of the screen.
 * @param {{clientX: number, clientY: number}} event
 * @returns {number}
 */
export function orderAt(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-order]");
  return found ? Number(/** @type {SVGElement} */ (found).dataset.order) : 0;
}
