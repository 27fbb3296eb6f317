// @ts-check
/** What lies on the map besides counters: markers of every kind, and the tint of who controls a space. */
import { s } from "../dom.js";
import { paletteOf } from "./counters.js";
import { outlineOf } from "./overlays.js";
import { propertiesOf, towards } from "./properties.js";
import { EYE, MARKERS } from "./symbols.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */

/** How far apart markers of one space lie, and those of one kind. */
const STEP = 27;
const CLOSE = 15;
/** Up to so many spaces of a side are hatched as well as tinted. */
const FEW_HELD = 60;
/** So many of a kind are drawn one by one; more are a number. */
const FEW = 3;

/**
 * Where a marker of the theme lies now, and how many of it. `turns` are the first and the last turn in which it means anything; `until`
 * names a part of the view with which its time is over, and within those turns only; `unless` a list of spaces in which another marker says more.
 * @param {any} marker
 * @param {View} view
 * @returns {[string, number][]}
 */
export function placesOf(marker, view) {
  const found = view[marker.from];
  const [first = -Infinity, last = Infinity] = marker.turns ?? [];
  if (view.turn < first || view.turn > last) return [];
  if (marker.until && Object.keys(view[marker.until] ?? {}).length > 0) return [];
  const hushed = new Set(marker.unless ? view[marker.unless] ?? [] : []);
  if (Array.isArray(found)) return found.filter((space) => !hushed.has(space)).map((space) => [space, 1]);
  if (found && typeof found === "object") return Object.entries(found).flatMap(([space, n]) => (Number(n) > 0 ? [/** @type {[string, number]} */ ([space, Number(n)])] : []));
  if (marker.at && (marker.when ? marker.when.includes(found) : Boolean(found))) return [[marker.at, 1]];
  return [];
}

/**
 * The markers of every space in the theme's order.
 * @param {View} view
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @returns {Map<string, {marker: any, count: number}[]>}
 */
export function markersBySpace(view, drawing, theme) {
  /** @type {Map<string, {marker: any, count: number}[]>} */
  const found = new Map();
  for (const marker of theme.markers ?? []) {
    for (const [id, count] of placesOf(marker, view)) {
      if (!drawing.spaces[id]) continue;
      const row = found.get(id);
      const same = row?.find((one) => one.marker === marker);
      if (same) same.count += count;
      else if (row) row.push({ marker, count });
      else found.set(id, [{ marker, count }]);
    }
  }
  return found;
}

/**
 * Whether anything that markers are drawn from differs between two views. Views share what has not changed.
 * @param {View|null} before
 * @param {View} now
 * @param {Theme} theme
 */
export function markersChanged(before, now, theme) {
  if (!before || before.turn !== now.turn) return true;
  if ((towards(theme).length || (theme.markers ?? []).some((/** @type {any} */ marker) => marker.rim)) && before.units !== now.units) return true;
  return (theme.markers ?? []).some((/** @type {any} */ marker) =>
    [marker.from, marker.until, marker.unless].some((name) => name && before[name] !== now[name]));
}

/**
 * @param {SVGGElement} layer
 * @param {View} view
 * @param {Drawing} drawing
 * @param {Theme} theme
 */
export function drawMarkers(layer, view, drawing, theme) {
  layer.replaceChildren();
  const { lattice } = propertiesOf(drawing, theme);
  const taken = new Set(Object.values(view.units ?? {}).map((unit) => unit.place));
  for (const [id, row] of markersBySpace(view, drawing, theme)) {
    const space = drawing.spaces[id];
    if (lattice && taken.has(id) && row.some(({ marker }) => marker.rim)) {
      // between its counters and those of the next space, one below the other
      row.forEach(({ marker, count }, index) => {
        const y = space.y + (index - (row.length - 1) / 2) * drawing.unit * 0.28;
        layer.append(s("g", { class: names(marker, theme), transform: `translate(${space.x - drawing.unit * 0.46} ${y.toFixed(1)}) scale(0.66)` }, onPlate(marker.shape),
          count > 1 ? s("text", { class: "marker-count", x: -13, y: -9 }, String(count)) : null));
      });
      continue;
    }
    if (lattice && row.length === 1 && row[0].count === 1) {
      // alone it stands in the middle of its space, under the counters
      const { marker } = row[0];
      const turn = marker.turn === "inland" ? seaward(drawing, id) : 0;
      layer.append(s("g", { class: names(marker, theme), transform: `translate(${space.x} ${space.y})${turn ? ` rotate(${turn})` : ""}` }, figure(marker.shape), marker.hidden ? unseen(9) : null));
      continue;
    }
    const loose = row.filter(({ marker }) => !(space.box && space.box.kind === marker.box));
    const [left, y, scale] = lattice ? [space.x - (widthOf(loose) / 2) * small(loose) + 9 * small(loose), space.y - drawing.unit * 0.36, small(loose)]
      : [...(space.marks ?? [space.x - drawing.unit * 0.55, space.y - drawing.unit * 0.85]), 1];
    let from = 0;
    for (const { marker, count } of row) {
      const printed = !loose.some((one) => one.marker === marker);
      const drawn = Math.min(count, FEW);
      const at = printed ? `translate(${space.box?.at.join(" ")})` : `translate(${left + from * scale} ${y})${scale === 1 ? "" : ` scale(${scale})`}`;
      const group = s("g", { class: `${names(marker, theme)}${printed ? " on-box" : ""}`, transform: at });
      for (let index = 0; index < drawn; index += 1) group.append(s("g", { transform: `translate(${index * CLOSE} 0)` }, onPlate(marker.shape)));
      if (count > FEW) group.append(s("text", { class: "marker-count", x: (drawn - 1) * CLOSE + 11, y: -9 }, String(count)));
      if (marker.hidden) group.append(unseen((drawn - 1) * CLOSE + 9));
      layer.append(group);
      if (!printed) from += STEP + (drawn - 1) * CLOSE;
    }
  }
  for (const unit of towards(theme).length ? Object.values(view.units) : []) {
    const from = drawing.spaces[unit.place];
    for (const field of from ? towards(theme) : []) {
      const to = drawing.spaces[unit[field]];
      if (!to) continue;
      const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      layer.append(s("path", { class: "onward", d: "M-9-10L4 0L-9 10M-1-10L12 0L-1 10", transform: `translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${turn.toFixed(1)})` }));
    }
  }
}

/** @param {{marker: any, count: number}[]} row */
function widthOf(row) {
  return row.reduce((sum, { count }) => sum + STEP + (Math.min(count, FEW) - 1) * CLOSE, 0);
}

/**
 * On a lattice a row of markers is no wider than its space.
 * @param {{marker: any, count: number}[]} row
 */
function small(row) {
  return Math.min(0.72, 54 / Math.max(1, widthOf(row)));
}

/**
 * @param {any} marker
 * @param {Theme} theme
 */
function names(marker, theme) {
  return `marker marker-${marker.id} pal-${theme.sides?.[marker.side]?.palette ?? "grey"}${marker.hidden ? " is-hidden" : ""}`;
}

/** @param {number} x */
function unseen(x) {
  return s("g", { class: "badge badge-unseen", transform: `translate(${x} -9) scale(0.86)` }, s("circle", { r: 7.6 }), s("path", { class: "badge-eye", d: EYE }));
}

/**
 * In a row every marker has a plate of the same size; what is drawn larger is made to fit on it.
 * @param {string} shape
 */
function onPlate(shape) {
  const found = MARKERS[shape] ?? MARKERS.disc;
  if (found.plate) return figure(shape);
  const parts = figure(shape);
  return [s("circle", { class: "marker-plate", r: 13 }), s("g", { transform: shape === "flag" ? "translate(-5 2) scale(0.55)" : "scale(0.5)" }, parts)];
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
    // one line around all of it, and no hatching of half a map: the ground has to be read through it
    const known = spaces.filter((space) => drawing.spaces[space]);
    layer.append(s("path", { class: `held pal-${palette}`, d }), s("path", { class: `held-line pal-${palette}`, d: outlineOf(drawing, known) }));
    if (known.length <= FEW_HELD) layer.append(s("path", { class: "held-hatch", d, fill: `url(#hatch-${sides.indexOf(side) % 3})` }));
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
