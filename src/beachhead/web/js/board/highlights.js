// @ts-check
/** What the map says about the moment: goals with their cost, the path, targets with odds, duties, overlays. Shape first, colour second. */
import { s } from "../dom.js";
import { HALF } from "./counters.js";
import { propertiesOf } from "./properties.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {{x: number, y: number}} Point */

/**
 * A space a little smaller than it is, so that neighbours stay apart.
 * @param {Drawing} drawing
 * @param {string} id
 * @param {string} name
 * @param {number} [part]
 */
export function cell(drawing, id, name, part = 0.93) {
  const space = drawing.spaces[id];
  if (!propertiesOf(drawing).lattice) return s("path", { class: name, d: space.d });
  return s("path", { class: name, d: /** @type {any} */ (drawing).cell ? `M0 0${/** @type {any} */ (drawing).cell}` : space.d, transform: `translate(${space.x} ${space.y}) scale(${part})` });
}

/**
 * A label on a dark plate.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} name
 * @param {string} [says] what it means, for whoever rests on it
 */
export function plate(text, x, y, name, says) {
  const wide = Math.max(18, text.length * 8.4 + 9);
  return s("g", { class: `plate ${name}`, transform: `translate(${x} ${y})` },
    says ? s("title", null, says) : null, s("g", { class: "plate-body" }, s("rect", { x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 }), s("text", { x: 0, y: 0.6 }, text)));
}

/** More goals than this are shaded lightly. */
const MANY = 300;

/**
 * Goals: shaded spaces with a strong edge, the cost below.
 * @param {Drawing} drawing
 * @param {NonNullable<Marks["goals"]>} goals
 * @param {Set<string>} occupied
 */
export function goals(drawing, goals, occupied) {
  const many = goals.length > MANY; // nearly everywhere: the map is worth more than the shading
  const under = s("g", { class: many ? "goals goals-many" : "goals" });
  const over = s("g", { class: "goal-labels" });
  for (const goal of goals) {
    const space = drawing.spaces[goal.space];
    if (!space) continue;
    const kind = goal.kind || "move";
    under.append(cell(drawing, goal.space, `goal goal-${kind}`, kind === "chosen" ? 0.98 : 0.92));
    if (kind !== "chosen" && !many && !goal.label && !occupied.has(goal.space)) under.append(s("circle", { class: "goal-dot", cx: space.x, cy: space.y, r: 6 }));
    if (!goal.label) continue;
    const [x, y] = propertiesOf(drawing).lattice ? [space.x, occupied.has(goal.space) ? space.y + drawing.unit * 0.44 : space.y] : space.slots?.[3] ?? [space.x, space.y];
    over.append(plate(goal.label, x, y, `goal-${kind}`, goal.says));
  }
  return { under, over };
}

/**
 * A way from space to space with an arrow at its end.
 * @param {Point[]} points
 */
export function path(points) {
  if (points.length < 2) return null;
  const last = points[points.length - 1];
  const before = points[points.length - 2];
  const angle = Math.atan2(last.y - before.y, last.x - before.x);
  const tip = { x: last.x - 4 * Math.cos(angle), y: last.y - 4 * Math.sin(angle) };
  const neck = { x: tip.x - 15 * Math.cos(angle), y: tip.y - 15 * Math.sin(angle) };
  const line = smooth([...points.slice(0, -1), neck]);
  const wing = (/** @type {number} */ turn) => `${(neck.x - 3 * Math.cos(angle) + 9.5 * Math.cos(angle + turn)).toFixed(1)} ${(neck.y - 3 * Math.sin(angle) + 9.5 * Math.sin(angle + turn)).toFixed(1)}`;
  const head = `M${tip.x.toFixed(1)} ${tip.y.toFixed(1)}L${wing(Math.PI / 2)}L${neck.x.toFixed(1)} ${neck.y.toFixed(1)}L${wing(-Math.PI / 2)}Z`;
  return s("g", { class: "way" },
    s("path", { class: "way-edge", d: line }), s("path", { class: "way-edge", d: head }),
    s("path", { class: "way-line", d: line }), s("path", { class: "way-head", d: head }),
    points.slice(1, -1).map((point) => s("circle", { class: "way-step", cx: point.x, cy: point.y, r: 3.4 })));
}

/** @param {Point[]} points */
function smooth(points) {
  let d = `M${points[0].x} ${points[0].y}`;
  for (let index = 1; index < points.length - 1; index += 1) {
    const [point, next] = [points[index], points[index + 1]];
    d += `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  }
  const last = points[points.length - 1];
  return `${d}L${last.x.toFixed(1)} ${last.y.toFixed(1)}`;
}

/**
 * The corners of a gun sight around a unit, with the odds below.
 * @param {number} x
 * @param {number} y
 * @param {string} [label]
 * @param {number} [scale]
 * @param {string} [says]
 */
export function target(x, y, label, scale = 1, says = "") {
  const r = (HALF + 5.5) * scale;
  const c = 10 * scale;
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => `M${x + i * r} ${y + j * (r - c)}v${j * c}h${-i * c}`).join("");
  return s("g", { class: "target" }, s("path", { class: "target-edge", d: corners }), s("path", { class: "target-line", d: corners }),
    label ? plate(label, x, y + r, "target-label", says) : null);
}

/** The shapes of duties: what must act points up, what must suffer it points down, anything else is a ring. @type {Record<string, [string, string]>} */
const DUTIES = {
  attack: ["M0-9.5L9.5 7.5H-9.5Z", "M0-4V2M0 4.4V5.4"],
  attacked: ["M0 9.5L9.5-7.5H-9.5Z", "M0-5.4V.8M0 3.2V4.2"],
  due: ["M-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0Z", "M0-4.6V1M0 3.6V4.6"],
};

/**
 * A duty: a shape with an exclamation mark.
 * @param {number} x
 * @param {number} y
 * @param {string} kind
 * @param {number} [scale]
 */
export function duty(x, y, kind, scale = 1) {
  const [d, sign] = DUTIES[kind] ?? DUTIES.due;
  return s("g", { class: `duty-mark duty-${DUTIES[kind] ? kind : "due"}`, transform: `translate(${x - (HALF + 2) * scale} ${y - (HALF + 3) * scale}) scale(${scale})` },
    s("path", { d, class: "duty-shape" }), s("path", { d: sign, class: "duty-sign" }));
}

/** The hatchings of what a side controls. */
export function hatches() {
  return [45, -45, 0].map((turn, index) =>
    s("pattern", { id: `hatch-${index}`, width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
      s("path", { class: `hatch hatch-${index}`, d: "M0 4.5H9" })));
}
