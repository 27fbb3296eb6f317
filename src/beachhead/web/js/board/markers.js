// @ts-check
/** What lies on the map besides counters: markers of every kind, and the tint of who controls a space. */
import { s } from "../dom.js";
import { paletteOf } from "./counters.js";
import { EYE, MARKERS } from "./symbols.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */

/** How far apart markers of one space lie, and those of one kind. */
const STEP = 27;
const CLOSE = 15;
/** So many of a kind are drawn one by one; more are a number. */
const FEW = 3;

/**
 * Where a marker of the theme lies now, and how many of it.
 * @param {any} marker
 * @param {View} view
 * @returns {[string, number][]}
 */
export function placesOf(marker, view) {
  const found = view[marker.from];
  const [first = -Infinity, last = Infinity] = marker.turns ?? [];
  if ((marker.until && view[marker.until]?.length) || view.turn < first || view.turn > last) return [];
  if (Array.isArray(found)) return found.map((space) => [space, 1]);
  if (found && typeof found === "object") return Object.entries(found).flatMap(([space, n]) => (Number(n) > 0 ? [/** @type {[string, number]} */ ([space, Number(n)])] : []));
  if (marker.at && (marker.when ? marker.when.includes(found) : Boolean(found))) return [[marker.at, 1]];
  return [];
}

/**
 * @param {SVGGElement} layer
 * @param {View} view
 * @param {Drawing} drawing
 * @param {Theme} theme
 */
export function drawMarkers(layer, view, drawing, theme) {
  layer.replaceChildren();
  /** How far the row of markers of a space has come. @type {Map<string, number>} */
  const rows = new Map();
  for (const marker of theme.markers ?? []) {
    const palette = theme.sides?.[marker.side]?.palette ?? "grey";
    for (const [id, count] of placesOf(marker, view)) {
      const space = drawing.spaces[id];
      if (!space) continue;
      const names = `marker marker-${marker.id} pal-${palette}${marker.hidden ? " is-hidden" : ""}`;
      if (drawing.kind === "hexes") {
        const turn = marker.shape === "arrow" ? seaward(drawing, id) : 0;
        layer.append(s("g", { class: names, transform: `translate(${space.x} ${space.y})${turn ? ` rotate(${turn})` : ""}` }, figure(marker.shape)));
        continue;
      }
      const printed = space.box && space.box.kind === marker.box ? space.box.at : null;
      const [x, y] = printed ?? space.marks ?? [space.x - drawing.unit * 0.55, space.y - drawing.unit * 0.85];
      const from = printed ? 0 : rows.get(id) ?? 0;
      const drawn = Math.min(count, FEW);
      const group = s("g", { class: names, transform: `translate(${x + from} ${y})` });
      for (let index = 0; index < drawn; index += 1) group.append(s("g", { transform: `translate(${index * CLOSE} 0)` }, figure(marker.shape)));
      if (count > FEW) group.append(s("text", { class: "marker-count", x: (drawn - 1) * CLOSE + 11, y: -9 }, String(count)));
      if (marker.hidden) group.append(s("g", { class: "badge badge-unseen", transform: `translate(${(drawn - 1) * CLOSE + 9} -9) scale(0.86)` }, s("circle", { r: 7.6 }), s("path", { class: "badge-eye", d: EYE })));
      layer.append(group);
      if (printed) group.classList.add("on-box");
      else rows.set(id, from + STEP + (drawn - 1) * CLOSE);
    }
  }
  for (const unit of Object.values(view.units)) {
    const [from, to] = [drawing.spaces[unit.place], unit.storms ? drawing.spaces[unit.storms] : null];
    if (!from || !to) continue;
    const part = 0.5;
    const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    layer.append(s("path", { class: "storm", d: "M-9-10L4 0L-9 10M-1-10L12 0L-1 10", transform: `translate(${x} ${y}) rotate(${turn.toFixed(1)})` }));
  }
}

/** @param {string} shape */
function figure(shape) {
  const found = MARKERS[shape] ?? MARKERS.disc;
  return [
    found.plate ? s("circle", { class: "marker-plate", r: 13 }) : null,
    found.line ? s("path", { class: "marker-line", d: found.line }) : null,
    found.fill ? s("path", { class: "marker-fill", d: found.fill }) : null,
  ];
}

/**
 * Who controls what: a tint and an edge of the side. The side that the theme calls quiet has none, as it had everything at the start.
 * @param {SVGGElement} layer
 * @param {View} view
 * @param {Drawing} drawing
 * @param {Theme} theme
 */
export function drawTints(layer, view, drawing, theme) {
  const { from, quiet } = theme.control ?? {};
  const held = from ? view[from] : null;
  layer.replaceChildren();
  if (!held || typeof held !== "object") return;
  const sides = Object.keys(theme.sides ?? {});
  for (const side of sides) {
    if (side === quiet || [quiet].flat().includes(side)) continue;
    const spaces = Array.isArray(held) ? (side === sides[0] ? held : []) : Object.keys(held).filter((space) => held[space] === side);
    const d = spaces.map((space) => drawing.spaces[space]?.d ?? "").join("");
    if (!d) continue;
    const palette = paletteOf(/** @type {any} */ ({ side }), theme);
    layer.append(s("path", { class: `held pal-${palette}`, d }), s("path", { class: "held-hatch", d, fill: `url(#hatch-${sides.indexOf(side) % 3})` }));
  }
}

/**
 * The angle of an arrow that comes from the sea.
 * @param {Drawing} drawing
 * @param {string} id
 */
export function seaward(drawing, id) {
  const space = drawing.spaces[id];
  const sea = space.near.map((other) => drawing.spaces[other]).filter((other) => other?.sea);
  if (sea.length === 0) return 0;
  const [x, y] = [sea.reduce((sum, other) => sum + other.x, 0) / sea.length, sea.reduce((sum, other) => sum + other.y, 0) / sea.length];
  return Number(((Math.atan2(space.y - y, space.x - x) * 180) / Math.PI).toFixed(1));
}
