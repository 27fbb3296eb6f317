// @ts-check
/**
 * What a step of the tour asks for, without a page: an action of the game as text, whether it is done, and whether it can be done now. No verb of a
 * game is known here.
 */

/** @typedef {import("../theme.js").Task} Task */
/** @typedef {import("../types.js").Verb} Verb */
/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {{step: string, moment: number}} Before the decision and the moment when something was first asked for */
/**
 * What of a table matters here.
 * @typedef {{acted?: {text: string, moment: number}[], deciding: boolean, lore: {verbs: Verb[]}, drawing?: {spaces: Record<string, any>}|null,
 *   now: {view: {decision: {step: string}, units: Record<string, any>}, moment: number, offers: Offer[], undo: boolean}}} Position
 */

export const UNDO = "undo";

/**
 * @param {string|Task} given
 * @returns {{act: string, at?: string}}
 */
export function taskOf(given) {
  return typeof given === "string" ? { act: given } : given;
}

/**
 * The action that a text means: its verb and arguments. Names may hold blanks: an argument is the longest name that fits.
 * @param {string} text
 * @param {Position} table
 * @returns {{verb: string, kinds: string[], args: string[], text: string, says: string}|null}
 */
export function actionOf(text, table) {
  const verb = text.split(" ", 1)[0];
  for (const { word, kinds, says } of table.lore.verbs) {
    const args = word === verb ? argumentsOf(text.slice(verb.length + 1), kinds, table) : null;
    if (args) return { verb, kinds, args, text, says };
  }
  return null;
}

/**
 * @param {string} rest
 * @param {string[]} kinds
 * @param {Position} table
 * @returns {string[]|null}
 */
function argumentsOf(rest, kinds, table) {
  if (kinds.length === 0) return rest === "" ? [] : null;
  const words = rest.split(" ");
  for (let most = words.length - kinds.length + 1; most > 0; most -= 1) {
    const first = words.slice(0, most).join(" ");
    const more = isNamed(kinds[0], first, table) ? argumentsOf(words.slice(most).join(" "), kinds.slice(1), table) : null;
    if (more) return [first, ...more];
  }
  return null;
}

/**
 * @param {string} kind
 * @param {string} name
 * @param {Position} table
 */
function isNamed(kind, name, table) {
  if (kind === "unit") return name in table.now.view.units;
  if (kind === "space") return name in (table.drawing?.spaces ?? {});
  return kind === "number" ? /^\d+$/.test(name) : name !== "";
}

/**
 * Whether a task is done: as it was sent, or as the position shows, however the player did it, by click, key or text.
 * @param {{act: string, at?: string}} task
 * @param {Position} table
 * @param {Before} before
 */
export function fulfilled(task, table, before) {
  const { view, moment, offers } = table.now;
  if (task.act === UNDO) return moment < before.moment;
  if (table.acted?.some((one) => one.text === task.act && one.moment > before.moment)) return true;
  const action = actionOf(task.act, table);
  if (!action) return false;
  const { kinds, args, verb } = action;
  if (kinds.length === 0 && task.at) return moment > before.moment && view.decision.step !== task.at;
  if (kinds.length === 0) return moment > before.moment && table.deciding && !offers.some((offer) => offer.verb === verb);
  return kinds.join(" ") === "unit space" && view.units[args[0]]?.place === args[1];
}

/**
 * Whether a task could be done now, if it is the player's decision.
 * @param {{act: string, at?: string}} task
 * @param {Position} table
 */
export function isOffered(task, table) {
  const { offers, undo, view } = table.now;
  if (task.act === UNDO) return undo;
  if (task.at && view.decision.step !== task.at) return false;
  const action = actionOf(task.act, table);
  return action !== null && offers.some((offer) => offer.verb === action.verb && offer.kinds.length === action.kinds.length && leads(offer.args, action.args));
}

/**
 * @param {any} offered nested by argument; null where the service has not sent the rest
 * @param {string[]} args
 * @returns {boolean}
 */
function leads(offered, [first, ...rest]) {
  if (first === undefined || offered === null) return true;
  if (Array.isArray(offered)) return offered.some((value) => String(value) === first);
  return Object.hasOwn(offered, first) && leads(offered[first], rest);
}
