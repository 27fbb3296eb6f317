// @ts-check
/**
 * What must be done and can be done in one way only is done in one go: one button in place of the clicks in which nobody has anything to choose. The
 * theme says for which duties (`forced`): where the first action only opens a fight, the choices come later.
 */
import { dutiesOf } from "./duties.js";
import { withoutChoice } from "./selection.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./selection.js").Action} Action */

/** So long, in milliseconds, the other side is waited for. */
const PATIENCE = 30_000;

/**
 * @param {Store} table
 * @param {import("./controller.js").Controller} control
 */
export function createForced(table, control) {
  let running = false;
  const moment = () => `${table.now.view.turn} ${table.now.view.phase}`;

  /** The actions that are due and can be done in one way only. @returns {Action[]} */
  function actions() {
    if (!control.active) return [];
    const due = dutiesOf(table, table.now.view).filter((one) => one.forced);
    const asides = table.lore.theme?.asides;
    const least = new Set(due.filter((one) => one.least).flatMap((one) => one.left));
    const rest = new Set(due.flatMap((one) => one.left).filter((id) => !least.has(id)));
    return [...withoutChoice(control.offers, [...rest], asides), ...withoutChoice(control.offers, [...least], asides, true)];
  }

  /** The next action: the only one there is, or the only one for something that is due. */
  function next() {
    const { options } = control;
    if (!control.active) return null;
    const others = options.plain.length + options.numbers.length + options.openers.length + options.named.length + options.cards.length + options.choices.length;
    const { step } = table.now.view.decision;
    const on = (table.lore.theme?.straight ?? []).filter((rule) => rule.through.includes(step));
    const straight = running ? options.plain.find((action) => on.some((rule) => rule.answer === action.verb)) : null;
    return (straight ?? (options.count === 1 && others === 0 ? options.list[0] : null) ?? actions()[0])?.text ?? null;
  }

  /** One action after the other, each as soon as the one before has been shown; the first choice or the end of the phase ends it. */
  async function run() {
    if (running) return;
    running = true;
    const began = moment();
    table.emit("options", control.options);
    try {
      for (let text = next(); text && running && moment() === began; text = next()) {
        if (!(await table.act(text)).ok) break;
        await myTurn(() => moment() === began);
      }
    } finally {
      running = false;
      table.emit("options", control.options);
    }
  }

  /**
   * Wait until what has happened has been shown and this seat decides again; not for ever, and not beyond what `holds`.
   * @param {() => boolean} holds
   */
  function myTurn(holds) {
    return new Promise((/** @type {(value?: any) => void} */ resolve) => {
      const end = () => {
        for (const stop of stops) stop();
        clearTimeout(late);
        resolve();
      };
      const look = () => {
        if (!running || !holds() || (control.active && !table.busy)) end();
      };
      const stops = ["shown", "update", "busy", "select", "meta"].map((kind) => table.on(kind, () => queueMicrotask(look)));
      const late = setTimeout(() => {
        running = false;
        end();
      }, PATIENCE);
      queueMicrotask(look);
    });
  }

  return {
    actions, run,
    get running() {
      return running;
    },
    /** No further action: somebody has clicked. */
    stop() {
      running = false;
    },
  };
}
