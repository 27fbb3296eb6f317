// @ts-check
/**
 * Between the map and the table: what is offered becomes marks, clicks become actions or reasons. The logic itself is in selection.js; this
 * module asks the service for costs, paths and odds, and remembers them for as long as they hold.
 */
import { t } from "../texts.js";
import { announceNow, announce } from "./announcer.js";
import { enough, idle } from "./combatPanel.js";
import { arrowsOf } from "./arrows.js";
import { dutiesOf } from "./duties.js";
import { createDrags } from "./drags.js";
import { createForced } from "./forced.js";
import { ableOf } from "./group.js";
import { actionWords, plainWords, unitWords, valueWord } from "./names.js";
import { actionCalled, graft, missing } from "./offers.js";
import { createOrders } from "./orders.js";
import { createPlan } from "./plan.js";
import { createSeveral } from "./several.js";
import { choose, chosen, click, isPlaced, open, optionsOf, questions, together } from "./selection.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Preview} Preview */
/** @typedef {import("./selection.js").Action} Action */
/** @typedef {import("./selection.js").Answer} Answer */
/** @typedef {import("./selection.js").Options} Options */
/**
 * Why something was not done. "warn": it will be, if it is asked for once more; "info": nothing was refused, it is only said.
 * @typedef {{text: string, case: string, action: string, tone?: "warn"|"info"}} Reason
 */

/** @type {Options} */
const NO_OPTIONS = {
  count: 0, plain: [], list: [], ready: [], away: [], targets: [], goals: [], numbers: [], openers: [], verbs: [], named: [], asides: [], choices: [],
  cards: [],
};

/** @type {WeakMap<import("../types.js").Offer[], import("../types.js").Offer[]>} */
const sorted = new WeakMap();

export class Controller {
  /** @param {Store} table */
  constructor(table) {
    this.table = table;
    /** @type {Board|null} */
    this.board = null;
    /** @type {Options} */
    this.options = NO_OPTIONS;
    /** By the text of an action. @type {Map<string, Preview>} */
    this.previews = new Map();
    /** Units that may take part in an order, also where actions name their spaces. @type {string[]} */
    this.able = [];
    /** Why the last click did not work. @type {Reason|null} */
    this.reason = null;
    /** The action under the pointer or the focus. @type {Action|null} */
    this.near = null;
    /** @type {{spaces?: string[], units?: string[]}|null} */
    this.pointed = null;
    /** What stays marked until it is let go, as in a step of the tour. @type {{spaces?: string[], units?: string[]}|null} */
    this.held = null;
    /** What one button would do in one go, while it is pointed at. @type {Action[]} */
    this.foreseen = [];
    this.asking = 0;
    /** The action that costs dearly and has been asked for once. */
    this.warned = "";
    this.forced = createForced(table, this);
    this.orders = createOrders(table, this);
    this.several = createSeveral(table, this);
    this.plan = createPlan(table, this);
    this.drags = createDrags(table, this);
    table.on("shown", () => this.renew());
    table.on("select", () => this.refresh());
    table.on("meta", () => this.refresh());
    table.on("refused", (outcome, text) => this.refused(outcome, text));
    table.on("point", (what) => this.point(what));
    table.on("picked", () => this.refresh());
    this.refresh();
  }

  /** @param {Board} board */
  attach(board) {
    this.board = board;
    board.several = this.several.mode;
    board.on("unit", (unit, event) => this.clicked("unit", unit, event));
    board.on("space", (space) => this.clicked("space", space));
    board.on("add", (units, how) => this.several.add(units, how));
    board.on("pull", (space) => void this.drags.pulled(space));
    board.on("lead", (id, space) => this.plan.lead(id, { kind: "space", value: space }));
    board.on("order", (id) => this.plan.choose(id));
    board.on("drop", (unit, space, way, loose, deals) => this.drags.dropped(unit, space, way, loose, deals));
    board.on("hover", (what) => this.hovered(what));
    board.on("lift", (unit) => this.table.select(unit));
    board.on("overlay", (name) => this.overlay(name));
    this.table.animate = (events, pace) => board.animate(events, { speed: pace });
    for (const kind of ["cover", "seat"]) this.table.on(kind, () => board.forget?.());
    this.table.on("shown", (shown) => {
      board.skip?.();
      board.setView(shown.view);
      for (const name of board.overlays?.keys() ?? []) if (!board.overlays.get(name)?.plain) void this.overlay(name);
    });
    board.setView(this.table.shown.view);
    this.mark();
  }

  /**
   * Shade the map by something the service knows.
   * @param {string} name
   */
  async overlay(name) {
    try {
      const data = await this.table.overlay(name);
      if (data.t === "error") return;
      if (!this.board?.overlays?.has(name)) announce(data.title ?? name);
      this.board?.overlay(name, data);
    } catch {
      // nothing is shaded without a connection
    }
  }

  get active() {
    return this.table.ready && this.table.shown.live;
  }

  /** @returns {import("./selection.js").Context} */
  get context() {
    const { table } = this;
    const { asides, grave = [], deliberate = [], order, kinds = {} } = table.lore.theme ?? {};
    return {
      offers: this.offers, selection: table.selection, view: table.now.view, seat: table.seat, verbs: table.lore.verbs, spaces: table.drawing.spaces, asides,
      grave: order ? [...grave, order.verb] : grave, deliberate, cards: Object.keys(kinds).filter((kind) => kinds[kind] === "cards"),
    };
  }

  /** What is offered, with the kinds of arguments as they are chosen: the theme may have other names for units and spaces. */
  get offers() {
    const { offers } = this.table.now;
    /** @type {Record<string, string>} */
    const kinds = this.table.lore.theme?.kinds ?? {};
    /** @type {Record<string, string>} */
    const real = { units: "unit", spaces: "space" };
    if (!Object.values(kinds).some((kind) => kind in real)) return offers;
    let found = sorted.get(offers);
    if (!found) sorted.set(offers, (found = offers.map((offer) => ({ ...offer, kinds: offer.kinds.map((kind) => real[kinds[kind]] ?? kind) }))));
    return found;
  }

  /** Something has happened: what was refused before says nothing any more. */
  renew() {
    this.reason = null;
    this.pointed = null;
    this.foreseen = [];
    this.refresh();
  }

  refresh() {
    this.options = this.active ? optionsOf(this.context) : NO_OPTIONS;
    this.able = this.active ? ableOf(this.context) : [];
    this.several.renew();
    this.plan.check();
    this.previews = new Map();
    this.setNear(null);
    this.mark();
    this.table.emit("options", this.options);
    if (!this.active) return;
    void this.load();
    void this.several.load();
    void this.ask();
  }

  /** Fetch the branches of the offered actions that what has been chosen leads to and that were too many to send. */
  async load() {
    const { table } = this;
    const { tag } = table.now;
    const wanted = missing(this.offers, table.selection.picks, table.selection.verb);
    if (wanted.length === 0) return;
    try {
      await Promise.all(wanted.map(async ({ offer, args }) => {
        const answer = await table.ask("actions", { tag, verb: offer.verb, kinds: offer.kinds, args });
        if (answer.t === "listed") graft(offer, args, answer.args);
        else throw new Error(answer.text ?? answer.t);
      }));
    } catch {
      if (table.now.tag === tag) this.setReason({ text: t("play.offlineNow"), case: "", action: "" });
      return;
    }
    if (this.active && table.now.tag === tag) this.refresh();
  }

  /** Ask for costs and odds of everything that can be clicked now. */
  async ask() {
    const turn = ++this.asking;
    const plain = this.options.plain.map((action) => ({ verb: action.verb, args: /** @type {string[]} */ ([]) }));
    const rows = together(this.context, this.options.list, this.table.lore.theme?.together).map(({ texts }) => this.foreseeRow(texts, turn));
    await Promise.all([...rows, ...[...questions(this.context), ...plain].map(async ({ verb, args }) => {
      try {
        const found = await this.table.preview(verb, args);
        if (turn !== this.asking) return;
        for (const [last, preview] of Object.entries(found)) this.previews.set(args.length === 0 && last === verb ? verb : [verb, ...args, last].join(" "), preview);
      } catch {
        // without a connection there are no labels
      }
    })]);
    if (turn !== this.asking || this.previews.size === 0) return;
    this.mark();
    this.table.emit("previews");
  }

  /**
   * What the last of several actions would lead to, once the others have been taken.
   * @param {string[]} texts
   * @param {number} turn
   */
  async foreseeRow(texts, turn) {
    const last = this.find(texts.at(-1) ?? "");
    const found = last ? await this.table.preview(last.verb, last.args.slice(0, -1), texts.slice(0, -1)).catch(() => null) : null;
    const preview = found?.[last?.args.at(-1) ?? ""];
    if (preview && turn === this.asking) this.previews.set(texts.join(", "), preview);
  }

  /** What is worth knowing of actions taken in one go: what is said of the first, and of the last after the others, each sentence once. @param {string[]} texts */
  rowNote(texts) {
    const told = [texts[0], texts.join(", ")].flatMap((text) => this.previews.get(text)?.text?.split(/(?<=[.]) /) ?? []);
    return [...new Set(told)].join(" ");
  }

  /**
   * What an action would lead to.
   * @param {Action} action
   * @returns {Promise<Preview|null>}
   */
  async previewOf(action) {
    const known = this.previews.get(action.text);
    if (known) return known;
    try {
      const found = await this.table.preview(action.verb, action.args.slice(0, -1));
      return found[action.args.at(-1) ?? action.verb] ?? null;
    } catch {
      return null;
    }
  }

  /** What would end the step that is asked about, if turning to another unit does. @returns {Action|null} */
  leaving() {
    const { leaves = [] } = this.table.lore.theme ?? {};
    const { step } = this.table.now.view.decision;
    return this.options.plain.find((action) => leaves.some((rule) => rule.step === step && rule.answer === action.verb)) ?? null;
  }

  // ---------------------------------------------------------------- marks

  mark() {
    if (!this.board) return;
    const { options, table, several } = this;
    const { picks } = table.selection;
    const near = this.near ? this.previews.get(this.near.text) : undefined;
    const many = several.group() ? several.targets : null;
    this.board.setMarks({
      selected: picks.find((pick) => pick.kind === "unit")?.value ?? null,
      picked: table.picked,
      own: table.meta.seats[table.place ?? ""]?.units ?? [],
      ready: [...options.ready, ...options.away],
      able: this.able,
      loose: this.drags.loose(),
      goals: many ? many.filter((one) => one.kind === "space").map((one) => ({
        space: one.value, kind: one === several.near ? "chosen" : one.verb, label: several.label(one), says: several.words(one),
      })) : options.goals.map((goal) => ({
        space: goal.space, kind: this.goalKind(goal), label: this.goalLabel(goal), says: goal.actions.length === 1 ? this.says(goal.actions[0]) : "",
      })).concat(picks.filter((pick) => pick.kind === "space").map((pick) => ({ space: pick.value, kind: "chosen", label: "", says: "" }))),
      targets: many ? many.filter((one) => one.kind === "unit").map((one) => ({ unit: one.value, label: several.label(one), says: several.words(one) })) : [
        ...this.foreseenTargets(), ...options.targets.map(({ unit }) => ({ unit, label: this.targetLabel(unit), says: this.targetSays(unit) })),
      ],
      path: many ? [] : near?.path ?? this.spacesOf(this.near),
      arrows: this.active ? [...arrowsOf(table), ...this.plan.arrows()] : arrowsOf(table),
      duties: this.duties(),
      pointed: this.pointed ?? this.held,
    });
  }

  /**
   * Show on the map what would be done in one go, or no longer.
   * @param {Action[]} actions
   */
  foresee(actions) {
    this.foreseen = actions;
    this.mark();
  }

  /** The enemies against whom something would be done in one go, each with how much of it. */
  foreseenTargets() {
    const { units } = this.table.now.view;
    return this.foreseen.flatMap((action) => action.args.flatMap((arg, index) => (action.kinds[index] === "unit" && units[arg]?.side !== this.table.seat
      ? [{ unit: arg, label: action.args[action.kinds.indexOf("number")] ?? "", says: this.words(action) }] : [])));
  }

  /**
   * The spaces that an action names, if there are several: it leads from one to the other.
   * @param {Action|null} action
   */
  spacesOf(action) {
    const spaces = action?.args.filter((_, index) => action.kinds[index] === "space") ?? [];
    return spaces.length > 1 ? spaces : [];
  }

  /**
   * How a goal looks: as the theme says for the argument of the verb that it is, otherwise like its verb.
   * @param {import("./selection.js").GoalOption} goal
   */
  goalKind(goal) {
    const { space } = goal;
    for (const action of goal.actions) {
      const kind = this.table.lore.theme?.goals?.[action.verb]?.[action.args.length]?.[action.args.indexOf(space)];
      if (kind) return kind;
    }
    return goal.verb;
  }

  /** @param {import("./selection.js").GoalOption} goal */
  goalLabel(goal) {
    const [first] = goal.actions;
    return !first || (goal.actions.length > 1 && this.table.selection.picks.length === 0) ? "" : this.labelOf(first);
  }

  /** @param {string} unit */
  targetLabel(unit) {
    for (const action of this.options.list) {
      if (action.args[action.args.length - 1] !== unit) continue;
      const label = this.labelOf(action);
      if (label) return label;
    }
    return "";
  }

  /**
   * The odds or the cost of an action in as few signs as possible.
   * @param {Action} action
   */
  labelOf(action) {
    const preview = this.previews.get(action.text);
    return preview?.panel?.label ?? (preview?.cost === undefined || preview.cost === null ? "" : String(preview.cost));
  }

  /**
   * The label of an action in a sentence, for whoever rests on it or cannot see it.
   * @param {Action|undefined} action
   */
  says(action) {
    return previewWords(action && this.previews.get(action.text));
  }

  /** @param {string} unit */
  targetSays(unit) {
    const action = this.options.list.find((one) => one.args[one.args.length - 1] === unit && this.labelOf(one));
    return this.says(action);
  }

  /**
   * What the button of an action says below its name: what is worth knowing, and whether it changes nothing.
   * @param {Action} action
   */
  noteOf(action) {
    const preview = this.previews.get(action.text);
    const without = idle(this.table.now.panel, preview?.panel);
    return [preview?.text, without && t(`combatPanel.${without}`)].filter(Boolean).join(" ");
  }

  /**
   * From which of several growing numbers on more changes nothing; -1 if none.
   * @param {Action[]} actions
   */
  enough(actions) {
    return enough(actions.map((action) => this.previews.get(action.text)?.panel));
  }

  /** The marks of what must be done: by unit or space, as the theme draws them. @returns {Record<string, string>} */
  duties() {
    /** @type {Record<string, string>} */
    const found = {};
    for (const { mark, left } of dutiesOf(this.table, this.table.shown.view)) if (mark !== "none") for (const id of left) found[id] ??= mark;
    return found;
  }

  /** @param {{spaces?: string[], units?: string[], case?: string, hold?: boolean}} what `hold`: marked until something else is held, or nothing */
  point(what) {
    if (what.hold !== undefined) {
      this.held = what.hold ? { spaces: what.spaces, units: what.units } : null;
      this.mark();
    }
    if (!what.spaces?.length && !what.units?.length) return;
    this.pointed = what;
    this.mark();
    const units = (what.units ?? []).map((unit) => this.table.shown.view.units[unit]?.place).filter((place) => place in this.table.drawing.spaces);
    const spaces = [...(what.spaces ?? []), ...units];
    if (spaces.length > 0) this.board?.focus({ spaces });
    else if (what.units?.length) this.board?.focus({ unit: what.units[0] });
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.pointed = null;
      this.mark();
    }, 2600);
  }

  /** @type {any} */
  fading = null;

  // ---------------------------------------------------------------- clicks

  /**
   * @param {"unit"|"space"} kind
   * @param {string} value
   * @param {{shiftKey?: boolean}} [event]
   */
  clicked(kind, value, event) {
    const { table } = this;
    if (table.playing && !table.playback.held) {
      const own = table.playingOwn;
      table.skip();
      if (own) setTimeout(() => this.clicked(kind, value), 0);
      return;
    }
    if (!this.active) {
      table.emit("card", { [kind]: value });
      return;
    }
    if (kind === "unit" && (event?.shiftKey || this.several.mode)) return this.several.add([value]);
    const target = this.several.targetAt(kind, value);
    if (target) return this.several.send(target);
    if (table.picked.length > 0) table.pick([]);
    this.follow(click(this.context, kind, value));
  }

  /**
   * Take an action; one of which the service warns is taken when it is asked for once more.
   * @param {string} text
   */
  commit(text) {
    if (this.planned(text)) return;
    const preview = this.previews.get(text);
    const key = `${this.table.now.tag} ${text}`;
    if (preview?.warn && this.warned !== key) {
      this.warned = key;
      this.setReason({ text: t("play.dearly", { text: preview.text ?? "" }), case: "", action: text, tone: "warn" });
      return;
    }
    void this.table.act(text);
  }

  /** @param {Answer} answer */
  follow(answer) {
    this.reason = null;
    this.forced.stop();
    this.orders.stop();
    if ("act" in answer) this.commit(answer.act);
    else if ("select" in answer) this.table.choose(answer.select);
    else if ("about" in answer) void this.describe(answer.about, answer.why);
    else void this.explain(answer.why);
  }

  /**
   * While orders are being planned, one that leads a unit somewhere is drawn instead of given.
   * @param {string} text
   */
  planned(text) {
    const action = this.plan.active ? this.find(text) : null;
    const at = action?.kinds.findIndex((kind, index) => kind === "unit" && this.table.now.view.units[action.args[index]]?.side === this.table.seat) ?? -1;
    if (!action || at < 0 || action.args.length !== 2) return false;
    this.plan.add({ units: [action.args[at]], target: { kind: action.kinds[1 - at], value: action.args[1 - at] }, verb: action.verb });
    return true;
  }

  /**
   * A card or a name from a list is chosen.
   * @param {import("../types.js").Pick} pick
   */
  chose(pick) {
    if (!this.active || this.table.playing) return;
    const answer = choose(this.context, pick);
    if (answer) this.follow(answer);
  }

  /**
   * A click that cannot be: say why, with the case.
   * @param {string} text
   */
  async explain(text) {
    try {
      const found = await this.table.why(text);
      this.setReason({ text: found.text, case: found.case, action: text });
    } catch {
      this.setReason({ text: t("play.offlineNow"), case: "", action: text });
    }
  }

  /**
   * A click on something that has nothing to do now: its card, and what hinders it.
   * @param {import("../types.js").Pick} pick
   * @param {string} [why] the action to ask about if the unit itself has nothing to say
   */
  async describe(pick, why) {
    const { table } = this;
    table.emit("card", { [pick.kind]: pick.value });
    if (pick.kind !== "unit") {
      if (table.selection.picks.length > 0) table.select(null);
      return;
    }
    try {
      const known = await table.about(pick.value);
      const [first] = known.cannot;
      // a look at others asks for nothing: their card has what is known, and says it to whoever cannot see it
      if (table.now.view.units[pick.value]?.side !== table.seat) announce([...(known.notes ?? []), ...known.cannot].map((one) => plainWords(table, one.text)).join(". "));
      else if (first) this.setReason({ text: first.text, case: first.case, action: "" });
      else if (why) await this.explain(why);
      else if (!known.notes?.length) this.setReason({ text: t("play.nothingFor", { unit: unitWords(table, pick.value) }), case: table.now.view.decision.case, action: "" });
    } catch {
      this.setReason({ text: t("play.offlineNow"), case: "", action: "" });
    }
  }

  /**
   * An action as people say it.
   * @param {Action} action
   */
  words(action) {
    return actionWords(this.table, action);
  }

  /**
   * @param {import("../types.js").Outcome} outcome
   * @param {string} text
   */
  refused(outcome, text) {
    if (outcome.kind === "stale") this.setReason({ text: t("play.stale"), case: "", action: text });
    else if (outcome.kind === "offline") this.setReason({ text: t("play.offlineNow"), case: "", action: text });
    else this.setReason({ text: outcome.text ?? t("play.notNow"), case: outcome.case ?? "", action: text });
  }

  /** @param {Reason|null} reason */
  setReason(reason) {
    if (reason && this.table.covered !== null) return; // an answer that came after the screen was handed over
    this.reason = reason;
    const text = reason ? plainWords(this.table, reason.text) : "";
    if (reason) announceNow(reason.case ? t("play.refusedHeard", { text, id: reason.case }) : text);
    this.table.emit("reason", reason);
  }

  // ---------------------------------------------------------------- pointing at what might be

  /** @param {{unit?: string, space?: string}|null} what */
  hovered(what) {
    this.table.emit("hover", what, () => (what ? this.hoverSays(what) : ""));
    if (!this.active || !what || this.table.playing) {
      this.setNear(null);
      return;
    }
    const kind = what.unit ? "unit" : "space";
    const value = what.unit ?? what.space;
    if (!value || this.table.selection.picks.some((pick) => pick.value === value)) {
      this.setNear(null);
      return;
    }
    const answer = click(this.context, kind, value);
    this.setNear("act" in answer ? this.find(answer.act) : null);
  }

  /**
   * What the label at a goal or a target means, for whoever points at it.
   * @param {{unit?: string, space?: string}} what
   */
  hoverSays({ unit, space }) {
    const place = space ?? this.table.now.view.units[unit ?? ""]?.place;
    const goal = this.options.goals.find((one) => one.space === place && one.actions.length > 0);
    const aimed = this.options.targets.some((one) => one.unit === unit) ? this.options.list.find((one) => one.args.at(-1) === unit && this.labelOf(one)) : null;
    const action = aimed ?? goal?.actions[0];
    const label = action ? this.labelOf(action) : "";
    if (!action || (goal && goal.actions.length > 1 && this.table.selection.picks.length === 0)) return "";
    return label ? t("decision.label.goal", { label, says: this.says(action) }) : this.says(action);
  }

  /** @param {string} text */
  find(text) {
    return actionCalled(this.offers, text);
  }

  /**
   * The action that is about to be chosen: its path is drawn, its combat computed.
   * @param {Action|null} action
   */
  setNear(action) {
    if (action?.text === this.near?.text) return;
    this.near = action;
    this.mark();
    if (!action) {
      this.table.emit("near", null, null);
      return;
    }
    void this.previewOf(action).then((preview) => {
      if (this.near !== action) return;
      if (preview) this.previews.set(action.text, preview);
      this.mark();
      this.table.emit("near", action, preview);
    });
  }

  // ---------------------------------------------------------------- the keyboard's ways

  /**
   * The next unit that can act, or the next space where actions begin with a space, without doing anything yet.
   * @param {1|-1} by
   */
  step(by) {
    const { verb, picks } = this.table.selection;
    const all = optionsOf({ ...this.context, selection: chosen([], verb) });
    const units = [...all.ready, ...all.away, ...(all.ready.length + all.away.length === 0 ? all.targets.map((target) => target.unit) : [])];
    const kind = /** @type {"unit"|"space"} */ (units.length > 0 ? "unit" : "space");
    const ways = kind === "unit" ? units : all.goals.map((goal) => goal.space);
    if (ways.length === 0) {
      announce(t("play.noneReady"));
      return;
    }
    const at = ways.indexOf(picks.find((pick) => pick.kind === kind)?.value ?? "");
    const value = ways[at < 0 ? (by > 0 ? 0 : ways.length - 1) : (at + by + ways.length) % ways.length];
    this.table.choose(chosen([{ kind, value }], verb));
    if (kind === "space") this.board?.focus({ space: value });
    else if (isPlaced(this.table.now.view, value, this.table.drawing.spaces)) this.board?.focus({ unit: value });
    const { list, count } = this.options;
    const only = list.length === 1 ? actionWords(this.table, list[0]) : "";
    announce([kind === "unit" ? unitWords(this.table, value) : valueWord(this.table, kind, value), t("play.waysHeard", { n: count }), only].filter(Boolean).join(". "));
  }

  /**
   * The next destination or target of what is chosen.
   * @param {1|-1} by
   */
  aim(by) {
    if (this.several.group()) return this.several.aim(by);
    const { list } = this.options;
    if (list.length === 0) return;
    const at = list.findIndex((action) => action.text === this.near?.text);
    const action = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length];
    this.setNear(action);
    const free = open(action, this.table.selection.picks) ?? [];
    const last = free.at(-1);
    if (last !== undefined) this.board?.focus(action.kinds[last] === "unit" ? { unit: action.args[last] } : { space: action.args[last] });
    void this.previewOf(action).then((preview) => {
      if (this.near === action) announce([actionWords(this.table, action), previewWords(preview)].filter(Boolean).join(": "));
    });
  }

  /**
   * What Enter does: the one aimed at, or the only action left.
   * @param {boolean} [aimed] whether aiming counts
   * @returns {Action|null}
   */
  default(aimed = true) {
    const { list, count, plain, numbers } = this.options;
    const { picks } = this.table.selection;
    if (aimed && this.near && this.near.kinds.length > 0 && picks.length > 0) return this.near;
    if (picks.length > this.table.start().picks.length || this.table.selection.verb !== null) {
      return count === 1 && numbers.length === 0 ? list[0] ?? null : null;
    }
    if (picks.length > 0) return null; // a unit that the question is about: staying where it is may cost it dearly
    const { windows = [], grave = [] } = this.table.lore.theme ?? {};
    const { step } = this.table.now.view.decision;
    const answers = windows.filter((/** @type {any} */ one) => one.step === step).flatMap((/** @type {any} */ one) => one.answer ?? "pass");
    const [only] = plain.filter((action) => action.kinds.length === 0);
    return plain.find((action) => action.verb === "done") ?? plain.find((action) => answers.includes(action.verb))
      ?? (plain.length === 1 && only && !grave.includes(only.verb) ? only : null);
  }
}

/**
 * A preview in words.
 * @param {Preview|null|undefined} preview
 */
export function previewWords(preview) {
  if (!preview) return "";
  if (preview.panel) return preview.panel.says;
  if (preview.cost !== undefined && preview.cost !== null) return [t("play.costHeard", { cost: preview.cost }), preview.text].filter(Boolean).join(". ");
  return preview.text ?? "";
}
