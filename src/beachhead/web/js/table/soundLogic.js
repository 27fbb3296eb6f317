// @ts-check
/** Which sound a moment deserves. Pure, no page. */
import { isThrown } from "../board/dice.js";

/** @typedef {"move"|"thrown"|"loss"|"no"|"over"} Cue */
/** @typedef {{ready: boolean, over: boolean, moment: number}} Standing what the player is waiting for */

/**
 * The sounds of what has happened: a roll or a card, then a loss.
 * @param {import("../types.js").GameEvent[]} events
 * @param {string[]} lost kinds of event in which something is lost
 * @returns {Cue[]}
 */
export function cuesOf(events, lost) {
  /** @type {Cue[]} */
  const found = [];
  if (events.some(isThrown)) found.push("thrown");
  if (events.some((event) => lost.includes(event.kind))) found.push("loss");
  return found;
}

/**
 * The sound of how things stand now: the match is over, or the player is to move after somebody else did.
 * @param {Standing} before
 * @param {Standing} now
 * @returns {Cue[]}
 */
export function cuesOfChange(before, now) {
  if (now.over) return before.over ? [] : ["over"];
  return now.ready && !before.ready && now.moment > before.moment ? ["move"] : [];
}

/**
 * The notes of a sound: when they begin, how long they last, their pitch and how they are made.
 * @typedef {{at: number, for: number, pitch: number, to?: number, shape: OscillatorType|"noise", loud: number}} Note
 * @type {Record<Cue, Note[]>}
 */
export const NOTES = {
  move: [{ at: 0, for: 0.16, pitch: 523, shape: "sine", loud: 0.5 }, { at: 0.12, for: 0.28, pitch: 784, shape: "sine", loud: 0.5 }],
  thrown: [0, 0.07, 0.13, 0.22].map((at, index) => ({ at, for: 0.04, pitch: 1900 - index * 260, shape: "noise", loud: 0.45 - index * 0.07 })),
  loss: [{ at: 0.26, for: 0.34, pitch: 150, to: 55, shape: "triangle", loud: 0.8 }, { at: 0.26, for: 0.12, pitch: 420, shape: "noise", loud: 0.25 }],
  no: [{ at: 0, for: 0.09, pitch: 220, shape: "triangle", loud: 0.5 }, { at: 0.11, for: 0.13, pitch: 175, shape: "triangle", loud: 0.5 }],
  over: [392, 523, 659, 784].map((pitch, index) => ({ at: index * 0.17, for: index < 3 ? 0.2 : 0.7, pitch, shape: "sine", loud: 0.5 })),
};
