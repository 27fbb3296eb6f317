// @ts-check
/**
 * The table: the seats this page holds, the live moment, the moment shown, and everything a panel may ask for.
 * What happens becomes steps that are shown one after the other (playback.js); whoever acts is taken to the newest at once.
 */
import { durationOf } from "../board/animation.js";
import { inCommon, live } from "./hotSeat.js";
import { History } from "./history.js";
import { Playback } from "./playback.js";
import { isOwnPhase, recall } from "./recall.js";
import { Requests } from "./requests.js";
import { NOTHING, beginning, chosen, sticky } from "./selection.js";
import { getSettings, playbackSpeed } from "./settings.js";
import { Connection } from "./socket.js";
import { momentsOf, positions } from "./updates.js";

/** @typedef {import("../types.js").Update} Update */
/** @typedef {import("../types.js").Shown} Shown */
/** @typedef {import("../types.js").Selection} Selection */
/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("./socket.js").Message} Message */
/** @typedef {{link: Connection, id: string|null, side: string|null, token: string, now: Update, history: History, autopass: Record<string, boolean>|null,
 *   base: import("../types.js").View|null, since: import("./playback.js").Step[]}} Seat `since`: what has happened since its player last acted in a turn of his own, from `base` */
/** @typedef {{spaces?: string[], units?: string[], case?: string, hold?: boolean}} Pointed */

/** A problem that ends the way to the table; the code is that of the closed socket. */
export class NoTable extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`closed ${code}`);
    this.code = code;
  }
}

export class Store extends Requests {
  /** @param {string} match */
  constructor(match) {
    super();
    this.match = match;
    /** @type {import("../types.js").Lore} */
    this.lore = /** @type {any} */ (null);
    /** @type {import("../types.js").Drawing} */
    this.drawing = /** @type {any} */ (null);
    /** @type {import("../types.js").Meta} */
    this.meta = /** @type {any} */ (null);
    /** @type {Seat[]} */
    this.seats = [];
    /** @type {Seat} */
    this.here = /** @type {any} */ (null);
    /** @type {Shown} */
    this.shown = /** @type {any} */ (null);
    /** @type {Selection} */
    this.selection = NOTHING;
    /** Units that are to act one after the other, marked on the map; the first of them is chosen. @type {string[]} */
    this.picked = [];
    /** @type {Line[]} */
    this.chat = [];
    /** @type {import("./socket.js").ConnectionState} */
    this.connection = "connecting";
    /** The side to whom the screen is to be handed, while it is hidden. @type {string|null} */
    this.covered = null;
    /** When the present decision began. */
    this.since = Date.now();
    /** Shows the events of an update; set by whoever has the map. @type {(events: import("../types.js").GameEvent[], pace: number) => Promise<void>} */
    this.animate = async () => {};
    let wasPlaying = false;
    this.playback = new Playback({
      show: (step, own) => this.display(step, own),
      animate: (step, pace) => this.animate(step.events, pace),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      duration: (events) => durationOf(events, this.lore?.theme.events.lost ?? []),
      clock: () => performance.now(),
      speed: () => (document.hidden || this.covered !== null || !this.shown?.live ? "instant" : playbackSpeed()),
      ownPace: () => (document.hidden || this.covered !== null || !this.shown?.live ? 0 : { off: 0, fast: 0.4, normal: 1 }[getSettings().speed] ?? 1),
      mine: () => this.deciding && !this.passing,
      changed: () => {
        this.emit("playback");
        if (this.playing !== wasPlaying) this.emit("playing", (wasPlaying = this.playing));
      },
    });
    /** What all seats of this page may see, and of which views that was found. @type {{key: string, update: Update}|null} */
    this.shared = null;
    /** The moment at which the player who looks sat down before the page. */
    this.sat = 0;
    /** What each side has seen, fetched once the match is over. @type {Map<string, History>} */
    this.seen = new Map();
  }

  // ---------------------------------------------------------------- who looks

  /** The side of the seat looked from; nobody's while the screen is handed over. */
  get seat() {
    return this.covered === null ? this.here?.side ?? null : null;
  }

  /** The seat looked from, by its own name: partners have different ones and the same side. */
  get place() {
    return this.covered === null ? this.here?.id ?? null : null;
  }

  /** The seats of this page by their own names. @returns {string[]} */
  get places() {
    return this.seats.flatMap((seat) => (seat.id === null ? [] : [seat.id]));
  }

  /** The other seats of the side looked from. @returns {string[]} */
  get partners() {
    return this.place === null ? [] : Object.keys(this.meta.seats).filter((id) => id !== this.place && this.meta.seats[id].side === this.seat);
  }

  /** Their side decides, but only a partner may: the partners who may. @returns {string[]} */
  get awaited() {
    const { view, offers, partners = {} } = this.now;
    return this.seat !== null && view.decision.side === this.seat && offers.length === 0 ? Object.keys(partners) : [];
  }

  /** The seat of this page whose last action can be undone: of two partners at one screen, whoever acted. @returns {Seat|null} */
  get undoer() {
    if (this.covered !== null) return null;
    if (this.here.now.undo) return this.here;
    return this.seats.find((seat) => seat.side === this.here.side && seat.now.undo && seat.now.tag === this.here.now.tag) ?? null;
  }

  /** @returns {string[]} */
  get mine() {
    return this.seats.flatMap((seat) => (seat.side === null ? [] : [seat.side]));
  }

  /** The live moment; while the screen is handed over, what all seats of this page may see of it. @returns {Update} */
  get now() {
    return this.covered === null ? this.here.now : this.common();
  }

  /** Whether this page decides now, from the seat it looks from. */
  get deciding() {
    const { view } = this.now;
    return this.seat !== null && view.decision.side === this.seat && !view.result && !this.meta.ended && this.meta.playable !== false && this.awaited.length === 0;
  }

  /** Whether something that has happened is still to be shown, or is being shown again. */
  get playing() {
    return this.playback.behind || this.playback.own;
  }

  /** Whether it is the player's own act that is being shown. */
  get playingOwn() {
    return this.playback.own;
  }

  /** The tag of the position whose choices are on the screen; empty while what has happened is still being shown. */
  get onScreen() {
    return this.playing ? "" : this.now.tag;
  }

  /** The position of which the page speaks: the newest, or the one on its way there. */
  get present() {
    return this.playing && this.shown.live ? this.shown.view : this.now.view;
  }

  /** Whether this page decides and everything that has happened has been shown. */
  get ready() {
    return this.deciding && !this.passing && !this.playing && this.covered === null;
  }

  /** Whether the service is about to pass for the seat looked from: nothing is to be chosen. */
  get passing() {
    return Boolean(this.now.autopass) && this.now.view.decision.side === this.seat;
  }

  /** For which kinds of window the service passes in the name of the seat looked from. */
  get autopass() {
    return this.covered === null ? this.here?.autopass ?? null : null;
  }

  // ---------------------------------------------------------------- sitting down

  /**
   * Open a socket for each token and wait until the seats are taken.
   * @param {string[]} tokens
   * @param {string} name
   */
  async sit(tokens, name) {
    const answers = await Promise.allSettled(tokens.map((token) => this.take(token, name)));
    const problem = answers.find((answer) => answer.status === "rejected");
    if (this.seats.length === 0) throw problem?.status === "rejected" ? problem.reason : new NoTable(4001);
    const order = Object.keys(this.meta.seats);
    this.seats.sort((a, b) => order.indexOf(a.id ?? "") - order.indexOf(b.id ?? ""));
    const asked = this.seatOf(this.seats[0].now.view.decision.side);
    this.here = (asked?.now.autopass ? this.seats.find((seat) => seat !== asked && seat.side !== null) : null) ?? asked ?? this.seats[0];
    this.sat = this.here.now.moment;
    if (this.mine.length > 1 && this.differs()) this.covered = this.here.side;
    this.shown = live(this.now);
    this.selection = this.start();
  }

  /** What each player has missed, or has forgotten with the page, is there again. Without a connection it stays away. */
  async remind() {
    if (this.meta.ended || this.meta.playable === false) return;
    await Promise.all(this.seats.map(async (seat) => {
      const { tag } = seat.now;
      const found = await recall(seat, this.lore?.theme?.phases).catch(() => null);
      if (!found || seat.now.tag !== tag || seat.since.length > 0) return; // something else has happened meanwhile
      if (seat !== this.here || this.covered !== null) [seat.base, seat.since] = [found.base, found.steps];
      else if (this.playback.steps.length === 0 && this.shown.live) this.playback.restore(found.base, found.steps);
    }));
  }

  /**
   * @param {string} token
   * @param {string} name
   * @returns {Promise<void>}
   */
  take(token, name) {
    return new Promise((resolve, reject) => {
      /** @type {Seat|null} */
      let seat = null;
      const link = new Connection(this.match, token, {
        message: (message) => {
          if (message.t !== "welcome") {
            if (seat) this.hear(seat, message);
          } else if (seat) {
            this.welcomed(seat, message);
          } else {
            const history = new History((body) => /** @type {any} */ (link.ask("log", body))).begin(message.log ?? [], message.update.moment, message.chapters);
            const [now] = momentsOf(message.update.view, message.update);
            seat = { link, id: message.seat ?? null, side: message.side ?? null, token, now, history, autopass: message.autopass ?? null, base: null, since: [] };
            this.seats.push(seat);
            this.meta = message.meta;
            this.chat = message.chat ?? [];
            this.setConnection();
            resolve();
          }
        },
        state: (state, code) => {
          if (state === "closed" && !seat) reject(new NoTable(code));
          else if (state === "closed") this.emit("closed", code, seat?.side);
          this.setConnection();
        },
      }, { name });
      link.open();
    });
  }

  setConnection() {
    const states = this.seats.map((seat) => seat.link.state);
    const worst = /** @type {const} */ (["closed", "offline", "connecting", "open"]).find((state) => states.includes(state)) ?? "connecting";
    if (worst === this.connection) return;
    this.connection = worst;
    this.emit("connection", worst);
  }

  hurry() {
    for (const seat of this.seats) seat.link.hurry();
  }

  leave() {
    for (const seat of this.seats) seat.link.close();
  }

  // ---------------------------------------------------------------- hearing

  /**
   * @param {Seat} seat
   * @param {Message} message
   */
  hear(seat, message) {
    if (message.t === "update") this.receive(seat, /** @type {any} */ (message), Boolean(message.re));
    else if (message.t === "stale") this.receive(seat, message.update, false);
    else if (message.t === "meta") {
      this.meta = message.meta;
      this.emit("meta", this.meta);
    } else if (message.t === "autopass") {
      seat.autopass = message.steps;
      this.emit("autopass", seat.side);
    } else if (message.t === "chat" && seat === this.seats[0]) {
      this.chat = [...this.chat, message.line];
      this.emit("chat", message.line);
    }
  }

  /**
   * Back after a break: whatever has happened meanwhile is shown without ceremony.
   * @param {Seat} seat
   * @param {Message} message
   */
  welcomed(seat, message) {
    const changed = message.update.tag !== seat.now.tag;
    if (message.log) seat.history.begin(message.log, message.update.moment, message.chapters);
    seat.autopass = message.autopass ?? seat.autopass;
    this.meta = message.meta;
    this.chat = message.chat ?? this.chat;
    [seat.now] = momentsOf(message.update.view, message.update);
    if (changed) [seat.base, seat.since] = [null, []];
    this.emit("meta", this.meta);
    if (this.covered !== null) return void this.recover();
    this.emit("log");
    if (seat === this.here && changed) {
      this.playback.reset();
      this.display(null, false);
    } else this.turnTable();
    if (changed) void this.remind();
  }

  /**
   * @param {Seat} seat
   * @param {import("../types.js").UpdateMessage} message
   * @param {boolean} own whether it answers a request of this page
   */
  receive(seat, message, own) {
    if (message.from !== null && message.from !== seat.now.tag) return seat.link.refresh();
    const before = seat.now;
    const update = /** @type {Update} */ (momentsOf(before.view, message).at(-1));
    seat.now = update;
    if (update.tag === before.tag && update.moment === before.moment && message.acts.length === 0) {
      if (Boolean(update.autopass) !== Boolean(before.autopass) && this.covered === null) {
        this.emit("shown", this.shown); // the service has begun to pass, or leaves it to the player
        this.turnTable();
      }
      return;
    }
    if (before.view.decision.side !== update.view.decision.side) this.since = Date.now();
    const steps = stepsOf(seat, before, message, own, this.lore?.theme?.phases);
    seat.history.follow(message.acts, message.moment);
    const back = update.moment < before.moment;
    if (seat === this.here && back) this.acted = this.acted.filter((one) => one.moment <= update.moment);
    if (this.covered !== null || seat !== this.here) {
      this.remember(seat, before.view, steps, update.moment);
      return void (this.covered === null ? this.turnTable() : this.recover());
    }
    this.emit("log");
    if (back) this.playback.rewind(update.moment);
    else if (steps.length > 0) this.playback.add(steps, before.view);
    else if (!this.playing) this.display(null, own);
  }

  /**
   * What a seat sees while nobody looks from it waits for its player.
   * @param {Seat} seat
   * @param {import("../types.js").View} before
   * @param {import("./playback.js").Step[]} steps
   * @param {number} moment
   */
  remember(seat, before, steps, moment) {
    if (seat.since.length === 0) seat.base = before;
    seat.since = [...seat.since, ...steps].filter((step) => step.n <= moment);
    const end = seat.since.findLastIndex((step) => step.ends);
    if (end < 0) return;
    seat.base = seat.since[end].view;
    seat.since = seat.since.slice(end + 1);
  }

  // ---------------------------------------------------------------- showing

  /**
   * Show a step of the playback, or the newest position.
   * @param {import("./playback.js").Step|null} step
   * @param {boolean} own whether the player's own act has led there
   */
  display(step, own) {
    if (this.shown.live) {
      this.shown = step ? { view: step.view, events: step.events, moment: step.n, live: true, panel: step.panel, by: step.side } : live(this.now);
      this.selection = this.start();
      if (own && this.sent && this.selection === NOTHING && this.deciding) this.selection = sticky(this.now.offers, this.sent.selection, this.sent.text) ?? NOTHING;
      this.emit("shown", this.shown);
    }
    this.emit("update", this.now);
    if (!step) this.turnTable();
  }

  /** Show the newest at once. Returns whether there was anything to skip. */
  skip() {
    return this.playback.skip();
  }

  /** Whether the seats of this page see different things. */
  differs() {
    const [first, ...rest] = this.seats.filter((seat) => seat.side !== null).map((seat) => JSON.stringify(seat.now.view));
    return rest.some((view) => view !== first);
  }

  /** What every seat of this page may see; where they see different things, nothing. @returns {Update} */
  common() {
    const seats = this.seats.filter((seat) => seat.side !== null);
    const key = seats.map((seat) => seat.now.tag).join(" ");
    if (this.shared?.key !== key) {
      const [first, ...rest] = seats.map((seat) => seat.now.view);
      this.shared = { key, update: { tag: "", moment: 0, view: inCommon(first, rest), events: [], offers: [], undo: false } };
    }
    return this.shared.update;
  }

  /**
   * The seat of this page that acts for a side: of two partners the one who looks, unless only the other may.
   * @param {string|null} side
   * @returns {Seat|undefined}
   */
  seatOf(side) {
    const found = this.seats.filter((seat) => seat.side === side);
    const asked = found.filter((seat) => seat.now.offers.length > 0);
    return (asked.length > 0 ? asked : found).find((seat) => seat === this.here) ?? asked[0] ?? found[0];
  }

  /** Two people at one page: when the other one decides, the page turns to that seat, hidden first if there are secrets. */
  turnTable() {
    if (this.playing || this.covered !== null || !this.here || this.mine.length < 2) return;
    const side = this.now.view.decision.side;
    const next = this.seatOf(side);
    if (!next || next === this.here || next.now.view.decision.side !== side || this.now.view.result || this.meta.ended) return;
    if (next.side === this.here.side && next.now.tag !== this.here.now.tag) return; // a partner who has not heard yet what has happened
    if (next.now.autopass) return; // nobody is asked: the service passes, and the screen stays where it is
    if (this.differs()) {
      this.stash();
      this.covered = side;
      this.shown = live(this.now);
      this.selection = NOTHING;
      this.emit("cover", side);
      this.tellSeat();
    } else {
      this.turnTo(next);
      const { title } = this.meta.seats[next.id ?? ""] ?? {};
      this.emit("notice", title ? "turnedSeat" : "turned", { side, seat: title });
    }
  }

  /** The screen waits to be handed over, and meanwhile another side is asked: it is the one to take it. */
  recover() {
    const sides = new Set(this.seats.flatMap((seat) => (seat.side === null ? [] : [seat.now.view.decision.side])));
    const [side] = sides;
    const next = this.seatOf(side);
    if (sides.size > 1 || !next || side === this.covered || next.now.autopass) return;
    this.covered = side;
    this.emit("cover", side);
  }

  /** The other player confirms to sit before the page. */
  uncover() {
    const side = this.covered;
    this.covered = null;
    const next = side === null ? undefined : this.seatOf(side);
    if (next) this.turnTo(next, false);
    this.emit("cover", null);
  }

  /**
   * Look from another own seat.
   * @param {Seat} next
   * @param {boolean} [stash] whether what the seat left has seen is still out
   */
  turnTo(next, stash = true) {
    if (stash) this.stash();
    this.here = next;
    this.sat = next.now.moment;
    this.playback.restore(next.base, next.since);
    this.shown = live(this.now);
    this.selection = this.start();
    this.tellSeat();
  }

  /** What this seat has seen since its player last acted is put away with it: nobody else is shown any of it. */
  stash() {
    [this.here.base, this.here.since] = [this.playback.base, this.playback.steps];
    this.playback.reset();
  }

  /** Everything is to be drawn anew, as the seat looked from sees it. */
  tellSeat() {
    this.emit("seat", this.seat);
    this.emit("log");
    this.emit("shown", this.shown);
    this.emit("update", this.now);
  }

  // ---------------------------------------------------------------- choosing

  start() {
    return this.deciding && this.shown.live && !this.playing ? beginning(this.now.offers, this.lore?.theme?.asides, this.now.view) : NOTHING;
  }

  /** @param {string|null} unit */
  select(unit) {
    this.choose(unit === null ? this.start() : chosen([{ kind: "unit", value: unit }]));
  }

  /** @param {Selection} selection */
  choose(selection) {
    this.selection = selection.picks.length === 0 && selection.verb === null && selection.number === null ? this.start() : selection;
    this.emit("select", this.selection);
  }

  /**
   * Mark several units, to be dealt with one after the other.
   * @param {string[]} units
   */
  pick(units) {
    this.picked = units;
    this.emit("picked", units);
  }

  // ---------------------------------------------------------------- asking

  /** @param {string} name */
  rename(name) {
    return Promise.allSettled(this.seats.map((seat) => seat.link.ask("name", { name })));
  }

  /** Whoever acts comes back to the newest first. Returns the tag to act on, or null if that position was not on the screen. */
  beginning() {
    const tag = this.onScreen;
    if (!tag) this.skip();
    else if (!this.shown.live) void this.showMoment(null);
    return tag || null;
  }

  /** What has been seen, by this seat or by the side with whose eyes the finished match is looked at; nothing while the screen is handed over. @returns {History|null} */
  get history() {
    if (this.covered !== null) return null;
    return (!this.shown.live && this.seen.get(this.shown.side ?? "")) || this.here.history;
  }

  /** The newest moments of it, as far back as they have been fetched. @returns {Moment[]} */
  log() {
    return this.history?.tail ?? [];
  }

  /** Fetch all of it, for whoever counts over the whole match. */
  async wholeLog() {
    const { history } = this;
    if (!history || history.first <= 1) return;
    await history.load(1, history.last).catch(() => {}); // without a connection it counts what is there
    this.emit("log");
  }

  /**
   * Show an earlier moment; null is live again.
   * @param {number|null} moment
   * @param {string} [side]
   */
  async showMoment(moment, side) {
    const told = this.history;
    if (moment === null) {
      if (this.shown.live) return;
      this.playback.rest();
      this.shown = live(this.now);
      this.selection = this.start();
    } else {
      const seat = this.here;
      const found = await this.look(moment, side);
      if (side !== undefined && !this.seen.has(side)) {
        const { log, chapters } = await seat.link.ask("log", { side });
        if (log) this.seen.set(side, new History((body) => /** @type {any} */ (seat.link.ask("log", { ...body, side }))).begin(log, found.of, chapters));
      }
      if (seat !== this.here || this.covered !== null || !found.view) return;
      if (this.playing) this.playback.skip();
      this.shown = { view: found.view, panel: found.panel, events: found.events ?? [], moment: found.at, live: false, text: found.text, side };
      this.selection = NOTHING;
    }
    if (this.history !== told) this.emit("log");
    this.emit("shown", this.shown);
  }

  /** @param {Pointed} what */
  point(what) {
    this.emit("point", what);
  }
}

/**
 * The acts of an update, each with the position after it. What is told again has been shown before.
 * @param {Seat} seat
 * @param {Update} before
 * @param {import("../types.js").UpdateMessage} message
 * @param {boolean} own
 * @param {import("./recall.js").Phases} [phases]
 * @returns {import("./playback.js").Step[]}
 */
function stepsOf(seat, before, message, own, phases) {
  let { phase } = before.view;
  return positions(before.view, message).steps.map(({ act: { n, side, events }, view }) => {
    const mine = own && side === seat.side;
    const step = { n, side, events, view, own: mine, ends: mine && isOwnPhase(phases, phase, side) };
    phase = view.phase;
    return step;
  }).filter((step) => step.n > before.moment);
}
