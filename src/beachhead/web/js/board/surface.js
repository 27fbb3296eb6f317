// @ts-check
/**
 * What lies on the map: counters, piles, markers, marks and overlays in their layers. Nothing here listens; see board.js.
 */
import { h, s } from "../dom.js";
import { Camera } from "./camera.js";
import { drawArrows } from "./arrows.js";
import { createBoxes } from "./boxes.js";
import { HALF, counter, faceOf, wear } from "./counters.js";
import { Cells, follow, prepare, render, writeNumbers } from "./drawing.js";
import { cell, duty, goals, hatches, path, target } from "./highlights.js";
import { createMinimap } from "./minimap.js";
import { drawMarkers, drawTints, markersChanged } from "./markers.js";
import { Motion } from "./motion.js";
import { drawOverlay, drawRegions, figuresOf, legendOf } from "./overlays.js";
import { propertiesOf } from "./properties.js";
import { SIZES } from "./room.js";
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

/** A counter so much larger than printed can be read when the others cannot. */
const LARGE = 1.3;
/** Below this width of a space in pixels not even those can. */
const TINY = 24;

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
    this.properties = propertiesOf(drawing, this.theme);
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
    /** How large the counters are: one of the sizes of room.js. */
    this.size = "normal";
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
    /** @type {Map<string, import("./overlays.js").Overlay>} */
    this.overlays = new Map();
    /** Parts of overlays that are switched off, by overlay. @type {Map<string, Set<string>>} */
    this.partsOff = new Map();
    /** What is drawn of each overlay, and its figures over the counters. @type {Map<string, {data: any, group: SVGGElement, figures: SVGGElement|null}>} */
    this.laid = new Map();
    /** The numbers of the piles. @type {Map<string, SVGGElement>} */
    this.counts = new Map();
    /** What counters wear of the moment, so that only what differs is touched. @type {Map<string, string>} */
    this.worn = new Map();
    /** @type {any} */
    this.settling = null;
    const { map, names, numbers } = render(drawing);
    this.numbers = numbers;
    /** What is printed for the course of a match. */
    this.dependent = [map, names].flatMap((part) => [...part.querySelectorAll(".depends")]);
    this.boxes = createBoxes(drawing, this.theme, this.lore);
    const layer = (/** @type {string} */ name) => s("g", { class: `board-${name}` });
    this.layers = {
      tints: layer("tints"), regions: layer("regions"), overlays: layer("overlays"), under: layer("under"), markers: layer("markers"), units: layer("units"), over: layer("over"), top: layer("top"),
    };
    const { tints, regions, overlays, under, markers, units, over, top } = this.layers;
    this.picture = s("svg", { class: "board-svg map", viewBox: `0 0 ${drawing.width} ${drawing.height}`, focusable: "false" },
      s("defs", null, hatches()), map, tints, regions, overlays, this.boxes.el, numbers, under, names, markers, units, over, top);
    this.world = h("div", { class: "board-world" }, this.picture);
    const help = h("p", { class: "board-help", id: `board-help-${++boards}` }, t("board.keys"));
    el.classList.add("board");
    el.toggleAttribute("data-lattice", this.properties.lattice);
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
    this.note = h("div", { class: "board-note board-control", hidden: true });
    el.append(h("div", { class: "board-control board-corner", "data-corner": "bottom" }, this.minimap.el), this.note);
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

  /**
   * A new position. Views share what has not changed, so whatever is the same object is not drawn again.
   * @param {View} view
   */
  setView(view) {
    const before = this.view;
    this.whole = view;
    this.view = this.masked ? publicView(view, this.theme) : view;
    const now = this.view;
    this.moving.clear();
    this.arrange();
    const { control, regions } = this.theme;
    if (!before || before[control?.from ?? ""] !== now[control?.from ?? ""]) drawTints(this.layers.tints, now, this.drawing, this.theme);
    if (regions && (!before || before[regions.from] !== now[regions.from])) drawRegions(this.layers.regions, now, this.drawing, this.theme);
    follow(this.dependent, now);
    if (markersChanged(before, now, this.theme)) drawMarkers(this.layers.markers, now, this.drawing, this.theme);
    if (before?.units !== now.units) this.minimap?.setView(now);
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

  /**
   * Make the counters larger or smaller, as far as there is room.
   * @param {string} size
   */
  setSize(size) {
    const known = size in SIZES ? size : "normal";
    if (known === this.size) return;
    this.size = known;
    this.el.dataset.size = known;
    if (!this.view) return;
    this.arrange();
    this.mark();
    this.seen();
  }

  /**
   * Take the counters off the map for a look at what is beneath, or lay them down again. Everything else stays as it is.
   * @param {boolean} bare
   */
  setBare(bare) {
    this.el.toggleAttribute("data-bare", bare);
    this.el.querySelector(".board-bare")?.setAttribute("aria-pressed", String(bare));
  }

  arrange() {
    const { view } = this;
    if (!view) return;
    const { spots, piles, held } = arrange(view, this.drawing, this.theme, this.ready, this.marks.selected, this.size);
    this.spots = spots;
    this.piles = piles;
    if (this.fanned && !piles.some((pile) => pile.key === this.fanned)) this.fanned = null;
    for (const [id, group] of this.groups) {
      if (!spots.has(id)) {
        group.remove();
        this.groups.delete(id);
        this.worn.delete(id);
      }
    }
    for (const id of spots.keys()) this.dress(id, view.units[id]);
    this.settle();
    this.boxes.setView(view, held);
  }

  /**
   * The counter of a unit as it looks now; one whose unit is the same as before stays as it is.
   * @param {string} id
   * @param {import("../types.js").Unit} unit
   */
  dress(id, unit) {
    let group = this.groups.get(id);
    if (group && /** @type {any} */ (group).unit === unit && !group.hasAttribute("opacity")) return;
    if (group && group.dataset.face !== faceOf(unit)) {
      group.remove();
      group = undefined;
    }
    if (!group) {
      this.groups.set(id, (group = counter(id, unit, this.theme)));
      this.worn.delete(id);
    }
    /** @type {any} */ (group).unit = unit;
    group.removeAttribute("opacity");
    wear(group, unit, this.theme, Boolean(this.drawing.spaces[unit.place]));
  }

  /** Put every counter where it lies, or where it stands in a fan, each over what it lies on. */
  settle() {
    const fanned = this.piles.find((pile) => pile.key === this.fanned);
    const open = new Map();
    /** @type {SVGElement|null} */
    let ground = null;
    if (fanned) {
      const scale = Math.max(fanned.scale, (this.coarse ? 50 : 44) / (HALF * 2 * this.camera.k));
      const places = fan(fanned, HALF * 2 * scale * 1.12, this.camera.seen);
      fanned.units.forEach((unit, index) => open.set(unit, { ...places[index], scale }));
      const box = bounds(places, HALF * scale * 1.25);
      this.fanBox = box;
      ground = s("rect", { class: "fan-ground", x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top, rx: 8 * scale });
    }
    for (const [id, spot] of this.spots) {
      const group = this.groups.get(id);
      if (!group) continue;
      const at = open.get(id) ?? this.moving.get(id) ?? spot;
      const scale = at.scale ?? spot.scale;
      place(group, at.x, at.y, scale);
      const buried = !open.has(id) && spot.of > 3 && spot.depth < spot.of - 3 && id !== this.marks.selected;
      group.classList.toggle("is-buried", buried);
      group.classList.toggle("is-open", open.has(id));
      group.classList.toggle("is-large", scale >= LARGE);
    }
    this.open = open;
    this.count(fanned);
    this.raise(fanned, ground);
  }

  /**
   * The number of every pile, on its uppermost counter.
   * @param {Pile|undefined} fanned
   */
  count(fanned) {
    const wanted = new Set();
    for (const pile of this.piles) {
      if (pile.units.length < 2 || pile === fanned || (pile.box && fanned?.box === pile.box)) continue;
      wanted.add(pile.key);
      let badge = this.counts.get(pile.key);
      if (!badge) this.counts.set(pile.key, (badge = s("g", { class: "count", "data-pile": pile.key }, s("circle", { r: 10 }), s("text", { y: 0.5 }))));
      const text = /** @type {SVGTextElement} */ (badge.lastChild);
      if (text.textContent !== String(pile.units.length)) text.textContent = String(pile.units.length);
      place(badge, pile.x + (HALF + 2) * pile.scale, pile.y + (HALF - 1) * pile.scale, pile.scale);
    }
    for (const [key, badge] of this.counts) {
      if (wanted.has(key)) continue;
      badge.remove();
      this.counts.delete(key);
    }
  }

  /**
   * The order in which things lie on each other: by rows from above, the number of a pile with its pile, a fan over everything.
   * @param {Pile|undefined} fanned
   * @param {SVGElement|null} ground
   */
  raise(fanned, ground) {
    const out = new Set(fanned?.units ?? []);
    const chosen = this.marks.selected ?? "";
    const pileOf = new Map(this.piles.map((pile) => [pile.key, pile]));
    // a pile is one thing: what lies in it stays together, whatever lies near it
    const rowOf = (/** @type {Spot} */ spot) => (spot.pile ? pileOf.get(spot.pile)?.y ?? spot.y : spot.y);
    const order = [...this.spots].filter(([id]) => !out.has(id) && id !== chosen)
      .sort((a, b) => rowOf(a[1]) - rowOf(b[1]) || (a[1].pile ?? a[0]).localeCompare(b[1].pile ?? b[0]) || a[1].depth - b[1].depth);
    /** @type {SVGElement[]} */
    const wanted = [];
    const put = (/** @type {string} */ id) => {
      const group = this.groups.get(id);
      if (group) wanted.push(group);
      const spot = this.spots.get(id);
      const badge = spot?.pile && spot.depth === spot.of - 1 ? this.counts.get(spot.pile) : null;
      if (badge) wanted.push(badge);
    };
    for (const [id] of order) put(id);
    if (this.spots.has(chosen) && !out.has(chosen)) {
      put(chosen);
      const badge = this.counts.get(this.spots.get(chosen)?.pile ?? "");
      if (badge && !wanted.slice(-1).includes(badge)) wanted.push(...wanted.splice(wanted.indexOf(badge), 1));
    }
    if (ground) wanted.push(ground);
    for (const unit of fanned?.units ?? []) put(unit);
    inOrder(this.layers.units, wanted);
  }

  // ---------------------------------------------------------------- marks

  /** @param {Marks} marks */
  setMarks(marks) {
    const before = this.marks.selected;
    this.marks = marks ?? {};
    const ready = new Set(this.marks.ready ?? []);
    const changed = before !== this.marks.selected || ready.size !== this.ready.size || [...ready].some((unit) => !this.ready.has(unit));
    this.ready = ready;
    if (changed && this.view) this.arrange();
    this.mark();
  }

  mark() {
    const { marks, drawing } = this;
    const { under, over } = this.layers;
    const occupied = this.occupied();
    under.replaceChildren();
    for (const old of over.querySelectorAll(".mark")) old.remove();
    const shaded = goals(drawing, marks.goals ?? [], occupied);
    under.append(shaded.under);
    const top = s("g", { class: "mark" });
    const way = path(/** @type {Point[]} */ ((marks.path ?? []).map((id) => drawing.spaces[id]).filter(Boolean)));
    if (way) top.append(way);
    const orders = drawArrows(this, marks.arrows ?? []);
    if (orders) top.append(orders);
    top.append(shaded.over);
    for (const [what, kind] of Object.entries(marks.duties ?? {})) {
      const at = this.where(what) ?? drawing.spaces[what];
      if (at && !this.covered(what, at)) top.append(duty(at.x, at.y, kind, this.scaleOf(what)));
    }
    for (const { unit, label, says } of marks.targets ?? []) {
      const at = this.where(unit);
      if (at && !this.covered(unit, at)) top.append(target(at.x, at.y, label, this.scaleOf(unit), says));
    }
    for (const ghost of marks.ghosts ?? []) {
      const [space, unit] = [drawing.spaces[ghost.space], this.view?.units[ghost.unit]];
      if (!space || !unit) continue;
      const group = counter(ghost.unit, unit, this.theme);
      group.removeAttribute("data-unit");
      group.classList.add("is-ghost");
      place(group, space.x, space.y, this.properties.lattice ? Math.min(1, SIZES[this.size].factor) : 1);
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
    const picked = new Set(marks.picked ?? []);
    const own = new Set(marks.own ?? []);
    const able = new Set(marks.able ?? []);
    for (const [id, group] of this.groups) {
      const look = [this.ready.has(id) && "is-ready", id === marks.selected && "is-selected", picked.has(id) && "is-picked", targets.has(id) && "is-target", own.has(id) && "is-own", able.has(id) && "is-able"].filter(Boolean).join(" ");
      if (this.worn.get(id) === look) continue;
      this.worn.set(id, look);
      for (const name of ["is-ready", "is-selected", "is-picked", "is-target", "is-own", "is-able"]) group.classList.toggle(name, look.includes(name));
      ring(group, look.replace("is-target", "").replace("is-able", "").trim() !== "");
    }
    this.drawCursor();
    this.makeRoom();
  }

  /** The map of the map stays off what can be clicked and what it leads to, once the view has come to rest. */
  makeRoom() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      const { marks, camera } = this;
      const units = [...this.ready, ...(marks.targets ?? []).map(({ unit }) => unit), ...Object.keys(marks.duties ?? {}), ...(marks.selected ? [marks.selected] : [])];
      const points = [...units.map((unit) => this.where(unit)), ...(marks.goals ?? []).map((goal) => this.drawing.spaces[goal.space])];
      const onScreen = (/** @type {(Point|null|undefined)[]} */ found) => found.flatMap((at) => (at ? [{ x: camera.x + at.x * camera.k, y: camera.y + at.y * camera.k }] : []));
      const lying = Object.entries(this.view?.units ?? {}).flatMap(([unit, { place }]) => (place in this.drawing.spaces ? [unit] : []));
      this.minimap?.avoid(onScreen(points), onScreen(lying.map((unit) => this.where(unit))));
    }, 120);
  }

  /**
   * Lay something over the map, or take it off with null.
   * @param {string} name
   * @param {any} data
   */
  overlay(name, data) {
    if (data) this.overlays.set(name, data);
    else this.overlays.delete(name);
    for (const [key, { data: drawn, group, figures }] of this.laid) {
      if (this.overlays.get(key) === drawn) continue;
      group.remove();
      figures?.remove();
      this.laid.delete(key);
    }
    for (const [key, shown] of this.overlays) {
      if (this.laid.has(key)) continue;
      const group = drawOverlay(this.drawing, this.theme, shown, this.occupied(), this.partsOff.get(key));
      group.setAttribute("data-shown", key);
      this.layers.overlays.append(group);
      const figures = figuresOf(group);
      if (figures) this.layers.over.prepend(figures);
      this.laid.set(key, { data: shown, group, figures });
    }
    for (const button of this.el.querySelectorAll("[data-overlay]")) {
      button.setAttribute("aria-pressed", String(this.overlays.has(/** @type {HTMLElement} */ (button).dataset.overlay ?? "")));
    }
    this.note.hidden = this.overlays.size === 0;
    const held = /** @type {HTMLElement|null} */ (this.note.contains(document.activeElement) ? document.activeElement : null)?.dataset.part;
    this.note.replaceChildren(...legendOf(this.overlays, this.theme, this.t, (key) => this.toggle(key), { off: this.partsOff, toggle: (key, part) => this.switchPart(key, part) }));
    if (held) [.../** @type {NodeListOf<HTMLElement>} */ (this.note.querySelectorAll("[data-part]"))].find((button) => button.dataset.part === held)?.focus();
  }

  /**
   * Switch a part of an overlay off or on; it stays so while the overlay comes and goes.
   * @param {string} name
   * @param {string} part
   */
  switchPart(name, part) {
    const off = this.partsOff.get(name) ?? new Set();
    if (!off.delete(part)) off.add(part);
    this.partsOff.set(name, off);
    const drawn = this.laid.get(name);
    drawn?.group.remove();
    drawn?.figures?.remove();
    this.laid.delete(name);
    this.overlay(name, this.overlays.get(name));
  }

  /**
   * Switch an overlay on or off; the board knows how.
   * @param {string} name
   */
  toggle(name) {
    this.overlay(name, null);
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

  /**
   * Whether something lies under the open fan and is no part of it: then its marks would float on the fan.
   * @param {string} what
   * @param {Point} at
   */
  covered(what, at) {
    const box = this.fanned ? this.fanBox : null;
    return Boolean(box && !this.open.has(what) && at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.bottom);
  }

  /** @param {string} unit */
  scaleOf(unit) {
    return this.open.get(unit)?.scale ?? this.spots.get(unit)?.scale ?? 1;
  }

  /** The spaces where counters lie. */
  occupied() {
    return new Set([...this.spots.values()].map((spot) => spot.place));
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
    // larger counters can be read from farther away
    const pixels = this.camera.pixels * (this.properties.lattice ? Math.min(1.2, SIZES[this.size].factor) : 1);
    const zoom = pixels < TINY ? "tiny" : pixels < 37 ? "far" : pixels < 62 ? "mid" : pixels < 76 ? "near" : "close";
    if (this.el.dataset.zoom !== zoom) {
      this.el.dataset.zoom = zoom;
      this.el.toggleAttribute("data-small", zoom === "tiny" || zoom === "far");
    }
    if (this.properties.numbered && (zoom === "close" || document.documentElement.dataset.numbers === "always")) writeNumbers(this.drawing, this.numbers);
    this.minimap?.follow();
    this.makeRoom();
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
  const to = scale === 1 ? `translate(${x.toFixed(1)} ${y.toFixed(1)})` : `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`;
  if (group.getAttribute("transform") !== to) group.setAttribute("transform", to);
}

/**
 * Bring the children of a layer into an order, moving only those that lie wrong.
 * @param {Element} layer
 * @param {Element[]} wanted
 */
export function inOrder(layer, wanted) {
  const stay = new Set(wanted);
  for (const old of [...layer.children]) if (!stay.has(old)) old.remove();
  let at = layer.firstElementChild;
  for (const el of wanted) {
    if (at && el !== at && at.nextElementSibling === el) {
      // one that has gone from here comes later: its turn will come
      at.remove();
      at = el;
    }
    if (el === at) at = at.nextElementSibling;
    else layer.insertBefore(el, at);
  }
}

/**
 * The ring of a unit that can act, or that is chosen.
 * @param {SVGGElement} group
 * @param {boolean} wanted
 */
function ring(group, wanted) {
  const old = group.querySelector(".unit-ring");
  if (!wanted) {
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
