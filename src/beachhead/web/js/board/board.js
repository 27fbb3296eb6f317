// @ts-check
/**
 * The board: one map with its counters for every game. What it shows comes from the drawing, the theme and the views; it knows no rules
 * and decides nothing, it says what was clicked.
 */
import { s } from "../dom.js";
import { orderAt } from "./arrows.js";
import { opened, toward } from "./bearings.js";
import { cornersOf } from "./drawing.js";
import { exportPng, exportSvg, ownType } from "./export.js";
import { cell } from "./highlights.js";
import { NEAR, TWICE, listen } from "./pointer.js";
import { animate } from "./animation.js";
import { createLasso, createTrace, looseUnder, unitsUnder } from "./lasso.js";
import { seaward } from "./markers.js";
import { createTools } from "./tools.js";
import { hasSecrets, knownSpaces, knownTitle } from "./visibility.js";
import { Surface, bounds, place } from "./surface.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("./surface.js").Parts} Parts */
/** @typedef {import("./surface.js").Point} Point */

/**
 * @param {HTMLElement} el
 * @param {Parts} parts
 */
export function createBoard(el, parts) {
  return new MapBoard(el, parts);
}

/** The pointer has to rest so long on a pile before it opens by itself. */
const LINGER = 170;

/** What is dragged by the handle of an order. */
const ORDER = "order ";

/** For so long the board leaves the map where the player has put it. */
const HANDS_OFF = 6000;

class MapBoard extends Surface {
  /**
   * @param {HTMLElement} el
   * @param {Parts} parts
   */
  constructor(el, parts) {
    super(el, parts);
    /** The space under the keyboard's cursor. @type {string|null} */
    this.cursor = null;
    this.cursorShown = false;
    this.drift = { x: 0, y: 0 };
    this.hovered = "";
    this.touched = false;
    /** Whether something was acted out since the last view. */
    this.acted = false;
    /** A pile that opens when the pointer has rested on it. @type {any} */
    this.lingering = null;
    /** Whether the open pile has opened by itself, and closes so. */
    this.loose = false;
    /** The way of the drag under way. */
    this.trace = createTrace(() => this.drawWay());
    /** Where the drag under way would end. @type {string|null} */
    this.aimed = null;
    /** When and where a click has opened a pile. @type {{at: number, x: number, y: number}|null} */
    this.opened = null;
    /** Whether clicks take one counter more, as they do with Shift. */
    this.several = false;
    /** What is being dragged although something else is asked. @type {string[]} */
    this.loosened = [];
    const tools = createTools(this.theme, this.t, {
      zoom: (by) => this.zoom(by), fit: () => this.fit(), toggle: (name) => this.toggle(name), bare: () => this.emit("bare"),
    });
    el.append(tools.el);
    /** Close the list of layers. Returns whether it was open. */
    this.fold = tools.fold;
    listen(el, this.camera, {
      click: (event) => this.clicked(event),
      hover: (event) => this.hover(event),
      twice: (event) => this.twice(event),
      lift: (event) => this.lift(event),
      drag: (unit, event) => this.drag(unit, event),
      drop: (unit, event) => this.drop(unit, event),
      hold: (event) => this.hold(event),
      loops: (event) => event.shiftKey || this.several,
      loop: createLasso(this),
    });
    el.addEventListener("pointerdown", () => el.classList.add("is-touched"));
    el.addEventListener("keydown", (event) => {
      el.classList.remove("is-touched");
      this.key(event);
    });
    el.addEventListener("focus", () => {
      if (!this.touched && el.matches(":focus-visible")) this.showCursor();
    });
    el.addEventListener("blur", () => this.drawCursor());
    const remeasure = () => this.camera.measure();
    const watch = new ResizeObserver(remeasure);
    watch.observe(el);
    addEventListener("scroll", remeasure, { passive: true, capture: true });
    /** Take the board off the page. */
    this.destroy = () => {
      this.motion.skip();
      watch.disconnect();
      removeEventListener("scroll", remeasure, { capture: true });
      el.replaceChildren();
    };
    this.seen();
  }

  /**
   * A button or key of an overlay: whoever feeds the board answers with `overlay(name, data)`.
   * @param {string} name
   */
  toggle(name) {
    if (name === "secret") {
      this.mask(!this.masked);
      this.overlay("secret", this.masked ? { title: this.t("board.masked"), spaces: {}, plain: true } : null);
      this.emit("masked", this.masked);
      return;
    }
    if (name === "known") {
      if (this.overlays.has(name)) this.overlay(name, null);
      else if (this.view) this.overlay(name, { ...knownSpaces(this.view, this.theme, this.t), plain: true });
      return;
    }
    if (this.overlays.has(name)) this.overlay(name, null);
    else this.emit("overlay", name);
  }
  // ---------------------------------------------------------------- the view

  fit() {
    this.camera.fit();
  }

  /** The land as large as it can be; boxes and tracks are beside it. */
  land() {
    const points = Object.values(this.drawing.spaces).flatMap((space) => cornersOf(space.d).map(([x, y]) => ({ x, y })));
    if (points.length) this.camera.frameUp(bounds(points, 10));
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
    const points = /** @type {Point[]} */ ([
      what.space ? this.drawing.spaces[what.space] : null, what.unit ? this.where(what.unit) : null, ...(what.spaces ?? []).map((id) => this.drawing.spaces[id]),
    ].filter(Boolean));
    if (what.space && this.drawing.spaces[what.space]) this.setCursor(what.space, false);
    if (points.length) this.camera.reveal(bounds(points, this.drawing.unit * 0.7), { closer: true });
  }

  /** @param {import("../types.js").View} view */
  setView(view) {
    const before = this.view;
    super.setView(view);
    const acted = this.acted;
    this.acted = false;
    this.secrets();
    if (!opened(before?.combat, view.combat)) return;
    queueMicrotask(() => {
      // whoever draws the slider through the past wants the map to stay where it is
      if (acted || !this.el.hasAttribute("data-past")) this.lookAtCombat();
    });
  }

  /** Whoever has no secrets needs no look with the enemy's eyes; what the enemy knows changes with the view. */
  secrets() {
    const button = this.el.querySelector(".board-secret");
    if (button instanceof HTMLElement && this.whole) {
      button.hidden = !this.masked && !hasSecrets(this.whole, this.theme);
      if (this.whole.result) button.title = this.t("board.openMap"); // nobody has an enemy any more
      if (this.whole.result) button.setAttribute("aria-label", button.title);
    }
    const known = this.el.querySelector(".board-known");
    if (known && this.whole) {
      const title = knownTitle(this.whole, this.theme, this.t);
      known.setAttribute("aria-label", title);
      known.setAttribute("title", this.theme.known?.key ? this.t("board.overlayKey", { title, key: this.theme.known.key.toUpperCase() }) : title);
    }
    if (this.overlays.has("known") && this.view) this.overlay("known", { ...knownSpaces(this.view, this.theme, this.t), plain: true });
  }

  /** Another player looks: nothing of how this one looked remains. */
  forget() {
    this.overlay("known", null);
    if (this.masked) this.toggle("secret");
    this.closeFan();
  }

  /** A combat begins: come so close that the values of the counters can be read. */
  lookAtCombat() {
    const { attackers = [], defenders = [] } = this.view?.combat ?? {};
    if (!this.el.hasAttribute("data-small") || performance.now() - this.camera.handled < HANDS_OFF) return;
    const spaces = [...attackers, ...defenders].map((unit) => this.view?.units[unit]?.place ?? "").filter((space) => this.drawing.spaces[space]);
    this.focus({ spaces });
  }
  // ---------------------------------------------------------------- motion

  /**
   * @param {GameEvent[]} events
   * @param {{speed?: string|number}} [how]
   */
  async animate(events, how = {}) {
    this.acted = true;
    this.closeFan();
    await animate({
      motion: this.motion,
      top: this.layers.top,
      centre: (space) => this.drawing.spaces[space] ?? null,
      where: (unit) => this.where(unit),
      group: (unit) => this.groups.get(unit) ?? null,
      move: (unit, at) => {
        this.moving.set(unit, at);
        const group = this.groups.get(unit);
        if (group) place(group, at.x, at.y, this.scaleOf(unit));
      },
      raise: (unit) => {
        const group = this.groups.get(unit);
        if (group) this.layers.units.append(group);
      },
      reveal: (points) => this.camera.follow(bounds(points, this.drawing.unit * 0.6)),
      offMap: (unit) => !this.drawing.spaces[this.spots.get(unit)?.place ?? ""],
      entry: (space) => {
        const { x, y } = this.drawing.spaces[space];
        const angle = (seaward(this.drawing, space) * Math.PI) / 180;
        return { x: x - 2 * this.drawing.unit * Math.cos(angle), y: y - 2 * this.drawing.unit * Math.sin(angle) };
      },
      scale: Math.max(0.45, Math.min(2.2, 0.8 / this.camera.k)),
      lost: this.theme?.events?.lost ?? [],
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
    if (this.el.matches(":not(:focus)")) {
      this.touched = true;
      this.el.focus({ preventScroll: true });
      this.touched = false;
    }
    const order = orderAt(event);
    if (order > 0) return void this.emit("order", order);
    const at = performance.now();
    const again = this.opened && at - this.opened.at < TWICE && Math.hypot(event.clientX - this.opened.x, event.clientY - this.opened.y) < NEAR;
    if (again) return; // the second half of a double click on a stack: it means all of it, whatever lies under the pointer now
    // a finger cannot hit what is smaller than itself: come closer first
    if (event.pointerType === "touch" && !this.fanned && this.camera.pixels < 34 && (unit || space) && !this.inBox(point)) {
      this.camera.approach(point.x, point.y, 54);
      return;
    }
    if (event.shiftKey || this.several) {
      const units = unitsUnder(this, { unit, space, pile, point }, false);
      if (units.length > 0) return void this.emit("add", units, "click");
    }
    if (pile) {
      this.openFan(pile);
      this.emit("stack", this.piles.find((one) => one.key === pile)?.place);
      return;
    }
    if (unit) {
      const spot = this.spots.get(unit);
      const many = spot?.pile && spot.of > 1 && this.fanned !== spot.pile;
      const inBox = many && !this.drawing.spaces[spot.place];
      if (many && !inBox && space && this.isGoal(space)) {
        this.setCursor(space, true);
        this.emit("space", space, event);
        return;
      }
      if (many && !inBox) {
        this.openFan(/** @type {string} */ (spot.pile));
        this.opened = { at, x: event.clientX, y: event.clientY };
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

  /**
   * Whether a click into a space would take what is chosen there.
   * @param {string} space
   */
  isGoal(space) {
    if (!(this.marks.goals ?? []).some((goal) => goal.space === space && goal.kind !== "chosen")) return false;
    // before anything is selected a space is meant only if no unit in it could be meant
    return Boolean(this.marks.selected) || !this.piles.some((pile) => pile.place === space && pile.units.some((unit) => this.ready.has(unit)));
  }

  /**
   * Piles of an area open by themselves under a pointer that rests on them, and close when it has gone.
   * @param {{unit: string|null, space: string|null, pile: string|null, point: Point}|null} found
   */
  linger(found) {
    this.stay();
    if (this.fanned) {
      const box = this.fanBox;
      const inside = found && box && found.point.x >= box.left && found.point.x <= box.right && found.point.y >= box.top && found.point.y <= box.bottom;
      if (this.loose && !inside) this.lingering = setTimeout(() => this.closeFan(), LINGER);
      return;
    }
    const key = found?.pile ?? (found?.unit ? this.spots.get(found.unit)?.pile : null);
    const pile = key ? this.piles.find((one) => one.key === key) : null;
    if (!pile?.rows || pile.units.length < 2 || this.isGoal(pile.place)) return;
    this.el.toggleAttribute("data-opening", true); // for whoever waits for it
    this.lingering = setTimeout(() => {
      this.openFan(pile.key);
      this.loose = true;
    }, LINGER);
  }

  /** No pile opens or closes by itself any more. */
  stay() {
    clearTimeout(this.lingering);
    this.el.removeAttribute("data-opening");
  }

  /** @param {PointerEvent|null} event */
  hover(event) {
    const found = event ? this.under(event) : null;
    this.linger(found);
    const key = found ? `${found.unit ?? ""}|${found.space ?? ""}` : "";
    if (key === this.hovered) return;
    this.hovered = key;
    this.el.classList.toggle("is-over-unit", Boolean(found?.unit || found?.pile));
    if (!found || (!found.unit && !found.space)) this.emit("hover", null);
    else this.emit("hover", found.unit ? { unit: found.unit, space: found.space ?? undefined } : { space: found.space });
  }

  /**
   * A finger that rests on a counter or a stack takes it too. Returns whether it meant any.
   * @param {PointerEvent} event
   */
  hold(event) {
    const units = this.camera.pixels < 34 && !this.fanned ? [] : unitsUnder(this, this.under(event), false);
    if (units.length > 0) this.emit("add", units, "click");
    return units.length > 0;
  }

  /** Twice on a stack is all of it that can act; twice on the map comes closer. Returns whether a stack was taken. @param {PointerEvent} event */
  twice(event) {
    const found = this.under(event);
    const { unit } = found;
    const units = found.unit || found.pile ? unitsUnder(this, found, true) : [];
    if (units.length > 1) {
      this.closeFan();
      this.emit("add", units, "stack");
      return true;
    }
    if (!unit) this.camera.zoom(event.shiftKey ? 0.55 : 1.8, event.clientX - this.camera.left, event.clientY - this.camera.top, true);
    return false;
  }

  /**
   * The unit that a drag takes along: one that can act; everything else is part of the map.
   * @param {PointerEvent} event
   * @returns {string|null}
   */
  lift(event) {
    this.stay();
    const order = orderAt(event);
    if (order > 0) return `${ORDER}${order}`;
    const found = this.under(event);
    const loose = looseUnder(this, found);
    const stack = found.pile && loose.length === 0 ? unitsUnder(this, found, true) : [];
    if (stack.length > 1) this.emit("add", stack, "stack"); // by its number a stack is taken as a whole
    const unit = stack[0] ?? loose[0] ?? found.unit;
    const held = unit === this.marks.selected && (this.marks.able ?? []).includes(unit ?? ""); // it acts, although it need not be chosen any more
    if (!unit || (!this.ready.has(unit) && !held && stack.length + loose.length === 0)) return null;
    this.loosened = loose;
    if (event.pointerType === "touch" && this.camera.pixels < 34) return null;
    if (loose.length === 0 && this.marks.selected !== unit && !(this.marks.picked ?? []).includes(unit)) this.emit("lift", unit);
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
    const point = this.camera.point(event);
    if (!group && !unit.startsWith(ORDER)) return;
    if (group) place(group, point.x, point.y, this.scaleOf(unit));
    const space = this.cells.at(point.x, point.y);
    this.trace.to(space);
    const key = `|${space ?? ""}`;
    this.aim(space);
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
    this.aim(null);
    const point = event ? this.camera.point(event) : null;
    const space = point ? this.cells.at(point.x, point.y) : null;
    if (unit.startsWith(ORDER)) {
      if (space) this.emit("lead", Number(unit.slice(ORDER.length)), space);
      return;
    }
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
    const way = this.trace.spaces.filter((one) => one !== home?.place);
    this.trace.clear();
    if (space && home && space !== home.place && !(point && this.inBox(point))) this.emit("drop", unit, space, way, this.loosened);
    this.loosened = [];
  }

  /**
   * A unit brought from beside the map: marks the space under it, and says so when it is let go there.
   * @param {string} unit
   * @param {{clientX: number, clientY: number, shiftKey?: boolean}|null} event null: it was let go elsewhere
   * @param {boolean} done
   */
  bring(unit, event, done) {
    this.aim(null);
    const box = this.el.getBoundingClientRect();
    if (!event || event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) return;
    const point = this.camera.point(event);
    const space = this.inBox(point) ? null : this.cells.at(point.x, point.y);
    this.trace.to(space);
    const way = this.trace.spaces;
    if (done) this.trace.clear();
    if (!space) return;
    if (done) this.emit("drop", unit, space, way, [], event.shiftKey === true);
    else this.aim(space);
  }

  /**
   * Mark the space where a drag would end now, and whether anything can go there.
   * @param {string|null} space
   */
  aim(space) {
    this.aimed = space;
    this.layers.over.querySelector(".landing")?.remove();
    if (!space) return;
    const goal = (this.marks.goals ?? []).some((one) => one.space === space) || (this.marks.targets ?? []).some((one) => this.spots.get(one.unit)?.place === space);
    this.layers.over.append(cell(this.drawing, space, `landing ${goal ? "is-goal" : "is-none"}`, 1));
  }
  /** The spaces on which the drag under way has rested. */
  drawWay() {
    for (const old of this.layers.over.querySelectorAll(".way-stop")) old.remove();
    this.layers.over.append(...this.trace.stops.map((space) => cell(this.drawing, space, "way-stop not-printed", 0.96)));
  }

  /** What may be done has changed, perhaps during a drag: its way stays drawn. */
  mark() {
    super.mark();
    if (!this.trace) return;
    this.drawWay();
    this.aim(this.aimed);
  }
  // ---------------------------------------------------------------- fans

  /** @param {string} key */
  openFan(key) {
    this.stay();
    this.loose = false;
    this.fanned = key;
    this.settle();
    this.mark();
  }

  closeFan() {
    this.stay();
    if (!this.fanned) return false;
    this.loose = false;
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
    if (!this.properties.lattice) best = toward(this.drawing, this.cursor, dx, dy);
    else for (const id of here.near) {
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
    this.camera.reveal(bounds([{ x, y }], this.drawing.unit * 0.6), { keep: true });
    this.emit("cursor", best);
    this.emit("hover", this.unitsAt(best).length ? { unit: this.unitsAt(best)[0], space: best } : { space: best });
  }

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
    if (!this.cursor || !this.cursorShown || this.fanned || document.activeElement !== this.el) return;
    const group = s("g", { class: "cursor not-printed" });
    group.append(cell(this.drawing, this.cursor, "cursor-edge", 1), cell(this.drawing, this.cursor, "cursor-line", 1));
    this.layers.over.append(group);
  }
  // ---------------------------------------------------------------- pictures

  /** The whole map as it is now, as an SVG that opens anywhere. */
  async svg() {
    const type = await ownType();
    const before = this.el.dataset.zoom;
    const small = this.el.hasAttribute("data-small");
    this.el.dataset.zoom = "near";
    this.el.removeAttribute("data-small");
    try {
      return exportSvg(this.picture, this.drawing, this.lore?.title ?? this.theme.map?.title ?? "", type);
    } finally {
      this.el.dataset.zoom = before;
      this.el.toggleAttribute("data-small", small);
    }
  }

  /** @param {number} [scale] */
  async png(scale = 2) {
    return exportPng(await this.svg(), this.drawing, scale);
  }
}
