// @ts-check
/**
 * What a seat has seen, by pages: the newest is there from the beginning, earlier ones are fetched when somebody wants to read them. A match
 * of thousands of moments opens as fast as one of a hundred.
 */

import { chaptersAfter } from "./updates.js";

/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").Act} Act */
/** @typedef {import("../types.js").Chapter} Chapter */
/** @typedef {(body: {before?: number, after?: number, most?: number}) => Promise<{log?: Moment[], chapters?: Chapter[]}>} Ask */

/** How many moments are fetched together. */
export const PAGE = 200;

export class History {
  /** @param {Ask} ask */
  constructor(ask) {
    this.ask = ask;
    /** By their number, with gaps. @type {Moment[]} */
    this.moments = [];
    /** The number of the newest. */
    this.last = 0;
    /** @type {Chapter[]} */
    this.chapters = [];
    /** Pages on their way. @type {Map<number, Promise<void>>} */
    this.coming = new Map();
    /** Rises when something that was there has changed. */
    this.version = 0;
  }

  /**
   * Begin with the newest page.
   * @param {Moment[]} log
   * @param {number} last
   * @param {Chapter[]} [chapters]
   */
  begin(log, last, chapters) {
    this.moments = [];
    this.last = last;
    this.version += 1;
    for (const moment of log) this.moments[moment.n] = moment;
    this.chapters = chapters ?? chaptersAfter([], log.map((moment) => ({ ...moment, changes: null })), last);
    return this;
  }

  /**
   * An update has come: acts that happened, or are told again; and what came after its moment has not happened.
   * @param {Act[]} acts
   * @param {number} moment the newest
   */
  follow(acts, moment) {
    if (moment < this.last) {
      this.moments.length = Math.min(this.moments.length, moment + 1);
      this.version += 1;
    }
    for (const { n, side, events } of acts) {
      if (this.moments[n]) this.version += 1;
      this.moments[n] = { n, side, events };
    }
    this.chapters = chaptersAfter(this.chapters, acts, moment);
    this.last = moment;
  }

  /**
   * The moments of a range that are there.
   * @param {number} from
   * @param {number} to
   * @returns {Moment[]}
   */
  range(from, to) {
    return this.moments.slice(Math.max(0, from), to + 1).filter(Boolean);
  }

  /** The newest moments, back to the first gap. @returns {Moment[]} */
  get tail() {
    return this.range(this.first, this.last);
  }

  /** The first moment of those that reach to the newest without a gap. */
  get first() {
    let first = this.last + 1;
    while (first > 1 && this.moments[first - 1]) first -= 1;
    return first;
  }

  /**
   * Fetch whatever is missing of a range.
   * @param {number} from
   * @param {number} to
   */
  async load(from, to) {
    const wanted = [];
    for (let page = Math.floor((Math.max(1, from) - 1) / PAGE); page * PAGE < Math.min(to, this.last); page += 1) {
      const [first, end] = [page * PAGE + 1, Math.min((page + 1) * PAGE, this.last)];
      let whole = true;
      for (let n = Math.max(first, from); n <= Math.min(end, to); n += 1) whole &&= this.moments[n] !== undefined;
      if (!whole) wanted.push(this.page(page));
    }
    await Promise.all(wanted);
  }

  /** @param {number} page */
  page(page) {
    const found = this.coming.get(page) ?? this.fetch(page).finally(() => this.coming.delete(page));
    this.coming.set(page, found);
    return found;
  }

  /** @param {number} page */
  async fetch(page) {
    const version = this.version;
    const end = Math.min((page + 1) * PAGE, this.last);
    for (let after = page * PAGE; after < end; ) {
      const { log = [] } = await this.ask({ after, most: PAGE });
      if (version !== this.version || log.length === 0) return;
      for (const moment of log) this.moments[moment.n] ??= moment;
      after = log[log.length - 1].n; // the service may give less at a time
    }
  }
}
