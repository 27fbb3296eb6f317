// @ts-check
/** Whoever wants to know says so: things happen under a name, and each listener of that name is told. */

export class Listeners {
  constructor() {
    /** @type {Map<string, Set<(...args: any[]) => void>>} */
    this.listeners = new Map();
  }

  /**
   * @param {string} kind update, shown, select, meta, chat, log, point, connection, settings, seat, cover, refused, notice, playback
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
}
