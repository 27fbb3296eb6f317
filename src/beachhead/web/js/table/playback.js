// @ts-check
/**
 * What the others have done, act by act. Every act of an update becomes a step with the position after it, and none is dropped: they play at
 * a speed of the player's choosing, one can pause, step and go back, and skip to the decision. Steps stay until the player acts in a turn of his own.
 * No page here: whoever has one is the stage.
 */

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").View} View */
/** @typedef {"slow"|"normal"|"fast"|"instant"} Speed */
/** One act as the seat saw it: the moment after it, who acted, what happened, and the position it led to. */
/** @typedef {{n: number, side: string, events: GameEvent[], view: View, panel?: any, own?: boolean, ends?: boolean}} Step `ends`: with it its player has begun a turn of his own, and what came before is no news any more */
/**
 * Where steps are shown.
 * @typedef {{
 *   show: (step: Step|null, own: boolean) => void,
 *   animate: (step: Step, pace: number) => Promise<void>,
 *   wait: (ms: number) => Promise<void>,
 *   duration: (events: GameEvent[]) => number,
 *   speed: () => Speed,
 *   ownPace: () => number,
 *   mine: () => boolean,
 *   changed: () => void,
 *   clock?: () => number,
 * }} Stage `show` without a step shows the newest position; `ownPace` 0 shows own acts without movement
 */

/** @type {Speed[]} */
export const SPEEDS = ["slow", "normal", "fast", "instant"];
/** How much longer or shorter than normal everything takes. @type {Record<Speed, number>} */
const FACTORS = { slow: 2.2, normal: 1, fast: 0.4, instant: 0 };
/** How long the acts of one turn may take together, however many there are; whoever wants it slow has the time. @type {Record<Speed, number>} */
const BUDGETS = { slow: Infinity, normal: 15000, fast: 6000, instant: 0 };
/** For reading the sentence of an act. */
const DWELL = 520;
/** Nobody should miss a die, not even in a hurry. */
const LEAST_FIGHT = 0.4;
const LEAST = 0.06;
/** Events that tell nothing to look at. */
const QUIET = new Set(["forced", "skipped"]);

/**
 * Whether there is something to look at or to read in a step.
 * @param {{events: GameEvent[]}} step
 */
export function telling(step) {
  return step.events.some((event) => !QUIET.has(event.kind));
}

export class Playback {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** The position before the first step. @type {View|null} */
    this.base = null;
    /** @type {Step[]} */
    this.steps = [];
    /** The last step whose position is shown; -1 is the one before them all. */
    this.cursor = -1;
    /** The step being acted out, or the last one shown. */
    this.current = -1;
    /** Whether steps follow each other without being asked for. */
    this.running = false;
    /** Whether the player has stopped: what comes waits. */
    this.held = false;
    /** Whether an own act is being acted out. */
    this.own = false;
    /** Whether everything up to the own decision is wanted at once. */
    this.hurried = false;
    /** What the run under way has taken so far, in the measure of its plan. */
    this.spent = 0;
    /** When it began. */
    this.began = 0;
    this.turn = 0;
    /** @type {(() => void)|null} */
    this.cut = null;
  }

  /** Whether something that has happened is not shown yet, or not any more. */
  get behind() {
    return this.cursor < this.steps.length - 1;
  }

  /** The step spoken of: the one being acted out or last shown. @returns {Step|null} */
  get step() {
    return this.steps[this.current] ?? null;
  }

  /**
   * Something has happened.
   * @param {Step[]} steps
   * @param {View} before the position that was the newest until now
   */
  add(steps, before) {
    if (this.steps.length === 0) this.base = before;
    if (!this.behind) this.spent = 0;
    const own = steps.findLastIndex((step) => step.own);
    if (own >= 0 && this.behind) this.cursor = this.steps.length - 1; // whoever acts has done with looking
    if (own >= 0) this.held = this.hurried = false;
    this.steps.push(...steps);
    if (this.held) return this.stage.changed();
    if ((this.hurried || this.instant) && (own < 0 || this.stage.ownPace() <= 0)) return this.finish();
    if (!this.running) void this.run();
  }

  get instant() {
    return this.stage.speed() === "instant";
  }

  /** Go on by itself from here, until nothing is left. */
  async run() {
    const turn = ++this.turn;
    this.running = true;
    this.held = false;
    while (turn === this.turn && this.behind) {
      const step = this.steps[this.cursor + 1];
      if (!step.own && (this.hurried || (this.instant && !this.asked))) return this.finish();
      await this.perform(step, this.pace(step), turn);
    }
    if (turn !== this.turn) return;
    this.running = false;
    this.asked = false;
    this.stage.changed();
  }

  /** Whether the player himself has asked for the run: then it is one by one even where nothing may move. */
  asked = false;

  /**
   * Act one step out and show where it led.
   * @param {Step} step
   * @param {number} pace
   * @param {number} turn
   */
  async perform(step, pace, turn) {
    this.own = Boolean(step.own);
    this.current = this.cursor + 1;
    this.stage.changed();
    const tells = telling(step);
    if (pace > 0 && tells) await this.until(this.stage.animate(step, pace));
    if (turn !== this.turn) return;
    this.arrive(step);
    if (tells && this.behind && !step.own && pace > 0) await this.until(this.stage.wait(DWELL * pace));
  }

  /**
   * What comes first: that something has ended, or that nobody wants to wait for it.
   * @param {Promise<void>} what
   */
  async until(what) {
    await Promise.race([what.catch(() => {}), new Promise((resolve) => (this.cut = () => resolve(null)))]);
    this.cut = null;
  }

  /** @param {Step} step */
  arrive(step) {
    const at = this.steps.indexOf(step);
    this.cursor = this.current = at;
    this.own = false;
    if (step.ends) {
      this.base = step.view;
      this.steps = this.steps.slice(at + 1);
      this.cursor = this.current = -1;
    }
    this.stage.show(this.behind ? step : null, Boolean(step.own));
    this.stage.changed();
  }

  /**
   * How much time a step gets, as a part of the normal: the acts of a turn share the time there is for all of them.
   * @param {Step} step
   */
  pace(step) {
    if (step.own) return this.stage.ownPace();
    const speed = this.instant ? "normal" : this.stage.speed();
    if (this.spent === 0) this.began = this.stage.clock?.() ?? 0;
    this.spent = Math.max(this.spent, (this.stage.clock?.() ?? 0) - this.began); // a slow machine takes longer than planned
    const left = this.steps.slice(this.cursor + 1).reduce((sum, one) => sum + this.natural(one), 0) * FACTORS[speed];
    const share = left > 0 ? Math.min(1, Math.max(LEAST, (BUDGETS[speed] - this.spent) / left)) : 1;
    const thrown = step.events.some((event) => event.data?.die || Array.isArray(event.data?.dice));
    const part = FACTORS[speed] * (thrown ? Math.max(LEAST_FIGHT, share) : share);
    this.spent += this.natural(step) * part;
    return part;
  }

  /** @param {Step} step */
  natural(step) {
    return telling(step) ? this.stage.duration(step.events) + DWELL : 0;
  }

  // ---------------------------------------------------------------- by hand

  /** Go on, from the beginning if everything has been shown. */
  play() {
    if (this.running || this.steps.length === 0) return;
    if (!this.behind) this.jump(-1);
    this.spent = 0;
    this.asked = true;
    void this.run();
  }

  pause() {
    if (!this.running) return;
    this.stop();
    this.held = this.behind;
    this.settle();
  }

  toggle() {
    if (this.running) this.pause();
    else this.play();
  }

  /** One act on, acted out. What is under way is brought to its end instead. */
  forward() {
    if (!this.behind) return;
    const acting = this.current > this.cursor;
    this.stop();
    this.held = true;
    if (acting) return this.settle();
    const turn = this.turn;
    const step = this.steps[this.cursor + 1];
    const pace = this.instant ? 0.01 : FACTORS[this.stage.speed()];
    void this.perform(step, pace, turn).then(() => {
      if (turn !== this.turn) return;
      if (!telling(step) && this.behind) this.forward();
      else if (!this.behind) this.rest();
    });
  }

  /** One act back. */
  back() {
    if (this.steps.length === 0 || this.cursor < 0) return;
    const acting = this.current > this.cursor;
    this.stop();
    let to = acting ? this.cursor : this.cursor - 1;
    while (to >= 0 && !telling(this.steps[to])) to -= 1;
    this.held = true;
    this.jump(to);
  }

  /**
   * Show one act again.
   * @param {number} at
   */
  again(at) {
    if (!this.steps[at]) return;
    this.stop();
    this.held = true;
    this.jump(at - 1);
    this.forward();
  }

  /** Everything up to the own decision, now. Returns whether there was anything to skip. */
  skip() {
    if (!this.behind && !this.own) return false;
    this.finish();
    this.hurried = !this.stage.mine();
    return true;
  }

  // ---------------------------------------------------------------- ends

  /** Forget everything: another player looks, or everything is new. */
  reset() {
    this.stop();
    this.base = null;
    this.steps = [];
    this.cursor = this.current = -1;
    this.held = this.hurried = this.own = this.asked = false;
    this.stage.changed();
  }

  /**
   * What has been seen before is there again, without being played again.
   * @param {View|null} base
   * @param {Step[]} steps
   */
  restore(base, steps) {
    this.reset();
    [this.base, this.steps] = [base, steps];
    this.rest();
  }

  /**
   * What came after this moment has not happened.
   * @param {number} moment
   */
  rewind(moment) {
    this.stop();
    this.steps = this.steps.filter((step) => step.n <= moment);
    this.finish();
  }

  /** The newest position, at once. */
  finish() {
    this.stop();
    if (this.stage.mine()) this.hurried = false;
    const own = this.steps.slice(this.cursor + 1).some((step) => step.own);
    const end = this.steps.findLastIndex((step) => step.ends);
    if (end >= 0) {
      this.base = this.steps[end].view;
      this.steps = this.steps.slice(end + 1);
    }
    this.rest();
    this.stage.show(null, own);
    this.stage.changed();
  }

  rest() {
    this.cursor = this.current = this.steps.length - 1;
    this.held = this.own = this.asked = false;
    this.stage.changed();
  }

  stop() {
    this.turn += 1;
    this.running = false;
    this.own = false;
    this.cut?.();
  }

  /** The position of the step last shown, without anything under way. */
  settle() {
    if (this.current > this.cursor && this.steps[this.current]) this.arrive(this.steps[this.current]);
    if (!this.behind) this.rest();
    this.stage.changed();
  }

  /**
   * @param {number} at
   */
  jump(at) {
    this.cursor = this.current = at;
    const view = this.steps[at]?.view ?? this.base;
    if (this.behind && view) this.stage.show({ ...(this.steps[at] ?? { n: this.steps[0].n - 1, side: "", events: [] }), view }, false);
    else this.stage.show(null, false);
    this.stage.changed();
  }
}
