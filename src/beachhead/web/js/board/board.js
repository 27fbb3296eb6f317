// @ts-check
/**
 * The board: one map with its counters for every game. What it shows comes from the drawing, the theme and the views; it knows no rules
 * and decides nothing, it says what was clicked.
 */
import { h, s } from "../dom.js";
import { Camera } from "./camera.js";
import { createBoxes } from "./boxes.js";
import { HALF, counter, wear } from "./counters.js";
import { Cells, prepare, render, writeNumbers } from "./drawing.js";
import { exportPng, exportSvg } from "./export.js";
import { cell, duty, goals, hatches, overlay, path, target } from "./marks.js";
import { createMinimap } from "./minimap.js";
import { Motion } from "./motion.js";
import { arrange, fan } from "./places.js";
import { listen } from "./pointer.js";
import { play } from "./scenes.js";
import { MARKERS } from "./symbols.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("./places.js").Spot} Spot */
/** @typedef {import("./places.js").Pile} Pile */
/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {{drawing: Drawing, theme: import("../types.js").Theme, lore?: import("../types.js").Lore,
 *   t: (key: string, params?: any) => string}} Parts
 */

/**
 * @param {HTMLElement} el
 * @param {Parts} parts
 */
export function createBoard(el, parts) {
  return new MapBoard(el, parts);
}

class MapBoard {
  /**
   * @param {HTMLElement} el
   * @param {Parts} parts
   */
  constructor(el, { drawing, theme, lore, t }) {
    this.el = el;
    this.drawing = prepare(drawing, theme ?? {});
    this.theme = theme ?? {};
    this.lore = lore;
    this.t = t;
    this.sides = Object.keys(this.theme.sides ?? {});
    this.cells = new Cells(drawing);
    this.motion = new Motion();
    /** @type {Map<string, Set<(...args: any[]) => void>>} */
    this.ears = new Map();
    /** @type {View|null} */
    this.view = null;
    /** @type {Marks} */
    this.marks = {};
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
    /** The space under the keyboard's cursor. @type {string|null} */
    this.cursor = null;
    this.drift = { x: 0, y: 0 };
    this.hovered = "";
    /** @type {Map<string, any>} */
    this.overlays = new Map();
    const { map, names, numbers } = render(drawing);
    this.numbers = numbers;
    this.boxes = createBoxes(drawing, this.theme, this.lore);
    const layer = (/** @type {string} */ name) => s("g", { class: `board-${name}` });
    this.layers = {
      overlays: layer("overlays"), under: layer("under"), markers: layer("markers"), units: layer("units"), over: layer("over"), top: layer("top"),
    };
    const { overlays, under, markers, units, over, top } = this.layers;
    this.picture = s("svg", { class: "board-svg map", viewBox: `0 0 ${drawing.width} ${drawing.height}`, focusable: "false" },
      s("defs", null, hatches()), map, overlays, this.boxes.el, numbers, under, names, markers, units, over, top);
    this.world = h("div", { class: "board-world" }, this.picture);
    el.classList.add("board");
    if (!el.hasAttribute("tabindex")) el.tabIndex = 0;
    el.setAttribute("role", "application");
    el.setAttribute("aria-roledescription", t("board.role"));
    if (!el.hasAttribute("aria-label")) el.setAttribute("aria-label", t("board.label"));
    const help = h("p", { class: "board-help", id: `board-help-${++boards}` }, t("board.keys"));
    el.setAttribute("aria-describedby", help.id);
    el.append(this.world, help);
    /** @type {ReturnType<typeof createMinimap>|null} */
    this.minimap = null;
    /** Counters of the fan, where they stand. @type {Map<string, {x: number, y: number, scale: number}>} */
    this.open = new Map();
    this.camera = new Camera(el, this.world, this.picture, drawing, () => this.seen());
    this.camera.measure();
    this.minimap = createMinimap(drawing, this.theme, this.camera, t);
    this.note = h("p", { class: "board-note board-control", hidden: true });
    el.append(this.controls(), h("div", { class: "board-control board-corner" }, this.minimap.el), this.note);
    listen(el, this.camera, {
      click: (event) => this.clicked(event),
      hover: (event) => this.hover(event),
      twice: (event) => this.twice(event),
      lift: (event) => this.lift(event),
      drag: (unit, event) => this.drag(unit, event),
      drop: (unit, event) => this.drop(unit, event),
    });
    el.addEventListener("keydown", (event) => this.key(event));
    el.addEventListener("focus", () => {
      if (el.matches(":focus-visible")) this.showCursor();
    });
    el.addEventListener("blur", () => this.drawCursor());
    this.watch = new ResizeObserver(() => this.camera.measure());
    this.watch.observe(el);
    addEventListener("scroll", this.remeasure, { passive: true, capture: true });
    this.seen();
  }

  remeasure = () => this.camera.measure();

  /** Take the board off the page. */
  destroy() {
    this.motion.skip();
    this.watch.disconnect();
    removeEventListener("scroll", this.remeasure, { capture: true });
    this.el.replaceChildren();
  }

  controls() {
    const { t } = this;
    /**
     * @param {string} name
     * @param {string} d
     * @param {() => void} act
     */
    const button = (name, d, act) => h("button", { class: `board-button board-${name}`, type: "button", title: t(`board.${name}`), "aria-label": t(`board.${name}`), onclick: act },
      s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d })));
    const overlays = Object.entries(this.theme.overlays ?? {}).map(([name, look]) => {
      const icon = h("button", {
        class: "board-button board-overlay", type: "button", "data-overlay": name, "aria-pressed": "false",
        title: look.key ? t("board.overlayKey", { title: look.title, key: look.key.toUpperCase() }) : look.title, "aria-label": look.title,
        onclick: () => this.toggle(name),
      }, s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: OVERLAY_ICONS[name] ?? OVERLAY_ICONS.other })));
      return icon;
    });
    return h("div", { class: "board-control board-tools" },
      button("zoomIn", "M12 5v14M5 12h14", () => this.zoom(1.5)),
      button("zoomOut", "M5 12h14", () => this.zoom(1 / 1.5)),
      button("fit", "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", () => this.fit()),
      overlays);
  }

  /**
   * A button or key of an overlay: whoever feeds the board answers with `overlay(name, data)`.
   * @param {string} name
   */
  toggle(name) {
    if (this.overlays.has(name)) this.overlay(name, null);
    else this.emit("overlay", name);
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
    this.view = view;
    this.moving.clear();
    this.arrange();
    this.drawMarkers();
    this.minimap?.setView(view);
    this.mark();
  }

  arrange() {
    const { view } = this;
    if (!view) return;
    const { spots, piles, held } = arrange(view, this.drawing, this.theme, this.ready);
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
      if (!group) this.groups.set(id, (group = counter(id, unit, this.theme)));
      group.removeAttribute("opacity");
      wear(group, unit, this.theme);
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
      const scale = Math.max(fanned.scale, (this.coarse ? 48 : 34) / (HALF * 2 * this.camera.k));
      const places = fan(fanned, HALF * 2 * scale * 1.12, this.camera.seen);
      fanned.units.forEach((unit, index) => open.set(unit, { ...places[index], scale }));
      const box = bounds(places, HALF * scale * 1.25);
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
    }
    this.open = open;
    this.drawCounts();
  }

  drawCounts() {
    this.layers.over.querySelector(".counts")?.remove();
    const group = s("g", { class: "counts" });
    for (const pile of this.piles) {
      if (pile.units.length < 2 || pile.key === this.fanned) continue;
      const count = s("g", { class: "count", "data-pile": pile.key, transform: `translate(${pile.x + HALF * pile.scale} ${pile.y + (HALF - 3) * pile.scale}) scale(${pile.scale})` },
        s("circle", { r: 10.5 }), s("text", { y: 0.5 }, String(pile.units.length)));
      group.append(count);
    }
    this.layers.over.append(group);
  }

  drawMarkers() {
    const { view, drawing } = this;
    const layer = this.layers.markers;
    layer.replaceChildren();
    if (!view) return;
    for (const marker of this.theme.markers ?? []) {
      const spaces = Array.isArray(view[marker.from]) ? view[marker.from] : [];
      if (marker.until && view[marker.until]?.length) continue;
      const palette = this.theme.sides?.[marker.side]?.palette ?? "grey";
      for (const id of spaces) {
        const space = drawing.spaces[id];
        if (!space) continue;
        const figure = MARKERS[marker.shape] ?? MARKERS.disc;
        const turn = marker.shape === "arrow" ? seaward(drawing, id) : 0;
        layer.append(s("g", { class: `marker marker-${marker.id} pal-${palette}`, transform: `translate(${space.x} ${space.y})${turn ? ` rotate(${turn})` : ""}` },
          figure.line ? s("path", { class: "marker-line", d: figure.line }) : null, figure.fill ? s("path", { class: "marker-fill", d: figure.fill }) : null));
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

  // ---------------------------------------------------------------- marks

  /** @param {Marks} marks */
  setMarks(marks) {
    this.marks = marks ?? {};
    const ready = new Set(this.marks.ready ?? []);
    const changed = ready.size !== this.ready.size || [...ready].some((unit) => !this.ready.has(unit));
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
    for (const { unit, label } of marks.targets ?? []) {
      const at = this.where(unit);
      if (at) top.append(target(at.x, at.y, label, this.scaleOf(unit)));
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
    for (const shown of this.overlays.values()) layer.append(overlay(this.drawing, shown.spaces ?? {}, this.sides));
    for (const button of this.el.querySelectorAll("[data-overlay]")) {
      button.setAttribute("aria-pressed", String(this.overlays.has(/** @type {HTMLElement} */ (button).dataset.overlay ?? "")));
    }
    const titles = [...this.overlays].map(([key, shown]) => shown.title ?? this.theme.overlays?.[key]?.title ?? key);
    this.note.hidden = titles.length === 0;
    this.note.replaceChildren(titles.join(", "), ...(titles.length ? this.sides.map((side, index) => h("span", { class: `note-side note-${index}` }, this.theme.sides[side].short ?? side)) : []));
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
    const zoom = pixels < 37 ? "far" : pixels < 62 ? "mid" : pixels < 96 ? "near" : "close";
    if (this.el.dataset.zoom !== zoom) {
      this.el.dataset.zoom = zoom;
      if (zoom === "close" || document.documentElement.dataset.numbers === "always") writeNumbers(this.drawing, this.numbers);
    }
    this.minimap?.follow();
  }

  fit() {
    this.camera.fit();
  }

  /** @param {number} by */
  zoom(by) {
    this.camera.zoom(by, undefined, undefined, true);
  }

  /**
   * Bring something into view.
   * @param {{space?: string, unit?: string, spaces?: string[]}} what
   */
  focus(what) {
    if (document.documentElement.dataset.numbers === "always") writeNumbers(this.drawing, this.numbers);
    const points = /** @type {Point[]} */ ([
      what.space ? this.drawing.spaces[what.space] : null, what.unit ? this.where(what.unit) : null, ...(what.spaces ?? []).map((id) => this.drawing.spaces[id]),
    ].filter(Boolean));
    if (what.space && this.drawing.spaces[what.space]) this.setCursor(what.space, false);
    if (points.length) this.camera.reveal(bounds(points, this.drawing.unit * 0.7), { closer: true });
  }

  // ---------------------------------------------------------------- motion

  /**
   * @param {GameEvent[]} events
   * @param {{speed?: string|number}} [how]
   */
  async animate(events, how = {}) {
    this.closeFan();
    await play({
      motion: this.motion,
      top: this.layers.top,
      centre: (space) => this.drawing.spaces[space] ?? null,
      where: (unit) => this.where(unit),
      group: (unit) => this.groups.get(unit) ?? null,
      move: (unit, at) => {
        this.moving.set(unit, at);
        const group = this.groups.get(unit);
        if (group) place(group, at.x, at.y, 1);
      },
      raise: (unit) => {
        const group = this.groups.get(unit);
        if (group) this.layers.units.append(group);
      },
      reveal: (points) => this.camera.reveal(bounds(points, this.drawing.unit * 0.6)),
    }, events, how);
    this.layers.top.replaceChildren();
  }

  /** End what is being acted out. */
  skip() {
    this.motion.skip();
  }

  // ---------------------------------------------------------------- hands

  /**
   * What lies under a pointer.
   * @param {{clientX: number, clientY: number, target?: EventTarget|null}} event
   * @returns {{unit: string|null, space: string|null, pile: string|null, point: Point}}
   */
  under(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const inside = found && this.picture.contains(found) ? found : null;
    const unit = /** @type {SVGElement|null} */ (inside?.closest("[data-unit]"))?.dataset.unit ?? null;
    const pile = /** @type {SVGElement|null} */ (inside?.closest("[data-pile]"))?.dataset.pile ?? null;
    const point = this.camera.point(event);
    let space = this.cells.at(point.x, point.y);
    if (unit && this.view) {
      const at = this.view.units[unit]?.place;
      space = this.drawing.spaces[at] ? at : null;
    } else if (this.inBox(point)) space = null;
    return { unit, space, pile, point };
  }

  /** @param {Point} point */
  inBox(point) {
    return (this.drawing.boxes ?? []).some((box) => point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height);
  }

  /** @param {PointerEvent} event */
  clicked(event) {
    const { unit, space, pile, point } = this.under(event);
    if (this.el.matches(":not(:focus)")) this.el.focus({ preventScroll: true });
    // a finger cannot hit what is smaller than itself: come closer first
    if (event.pointerType === "touch" && !this.fanned && this.camera.pixels < 34 && (unit || space) && !this.inBox(point)) {
      this.camera.zoom(50 / this.camera.pixels, event.clientX - this.camera.left, event.clientY - this.camera.top, true);
      return;
    }
    if (pile) {
      this.openFan(pile);
      return;
    }
    if (unit) {
      const spot = this.spots.get(unit);
      const many = spot?.pile && spot.of > 1 && this.fanned !== spot.pile;
      const inBox = many && !this.drawing.spaces[spot.place];
      if (many && !inBox) {
        this.openFan(/** @type {string} */ (spot.pile));
        this.emit("stack", spot.place);
        return;
      }
      if (this.fanned) this.closeFan();
      if (space) this.setCursor(space, true);
      this.emit("unit", unit, event);
      return;
    }
    if (this.fanned) {
      this.closeFan();
      return;
    }
    if (space) {
      this.setCursor(space, true);
      this.emit("space", space, event);
    }
  }

  /** @param {PointerEvent|null} event */
  hover(event) {
    const found = event ? this.under(event) : null;
    const key = found ? `${found.unit ?? ""}|${found.space ?? ""}` : "";
    if (key === this.hovered) return;
    this.hovered = key;
    this.el.classList.toggle("is-over-unit", Boolean(found?.unit || found?.pile));
    if (!found || (!found.unit && !found.space)) this.emit("hover", null);
    else this.emit("hover", found.unit ? { unit: found.unit, space: found.space ?? undefined } : { space: found.space });
  }

  /** @param {MouseEvent} event */
  twice(event) {
    const { unit } = this.under(event);
    if (!unit) this.camera.zoom(event.shiftKey ? 0.55 : 1.8, event.clientX - this.camera.left, event.clientY - this.camera.top, true);
  }

  /**
   * The unit that a drag takes along: one that can act; everything else is part of the map.
   * @param {PointerEvent} event
   * @returns {string|null}
   */
  lift(event) {
    const { unit } = this.under(event);
    if (!unit || !this.ready.has(unit)) return null;
    if (event.pointerType === "touch" && this.camera.pixels < 34) return null;
    if (this.marks.selected !== unit) this.emit("lift", unit);
    const group = this.groups.get(unit);
    group?.classList.add("is-carried");
    if (group) this.layers.units.append(group);
    return unit;
  }

  /**
   * @param {string} unit
   * @param {PointerEvent} event
   */
  drag(unit, event) {
    const group = this.groups.get(unit);
    if (!group) return;
    const point = this.camera.point(event);
    place(group, point.x, point.y, 1);
    const space = this.cells.at(point.x, point.y);
    const key = `|${space ?? ""}`;
    this.layers.over.querySelector(".landing")?.remove();
    const goal = (this.marks.goals ?? []).some((one) => one.space === space);
    if (space) {
      const mark = cell(this.drawing, space, `landing ${goal ? "is-goal" : "is-none"}`, 1);
      this.layers.over.append(mark);
    }
    if (key !== this.hovered) {
      this.hovered = key;
      this.emit("hover", space ? { space } : null);
    }
  }

  /**
   * @param {string} unit
   * @param {PointerEvent|null} event
   */
  drop(unit, event) {
    const group = this.groups.get(unit);
    group?.classList.remove("is-carried");
    this.layers.over.querySelector(".landing")?.remove();
    const point = event ? this.camera.point(event) : null;
    const space = point ? this.cells.at(point.x, point.y) : null;
    const home = this.spots.get(unit);
    const goal = space !== null && (this.marks.goals ?? []).some((one) => one.space === space);
    if (point && goal && group) {
      this.moving.set(unit, this.drawing.spaces[/** @type {string} */ (space)]);
      setTimeout(() => {
        // if nothing came of it, the counter goes home
        if (this.moving.delete(unit)) this.settle();
      }, 1500);
    }
    this.settle();
    if (space && home && space !== home.place && !(point && this.inBox(point))) this.emit("drop", unit, space);
  }

  // ---------------------------------------------------------------- fans

  /** @param {string} key */
  openFan(key) {
    this.fanned = key;
    this.settle();
    this.mark();
  }

  closeFan() {
    if (!this.fanned) return false;
    this.fanned = null;
    this.arrange();
    this.mark();
    return true;
  }

  // ---------------------------------------------------------------- keys

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target !== this.el || event.altKey || event.ctrlKey || event.metaKey) return;
    const arrows = /** @type {Record<string, string>} */ ({ ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" });
    const direction = arrows[event.key];
    if (direction && event.shiftKey) {
      const step = Math.min(this.camera.width, this.camera.height) / 5;
      this.camera.pan(direction === "left" ? step : direction === "right" ? -step : 0, direction === "up" ? step : direction === "down" ? -step : 0);
    } else if (direction) this.moveCursor(direction);
    else if (event.key === "+" || event.key === "=") this.zoom(1.4);
    else if (event.key === "-" || event.key === "_") this.zoom(1 / 1.4);
    else if (event.key === "0") this.fit();
    else if (event.key === "Escape" && this.fanned) this.closeFan();
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      if (!this.press(event)) return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * What a click on the cursor's space would do; a stack gives its units one after the other.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const { cursor } = this;
    if (!cursor || !this.cursorShown) return false;
    const units = this.unitsAt(cursor);
    if (units.length === 0) this.emit("space", cursor, event);
    else {
      const at = units.indexOf(this.marks.selected ?? "");
      this.emit("unit", units[(at + 1) % units.length], event);
    }
    return true;
  }

  /**
   * @param {"up"|"down"|"left"|"right"|string} direction
   */
  moveCursor(direction) {
    if (!this.cursor) {
      this.showCursor();
      return;
    }
    const here = this.drawing.spaces[this.cursor];
    const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] ?? [0, 0];
    // going up and down, the cursor keeps to the line on which it started instead of drifting with the lattice
    if (dx) this.drift = { x: here.x + dx * this.drawing.unit, y: here.y };
    else this.drift = { x: this.drift.x || here.x, y: here.y };
    if (Math.abs(this.drift.x - here.x) > this.drawing.unit * 1.1 && !dx) this.drift.x = here.x;
    let best = null;
    let least = Infinity;
    for (const id of here.near) {
      const space = this.drawing.spaces[id];
      if (!space) continue;
      const [vx, vy] = [space.x - here.x, space.y - here.y];
      const ahead = vx * dx + vy * dy;
      if (ahead <= this.drawing.unit * 0.25) continue;
      const aside = dx ? Math.abs(vy) : Math.abs(space.x - this.drift.x);
      const cost = aside * 2 - ahead * 0.2;
      if (cost < least) {
        least = cost;
        best = id;
      }
    }
    if (!best) return;
    this.cursor = best;
    if (dx) this.drift.x = this.drawing.spaces[best].x;
    this.cursorShown = true;
    this.drawCursor();
    const { x, y } = this.drawing.spaces[best];
    this.camera.reveal(bounds([{ x, y }], this.drawing.unit * 0.6));
    this.emit("cursor", best);
    this.emit("hover", this.unitsAt(best).length ? { unit: this.unitsAt(best)[0], space: best } : { space: best });
  }

  cursorShown = false;

  showCursor() {
    if (!this.cursor) {
      const first = this.marks.selected ?? [...this.ready][0];
      const at = first ? this.spots.get(/** @type {string} */ (first))?.place : null;
      const { x, y, width, height } = this.camera.seen;
      this.setCursor((at && this.drawing.spaces[at] ? at : null) ?? this.cells.at(x + width / 2, y + height / 2) ?? Object.keys(this.drawing.spaces)[0] ?? null, false);
    }
    this.cursorShown = true;
    this.drawCursor();
    if (this.cursor) this.emit("cursor", this.cursor);
  }

  /**
   * @param {string|null} space
   * @param {boolean} quiet by mouse: the cursor goes along without being seen
   */
  setCursor(space, quiet) {
    this.cursor = space;
    if (space) this.drift = { x: this.drawing.spaces[space].x, y: 0 };
    if (quiet) this.cursorShown = false;
    this.drawCursor();
  }

  drawCursor() {
    this.layers.over.querySelector(".cursor")?.remove();
    if (!this.cursor || !this.cursorShown || document.activeElement !== this.el) return;
    const group = s("g", { class: "cursor not-printed" });
    group.append(cell(this.drawing, this.cursor, "cursor-edge", 1), cell(this.drawing, this.cursor, "cursor-line", 1));
    this.layers.over.append(group);
  }

  // ---------------------------------------------------------------- pictures

  /** The whole map as it is now, as an SVG that opens anywhere. */
  svg() {
    const before = this.el.dataset.zoom;
    this.el.dataset.zoom = "near";
    try {
      return exportSvg(this.picture, this.drawing, this.lore?.title ?? this.theme.map?.title ?? "");
    } finally {
      this.el.dataset.zoom = before;
    }
  }

  /** @param {number} [scale] */
  png(scale = 2) {
    return exportPng(this.svg(), this.drawing, scale);
  }
}

let boards = 0;

/** @type {Record<string, string>} */
const OVERLAY_ICONS = {
  zones: "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM8 12h8M12 8v8",
  guns: "M12 12m-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M12 3.5v4M12 16.5v4M3.5 12h4M16.5 12h4",
  other: "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9z",
};

/**
 * @param {SVGGElement} group
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function place(group, x, y, scale) {
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
function bounds(points, pad) {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  return { left: Math.min(...xs) - pad, right: Math.max(...xs) + pad, top: Math.min(...ys) - pad, bottom: Math.max(...ys) + pad };
}

/**
 * The angle of an arrow that comes from the sea.
 * @param {Drawing} drawing
 * @param {string} id
 */
function seaward(drawing, id) {
  const space = drawing.spaces[id];
  const sea = space.near.map((other) => drawing.spaces[other]).filter((other) => other?.sea);
  if (sea.length === 0) return 0;
  const [x, y] = [sea.reduce((sum, other) => sum + other.x, 0) / sea.length, sea.reduce((sum, other) => sum + other.y, 0) / sea.length];
  return Number(((Math.atan2(space.y - y, space.x - x) * 180) / Math.PI).toFixed(1));
}
