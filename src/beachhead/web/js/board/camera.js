// @ts-check
/**
 * What part of the map is seen: pan and zoom. The world is an element moved by a transform, so that panning repaints nothing; when a zoom
 * has come to rest, the picture is set to the new size and becomes sharp again.
 */
import { still } from "./motion.js";

const REST = 130;
/** The widest a space may become on the screen. */
const CLOSEST = 230;

/**
 * A place of the map's edge that wastes no room: no bare table beside a map that is larger than its frame.
 * @param {number} at
 * @param {number} map
 * @param {number} frame
 */
function edge(at, map, frame) {
  return map <= frame ? (frame - map) / 2 : Math.max(frame - map - 12, Math.min(12, at));
}

/**
 * How far a stretch has to be moved to lie between two bounds; one that is longer than they are apart is put in their middle.
 * @param {number} from
 * @param {number} to
 * @param {number} low
 * @param {number} high
 */
function inward(from, to, low, high) {
  if (to - from > high - low) return (low + high) / 2 - (from + to) / 2;
  return from < low ? low - from : to > high ? high - to : 0;
}

/** So long the map stays where the player has put it. */
export const HANDS_OFF = 4000;
/** A space that is less wide on the screen cannot be read. */
const LEGIBLE = 30;
/** So many of many places are enough to begin with. */
const ENOUGH = 0.6;

/** What is nearer to an edge than this many pixels is not well in view. */
const RIM = 44;
/** A cover that would leave less of the frame than this part of its width or height is looked past. */
const LEAST_FREE = 0.35;

/** A part of the frame, in pixels from its corner. @typedef {{left: number, top: number, right: number, bottom: number}} Part */

/**
 * The largest part of a frame beside what covers it: each cover takes the strip along an edge that costs least.
 * @param {number} width
 * @param {number} height
 * @param {Part[]} covers
 * @returns {Part}
 */
export function freeOf(width, height, covers) {
  let free = { left: 0, top: 0, right: width, bottom: height };
  const area = (/** @type {Part} */ part) => Math.max(0, part.right - part.left) * Math.max(0, part.bottom - part.top);
  for (const cover of [...covers].sort((one, other) => area(other) - area(one))) {
    if (cover.right <= free.left || cover.left >= free.right || cover.bottom <= free.top || cover.top >= free.bottom) continue;
    const [best] = [{ ...free, left: cover.right }, { ...free, right: cover.left }, { ...free, top: cover.bottom }, { ...free, bottom: cover.top }].sort((one, other) => area(other) - area(one));
    if (best.right - best.left >= width * LEAST_FREE && best.bottom - best.top >= height * LEAST_FREE) free = best;
  }
  return free;
}

/**
 * The part of the map to go to for these places: all of them if they fit and can be read, else where most of them are; null if what is seen
 * is good enough.
 * @template {{x: number, y: number}} T
 * @param {T[]} points
 * @param {(point: T) => boolean} sees whether a place is well in view
 * @param {{width: number, height: number, k: number, unit: number}} frame what is free of it on the screen, and its scale
 * @param {boolean} all whether each of them matters
 */
export function lookBox(points, sees, frame, all) {
  if (points.length === 0) return null;
  const visible = points.filter(sees).length;
  if (visible === points.length || (!all && visible >= points.length * ENOUGH)) return null;
  const pad = frame.unit * 0.7;
  const boxOf = (/** @type {{x: number, y: number}[]} */ some) => ({
    left: Math.min(...some.map((point) => point.x)) - pad, right: Math.max(...some.map((point) => point.x)) + pad,
    top: Math.min(...some.map((point) => point.y)) - pad, bottom: Math.max(...some.map((point) => point.y)) + pad,
  });
  const edge = Math.min(90, frame.width / 6, frame.height / 6);
  const [wide, tall] = [frame.width - 2 * edge, frame.height - 2 * edge];
  const box = boxOf(points);
  const least = Math.min(frame.k, LEGIBLE / frame.unit);
  if (Math.min(wide / (box.right - box.left), tall / (box.bottom - box.top)) >= least) return box;
  // too far apart: the part of the map, as large as can be read, with most of them in it
  const k = Math.max(least, Math.min(frame.k, 52 / frame.unit));
  const [half, high] = [wide / k / 2 - pad, tall / k / 2 - pad];
  let best = [points[0]];
  for (const middle of points.slice(0, 300)) {
    const near = points.filter((point) => Math.abs(point.x - middle.x) <= half && Math.abs(point.y - middle.y) <= high);
    if (near.length > best.length) best = near;
  }
  return visible >= best.length * ENOUGH && !all ? null : boxOf(best);
}

export class Camera {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} world
   * @param {SVGSVGElement} svg
   * @param {{width: number, height: number, unit: number}} size
   * @param {() => void} changed
   */
  constructor(frame, world, svg, size, changed) {
    this.frame = frame;
    this.world = world;
    this.svg = svg;
    this.size = size;
    this.changed = changed;
    this.x = 0;
    this.y = 0;
    this.k = 1;
    /** The scale at which the picture is painted now. */
    this.painted = 0;
    this.moved = false;
    /** When the player last moved the map himself. */
    this.handled = -Infinity;
    this.queued = 0;
    /** @type {any} */
    this.resting = null;
    /** @type {number} */
    this.flight = 0;
    /** From where to where the view glides. @type {{x: number, y: number}[]} */
    this.leg = [];
    this.width = 0;
    this.height = 0;
    this.left = 0;
    this.top = 0;
    /** How long frames take while the view moves: a slow machine waits longer before it paints anew. */
    this.pace = 16;
    this.last = 0;
  }

  /** The size of the frame has changed. */
  measure() {
    const box = this.frame.getBoundingClientRect();
    const before = { w: this.width, h: this.height };
    [this.width, this.height, this.left, this.top] = [box.width, box.height, box.left, box.top];
    if (box.width < 2 || box.height < 2) return;
    if (!this.moved || before.w < 2) this.fit(false);
    else {
      // what is in the middle stays there, and what is on its way arrives there
      for (const at of [this, ...this.leg]) {
        at.x += (this.width - before.w) / 2;
        at.y += (this.height - before.h) / 2;
      }
      this.show();
    }
  }

  get whole() {
    return Math.min(this.width / this.size.width, this.height / this.size.height) || 0.1;
  }

  get limits() {
    return { low: Math.min(this.whole, 0.6) * 0.95, high: CLOSEST / this.size.unit };
  }

  /** How wide a space is on the screen. */
  get pixels() {
    return this.k * this.size.unit;
  }

  /** How much of the frame lies under something at its upper edge, as a card on a phone. */
  get hidden() {
    const hidden = Math.max(...["--hidden-top", "--covered-top"].map((name) => Number.parseFloat(this.frame.style.getPropertyValue(name)) || 0));
    return Math.max(0, Math.min(hidden, this.height * 0.7));
  }

  /** What lies on the frame, in pixels of the page: whoever lays something there says so. @type {() => {left: number, top: number, right: number, bottom: number}[]} */
  covers = () => [];

  /** The same, from the corner of the frame. @returns {Part[]} */
  covered() {
    const { left, top } = this;
    const found = this.covers().map((one) => ({ left: one.left - left, top: one.top - top, right: one.right - left, bottom: one.bottom - top }));
    return this.hidden > 0 ? [...found, { left: 0, top: 0, right: this.width, bottom: this.hidden }] : found;
  }

  /** @param {boolean} [glide] */
  fit(glide = true) {
    const k = this.whole;
    this.to((this.width - this.size.width * k) / 2, (this.height - this.size.height * k) / 2, k, glide);
    this.moved = false;
    if (glide) this.handled = performance.now();
  }

  /**
   * @param {number} by
   * @param {number} [px] point on the screen that stays where it is
   * @param {number} [py]
   * @param {boolean} [glide]
   */
  zoom(by, px = this.width / 2, py = this.height / 2, glide = false) {
    const { low, high } = this.limits;
    const k = Math.max(low, Math.min(high, this.k * by));
    const part = k / this.k;
    this.moved = true;
    this.handled = performance.now();
    this.to(px - (px - this.x) * part, py - (py - this.y) * part, k, glide);
  }

  /**
   * Go to a place and so close that a space is this wide.
   * @param {number} x
   * @param {number} y
   * @param {number} pixels
   */
  approach(x, y, pixels) {
    const k = Math.min(this.limits.high, pixels / this.size.unit);
    this.moved = true;
    this.to(edge(this.width / 2 - x * k, this.size.width * k, this.width), edge(this.height / 2 - y * k, this.size.height * k, this.height), k, true);
  }

  /**
   * Fill the frame with a part of the map, as the player's first look at it. Where all of the map is hardly smaller, all of it is shown.
   * @param {{left: number, top: number, right: number, bottom: number}} box
   */
  frameUp(box) {
    const pad = Math.min(24, this.width / 20);
    const k = Math.max(this.whole, Math.min((this.width - 2 * pad) / (box.right - box.left), (this.height - 2 * pad) / (box.bottom - box.top), this.limits.high));
    if (this.width > 600 && this.whole > k * 0.75) return this.fit(false);
    this.moved = true;
    this.to(edge(this.width / 2 - ((box.left + box.right) / 2) * k, this.size.width * k, this.width), edge(this.height / 2 - ((box.top + box.bottom) / 2) * k, this.size.height * k, this.height), k, false);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.moved = true;
    this.handled = performance.now();
    this.stop();
    this.x += dx;
    this.y += dy;
    this.show();
  }

  /**
   * Bring a part of the map into view, and no more than needed.
   * @param {{left: number, top: number, right: number, bottom: number}} box in the measure of the map
   * @param {{closer?: boolean, keep?: boolean}} [how] come closer if all is small; keep the scale
   */
  reveal(box, how = {}) {
    const free = freeOf(this.width, this.height, this.covered());
    const [width, height] = [free.right - free.left, free.bottom - free.top];
    const pad = how.keep ? Math.min(26, width / 12, height / 12) : Math.min(90, width / 6, height / 6);
    let { k } = this;
    const need = Math.min((width - 2 * pad) / Math.max(1, box.right - box.left), (height - 2 * pad) / Math.max(1, box.bottom - box.top));
    const good = 52 / this.size.unit;
    if (how.closer && k < good) k = Math.min(good, Math.max(need, k));
    if (k > need && !how.keep) k = need;
    if (k === this.k) {
      // in view already, or near it: no farther than needed, so that nobody loses his bearings
      const dx = inward(this.x + box.left * k, this.x + box.right * k, free.left + pad, free.right - pad);
      const dy = inward(this.y + box.top * k, this.y + box.bottom * k, free.top + pad, free.bottom - pad);
      if (dx === 0 && dy === 0) return;
      if (Math.abs(dx) < width * 0.6 && Math.abs(dy) < height * 0.6) {
        this.moved = true;
        this.to(this.x + dx, this.y + dy, k, true);
        return;
      }
    }
    const [cx, cy] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    this.moved = true;
    this.to(free.left + edge(width / 2 - cx * k, this.size.width * k, width), free.top + edge(height / 2 - cy * k, this.size.height * k, height), k, true);
  }

  /**
   * Keep what is being shown in view, unless the player has the map in hand.
   * @param {{left: number, top: number, right: number, bottom: number}} box
   */
  follow(box) {
    if (performance.now() - this.handled > HANDS_OFF) this.reveal(box, { keep: true });
  }

  /**
   * Look at what a decision is about, and do nothing if it is in view. Returns whether the map has moved.
   * @param {{x: number, y: number}[]} points
   * @param {boolean} [all] whether each of them matters
   */
  look(points, all = points.length <= 6) {
    const covers = this.covered();
    const { left, top, right, bottom } = freeOf(this.width, this.height, covers);
    const rim = Math.min(this.pixels * 0.7, RIM);
    const box = lookBox(points, (point) => this.sees(point, covers, rim), { width: right - left, height: bottom - top, k: this.k, unit: this.size.unit }, all);
    if (box) this.reveal(box, { closer: true });
    return box !== null;
  }

  /**
   * Whether a place is in view, and not under something.
   * @param {{x: number, y: number}} point
   * @param {Part[]} [covers]
   * @param {number} [rim] how far from every edge
   */
  sees(point, covers = this.covered(), rim = 0) {
    const [x, y] = [this.x + point.x * this.k, this.y + point.y * this.k];
    return x >= rim && x <= this.width - rim && y >= rim && y <= this.height - rim
      && !covers.some((one) => x > one.left - rim && x < one.right + rim && y > one.top - rim && y < one.bottom + rim);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} k
   * @param {boolean} glide
   */
  to(x, y, k, glide) {
    this.stop();
    if (!glide || still() || this.painted === 0) {
      [this.x, this.y, this.k] = [x, y, k];
      this.show();
      return;
    }
    const from = { x: this.x, y: this.y, k: this.k };
    const goal = { x, y };
    this.leg = [from, goal];
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / 240));
      const eased = 1 - (1 - part) ** 3;
      this.k = from.k * (k / from.k) ** eased;
      // the point that stays in place during a zoom follows from the two ends
      const share = k === from.k ? eased : (this.k - from.k) / (k - from.k);
      this.x = from.x + (goal.x - from.x) * share;
      this.y = from.y + (goal.y - from.y) * share;
      this.show();
      if (part < 1) this.flight = requestAnimationFrame(step);
      else {
        this.leg = [];
        this.rest(0);
      }
    };
    this.flight = requestAnimationFrame(step);
  }

  stop() {
    this.leg = [];
    cancelAnimationFrame(this.flight);
  }

  clamp() {
    const [w, h] = [this.size.width * this.k, this.size.height * this.k];
    const keep = 0.35;
    const [mx, my] = [Math.max(this.width * keep, 60), Math.max(this.height * keep, 60)];
    if (w <= this.width) this.x = Math.max(-mx, Math.min(this.width - w + mx, this.x));
    else this.x = Math.max(this.width - w - mx, Math.min(mx, this.x));
    if (h <= this.height) this.y = Math.max(-my, Math.min(this.height - h + my, this.y));
    else this.y = Math.max(this.height - h - my, Math.min(my, this.y));
  }

  /** Put it on the screen with the next frame. */
  show() {
    this.clamp();
    if (this.queued) return;
    this.queued = requestAnimationFrame(() => {
      this.queued = 0;
      this.paint();
    });
    // a hidden tab has no frames
    if (document.hidden || this.painted === 0) this.paint();
  }

  paint() {
    const now = performance.now();
    this.pace = 0.6 * this.pace + 0.4 * Math.min(500, now - this.last);
    this.last = now;
    const ratio = this.painted ? this.k / this.painted : 0;
    if (this.painted === 0 || ratio > 2.2 || ratio < 0.4) this.sharpen();
    else if (ratio !== 1) this.rest(Math.min(400, Math.max(REST, 2.5 * this.pace)));
    this.place();
    this.changed();
  }

  /**
   * Paint anew when nothing has moved for a while.
   * @param {number} ms
   */
  rest(ms) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.sharpen();
      this.place();
    }, ms);
  }

  place() {
    const scale = this.k / this.painted;
    this.world.style.setProperty("transform", `translate(${this.x.toFixed(2)}px, ${this.y.toFixed(2)}px) scale(${scale.toFixed(5)})`);
  }

  sharpen() {
    clearTimeout(this.resting);
    this.painted = this.k;
    this.svg.setAttribute("width", String(this.size.width * this.k));
    this.svg.setAttribute("height", String(this.size.height * this.k));
  }

  /**
   * From the screen to the map.
   * @param {{clientX: number, clientY: number}} event
   */
  point(event) {
    return { x: (event.clientX - this.left - this.x) / this.k, y: (event.clientY - this.top - this.y) / this.k };
  }

  /** The part of the map that is seen. */
  get seen() {
    return { x: -this.x / this.k, y: -this.y / this.k, width: this.width / this.k, height: this.height / this.k };
  }
}
