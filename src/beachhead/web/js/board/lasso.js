// @ts-check
/**
 * Taking several counters at once on the map: a loop drawn around them, and pulled to where they go if its end is drawn on; a stack by a double click or by its number, one more by Shift or a long press. The
 * board says which counters were meant; what can be done with them is for others to know.
 */
import { s } from "../dom.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{unit: string|null, space: string|null, pile: string|null, point: Point}} Under */

/** A loop drawn by less than this many pixels was a click that slipped. */
const LEAST = 12;

/** So far, in pixels, a rope is pulled from where its loop was closed to mean a goal: a loop that was closed carelessly ends nearer. */
const ROPE = 28;

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
  if (whole && spot && !board.drawing.spaces[spot.place]) return ready(alikeIn(board, found.unit)); // a box with room lays its piles out side by side
  if (found.unit) return [found.unit];
  return found.space ? ready(board.unitsAt(found.space)) : [];
}

/** The units of one kind in one place. @param {any} board @param {string|null} unit @returns {string[]} */
function alikeIn({ view }, unit) {
  const { place, arm } = view.units[unit ?? ""];
  return Object.keys(view.units).filter((one) => view.units[one].place === place && view.units[one].arm === arm);
}

/**
 * What lies under the pointer and could not act now, but whose turn comes when it is dragged: the whole stack by its number.
 * @param {any} board
 * @param {Under} found
 * @returns {string[]}
 */
export function looseUnder(board, found) {
  const loose = new Set(board.marks.loose ?? []);
  if (found.unit && !found.pile) return loose.has(found.unit) ? [found.unit] : [];
  const pile = board.piles.find((/** @type {any} */ one) => one.key === found.pile);
  return (pile?.units ?? []).filter((/** @type {string} */ unit) => loose.has(unit));
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
    get stops() {
      return stops;
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

/**
 * Where the last stretch of a line crosses an earlier one, which closes a loop: the loop, and the point where it closes.
 * @param {Point[]} line
 * @returns {{loop: Point[], at: Point}|null}
 */
export function closing(line) {
  const end = line.length - 1;
  for (let index = 0; index < end - 2; index += 1) {
    const at = crossing(line[index], line[index + 1], line[end - 1], line[end]);
    if (at) return { loop: [at, ...line.slice(index + 1, end)], at };
  }
  return null;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {Point} c
 * @param {Point} d
 * @returns {Point|null}
 */
function crossing(a, b, c, d) {
  const [abx, aby, cdx, cdy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const turn = abx * cdy - aby * cdx;
  if (turn === 0) return null;
  const along = ((c.x - a.x) * cdy - (c.y - a.y) * cdx) / turn;
  const across = ((c.x - a.x) * aby - (c.y - a.y) * abx) / turn;
  return along >= 0 && along <= 1 && across >= 0 && across <= 1 ? { x: a.x + along * abx, y: a.y + along * aby } : null;
}

/**
 * The loop while it is drawn. A line that crosses itself has closed its loop: what lies in it is taken at once, and the rest of the line is the rope by
 * which it is pulled to where it is to go.
 * @param {any} board
 */
export function createLasso(board) {
  /** @type {Point[]} */
  let line = [];
  /** What the closed loop has caught, and where the rope begins. @type {{units: string[], from: Point, at: Point}|null} */
  let taken = null;
  /** Whether it has been pulled away. */
  let roped = false;
  const drawn = s("path", { class: "lasso not-printed" });
  const rope = s("path", { class: "lasso-rope not-printed" });
  const caughtIn = (/** @type {Point[]} */ loop) => (width(loop) * board.camera.k > LEAST ? caught(loop, ableOn(board), (unit) => board.where(unit)) : []);

  function close() {
    const found = closing(line);
    const units = [...new Set([...(taken?.units ?? []), ...(found ? caughtIn(found.loop) : [])])];
    if (!found || units.length === (taken?.units.length ?? 0)) return;
    const at = units.map((unit) => board.where(unit));
    const middle = (/** @type {"x"|"y"} */ axis) => at.reduce((sum, one) => sum + one[axis], 0) / at.length;
    taken = { units, from: { x: middle("x"), y: middle("y") }, at: found.at };
    drawn.setAttribute("d", pathOf(found.loop));
    board.layers.top.append(rope);
    board.emit("add", units, "lasso");
  }

  const pulled = (/** @type {Point} */ to, /** @type {Point} */ from) => Math.hypot(to.x - from.x, to.y - from.y) * board.camera.k >= ROPE;

  /** The space to which the rope has been pulled, if it is out of the loop. @param {Point} to @returns {string|null} */
  function pulledTo(to) {
    if (!taken || !pulled(to, taken.at) || board.inBox(to)) return null;
    const space = board.cells.at(to.x, to.y);
    return taken.units.every((unit) => board.spots.get(unit)?.place !== space) ? space : null;
  }

  return {
    /** @param {PointerEvent} event */
    begin(event) {
      line = [board.camera.point(event)];
      taken = null;
      roped = false;
      board.layers.top.append(drawn);
    },
    /** @param {PointerEvent} event */
    draw(event) {
      const to = board.camera.point(event);
      line.push(to);
      if (!taken) drawn.setAttribute("d", pathOf(line));
      roped ||= taken !== null && pulled(to, taken.at);
      if (!roped) close(); // as long as it is not pulled away, a line may cross itself again and take more
      if (!taken) return;
      rope.setAttribute("d", `M${taken.from.x.toFixed(1)} ${taken.from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`);
      board.aim(pulledTo(to));
    },
    /** @param {PointerEvent|null} event null: it was broken off */
    end(event) {
      for (const one of [drawn, rope]) {
        one.remove();
        one.removeAttribute("d");
      }
      board.aim(null);
      const space = event && taken ? pulledTo(board.camera.point(event)) : null;
      const far = event && taken ? pulled(board.camera.point(event), taken.at) : false;
      if (space) board.emit("pull", space);
      else if (event && !far && width(line) * board.camera.k > LEAST) board.emit("add", caughtIn(line), "lasso"); // a line may cross itself on its way round
      line = [];
      taken = null;
    },
  };
}

/** @param {Point[]} line */
function width(line) {
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys);
}

/** @param {Point[]} line */
function pathOf(line) {
  return `M${line.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}
