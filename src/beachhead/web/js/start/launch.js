// @ts-check
/** The ways to begin a scenario: against the computer, on a tour, two at one screen, with a friend or a partner. */
import { h } from "../dom.js";
import { listed, t } from "../texts.js";
import { create, opponentOf, seatsOf } from "./create.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Scenario} Scenario */

/** Buttons that do one thing at a time, and a place for what goes wrong. */
export class Buttons {
  /** @param {boolean} [disabled] whether none of them can do anything now */
  constructor(disabled = false) {
    this.said = h("p", { class: "form-said", role: "alert" });
    this.disabled = disabled;
    /** @type {HTMLButtonElement[]} */
    this.all = [];
  }

  /**
   * @param {string} label
   * @param {string} look
   * @param {() => Promise<void>} fn
   * @param {Record<string, any>} [more] further attributes
   */
  add(label, look, fn, more = {}) {
    const el = h("button", { type: "button", class: ["button", look], disabled: this.disabled, title: this.disabled ? t("offline.needs") : null, ...more }, label);
    el.addEventListener("click", async () => {
      for (const one of this.all) one.disabled = true;
      this.said.textContent = "";
      try {
        await fn();
      } catch (problem) {
        this.said.textContent = String(/** @type {Error} */ (problem).message);
      }
      for (const one of this.all) one.disabled = this.disabled;
    });
    this.all.push(el);
    return el;
  }
}

/**
 * Who plays what in a scenario: the side of whoever begins it, the other sides that people may take, and the one that partners share.
 * @param {Scenario} scenario
 */
export function roles(scenario) {
  const free = scenario.sides.filter((side) => !scenario.book.includes(side));
  const mine = free[0] ?? scenario.sides[0];
  const seats = Object.values(scenario.seats ?? {});
  return { mine, others: free.filter((side) => side !== mine), shared: seats.find((side, index) => !scenario.book.includes(side) && seats.indexOf(side) !== index) };
}

/**
 * Against the computer, or whoever else is to sit opposite.
 * @param {Game} game
 * @param {Scenario} scenario
 * @param {string} [other]
 */
export function play(game, scenario, other = opponentOf(game)?.id ?? "open") {
  const { mine } = roles(scenario);
  return create(game, { scenario: scenario.id, seats: seatsOf(game, scenario.id, (side) => side === mine, other) });
}

/**
 * With a partner, against the computer or the book.
 * @param {Game} game
 * @param {Scenario} scenario
 */
export function playTogether(game, scenario) {
  const { shared } = roles(scenario);
  return create(game, { scenario: scenario.id, seats: seatsOf(game, scenario.id, (side) => side === shared, opponentOf(game)?.id ?? "open") });
}

/**
 * Who you are and against whom, in a sentence.
 * @param {Game} game
 * @param {Scenario} scenario
 */
export function versus(game, scenario) {
  const { mine, others } = roles(scenario);
  const says = others.length ? "start.playSays" : scenario.book.length ? "start.playBook" : "start.playAlone";
  const book = listed(scenario.book.map((side) => game.side_names[side]));
  return t(says, { side: game.side_names[mine], opponent: opponentOf(game)?.title ?? "", book, n: scenario.book.length });
}

/**
 * The halves of a title: before and after the colon.
 * @param {string} title
 */
export function halves(title) {
  const cut = title.indexOf(":");
  return cut > 0 ? [title.slice(0, cut), title.slice(cut + 1).trim()] : [title, ""];
}
