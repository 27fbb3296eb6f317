// @ts-check
/**
 * What a seat has seen, by pages: the newest is there from the beginning, earlier ones are fetched when somebody wants to read them. A match
 * of thousands of moments opens as fast as one of a hundred.
 */

/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").Chapter} Chapter */
/** @typedef {(body: {before?: number, after?: number, most?: number}) => Promise<{log?: Moment[], chapters?: Chapter[]}>} Ask */

/** How many moments are fetched together. */
export const PAGE = 200;

/**
 * The places in a match to go to: where a turn or a phase begins, and where dice decided something.
 * @param {Moment} moment
 * @param {Chapter|undefined} before the chapter before it
 * @returns {Chapter[]}
 */
export function chaptersOf(moment, before) {
  /** @type {Chapter[]} */
  const found = [];
  let { turn = 1, phase = "" } = before ?? {};
  for (const event of moment.events) {
    if (event.kind !== "turn" && event.kind !== "phase") continue;
    turn = event.data.turn ?? turn;
    phase = event.data.phase ?? phase;
    found.push({ n: moment.n, turn, phase, kind: event.kind, text: event.text });
  }
  const fight = moment.events.find((event) => event.data.defenders?.length || (Array.isArray(event.data.dice) && (event.data.area ?? event.data.hex)));
  if (fight) found.push({ n: moment.n, turn, phase, kind: "fight", text: fight.text });
  return found;
}

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
   * @param {Chapter[]|undefined} chapters
   */
  begin(log, last, chapters) {
    this.moments = [];
    this.last = last;
    this.version += 1;
    for (const moment of log) this.moments[moment.n] = moment;
    this.chapters = chapters ?? [];
    if (!chapters) for (const moment of log) this.chapters.push(...chaptersOf(moment, this.chapters.at(-1)));
    return this;
  }

  /**
   * Something has happened.
   * @param {Moment} moment
   */
  push(moment) {
    this.rewind(moment.n - 1);
    this.moments[moment.n] = moment;
    this.last = moment.n;
    this.chapters.push(...chaptersOf(moment, this.chapters.at(-1)));
  }

  /**
   * What came after this moment has not happened.
   * @param {number} to
   */
  rewind(to) {
    if (this.last <= to) return;
    this.moments.length = Math.min(this.moments.length, to + 1);
    this.last = to;
    this.chapters = this.chapters.filter((chapter) => chapter.n <= to);
    this.version += 1;
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
    const version = this.version;
    const found = this.coming.get(page) ?? this.ask({ after: page * PAGE, most: PAGE }).then(({ log = [] }) => {
      if (version === this.version) for (const moment of log) this.moments[moment.n] ??= moment;
    }).finally(() => this.coming.delete(page));
    this.coming.set(page, found);
    return found;
  }
}
