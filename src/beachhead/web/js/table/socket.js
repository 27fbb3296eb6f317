// @ts-check
/**
 * One socket for one seat. It comes back by itself after a break, and sends again, under the same id, whatever it does not know to have
 * been carried out; the service does nothing twice.
 */

/**
 * @typedef {"connecting"|"open"|"offline"|"closed"} ConnectionState
 * @typedef {{t: string, re?: string|null, [name: string]: any}} Message
 * @typedef {{message: Record<string, any>, lasting: boolean, resolve: (answer: Message) => void, reject: (problem: Error) => void, timer: any}} Waiting
 */

const PROTOCOL = 2;
/** Requests that change something: they survive a break of the connection. */
const LASTING = new Set(["act", "undo", "resign", "offer", "answer", "withdraw"]);
/** Closing codes after which there is no use in trying again. */
const FINAL = new Set([4001, 4002, 4003, 4004, 4005]);
const PATIENCE = 12000;
const SILENCE = 25000;

/** The connection broke before an answer came. */
export class Offline extends Error {}

export class Connection {
  /**
   * @param {string} match
   * @param {string} token
   * @param {{message: (message: Message) => void, state: (state: ConnectionState, code: number) => void}} listener
   * @param {{name?: string, open?: (address: string) => WebSocket}} [options]
   */
  constructor(match, token, listener, options = {}) {
    this.match = match;
    this.token = token;
    this.listener = listener;
    this.name = options.name ?? "";
    this.openSocket = options.open ?? ((address) => new WebSocket(address));
    /** @type {ConnectionState} */
    this.state = "connecting";
    /** @type {WebSocket|null} */
    this.socket = null;
    this.tries = 0;
    this.count = 0;
    const seed = crypto.getRandomValues(new Uint32Array(2));
    this.prefix = `${seed[0].toString(36)}${seed[1].toString(36)}`;
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    /** @type {any} */
    this.retry = null;
    /** @type {any} */
    this.pulse = null;
    this.heard = 0;
  }

  open() {
    clearTimeout(this.retry);
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    const socket = (this.socket = this.openSocket(address));
    socket.onopen = () => {
      const hello = { t: "hello", protocol: PROTOCOL, match: this.match, token: this.token };
      socket.send(JSON.stringify(this.name ? { ...hello, name: this.name } : hello));
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  /** @param {Message} message */
  hear(message) {
    this.heard = Date.now();
    if (message.t === "welcome") {
      this.tries = 0;
      this.become("open", 0);
      this.listener.message(message);
      for (const { message: again } of this.waiting.values()) this.socket?.send(JSON.stringify(again));
      clearInterval(this.pulse);
      this.pulse = setInterval(() => this.check(), SILENCE);
      return;
    }
    const waiting = message.re ? this.waiting.get(message.re) : undefined;
    if (waiting && message.re) {
      this.waiting.delete(message.re);
      clearTimeout(waiting.timer);
    }
    this.listener.message(message);
    waiting?.resolve(message);
  }

  /** A socket that has died without saying so is found out by a ping. */
  check() {
    if (Date.now() - this.heard < SILENCE || this.state !== "open") return;
    this.ask("ping", {}).catch(() => this.socket?.close());
  }

  /** @param {number} code */
  lost(code) {
    clearInterval(this.pulse);
    this.socket = null;
    for (const [id, waiting] of this.waiting) {
      if (waiting.lasting && !FINAL.has(code) && this.state !== "closed") continue;
      this.waiting.delete(id);
      clearTimeout(waiting.timer);
      waiting.reject(new Offline("offline"));
    }
    if (this.state === "closed") return;
    if (FINAL.has(code)) {
      this.become("closed", code);
      return;
    }
    this.become("offline", code);
    const wait = Math.min(15000, 400 * 2 ** this.tries) * (0.6 + 0.8 * Math.random());
    this.tries += 1;
    this.retry = setTimeout(() => this.open(), this.tries === 1 ? 150 : wait);
  }

  /** The browser says that the network is back, or the player does not want to wait. */
  hurry() {
    if (this.state !== "offline" || this.socket) return;
    this.open();
  }

  /**
   * Send a request; the promise is its answer.
   * @param {string} kind
   * @param {Record<string, any>} body
   * @returns {Promise<Message>}
   */
  ask(kind, body) {
    const id = `${this.prefix}-${++this.count}`;
    const message = { t: kind, id, ...body };
    const lasting = LASTING.has(kind);
    return new Promise((resolve, reject) => {
      if (this.state !== "open" && !lasting) {
        reject(new Offline("offline"));
        return;
      }
      const timer = lasting ? null : setTimeout(() => {
        this.waiting.delete(id);
        reject(new Offline("no answer"));
      }, PATIENCE);
      this.waiting.set(id, { message, lasting, resolve, reject, timer });
      if (this.state === "open") this.socket?.send(JSON.stringify(message));
    });
  }

  /** Begin anew: the next welcome says how things stand. */
  refresh() {
    this.socket?.close();
  }

  close() {
    this.state = "closed";
    clearTimeout(this.retry);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  /**
   * @param {ConnectionState} state
   * @param {number} code
   */
  become(state, code) {
    this.state = state;
    this.listener.state(state, code);
  }
}
