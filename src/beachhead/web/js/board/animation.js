// @ts-check
/** What happened, acted out: counters glide along their paths, a die tumbles beside the fight, the lost fade. */
import { s } from "../dom.js";
import { HALF } from "./counters.js";
import { diceOf, sign, unitsOf } from "./dice.js";
import { along, ease, still } from "./motion.js";
import { pips } from "./symbols.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {{x: number, y: number}} Point */
/**
 * The stage.
 * @typedef {{
 *   motion: import("./motion.js").Motion,
 *   top: SVGGElement,
 *   centre: (space: string) => Point|null,
 *   where: (unit: string) => Point|null,
 *   group: (unit: string) => SVGGElement|null,
 *   move: (unit: string, at: Point) => void,
 *   raise: (unit: string) => void,
 *   reveal: (points: Point[]) => void,
 *   offMap: (unit: string) => boolean,
 *   entry: (space: string) => Point,
 *   scale: number,
 *   lost: string[],
 * }} Stage
 */

const SPEEDS = /** @type {Record<string, number>} */ ({ off: 0, fast: 0.5, normal: 1 });

/**
 * @param {Stage} stage
 * @param {GameEvent[]} events
 * @param {{speed?: string|number}} [how]
 */
export async function animate(stage, events, how = {}) {
  const pace = typeof how.speed === "number" ? how.speed : SPEEDS[how.speed ?? "normal"] ?? 1;
  if (pace <= 0 || still()) return;
  const turn = stage.motion.skipped;
  for (const event of events) {
    if (stage.motion.skipped !== turn || still()) break;
    await scene(stage, event, pace);
  }
}

/**
 * About how long it takes to act these events out at normal pace, in milliseconds.
 * @param {GameEvent[]} events
 * @param {string[]} lost kinds of event in which a unit is lost
 */
export function durationOf(events, lost) {
  return events.reduce((sum, event) => {
    const { kind, data = {} } = event;
    const faces = diceOf(event).length;
    if (faces > 0 && isSingle(event)) return sum + 1510;
    if (faces > 0) return sum + 2150 + Math.min(1400, 55 * faces);
    if (lost.includes(kind) && data.unit) return sum + 330;
    if (!data.unit) return sum;
    return sum + Math.min(420, 170 + 28 * Math.max(1, (data.path?.length ?? 2) - 1));
  }, 0);
}

/**
 * @param {Stage} stage
 * @param {GameEvent} event
 * @param {number} pace
 */
async function scene(stage, event, pace) {
  const { data = {} } = event;
  if (diceOf(event).length > 0) {
    await (isSingle(event) ? fight(stage, event, pace) : handful(stage, event, pace));
    return;
  }
  if (stage.lost.includes(event.kind) && data.unit) {
    await fade(stage, data.unit, pace);
    return;
  }
  if (!data.unit || !stage.group(data.unit)) return;
  const names = Array.isArray(data.path) ? data.path : typeof data.hex === "string" ? [data.hex] : typeof data.area === "string" ? [data.area] : [];
  const points = /** @type {Point[]} */ (names.map((/** @type {string} */ name) => stage.centre(name)).filter(Boolean));
  if (points.length === 0) return;
  const here = stage.where(data.unit);
  if (points.length === 1) {
    if (!here || Math.hypot(here.x - points[0].x, here.y - points[0].y) < 1) return;
    stage.reveal(points);
    // what comes from beside the map comes out of the sea, or out of nothing: its box may be far out of sight
    points.unshift(stage.offMap(data.unit) ? stage.entry(names[0]) : here);
  } else stage.reveal(points);
  stage.raise(data.unit);
  const ms = Math.min(420, 170 + 28 * (points.length - 1)) * pace;
  await stage.motion.tween(ms, (part) => stage.move(data.unit, along(points, ease(part))));
}

/**
 * Whether one die decides, each face with its outcome.
 * @param {GameEvent} event
 */
function isSingle(event) {
  return Boolean(event.panel?.outcomes.some((outcome) => outcome.faces));
}

/**
 * One die beside those who are attacked, and the outcome that it brings.
 * @param {Stage} stage
 * @param {GameEvent} event
 * @param {number} pace
 */
async function fight(stage, event, pace) {
  // whoever has left the map since lies in a box far from the fight
  const stood = (/** @type {string[]|undefined} */ units) => /** @type {Point[]} */ ((units ?? []).filter((unit) => !stage.offMap(unit)).map(stage.where).filter(Boolean));
  const [attackers, defenders] = unitsOf(event.panel).map(stood);
  const rolled = diceOf(event)[0].face;
  if (defenders.length === 0) return;
  stage.reveal([...defenders, ...attackers]);
  const target = defenders[0];
  const lines = s("g", { class: "fight-lines" }, attackers.map((from) => s("path", { d: `M${from.x} ${from.y}L${target.x} ${target.y}` })));
  const rings = defenders.map((point) => s("circle", { class: "fight-ring", cx: point.x, cy: point.y, r: HALF }));
  const die = s("g", { class: "die" }, s("rect", { x: -17, y: -17, width: 34, height: 34, rx: 7 }), s("path", { d: pips(rolled, 34) }));
  const face = /** @type {SVGPathElement} */ (die.querySelector("path"));
  const result = s("text", { class: "die-result", opacity: 0 }, sign(event.panel));
  const scene = s("g", { class: "fight" }, lines, rings, die, result);
  stage.top.append(scene);
  const from = { x: target.x + 95, y: target.y - 90 };
  const to = { x: target.x + 44, y: target.y - 40 };
  await stage.motion.tween(430 * pace, (part) => {
    const eased = 1 - (1 - part) ** 3;
    const hop = Math.abs(Math.sin(part * Math.PI * 2.5)) * 26 * (1 - part);
    const x = from.x + (to.x - from.x) * eased;
    const y = from.y + (to.y - from.y) * eased - hop;
    die.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(540 * (1 - eased)).toFixed(0)})`);
    const shown = part < 0.86 ? 1 + (Math.floor(part * 14) * 5) % 6 : rolled;
    face.setAttribute("d", pips(shown, 34));
    for (const ring of rings) {
      ring.setAttribute("r", String(HALF + 16 * ((part * 2) % 1)));
      ring.setAttribute("opacity", String(1 - ((part * 2) % 1)));
    }
  });
  result.setAttribute("x", String(to.x + 26));
  result.setAttribute("y", String(to.y + 8));
  result.setAttribute("opacity", "1");
  await stage.motion.tween(950 * pace, () => {}); // long enough to read what fell
  await stage.motion.tween(130 * pace, (part) => scene.setAttribute("opacity", String(1 - part)));
  scene.remove();
}

/**
 * Dice by the handful beside the space they are rolled for: they tumble, those that hit light up, and the sum is said. It stays long enough to
 * be read, the longer the more dice there are.
 * @param {Stage} stage
 * @param {GameEvent} event
 * @param {number} pace
 */
async function handful(stage, event, pace) {
  const { data = {} } = event;
  const [attackers, defenders] = unitsOf(event.panel).map((units) => /** @type {Point[]} */ (units.map(stage.where).filter(Boolean)));
  const at = stage.centre(data.area ?? data.hex ?? "") ?? defenders[0];
  if (!at) return;
  const faces = diceOf(event).map((one) => one.face);
  const firers = attackers.filter((point) => Math.hypot(point.x - at.x, point.y - at.y) > 70);
  const columns = Math.min(faces.length, faces.length > 18 ? 10 : 6);
  const rows = Math.ceil(faces.length / columns);
  const [size, gap] = [28, 6];
  const [wide, tall] = [columns * (size + gap) + gap, rows * (size + gap) + gap];
  const line = event.panel?.result?.text ?? event.panel?.thrown?.text ?? "";
  stage.reveal([at, { x: at.x, y: at.y - (tall + 60) * stage.scale }]);
  const plate = Math.max(wide, line.length * 9.4 + 24) + 8;
  const dice = faces.map((face, index) => {
    const [x, y] = [-wide / 2 + gap + size / 2 + (index % columns) * (size + gap), gap + size / 2 + Math.floor(index / columns) * (size + gap)];
    const group = s("g", { class: "die", transform: `translate(${x} ${y})` }, s("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: 6 }), s("path", { d: pips(face, size) }));
    return { group, face, path: /** @type {SVGPathElement} */ (group.querySelector("path")), x, y };
  });
  const sum = s("text", { class: "dice-sum", x: 0, y: tall + 15, opacity: 0 }, line);
  const scene = s("g", { class: "dice-tray", transform: `translate(${at.x} ${at.y - (tall + 40) * stage.scale - 26}) scale(${stage.scale})` },
    s("rect", { class: "tray-ground", x: -plate / 2, y: 0, width: plate, height: tall + 32, rx: 10 }), dice.map((one) => one.group), sum);
  const lines = s("g", { class: "fight-lines" }, firers.map((from) => s("path", { d: `M${from.x} ${from.y}L${at.x} ${at.y}` })));
  const ring = s("circle", { class: "fight-ring", cx: at.x, cy: at.y, r: HALF });
  stage.top.append(lines, ring, scene);
  await stage.motion.tween(520 * pace, (part) => {
    dice.forEach((one, index) => {
      const own = Math.min(1, part * 1.35 - (index / dice.length) * 0.3);
      const hop = own < 1 ? Math.abs(Math.sin(own * Math.PI * 2.5)) * 14 * (1 - Math.max(0, own)) : 0;
      one.path.setAttribute("d", pips(own < 0.9 ? 1 + ((Math.floor(own * 15) * 5 + index * 3) % 6 + 6) % 6 : one.face, size));
      one.group.setAttribute("transform", `translate(${one.x} ${(one.y - hop).toFixed(1)}) rotate(${own < 1 ? (240 * (1 - Math.max(0, own))).toFixed(0) : 0})`);
    });
    ring.setAttribute("r", String(HALF + 30 * ((part * 2) % 1)));
    ring.setAttribute("opacity", String(1 - ((part * 2) % 1)));
  });
  dice.forEach((one, index) => one.group.classList.add(diceOf(event)[index].hit ? "is-hit" : "is-miss"));
  sum.setAttribute("opacity", "1");
  await stage.motion.tween((1500 + Math.min(1400, 55 * faces.length)) * pace, () => {});
  await stage.motion.tween(130 * pace, (part) => {
    scene.setAttribute("opacity", String(1 - part));
    lines.setAttribute("opacity", String(1 - part));
  });
  for (const one of [scene, lines, ring]) one.remove();
}

/**
 * @param {Stage} stage
 * @param {string} unit
 * @param {number} pace
 */
async function fade(stage, unit, pace) {
  const group = stage.group(unit);
  const at = stage.where(unit);
  if (!group || !at) return;
  stage.reveal([at]);
  const cross = s("path", { class: "lost-cross", d: `M${at.x - 18} ${at.y - 18}l36 36M${at.x + 18} ${at.y - 18}l-36 36` });
  stage.top.append(cross);
  await stage.motion.tween(120 * pace, () => {});
  await stage.motion.tween(210 * pace, (part) => {
    group.setAttribute("opacity", String(1 - part));
    cross.setAttribute("opacity", String(1 - part));
  });
  cross.remove();
}
