// @ts-check
/**
 * Orders for several units, carried out as single actions one after the other: each is checked against what is offered when its turn comes, and refused or
 * taken by the service like any other. The first that is not possible any more, a roll of the dice, or a question about something else ends the order,
 * and the page says which unit it was and why. The last order can be repeated with other units, and undone as a whole where undo allows it.
 */
import { isThrown } from "../board/dice.js";
import { t } from "../texts.js";
import { announce } from "./announcer.js";
import { fightOf } from "./arrows.js";
import { ableOf, actionFor } from "./group.js";
import { actionWords, unitName } from "./names.js";
import { actionCalled } from "./offers.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */
/** @typedef {import("./group.js").Order} Order */
/** @typedef {import("./offers.js").Action} Action */
/** The last order of one unit or space, step by step: what is done again with others. @typedef {{subject: string, kind: string, place: string, steps: Action[]}} Chain */

/** So long, in milliseconds, the other side is waited for. */
const PATIENCE = 30_000;

/**
 * @param {Store} table
 * @param {Controller} control
 */
export function createOrders(table, control) {
  let running = false;
  /** @type {Chain|null} */
  let chain = null;
  /** The actions of the last order, as far as they were carried out. @type {string[]} */
  let last = [];

  const phase = () => `${table.now.view.turn} ${table.now.view.phase}`;
  const step = () => `${phase()} ${table.now.view.decision.step}`;

  /** Remember what is about to be done, while it is still known what it means. @param {string[]} texts */
  function note(texts) {
    for (const text of texts) {
      const action = actionCalled(control.offers, text);
      if (!action) continue;
      const at = action.kinds.findIndex((kind, index) => kind === "unit" && table.now.view.units[action.args[index]]?.side === table.seat);
      const [subject, kind] = at >= 0 ? [action.args[at], "unit"] : action.kinds.length > 0 ? [action.args[0], action.kinds[0]] : [table.start().unit ?? "", ""];
      if (!subject) continue; // the end of a phase
      if (chain?.subject === subject && (kind === "" || table.start().unit === subject)) chain.steps.push(action);
      else if (kind !== "") chain = { subject, kind, place: table.now.view.units[subject]?.place ?? "", steps: [action] };
    }
  }
  table.on("acting", note);

  /**
   * Send one action and wait until this seat decides again; false if the order ends here.
   * @param {string} text
   * @param {string} began
   */
  async function send(text, began) {
    const { moment } = table.now;
    if (!(await table.act(text)).ok) return false;
    last.push(text);
    await myTurn();
    const events = table.log().filter((one) => one.n > moment).flatMap((one) => one.events);
    return running && control.active && !events.some(isThrown) && phase() === began;
  }

  /**
   * Give an order to several units.
   * @param {Order} order
   * @returns {Promise<boolean>} whether all of it was done
   */
  async function give(order) {
    if (running || order.units.length === 0) return false;
    const [began, time] = [step(), phase()];
    const { moment } = table.now;
    let left = [...order.units];
    begin();
    let open = true;
    let rests = true; // whether what is asked may be the rest of a unit on its way
    try {
      while (open) {
        const joining = step() !== began;
        const unit = left.find((one) => actionFor(control.context, one, order, joining));
        const action = unit ? actionFor(control.context, unit, order, joining) : rests ? await leaving() : null;
        if (!action) break;
        rests = Boolean(unit);
        open = await send(action.text, time);
        const taken = takingPart(moment);
        left = left.filter((one) => one !== unit && !taken.has(one));
      }
      if (left.length > 0) await tellStop(order, left, step() !== began);
    } finally {
      end();
    }
    if (left.length === 0) table.pick([]);
    return left.length === 0;
  }

  /**
   * Give several orders as one, which can be undone together; the first that stops ends them all.
   * @param {Order[]} orders
   */
  async function giveAll(orders) {
    /** @type {string[]} */
    let done = [];
    for (const order of orders) {
      const whole = await give(order);
      done = [...done, ...last];
      last = done;
      if (!whole) return;
      await settled();
    }
  }

  /** The units that take part in a fight without having been asked, as there was no choice. @param {number} since the moment before the order */
  function takingPart(since) {
    const fight = fightOf(table.now.view, table.drawing.spaces);
    const told = table.log().filter((one) => one.n > since).flatMap((one) => one.events.flatMap(({ data }) => (Array.isArray(data.attackers) ? data.attackers : [])));
    return new Set([...(fight?.attackers ?? []), ...told]);
  }

  /** What ends the step that is asked about, if turning to another unit does: the unit on its way stays where it is. @returns {Promise<Action|null>} */
  async function leaving() {
    const ends = control.leaving();
    return ends && !(await control.previewOf(ends))?.warn ? ends : null;
  }

  function begin() {
    running = true;
    last = [];
    control.setReason(null);
    table.emit("options", control.options);
  }

  function end() {
    running = false;
    control.refresh();
  }

  /**
   * Say where the order has ended, and by which rule.
   * @param {Order} order
   * @param {string[]} left
   * @param {boolean} elsewhere whether the game asks for something else now
   */
  async function tellStop(order, left, elsewhere) {
    const [unit] = left;
    const interrupted = () => control.setReason({ text: t("orders.interrupted", words), case: "", action: "", tone: "info" });
    const words = { done: order.units.length - left.length, of: order.units.length, unit: unitName(table, unit) };
    if (!control.active || elsewhere || !order.target) return interrupted();
    const text = [order.verb ?? chain?.steps[0]?.verb ?? "", unit, order.target.value].filter(Boolean).join(" ");
    const found = await table.why(text).catch(() => ({ legal: true, text: "", case: "" }));
    if (found.legal) return interrupted(); // nothing forbids it: chance or the other side came between
    control.setReason({ text: t("orders.stopped", { ...words, text: found.text }), case: found.case, action: text });
  }

  /**
   * Whether a unit can go into one of these spaces now: the beginning of a way.
   * @param {string} unit
   * @param {string[]} spaces
   */
  function leads(unit, spaces) {
    return spaces.some((space) => moveTo(unit, space));
  }

  /** @param {string} unit @param {string} space */
  function moveTo(unit, space) {
    return actionFor(control.context, unit, { units: [unit], target: { kind: "space", value: space }, verb: null });
  }

  /**
   * Lead a unit from space to space, one move after the other, as far as the game asks on.
   * @param {string} unit
   * @param {string[]} spaces the last of them is where it is to arrive
   */
  async function way(unit, spaces) {
    if (running) return;
    const time = phase();
    begin();
    let reached = "";
    try {
      for (const space of spaces) {
        const action = moveTo(unit, space);
        if (!action) continue;
        if (!(await send(action.text, time))) break;
        reached = space;
      }
      const goal = spaces[spaces.length - 1];
      if (reached !== goal && table.now.view.units[unit]?.place !== goal) await tellStop({ units: [unit], target: { kind: "space", value: goal }, verb: null }, [unit], false);
    } finally {
      end();
    }
  }

  /**
   * Answer what is asked, and the steps after it that get the same answer.
   * @param {Action} action
   * @param {string[]} [through]
   * @returns {Promise<boolean>} whether this seat decides again, without anything else having happened
   */
  async function answer(action, through = []) {
    if (running) return false;
    const time = phase();
    begin();
    try {
      let open = await send(action.text, time);
      while (open && through.includes(table.now.view.decision.step) && actionCalled(control.offers, action.text)) open = await send(action.text, time);
      await settled();
      return open && control.active;
    } finally {
      end();
    }
  }

  // ---------------------------------------------------------------- same again

  /**
   * The last order for another unit; null if it has none.
   * @param {string} unit
   * @returns {Action|null} its first action
   */
  function again(unit) {
    if (!chain || unit === chain.subject) return null;
    const [first] = chain.steps;
    const at = first.args.indexOf(chain.subject);
    return actionCalled(control.offers, [first.verb, ...first.args.map((arg, index) => (index === at ? unit : arg))].join(" "));
  }

  /** Who would do the last order again: those selected, else the next unit, one from the same place first. @returns {{subjects: string[], action: Action}|null} */
  function next() {
    if (!chain || !control.active || running) return null;
    const { units } = table.now.view;
    if (chain.kind !== "unit") {
      const [first] = chain.steps;
      if (first.kinds.length !== 1) return null;
      const found = control.options.list.find((action) => action.verb === first.verb && action.args[0] !== chain?.subject);
      return found ? { subjects: found.args, action: found } : null;
    }
    const wanted = table.picked.length > 0 ? table.picked : table.selection.unit && table.selection.unit !== table.start().unit ? [table.selection.unit] : null;
    const able = wanted ?? ableOf(control.context);
    const { arm } = units[chain.subject] ?? {};
    const rank = (/** @type {string} */ unit) => (units[unit]?.place === chain?.place ? 0 : 2) + (units[unit]?.arm === arm ? 0 : 1);
    const fit = able.filter((unit) => again(unit)).sort((a, b) => rank(a) - rank(b));
    const subjects = wanted ? fit : fit.slice(0, 1);
    const action = subjects.length > 0 ? again(subjects[0]) : null;
    return action ? { subjects, action } : null;
  }

  /** Do the last order once more. @returns {Promise<boolean>} */
  async function repeat() {
    const found = next();
    if (!found || !chain) return false;
    const { steps, subject } = chain;
    const before = chain.place;
    const began = phase();
    begin();
    try {
      for (const unit of found.subjects) {
        let open = true;
        for (const one of steps) {
          const text = [one.verb, ...one.args.map((arg) => (arg === subject ? unit : arg))].join(" ");
          if (!open || !actionCalled(control.offers, text)) break;
          open = await send(text, began);
        }
        if (!open) break;
      }
    } finally {
      if (chain) chain.place = before;
      end();
    }
    return true;
  }

  // ---------------------------------------------------------------- undo

  /** How many actions of the last order can be undone with it; 0 if it was a single one, or something has happened since. */
  function undoable() {
    if (last.length < 2 || running || !table.now.undo) return 0;
    const done = table.acted.slice(-last.length).map((one) => one.text);
    return done.length === last.length && done.every((text, index) => text === last[index]) ? last.length : 0;
  }

  /** Undo the whole order, as far as undo goes. */
  async function undoAll() {
    let count = undoable();
    while (count > 0 && table.now.undo && (await table.undo()).ok) {
      count -= 1;
      await settled();
    }
    if (count === 0) announce(t("orders.undone"));
    last = [];
  }

  // ---------------------------------------------------------------- waiting

  /** Until what was asked for has been answered and shown. */
  function settled() {
    return until(() => !table.busy && !table.playing);
  }

  /** Until what has happened has been shown and this seat decides again, or somebody else does for long. */
  function myTurn() {
    return until(() => !running || (control.active && !table.busy) || Boolean(table.now.view.result));
  }

  /** @param {() => boolean} holds */
  function until(holds) {
    return new Promise((/** @type {(value?: any) => void} */ resolve) => {
      const done = () => {
        for (const stop of stops) stop();
        clearTimeout(late);
        resolve();
      };
      const look = () => (holds() ? done() : undefined);
      const stops = ["shown", "update", "busy", "select", "meta", "playing"].map((kind) => table.on(kind, () => queueMicrotask(look)));
      const late = setTimeout(done, PATIENCE);
      queueMicrotask(look);
    });
  }

  return {
    give, giveAll, answer, leaving, leads, way, next, repeat, undoable, undoAll,
    get running() {
      return running;
    },
    /** What the last order was, in words. @param {Action} action */
    words: (action) => actionWords(table, action),
    /** No further action: somebody has clicked. */
    stop() {
      running = false;
    },
  };
}
