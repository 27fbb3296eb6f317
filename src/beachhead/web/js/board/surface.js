// @ts-check
/**
 * What lies on the map: counters, piles, markers, marks and overlays in their layers. Nothing here listens; see board.js.
 */
import { h, s } from "../dom.js";
import { Camera } from "./camera.js";
import { createBoxes } from "./boxes.js";
import { HALF, counter, faceOf, wear } from "./counters.js";
import { Cells, prepare, render, writeNumbers } from "./drawing.js";
import { cell, duty, goals, hatches, overlay, path, target } from "./highlights.js";
import { createMinimap } from "./minimap.js";
import { drawMarkers, drawTints } from "./markers.js";
import { Motion } from "./motion.js";
import { arrange, fan } from "./stacks.js";
import { publicView } from "./visibility.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {import("./stacks.js").Spot} Spot */
/** @typedef {import("./stacks.js").Pile} Pile */
/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {{drawing: Drawing, theme: import("../types.js").Theme, lore?: import("../types.js").Lore,
 *   t: (key: string, params?: any) => string}} Parts
 */

let boards = 0;

export class Surface {
  /**
   * @param {HTMLElement} el
   * @param {Parts} parts
   */
  constructor(el, { drawing, theme, lore, t }) {
    this.el = el;
    this.theme = theme ?? {};
    this.drawing = prepare(drawing, this.theme);
    this.lore = lore;
    this.t = t;
    this.sides = Object.keys(this.theme.sides ?? {});
    this.cells = new Cells(drawing);
    this.motion = new Motion();
    /** @type {Map<string, Set<(...args: any[]) => void>>} */
    this.ears = new Map();
    /** @type {View|null} */
    this.view = null;
    /** What the player sees, whatever is shown of it. @type {View|null} */
    this.whole = null;
    /** Whether only that is shown which the enemy sees too. */
    this.masked = false;
    /** @type {Marks} */
    this.marks = {};
    /** @type {Set<string>} */
    this.ready = new Set();
    /** @type {Map<string, SVGGElement>} */
    this.groups = new Map();
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** Where counters stand on the screen while they move. @type {Map<string, Point>} */
    this.moving = new Map();
    /** @type {Pile[]} */
    this.piles = [];
    /** The pile that is fanned out. @type {string|null} */
    this.fanned = null;
    /** The ground of the fan. @type {{left: number, right: number, top: number, bottom: number}|null} */
    this.fanBox = null;
    /** Counters of the fan, where they stand. @type {Map<string, {x: number, y: number, scale: number}>} */
    this.open = new Map();
    /** @type {Map<string, any>} */
    this.overlays = new Map();
    const { map, names, numbers } = render(drawing);
    this.numbers = numbers;
    this.boxes = createBoxes(drawing, this.theme, this.lore);
    const layer = (/** @type {string} */ name) => s("g", { class: `board-${name}` });
    this.layers = {
      tints: layer("tints"), overlays: layer("overlays"), under: layer("under"), markers: layer("markers"), units: layer("units"), over: layer("over"), top: layer("top"),
    };
    const { tints, overlays, under, markers, units, over, top } = this.layers;
    this.picture = s("svg", { class: "board-svg map", viewBox: `0 0 ${drawing.width} ${drawing.height}`, focusable: "false" },
      s("defs", null, hatches()), map, tints, overlays, this.boxes.el, numbers, under, names, markers, units, over, top);
    this.world = h("div", { class: "board-world" }, this.picture);
    const help = h("p", { class: "board-help", id: `board-help-${++boards}` }, t("board.keys"));
    el.classList.add("board");
    el.dataset.kind = drawing.kind;
    if (!el.hasAttribute("tabindex")) el.tabIndex = 0;
    el.setAttribute("role", "application");
    el.setAttribute("aria-roledescription", t("board.role"));
    if (!el.hasAttribute("aria-label")) el.setAttribute("aria-label", t("board.label"));
    el.setAttribute("aria-describedby", help.id);
    el.append(this.world, help);
    /** @type {ReturnType<typeof createMinimap>|null} */
    this.minimap = null;
    this.camera = new Camera(el, this.world, this.picture, drawing, () => this.seen());
    this.camera.measure();
    this.minimap = createMinimap(drawing, this.theme, this.camera, t);
    this.note = h("p", { class: "board-note board-control", hidden: true });
    el.append(h("div", { class: "board-control board-corner" }, this.minimap.el), this.note);
  }

  // ---------------------------------------------------------------- saying what happens

  /**
   * @param {string} kind
   * @param {(...args: any[]) => void} fn
   * @returns {() => void}
   */
  on(kind, fn) {
    let ears = this.ears.get(kind);
    if (!ears) this.ears.set(kind, (ears = new Set()));
    ears.add(fn);
    return () => ears.delete(fn);
  }

  /**
   * @param {string} kind
   * @param {...any} args
   */
  emit(kind, ...args) {
    for (const fn of [...(this.ears.get(kind) ?? [])]) fn(...args);
    return (this.ears.get(kind)?.size ?? 0) > 0;
  }

  // ---------------------------------------------------------------- what lies on the map

  /** @param {View} view */
  setView(view) {
    this.whole = view;
    this.view = this.masked ? publicView(view, this.theme) : view;
    this.moving.clear();
    this.arrange();
    drawTints(this.layers.tints, this.view, this.drawing, this.theme);
    drawMarkers(this.layers.markers, this.view, this.drawing, this.theme);
    this.minimap?.setView(this.view);
    this.mark();
  }

  /**
   * Show only what the enemy sees too, or everything again.
   * @param {boolean} masked
   */
  mask(masked) {
    if (masked === this.masked) return;
    this.masked = masked;
    this.el.toggleAttribute("data-masked", masked);
    if (this.whole) this.setView(this.whole);
  }

  arrange() {
    const { view } = this;
    if (!view) return;
    const { spots, piles, held } = arrange(view, this.drawing, this.theme, this.ready, this.marks.selected);
    this.spots = spots;
    this.piles = piles;
    if (this.fanned && !piles.some((pile) => pile.key === this.fanned)) this.fanned = null;
    const order = [...spots].sort((a, b) => a[1].y - b[1].y || a[1].depth - b[1].depth);
    for (const [id, group] of this.groups) {
      if (!spots.has(id)) {
        group.remove();
        this.groups.delete(id);
      }
    }
    for (const [id] of order) {
      const unit = view.units[id];
      let group = this.groups.get(id);
      if (group && group.dataset.face !== faceOf(unit)) {
        group.remove();
        group = undefined;
      }
      if (!group) this.groups.set(id, (group = counter(id, unit, this.theme)));
      group.removeAttribute("opacity");
      wear(group, unit, this.theme, Boolean(this.drawing.spaces[unit.place]));
      this.layers.units.append(group);
    }
    this.settle();
    this.boxes.setView(view, held);
  }

  /** Put every counter where it lies, or where it stands in a fan. */
  settle() {
    const fanned = this.piles.find((pile) => pile.key === this.fanned);
    const open = new Map();
    this.layers.over.querySelector(".fan-ground")?.remove();
    if (fanned) {
      const scale = Math.max(fanned.scale, (this.coarse ? 50 : 44) / (HALF * 2 * this.camera.k));
      const places = fan(fanned, HALF * 2 * scale * 1.12, this.camera.seen);
      fanned.units.forEach((unit, index) => open.set(unit, { ...places[index], scale }));
      const box = bounds(places, HALF * scale * 1.25);
      this.fanBox = box;
      const ground = s("rect", { class: "fan-ground", x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top, rx: 8 * scale });
      this.layers.units.append(ground);
      for (const unit of fanned.units) {
        const group = this.groups.get(unit);
        if (group) this.layers.units.append(group);
      }
      for (const old of this.layers.units.querySelectorAll(".fan-ground")) if (old !== ground) old.remove();
    } else for (const old of this.layers.units.querySelectorAll(".fan-ground")) old.remove();
    for (const [id, spot] of this.spots) {
      const group = this.groups.get(id);
      if (!group) continue;
      const at = open.get(id) ?? this.moving.get(id) ?? spot;
      place(group, at.x, at.y, at.scale ?? spot.scale);
      const buried = !open.has(id) && spot.of > 3 && spot.depth < spot.of - 3;
      group.classList.toggle("is-buried", buried);
      group.classList.toggle("is-open", open.has(id));
    }
    this.open = open;
    this.drawCounts();
  }

  drawCounts() {
    this.layers.over.querySelector(".counts")?.remove();
    const group = s("g", { class: "counts" });
    const fanned = this.piles.find((pile) => pile.key === this.fanned);
    for (const pile of this.piles) {
      if (pile.units.length < 2 || pile.key === this.fanned || (pile.box && fanned?.box === pile.box)) continue;
      const count = s("g", { class: "count", "data-pile": pile.key, transform: `translate(${pile.x + (HALF + 5) * pile.scale} ${pile.y + (HALF + 2) * pile.scale}) scale(${pile.scale})` },
        s("circle", { r: 10 }), s("text", { y: 0.5 }, String(pile.units.length)));
      group.append(count);
    }
    this.layers.over.append(group);
  }

  // ---------------------------------------------------------------- marks

  /** @param {Marks} marks */
  setMarks(marks) {
    const before = this.marks.selected;
    this.marks = marks ?? {};
    const ready = new Set(this.marks.ready ?? []);
    const picked = this.drawing.kind !== "hexes" && before !== this.marks.selected;
    const changed = picked || ready.size !== this.ready.size || [...ready].some((unit) => !this.ready.has(unit));
    this.ready = ready;
    if (changed && this.view) this.arrange();
    this.mark();
  }

  mark() {
    const { marks, drawing } = this;
    const { under, over } = this.layers;
    const occupied = new Set([...this.spots.values()].map((spot) => spot.place));
    under.replaceChildren();
    for (const old of over.querySelectorAll(".mark")) old.remove();
    const shaded = goals(drawing, marks.goals ?? [], occupied);
    under.append(shaded.under);
    const top = s("g", { class: "mark" });
    const way = path(/** @type {Point[]} */ ((marks.path ?? []).map((id) => drawing.spaces[id]).filter(Boolean)));
    if (way) top.append(way);
    top.append(shaded.over);
    for (const [unit, kind] of Object.entries(marks.duties ?? {})) {
      const at = this.where(unit);
      if (at) top.append(duty(at.x, at.y, kind, this.scaleOf(unit)));
    }
    for (const { unit, label, says } of marks.targets ?? []) {
      const at = this.where(unit);
      if (at) top.append(target(at.x, at.y, label, this.scaleOf(unit), says));
    }
    for (const ghost of marks.ghosts ?? []) {
      const [space, unit] = [drawing.spaces[ghost.space], this.view?.units[ghost.unit]];
      if (!space || !unit) continue;
      const group = counter(ghost.unit, unit, this.theme);
      group.removeAttribute("data-unit");
      group.classList.add("is-ghost");
      place(group, space.x, space.y, 1);
      top.append(group);
    }
    for (const id of marks.pointed?.spaces ?? []) {
      if (drawing.spaces[id]) top.append(cell(drawing, id, "pointed", 1.04));
    }
    for (const unit of marks.pointed?.units ?? []) {
      const at = this.where(unit);
      if (at) top.append(s("circle", { class: "pointed", cx: at.x, cy: at.y, r: 36 * this.scaleOf(unit) }));
    }
    over.append(top);
    const targets = new Set((marks.targets ?? []).map(({ unit }) => unit));
    for (const [id, group] of this.groups) {
      group.classList.toggle("is-ready", this.ready.has(id));
      group.classList.toggle("is-selected", id === marks.selected);
      group.classList.toggle("is-target", targets.has(id));
      ring(group, this.ready.has(id), id === marks.selected);
    }
    const chosen = marks.selected ? this.groups.get(marks.selected) : null;
    if (chosen && !this.fanned) this.layers.units.append(chosen);
    this.drawCursor();
  }

  /**
   * Shade spaces, or end it with null.
   * @param {string} name
   * @param {any} data
   */
  overlay(name, data) {
    if (data) this.overlays.set(name, data);
    else this.overlays.delete(name);
    const layer = this.layers.overlays;
    layer.replaceChildren();
    for (const shown of this.overlays.values()) layer.append(overlay(this.drawing, shown.spaces ?? {}, this.sides, shown.plain));
    for (const button of this.el.querySelectorAll("[data-overlay]")) {
      button.setAttribute("aria-pressed", String(this.overlays.has(/** @type {HTMLElement} */ (button).dataset.overlay ?? "")));
    }
    const titles = [...this.overlays].map(([key, shown]) => shown.title ?? this.theme.overlays?.[key]?.title ?? key);
    this.note.hidden = titles.length === 0;
    const plain = [...this.overlays.values()].every((shown) => shown.plain);
    this.note.replaceChildren(titles.join(", "), ...(titles.length && !plain ? this.sides.map((side, index) => h("span", { class: `note-side note-${index}` }, this.theme.sides[side].short ?? side)) : []));
  }

  // ---------------------------------------------------------------- where things are

  /**
   * Where a unit stands on the map now.
   * @param {string} unit
   * @returns {Point|null}
   */
  where(unit) {
    return this.open.get(unit) ?? this.moving.get(unit) ?? this.spots.get(unit) ?? null;
  }

  /** @param {string} unit */
  scaleOf(unit) {
    return this.open.get(unit)?.scale ?? this.spots.get(unit)?.scale ?? 1;
  }

  /** @param {string} space */
  unitsAt(space) {
    return [...this.spots].filter(([, spot]) => spot.place === space && this.drawing.spaces[space]).sort((a, b) => b[1].depth - a[1].depth).map(([id]) => id);
  }

  get coarse() {
    return matchMedia("(pointer: coarse)").matches;
  }

  // ---------------------------------------------------------------- the view

  /** The part of the map that is seen has changed. */
  seen() {
    const { pixels } = this.camera;
    const zoom = pixels < 37 ? "far" : pixels < 62 ? "mid" : pixels < 76 ? "near" : "close";
    if (this.el.dataset.zoom !== zoom) this.el.dataset.zoom = zoom;
    if (zoom === "close" || document.documentElement.dataset.numbers === "always") writeNumbers(this.drawing, this.numbers);
    this.minimap?.follow();
  }

  /** The keyboard's cursor, which the board draws. */
  drawCursor() {}
}

/**
 * @param {SVGGElement} group
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
export function place(group, x, y, scale) {
  group.setAttribute("transform", scale === 1 ? `translate(${x.toFixed(1)} ${y.toFixed(1)})` : `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`);
}

/**
 * The ring of a unit that can act, or that is chosen.
 * @param {SVGGElement} group
 * @param {boolean} ready
 * @param {boolean} chosen
 */
function ring(group, ready, chosen) {
  const old = group.querySelector(".unit-ring");
  if (!ready && !chosen) {
    old?.remove();
    return;
  }
  if (old) return;
  const r = HALF + 3;
  group.querySelector(".unit-body")?.prepend(s("g", { class: "unit-ring" },
    s("rect", { class: "ring-edge", x: -r, y: -r, width: r * 2, height: r * 2, rx: 7 }), s("rect", { class: "ring-line", x: -r, y: -r, width: r * 2, height: r * 2, rx: 7 })));
}

/**
 * @param {Point[]} points
 * @param {number} pad
 */
export function bounds(points, pad) {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  return { left: Math.min(...xs) - pad, right: Math.max(...xs) + pad, top: Math.min(...ys) - pad, bottom: Math.max(...ys) + pad };
}
