// @ts-check
/**
 * What an update of the service (docs/protocol.md) leads to: the position after each act, the log, the chapters. Nothing here changes what it is given;
 * a new view shares with the old one whatever has not changed.
 */

/** @typedef {import("../types.js").Act} Act */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Chapter} Chapter */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").Update} Update */
/** @typedef {import("../types.js").UpdateMessage} UpdateMessage */
/** @typedef {import("../types.js").View} View */

/**
 * A view after some changes. A change is `[path, value]`, or `[path]` if the key is gone.
 * @template {Record<string, any>} T
 * @param {T} view
 * @param {Change[]|null|undefined} changes
 * @returns {T}
 */
export function patch(view, changes) {
  if (!changes || changes.length === 0) return view;
  /** What has been copied already, and so may be changed. @type {Set<any>} */
  const own = new Set();
  const copyOf = (/** @type {any} */ node) => {
    if (own.has(node)) return node;
    const copy = { ...node };
    own.add(copy);
    return copy;
  };
  const root = copyOf(view);
  for (const [path, ...value] of changes) {
    let node = root;
    for (const key of path.slice(0, -1)) node = node[key] = copyOf(node[key]);
    const last = path[path.length - 1];
    if (value.length > 0) node[last] = value[0];
    else delete node[last];
  }
  return root;
}

/**
 * The position after each act of an update, and the one after all of it. Where the update does not follow from the view (`from` is null), the ways in
 * between are not known: every act leads to the last position.
 * @param {View} view the one that the client has
 * @param {UpdateMessage} update
 * @returns {{steps: {act: Act, view: View}[], view: View}}
 */
export function positions(view, update) {
  if (update.from === null) {
    const whole = /** @type {View} */ (update.view);
    return { steps: update.acts.map((act) => ({ act, view: whole })), view: whole };
  }
  let now = view;
  const steps = update.acts.map((act) => ({ act, view: (now = patch(now, act.changes)) }));
  return { steps, view: patch(now, update.changes) };
}

/**
 * An update as one moment after another: each act with its events and the position after it. The last one has all that belongs to the present, such as
 * the legal actions.
 * @param {View} view the one that the client has
 * @param {UpdateMessage} message
 * @returns {Update[]}
 */
export function momentsOf(view, message) {
  const { steps, view: last } = positions(view, message);
  const { re, tag, moment, offers, undo, partners, autopass, panel } = message;
  /** @type {Update[]} */
  const found = steps.map((step) => ({
    tag: `${tag} ${step.act.n}`, moment: step.act.n, side: step.act.side, view: step.view, events: step.act.events, offers: [], undo: false, autopass: false,
  }));
  const end = found[found.length - 1];
  const now = { re, tag, moment, side: end?.side ?? null, view: last, events: end?.events ?? [], offers, undo, partners, autopass, panel };
  if (end && end.view === last) found[found.length - 1] = now;
  else found.push({ ...now, side: null, events: [] });
  return found;
}

/**
 * Which kind of chapter an event begins, if any; the service has the same rule.
 * @param {GameEvent} event
 * @returns {"turn"|"phase"|"fight"|null}
 */
export function chapterKind({ kind, data }) {
  if (kind === "turn" || kind === "phase") return kind;
  return "dice" in data || "cards" in data || ("die" in data && "result" in data) ? "fight" : null;
}

/**
 * The chapters after an update.
 * @param {Chapter[]} chapters
 * @param {Act[]} acts
 * @param {number} moment the present one
 * @returns {Chapter[]}
 */
export function chaptersAfter(chapters, acts, moment) {
  const told = new Set(acts.map(({ n }) => n));
  const found = chapters.filter(({ n }) => n <= moment && !told.has(n));
  for (const { n, events } of acts) {
    for (const event of events) {
      const kind = chapterKind(event);
      if (!kind) continue;
      const last = found.findLast((one) => one.n <= n);
      const turn = (kind === "fight" ? undefined : event.data.turn) ?? last?.turn ?? null;
      const phase = kind === "phase" ? String(event.data.phase ?? "") : kind === "turn" ? "" : last?.phase ?? "";
      const { day, tally } = event.data;
      found.push({ n, turn, phase, kind, text: event.text, ...(day ? { day } : null), ...(tally ? { tally } : null) });
    }
  }
  return found.sort((a, b) => a.n - b.n);
}
