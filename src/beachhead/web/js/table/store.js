// @ts-check
/**
 * The table: the seats this page holds, the live moment, the moment shown, and everything a panel may ask for.
 * Updates are shown one after the other; whoever clicks meanwhile is taken to the newest at once.
 */
import { Connection, Offline } from "./socket.js";
import { NOTHING, beginning, chosen, sticky } from "./selection.js";
import { getSettings } from "./settings.js";
import { inCommon, live, outcome } from "./hotSeat.js";

/** @typedef {import("../types.js").Update} Update */
/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("../types.js").Shown} Shown */
/** @typedef {import("../types.js").Selection} Selection */
/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("./socket.js").Message} Message */
/** @typedef {{link: Connection, side: string|null, token: string, now: Update, log: Moment[], autopass: Record<string, boolean>|null}} Seat */
/** @typedef {{spaces?: string[], units?: string[], case?: string, hold?: boolean}} Pointed */

/** A problem that ends the way to the table; the code is that of the closed socket. */
export class NoTable extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`closed ${code}`);
    this.code = code;
  }
}

export class Store {
  /** @param {string} match */
  constructor(match) {
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
    /** @type {Line[]} */
    this.chat = [];
    /** @type {import("./socket.js").ConnectionState} */
    this.connection = "connecting";
    /** The side to whom the screen is to be handed, while it is hidden. @type {string|null} */
    this.covered = null;
    /** When the present decision began. */
    this.since = Date.now();
    /** Whether an own request is under way. */
    this.busy = false;
    /** Shows the events of an update; set by whoever has the map. @type {(events: import("../types.js").GameEvent[], pace: number) => Promise<void>} */
    this.animate = async () => {};
    /** @type {Map<string, Set<(...args: any[]) => void>>} */
    this.listeners = new Map();
    /** @type {{update: Update, own: boolean}[]} */
    this.queue = [];
    this.playing = false;
    this.playingOwn = false;
    /** @type {(() => void)|null} */
    this.skipNow = null;
    /** @type {Map<string, Promise<any>>} */
    this.asked = new Map();
    this.askedTag = "";
    /** @type {Promise<any>} */
    this.turn = Promise.resolve();
    /** What was chosen when the last own action was sent. @type {{selection: Selection, text: string}|null} */
    this.sent = null;
    /** The own actions that were carried out, each with the moment after it. @type {{text: string, moment: number}[]} */
    this.acted = [];
    /** What all seats of this page may see, and of which views that was found. @type {{key: string, update: Update}|null} */
    this.shared = null;
    /** The moment at which the player who looks sat down before the page. */
    this.sat = 0;
    /** What each side has seen, fetched once the match is over. @type {Map<string, Moment[]>} */
    this.seen = new Map();
  }

  // ---------------------------------------------------------------- who looks

  /** The seat looked from; nobody's while the screen is handed over. */
  get seat() {
    return this.covered === null ? this.here?.side ?? null : null;
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
    return this.seat !== null && view.decision.side === this.seat && !view.result && !this.meta.ended && this.meta.playable !== false;
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

  // ---------------------------------------------------------------- listening

  /**
   * @param {string} kind update, shown, select, meta, chat, log, point, connection, settings, seat, cover, refused, notice
   * @param {(...args: any[]) => void} fn
   * @returns {() => void}
   */
  on(kind, fn) {
    const found = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, found.add(fn));
    return () => found.delete(fn);
  }

  /**
   * @param {string} kind
   * @param {...any} args
   */
  emit(kind, ...args) {
    for (const fn of this.listeners.get(kind) ?? []) {
      try {
        fn(...args);
      } catch (problem) {
        console.error(problem); // one panel that stumbles does not take the others with it
      }
    }
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
    this.seats.sort((a, b) => order.indexOf(a.side ?? "") - order.indexOf(b.side ?? ""));
    const asked = this.seats.find((seat) => seat.side === this.seats[0].now.view.decision.side);
    this.here = (asked?.now.autopass ? this.seats.find((seat) => seat !== asked && seat.side !== null) : null) ?? asked ?? this.seats[0];
    this.sat = this.here.now.moment;
    if (this.mine.length > 1 && this.differs()) this.covered = this.here.side;
    this.shown = live(this.now);
    this.selection = this.start();
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
            seat = { link, side: message.seat ?? null, token, now: message.update, log: message.log ?? [], autopass: message.autopass ?? null };
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
    seat.log = message.log ?? seat.log;
    seat.autopass = message.autopass ?? seat.autopass;
    this.meta = message.meta;
    this.chat = message.chat ?? this.chat;
    const changed = message.update.tag !== seat.now.tag;
    seat.now = message.update;
    this.emit("meta", this.meta);
    if (this.covered !== null) return void this.recover();
    this.emit("log");
    if (seat === this.here && changed) this.enqueue({ ...message.update, events: [] }, false);
    else this.turnTable();
  }

  /**
   * @param {Seat} seat
   * @param {Update} update
   * @param {boolean} own
   */
  receive(seat, update, own) {
    const before = seat.now;
    if (update.tag === before.tag && update.moment === before.moment && update.events.length === 0) {
      seat.now = update;
      if (Boolean(update.autopass) !== Boolean(before.autopass) && this.covered === null) {
        this.emit("shown", this.shown); // the service has begun to pass, or leaves it to the player
        this.turnTable();
      }
      return;
    }
    if (before.view.decision.side !== update.view.decision.side) this.since = Date.now();
    seat.now = update;
    if (seat === this.here && update.moment < before.moment) this.acted = this.acted.filter((one) => one.moment <= update.moment);
    const onward = update.events.length > 0 && update.moment > before.moment;
    seat.log = seat.log.filter((moment) => (onward ? moment.n < update.moment : moment.n <= update.moment));
    if (onward) seat.log.push({ n: update.moment, side: before.view.decision.side, events: update.events });
    if (this.covered !== null) return void this.recover();
    if (seat === this.here) this.enqueue(update, own);
    else this.turnTable();
  }

  // ---------------------------------------------------------------- showing

  /**
   * @param {Update} update
   * @param {boolean} own
   */
  enqueue(update, own) {
    this.queue.push({ update, own });
    this.emit("log");
    if (!this.playing) void this.play();
  }

  async play() {
    this.playing = true;
    while (this.queue.length > 0) {
      const { update, own } = /** @type {{update: Update, own: boolean}} */ (this.queue.shift());
      this.playingOwn = own;
      if (this.shown.live) {
        const pace = this.pace(update);
        if (pace > 0 && update.events.length > 0) {
          await Promise.race([this.animate(update.events, pace).catch(() => {}), new Promise((resolve) => (this.skipNow = () => resolve(null)))]);
          this.skipNow = null;
        }
        if (this.shown.live) {
          this.shown = live(update);
          this.selection = this.start();
          if (own && this.sent && this.selection === NOTHING && this.deciding) this.selection = sticky(update.offers, this.sent.selection, this.sent.text) ?? NOTHING;
          this.playing = this.queue.length > 0;
          this.emit("shown", this.shown);
        }
      }
      this.playing = this.queue.length > 0;
      this.emit("update", update);
    }
    this.playing = false;
    this.playingOwn = false;
    this.turnTable();
  }

  /**
   * How much time to take for showing: 0 is none. A long row of waiting updates goes faster and faster, but nobody should miss a die.
   * @param {Update} update
   */
  pace(update) {
    const set = getSettings().speed;
    if (set === "off" || document.hidden || this.covered !== null) return 0;
    const base = set === "fast" ? 0.4 : 1;
    if (update.events.some((event) => event.data?.die || Array.isArray(event.data?.dice))) return base;
    if (this.queue.length > 12) return 0;
    return base / (this.queue.length > 5 ? 4 : this.queue.length > 1 ? 2 : 1);
  }

  /** Show the newest at once. Answers whether there was anything to skip. */
  skip() {
    if (!this.playing) return false;
    const newest = this.queue.at(-1);
    if (newest) this.queue = [{ ...newest, update: { ...newest.update, events: [] } }];
    this.skipNow?.();
    return true;
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
      this.shared = { key, update: { tag: "", moment: 0, view: inCommon(first, rest), events: [], offers: [], undo: false, moments: 0 } };
    }
    return this.shared.update;
  }

  /** Two people at one page: when the other one decides, the page turns to that seat, hidden first if there are secrets. */
  turnTable() {
    if (this.playing || this.covered !== null || !this.here || this.mine.length < 2) return;
    const side = this.now.view.decision.side;
    const next = this.seats.find((seat) => seat.side === side);
    if (!next || next === this.here || next.now.view.decision.side !== side || this.now.view.result || this.meta.ended) return;
    if (next.now.autopass) return; // nobody is asked: the service passes, and the screen stays where it is
    if (this.differs()) {
      this.covered = side;
      this.shown = live(this.now);
      this.selection = NOTHING;
      this.emit("cover", side);
      this.tellSeat();
    } else {
      this.turnTo(side);
      this.emit("notice", "turned", { side });
    }
  }

  /** The screen waits to be handed over, and meanwhile another side is asked: it is the one to take it. */
  recover() {
    const sides = new Set(this.seats.flatMap((seat) => (seat.side === null ? [] : [seat.now.view.decision.side])));
    const [side] = sides;
    const next = this.seats.find((seat) => seat.side === side);
    if (sides.size > 1 || !next || side === this.covered || next.now.autopass) return;
    this.covered = side;
    this.emit("cover", side);
  }

  /** The other player confirms to sit before the page. */
  uncover() {
    const side = this.covered;
    this.covered = null;
    if (side !== null) this.turnTo(side);
    this.emit("cover", null);
  }

  /**
   * Look from another own seat.
   * @param {string} side
   */
  turnTo(side) {
    const next = this.seats.find((seat) => seat.side === side);
    if (!next) return;
    this.here = next;
    this.sat = next.now.moment;
    this.queue = [];
    this.shown = live(this.now);
    this.selection = this.start();
    this.tellSeat();
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
    return this.deciding && this.shown.live ? beginning(this.now.offers, this.lore?.theme?.asides) : NOTHING;
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

  // ---------------------------------------------------------------- asking

  /**
   * One request after the other, so that each carries the newest tag.
   * @param {string} kind
   * @param {() => Record<string, any>} body
   * @returns {Promise<Outcome>}
   */
  request(kind, body) {
    const seat = this.here;
    const next = this.turn.then(async () => {
      this.busy = true;
      this.emit("busy", true);
      try {
        return outcome(await seat.link.ask(kind, body()));
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

  /**
   * @param {string} text
   * @returns {Promise<Outcome>}
   */
  async act(text) {
    if (!this.shown.live) this.showMoment(null);
    const seat = this.here;
    this.sent = { selection: this.selection, text };
    const found = await this.request("act", () => ({ tag: seat.now.tag, text }));
    if (!found.ok) this.emit("refused", found, text);
    else {
      this.acted.push({ text, moment: seat.now.moment });
      this.emit("acted", text);
    }
    return found;
  }

  /**
   * Several actions in a row, as one request.
   * @param {string[]} texts
   * @returns {Promise<Outcome>}
   */
  async acts(texts) {
    if (texts.length === 1) return this.act(texts[0]);
    if (!this.shown.live) this.showMoment(null);
    const seat = this.here;
    this.sent = null;
    const found = await this.request("acts", () => ({ tag: seat.now.tag, texts }));
    if (!found.ok) this.emit("refused", found, texts.join(", "));
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

  async undo() {
    const seat = this.here;
    const found = await this.request("undo", () => ({ tag: seat.now.tag }));
    if (!found.ok) this.emit("refused", found, "undo");
    return found;
  }

  /** @param {"undo"|"draw"} what */
  offer(what) {
    return this.request("offer", () => ({ what }));
  }

  /** @param {boolean} yes */
  answer(yes) {
    return this.request("answer", () => ({ yes }));
  }

  withdraw() {
    return this.request("withdraw", () => ({}));
  }

  resign() {
    return this.request("resign", () => ({}));
  }

  /** @param {string} text */
  say(text) {
    return this.here.link.ask("chat", { text });
  }

  /** @param {string} name */
  rename(name) {
    return Promise.allSettled(this.seats.map((seat) => seat.link.ask("name", { name })));
  }

  /**
   * A question whose answer holds until something changes.
   * @param {string} kind
   * @param {Record<string, any>} body
   * @returns {Promise<any>}
   */
  ask(kind, body) {
    const tag = `${this.seat} ${this.now.tag}`;
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
   * @returns {Promise<Record<string, import("../types.js").Preview>>}
   */
  async preview(verb, args) {
    const answer = await this.ask("preview", { verb, args });
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

  /** Everything this seat has seen, or the side with whose eyes the finished match is looked at. @returns {Moment[]} */
  log() {
    if (this.covered !== null) return [];
    return (!this.shown.live && this.seen.get(this.shown.side ?? "")) || this.here.log;
  }

  /**
   * Show an earlier moment; null is live again.
   * @param {number|null} moment
   * @param {string} [side]
   */
  async showMoment(moment, side) {
    const told = this.log();
    if (moment === null) {
      if (this.shown.live) return;
      this.shown = live(this.now);
      this.selection = this.start();
    } else {
      const seat = this.here;
      const found = await this.look(moment, side);
      if (side !== undefined && !this.seen.has(side)) {
        const { log } = await seat.link.ask("log", { since: 0, side });
        if (log) this.seen.set(side, log);
      }
      if (seat !== this.here || this.covered !== null || !found.view) return;
      this.shown = { view: found.view, panel: found.panel, events: found.events ?? [], moment: found.at, live: false, text: found.text, side };
      this.selection = NOTHING;
    }
    if (this.log() !== told) this.emit("log");
    this.emit("shown", this.shown);
  }

  /** @param {Pointed} what */
  point(what) {
    this.emit("point", what);
  }
}
