// @ts-check
/**
 * What a seat asks of the service. An action belongs to the position that was on the screen when it was chosen: it carries that position's
 * tag, however long it has to wait behind others, and is dropped if the position has passed.
 */
import { Offline } from "./socket.js";
import { Listeners } from "./listeners.js";
import { outcome } from "./hotSeat.js";

/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {{link: import("./socket.js").Connection, id: string|null, side: string|null, now: import("../types.js").Update}} Asker */

export class Requests extends Listeners {
  constructor() {
    super();
    /** The seat looked from. @type {any} */
    this.here = null;
    /** Whether an own request is under way. */
    this.busy = false;
    /** @type {Map<string, Promise<any>>} */
    this.asked = new Map();
    this.askedTag = "";
    /** @type {Promise<any>} */
    this.turn = Promise.resolve();
    /** What was chosen when the last own action was sent. @type {{selection: import("../types.js").Selection, text: string}|null} */
    this.sent = null;
    /** The own actions that were carried out, each with the moment after it. @type {{text: string, moment: number}[]} */
    this.acted = [];
  }

  /** The tag of what is on the screen; empty while that is not the newest. @returns {string} */
  get onScreen() {
    throw new Error("the store says what is shown");
  }

  /** The seat of this page whose last action can be undone. @returns {any} */
  get undoer() {
    return this.here;
  }

  /**
   * One request after the other. With a tag, it is sent only if that is still the seat's position when its turn has come.
   * @param {string} kind
   * @param {Record<string, any>} body
   * @param {any} [seat] whose request it is, if not the one looked from
   * @returns {Promise<Outcome>}
   */
  request(kind, body, seat = this.here) {
    const next = this.turn.then(async () => {
      if (body.tag !== undefined && body.tag !== seat.now.tag) return this.passed();
      this.busy = true;
      this.emit("busy", true);
      try {
        return outcome(await seat.link.ask(kind, body));
      } catch (problem) {
        if (problem instanceof Offline) return /** @type {Outcome} */ ({ ok: false, kind: "offline" });
        throw problem;
      } finally {
        this.busy = false;
        this.emit("busy", false);
      }
    });
    this.turn = next.catch(() => {});
    return next;
  }

  /** Something was chosen for a position that has passed: nothing is sent, and a quiet word says so. @returns {Outcome} */
  passed() {
    this.emit("notice", "passed", {});
    return { ok: false, kind: "stale", dropped: true };
  }

  /**
   * @param {string} text
   * @returns {Promise<Outcome>}
   */
  async act(text) {
    return this.acts([text]);
  }

  /**
   * Several actions in a row, as one request.
   * @param {string[]} texts
   * @returns {Promise<Outcome>}
   */
  async acts(texts) {
    const tag = this.beginning();
    if (tag === null) return this.passed();
    const seat = this.here;
    this.emit("acting", texts);
    this.sent = texts.length === 1 ? { selection: /** @type {any} */ (this).selection, text: texts[0] } : null;
    const found = await this.request("act", { tag, texts });
    if (!found.ok && !found.dropped) this.emit("refused", found, texts.join(", "));
    if (found.ok && texts.length === 1) {
      this.acted.push({ text: texts[0], moment: seat.now.moment });
      this.emit("acted", texts[0]);
    }
    return found;
  }

  /** Whoever acts comes back to the newest first. Returns the tag to act on, or null if it was not on the screen. @returns {string|null} */
  beginning() {
    return this.onScreen || null;
  }

  async undo() {
    const tag = this.beginning();
    if (tag === null) return this.passed();
    const found = await this.request("undo", { tag }, this.undoer ?? this.here);
    if (!found.ok && !found.dropped) this.emit("refused", found, "undo");
    return found;
  }

  /**
   * For which kinds of window the service shall pass; those not named stay as they are.
   * @param {Record<string, boolean>} steps
   */
  async setAutopass(steps) {
    const seat = this.here;
    const answer = await seat.link.ask("autopass", { steps });
    if (answer.t !== "autopass") return false;
    seat.autopass = answer.steps;
    this.emit("autopass", seat.side);
    return true;
  }

  /** @param {"undo"|"draw"} what */
  offer(what) {
    return this.request("offer", { what });
  }

  /** @param {boolean} yes */
  answer(yes) {
    return this.request("answer", { yes });
  }

  withdraw() {
    return this.request("withdraw", {});
  }

  resign() {
    return this.request("resign", {});
  }

  /** @param {string} text */
  say(text) {
    return this.here.link.ask("chat", { text });
  }

  /**
   * A question whose answer holds until something changes.
   * @param {string} kind
   * @param {Record<string, any>} body
   * @returns {Promise<any>}
   */
  ask(kind, body) {
    const tag = `${this.here.id} ${this.here.now.tag}`;
    if (tag !== this.askedTag) {
      this.askedTag = tag;
      this.asked = new Map();
    }
    const key = kind + JSON.stringify(body);
    const found = this.asked.get(key) ?? this.here.link.ask(kind, body);
    this.asked.set(key, found);
    found.catch(() => this.asked.delete(key));
    return found;
  }

  /**
   * Why an action is not possible.
   * @param {string} text
   * @returns {Promise<import("../types.js").Explained>}
   */
  why(text) {
    return this.ask("why", { text });
  }

  /**
   * @param {string} verb
   * @param {string[]} args
   * @param {string[]} [after] actions that are taken before
   * @returns {Promise<Record<string, import("../types.js").Preview>>}
   */
  async preview(verb, args, after = []) {
    const answer = await this.ask("preview", { verb, args, after });
    return answer.of ?? {};
  }

  /**
   * @param {string} unit
   * @returns {Promise<import("../types.js").Known>}
   */
  about(unit) {
    return this.ask("about", { unit });
  }

  /** @param {string} name */
  overlay(name) {
    return this.ask("overlay", { name });
  }

  /**
   * @param {number} moment
   * @param {string} [side]
   */
  look(moment, side) {
    return this.here.link.ask("look", side === undefined ? { at: moment } : { at: moment, side });
  }
}
