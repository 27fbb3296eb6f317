// @ts-check
/**
 * What has happened lately, left on the map: an arrow for each move, numbered and the fainter the older, a burst where there was a fight, a
 * cross where something was lost; and why a side that follows the book did what is being shown. Found from positions and events alone, so
 * that a game needs no word of its own for it.
 */
import { s } from "../dom.js";
import { isThrown, unitsOf } from "./dice.js";
import { path } from "./highlights.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../table/playback.js").Step} Step */
/** @typedef {{x: number, y: number}} Point */
/**
 * Something that has happened somewhere: in which step, of which kind, in which words; a move's way, or the place of it and from where it came.
 * @typedef {{step: number, kind: "move"|"fight"|"loss"|"other", text: string, case: string, side: string, unit?: string, way: string[], at: string, from: string[]}} Trace
 */
/** @typedef {{text: string, case?: string, goal?: string, way?: string[], rivals?: {space?: string, unit?: string, text?: string}[]}} Why */

/** Events that are no happenings of their own. */
const FRAME = new Set(["phase", "turn", "forced", "skipped", "end"]);

/**
 * What has happened in these steps, in order.
 * @param {View|null} base the position before the first
 * @param {Step[]} steps
 * @param {Drawing} drawing
 * @param {any} [theme]
 * @returns {Trace[]}
 */
export function tracesOf(base, steps, drawing, theme) {
  const losses = new Set(theme?.events?.losses ?? theme?.aftermath ?? []);
  /** @type {Trace[]} */
  const found = [];
  let before = base;
  steps.forEach((step, index) => {
    if (step.own) return void (before = step.view); // what the player has answered in between is no news to him
    /** Where units stand, event by event. @type {Map<string, string>} */
    const places = new Map();
    const placeOf = (/** @type {string} */ unit) => places.get(unit) ?? before?.units[unit]?.place ?? step.view.units[unit]?.place ?? "";
    const onMap = (/** @type {string|undefined} */ place) => (place !== undefined && place in drawing.spaces ? place : "");
    const moved = new Set();
    for (const event of step.events) {
      if (FRAME.has(event.kind)) continue;
      const data = event.data ?? {};
      const trace = { step: index, text: event.text, case: event.case, side: step.side, unit: data.unit, way: /** @type {string[]} */ ([]), from: /** @type {string[]} */ ([]), at: onMap(data.hex ?? data.area) };
      if (losses.has(event.kind)) {
        found.push({ ...trace, kind: "loss", at: trace.at || onMap(placeOf(data.unit ?? "")) });
        continue;
      }
      const fight = fightOf(event, placeOf, onMap);
      if (fight) {
        found.push({ ...trace, kind: "fight", ...fight });
        continue;
      }
      const way = data.unit ? wayOf(data, onMap(placeOf(data.unit)), onMap) : [];
      const entered = way.length === 1 && placeOf(data.unit) !== way[0];
      if (way.length > 1 || entered) {
        moved.add(data.unit);
        places.set(data.unit, way[way.length - 1]);
        found.push({ ...trace, kind: "move", way, at: way[way.length - 1] });
      } else found.push({ ...trace, kind: "other", at: trace.at || onMap(data.unit ? placeOf(data.unit) : "") });
    }
    // what went elsewhere without an event that says how
    for (const [unit, now] of Object.entries(step.view.units)) {
      const was = before?.units[unit]?.place;
      if (was === undefined || was === now.place || moved.has(unit) || !onMap(now.place) || !onMap(was)) continue;
      const said = step.events.find((event) => event.data?.unit === unit) ?? step.events.find((event) => !FRAME.has(event.kind));
      found.push({ step: index, kind: "move", text: said?.text ?? "", case: said?.case ?? "", side: step.side, unit, way: [was, now.place], at: now.place, from: [] });
    }
    before = step.view;
  });
  return found;
}

/**
 * @param {any} data
 * @param {string} here
 * @param {(place: string|undefined) => string} onMap
 * @returns {string[]}
 */
function wayOf(data, here, onMap) {
  if (Array.isArray(data.path)) return data.path.filter((/** @type {string} */ space) => onMap(space));
  const to = onMap(data.hex ?? data.area);
  if (!to || to === here) return to ? [to] : [];
  return here ? [here, to] : [to];
}

/**
 * @param {GameEvent} event
 * @param {(unit: string) => string} placeOf
 * @param {(place: string|undefined) => string} onMap
 * @returns {{at: string, from: string[]}|null}
 */
function fightOf(event, placeOf, onMap) {
  const { data } = event;
  const places = (/** @type {any} */ units) => [...new Set((Array.isArray(units) ? units : []).map((unit) => onMap(placeOf(unit))).filter(Boolean))];
  const [attackers, defenders] = unitsOf(event.panel);
  const [at] = places(data.defenders ?? defenders);
  const thrown = data.die || Array.isArray(data.dice) || isThrown(event);
  if (!thrown) return null;
  const where = at ?? onMap(data.area ?? data.hex);
  return where ? { at: where, from: places(data.attackers ?? data.firers ?? attackers).filter((place) => place !== where) } : null;
}

/**
 * The reason a step gives for itself.
 * @param {Step|null} step
 * @returns {Why|null}
 */
export function whyOf(step) {
  return step?.events.map((event) => event.data?.why).find((why) => why?.text) ?? null;
}

/**
 * Where the number of a way is: where it begins, since where it ends there is a counter; on the edge of a space that others have taken since.
 * @param {Point[]} points
 * @param {number} unit how wide a space is
 * @param {boolean} taken
 * @returns {Point}
 */
export function numberSpot([first, second], unit, taken) {
  if (!second) return { x: first.x - unit * 0.36, y: first.y - unit * 0.42 };
  const far = Math.hypot(second.x - first.x, second.y - first.y);
  const part = taken && far > 0 ? Math.min(0.5, (unit * 0.5) / far) : 0;
  return { x: first.x + (second.x - first.x) * part, y: first.y + (second.y - first.y) * part };
}

/**
 * A layer of the map for traces and reasons.
 * @param {import("../types.js").Board} board
 */
export function createTrails(board) {
  const under = s("g", { class: "board-trails not-printed" });
  const over = s("g", { class: "board-trails-over not-printed" });
  board.layers.units.before(under);
  board.layers.units.after(over);
  const spaces = board.drawing.spaces;

  /**
   * @param {Trace[]} traces
   * @param {number} upTo how many steps have been shown
   * @param {(side: string) => string} colour
   * @param {Set<string>} taken spaces with counters in them
   */
  function draw(traces, upTo, colour, taken) {
    under.replaceChildren();
    over.replaceChildren();
    const shown = traces.filter((trace) => trace.step <= upTo);
    const moves = shown.filter((trace) => trace.kind === "move");
    moves.forEach((trace, index) => {
      const points = trace.way.map((space) => spaces[space]).filter(Boolean);
      const age = moves.length > 1 ? index / (moves.length - 1) : 1;
      const group = s("g", { class: "trail", opacity: (0.45 + 0.5 * age).toFixed(2), vars: { "--trail": colour(trace.side) } });
      const arrow = path(points);
      if (arrow) {
        arrow.setAttribute("class", "trail-way");
        group.append(arrow);
      }
      under.append(group);
      const at = numberSpot(points, board.drawing.unit, taken.has(trace.way.find((space) => spaces[space]) ?? ""));
      over.append(s("g", { class: "trail-label", opacity: (0.6 + 0.4 * age).toFixed(2), vars: { "--trail": colour(trace.side) } },
        s("circle", { class: "trail-disc", cx: at.x, cy: at.y, r: 9 }), s("text", { class: "trail-number", x: at.x, y: at.y + 0.5 }, String(index + 1))));
    });
    for (const trace of shown) {
      const at = spaces[trace.at];
      if (!at || (trace.kind !== "fight" && trace.kind !== "loss")) continue;
      if (trace.kind === "fight") under.append(s("g", { class: "trail-fight" }, trace.from.map((space) => s("path", { class: "trail-fire", d: `M${spaces[space].x} ${spaces[space].y}L${at.x} ${at.y}` })),
        s("path", { class: "trail-burst", d: burst(at, board.drawing.unit * 0.52) })));
      else under.append(s("path", { class: "trail-loss", d: cross(at, board.drawing.unit * 0.4) })); // below the counters: whoever stands there now is not the lost one
    }
  }

  /**
   * Why the act being shown was chosen: where it leads, by which way, and what lost against it.
   * @param {Why|null} why
   */
  function reason(why) {
    over.querySelector(".why")?.remove();
    if (!why) return;
    const pointOf = (/** @type {string|undefined} */ what) => (what === undefined ? null : spaces[what] ?? board.where(what));
    const group = s("g", { class: "why" });
    const way = (why.way ?? []).map((space) => spaces[space]).filter(Boolean);
    if (way.length > 1) group.append(s("path", { class: "why-way", d: `M${way.map((point) => `${point.x} ${point.y}`).join("L")}` }));
    for (const rival of why.rivals ?? []) {
      const at = pointOf(rival.space ?? rival.unit);
      if (at) group.append(s("circle", { class: "why-rival", cx: at.x, cy: at.y, r: board.drawing.unit * 0.4 }), rival.text ? s("text", { class: "why-text", x: at.x, y: at.y + board.drawing.unit * 0.56 }, rival.text) : "");
    }
    const goal = pointOf(why.goal);
    if (goal) group.append(s("circle", { class: "why-goal", cx: goal.x, cy: goal.y, r: board.drawing.unit * 0.46 }), s("circle", { class: "why-goal inner", cx: goal.x, cy: goal.y, r: board.drawing.unit * 0.34 }));
    over.append(group);
  }

  return { draw, reason };
}

/**
 * @param {Point} at
 * @param {number} r
 */
function cross(at, r) {
  return `M${at.x - r} ${at.y - r}l${2 * r} ${2 * r}M${at.x + r} ${at.y - r}l${-2 * r} ${2 * r}`;
}

/**
 * A star of many points.
 * @param {Point} at
 * @param {number} r
 */
function burst(at, r) {
  const points = Array.from({ length: 20 }, (_, index) => {
    const angle = (index / 20) * 2 * Math.PI - Math.PI / 2;
    const far = index % 2 ? r * 0.72 : r;
    return `${(at.x + far * Math.cos(angle)).toFixed(1)} ${(at.y + far * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
