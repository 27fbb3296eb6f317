// @ts-check
/**
 * Taking several counters at once on the map: a loop drawn around them, a stack by a double click or by its number, one more by Shift or a long press. The
 * board says which counters were meant; what can be done with them is for others to know.
 */
import { s } from "../dom.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{unit: string|null, space: string|null, pile: string|null, point: Point}} Under */

/** A loop drawn by less than this many pixels was a click that slipped. */
const LEAST = 12;

/**
 * Whether a point lies in a loop, which is closed by a straight line.
 * @param {Point} at
 * @param {Point[]} loop
 */
export function within(at, loop) {
  let inside = false;
  for (let index = 0, before = loop.length - 1; index < loop.length; before = index++) {
    const [a, b] = [loop[index], loop[before]];
    if (a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

/**
 * The counters in a loop that can act.
 * @param {Point[]} loop
 * @param {Iterable<string>} ready
 * @param {(unit: string) => Point|null} where
 */
export function caught(loop, ready, where) {
  return [...ready].filter((unit) => {
    const at = where(unit);
    return at !== null && within(at, loop);
  });
}

/** Units that may take part in an order. @param {any} board @returns {Set<string>} */
function ableOn(board) {
  return new Set(board.marks.able ?? board.ready);
}

/**
 * What the board's pile or space under a pointer stands for.
 * @param {any} board
 * @param {Under} found
 * @param {boolean} whole whether a pile that lies closed is meant as a whole
 * @returns {string[]}
 */
export function unitsUnder(board, found, whole) {
  const spot = found.unit ? board.spots.get(found.unit) : null;
  const key = found.pile ?? (spot?.of > 1 ? spot.pile : null);
  const pile = key ? board.piles.find((/** @type {any} */ one) => one.key === key) : null;
  const ready = (/** @type {string[]} */ units) => units.filter((unit) => ableOn(board).has(unit) || unit === board.marks.selected);
  if (pile && board.fanned === key && found.unit && !whole) return [found.unit];
  if (pile && !board.drawing.spaces[pile.place] && !whole && !found.pile) {
    // a pile of a box is of one kind: each click takes one more of it
    const next = ready(pile.units).find((unit) => !(board.marks.picked ?? []).includes(unit) && unit !== board.marks.selected);
    return next ? [next] : [];
  }
  if (pile) return ready(pile.units);
  if (found.unit) return [found.unit];
  return found.space ? ready(board.unitsAt(found.space)) : [];
}

/** So long a drag rests on a space to lead through it, in milliseconds. */
const REST = 220;

/**
 * The way of a drag from space to space: those on which it rests, and the one where it ends.
 * @param {(spaces: string[]) => void} changed
 */
export function createTrace(changed) {
  /** @type {string[]} */
  let stops = [];
  /** @type {string|null} */
  let here = null;
  /** @type {any} */
  let timer = null;
  return {
    /** @param {string|null} space */
    to(space) {
      if (space === here) return;
      here = space;
      clearTimeout(timer);
      if (space) timer = setTimeout(() => {
        if (stops.at(-1) !== space) changed((stops = [...stops, space]));
      }, REST);
    },
    get spaces() {
      return here && stops.at(-1) !== here ? [...stops, here] : stops;
    },
    clear() {
      clearTimeout(timer);
      stops = [];
      here = null;
      changed(stops);
    },
  };
}

/** The loop while it is drawn. @param {any} board */
export function createLasso(board) {
  /** @type {Point[]} */
  let loop = [];
  const line = s("path", { class: "lasso not-printed" });
  return {
    /** @param {PointerEvent} event */
    begin(event) {
      loop = [board.camera.point(event)];
      board.layers.top.append(line);
    },
    /** @param {PointerEvent} event */
    draw(event) {
      loop.push(board.camera.point(event));
      line.setAttribute("d", `M${loop.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`);
    },
    /** @param {PointerEvent|null} event null: it was broken off */
    end(event) {
      line.remove();
      line.removeAttribute("d");
      const [xs, ys] = [loop.map(({ x }) => x), loop.map(({ y }) => y)];
      const wide = Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys);
      if (event && wide * board.camera.k > LEAST) board.emit("add", caught(loop, ableOn(board), (unit) => board.where(unit)), "lasso");
      loop = [];
    },
  };
}
