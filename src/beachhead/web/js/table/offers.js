// @ts-check
/**
 * The legal actions as the service folds them: a tree for each verb, one level for each argument. A decision may have tens of thousands of them, so
 * nothing here takes the whole tree apart: it is counted by its lists and searched along what has been chosen. Branches may be missing (null) until
 * somebody asks for them.
 */

/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").Pick} Pick */
/** @typedef {{verb: string, kinds: string[], args: string[], text: string, says: string}} Action */
/**
 * What is found on a walk: the arguments, and which of them nobody has named yet. The walk ends when `found` returns false.
 * @typedef {{found: (args: string[], free: number[]) => boolean|void, missing?: (args: string[]) => void}} Walker
 */

/** How many branches and leaves have been looked at, for tests and measurements. */
export const meter = { visits: 0 };

/** @type {WeakMap<any[], Set<string>>} */
const sets = new WeakMap();

/** @type {WeakMap<Offer, number>} */
const counts = new WeakMap();

/**
 * @param {Offer} offer
 * @param {string[]} args
 * @returns {Action}
 */
export function actionOf(offer, args) {
  return { verb: offer.verb, kinds: offer.kinds, args, text: [offer.verb, ...args].join(" "), says: offer.says };
}

/**
 * Every offered action, one by one. Only for decisions that are known to be small, and for tests.
 * @param {Offer[]} offers
 * @param {number} [most]
 * @returns {Action[]}
 */
export function actionsOf(offers, most = Infinity) {
  /** @type {Action[]} */
  const found = [];
  for (const offer of offers) {
    if (found.length >= most) break;
    walk(offer, [], { found: (args) => found.push(actionOf(offer, args)) < most });
  }
  return found;
}

/**
 * How many actions an offer holds, without looking at any: the service says it, or the lists are counted.
 * @param {Offer} offer
 * @returns {number}
 */
export function countOf(offer) {
  if (typeof offer.count === "number") return offer.count;
  let found = counts.get(offer);
  if (found === undefined) {
    found = offer.kinds.length === 0 ? 1 : leaves(offer.args, offer.kinds.length);
    counts.set(offer, found);
  }
  return found;
}

/** @param {Offer[]} offers */
export function total(offers) {
  return offers.reduce((sum, offer) => sum + countOf(offer), 0);
}

/**
 * @param {any} node
 * @param {number} depth
 * @returns {number}
 */
function leaves(node, depth) {
  if (node === null || node === undefined) return 0;
  if (depth <= 1) return node.length;
  let sum = 0;
  for (const first of Object.keys(node)) sum += leaves(node[first], depth - 1);
  return sum;
}

/**
 * The values of the first argument.
 * @param {Offer} offer
 * @returns {string[]}
 */
export function firsts(offer) {
  if (offer.kinds.length === 0) return [];
  return offer.kinds.length === 1 ? offer.args.map(String) : Object.keys(offer.args);
}

/**
 * Find the actions whose arguments hold every pick, in whatever order they were picked.
 * @param {Offer} offer
 * @param {Pick[]} picks
 * @param {Walker} walker
 */
export function walk(offer, picks, walker) {
  if (fits(offer.kinds, 0, picks)) descend(offer, offer.args, picks, [], [], walker);
}

/**
 * Whether the kinds that are left have room for what has been picked.
 * @param {string[]} kinds
 * @param {number} from
 * @param {Pick[]} picks
 */
function fits(kinds, from, picks) {
  if (picks.length > kinds.length - from) return false;
  const room = kinds.slice(from);
  for (const { kind } of picks) {
    const at = room.indexOf(kind);
    if (at < 0) return false;
    room.splice(at, 1);
  }
  return true;
}

/**
 * @param {any} node
 * @param {string} value
 */
function holds(node, value) {
  if (!Array.isArray(node)) return Object.hasOwn(node, value);
  let known = sets.get(node);
  if (!known) sets.set(node, (known = new Set(node.map(String))));
  return known.has(value);
}

/**
 * @param {Offer} offer
 * @param {any} node what is left of the tree
 * @param {Pick[]} left picks that have no argument yet
 * @param {string[]} args
 * @param {number[]} free
 * @param {Walker} walker
 * @returns {boolean} whether to go on
 */
function descend(offer, node, left, args, free, walker) {
  meter.visits += 1;
  const depth = args.length;
  if (depth === offer.kinds.length) return walker.found(args, free) !== false;
  if (node === null || node === undefined) {
    walker.missing?.(args);
    return true;
  }
  const kind = offer.kinds[depth];
  const own = left.filter((pick) => pick.kind === kind);
  const below = (/** @type {string} */ value) => (Array.isArray(node) ? undefined : node[value]);
  for (const pick of own) {
    if (!holds(node, pick.value)) continue;
    if (!descend(offer, below(pick.value), left.filter((one) => one !== pick), [...args, pick.value], free, walker)) return false;
  }
  if (!fits(offer.kinds, depth + 1, left)) return true;
  const open = [...free, depth];
  for (const key of Array.isArray(node) ? node : Object.keys(node)) {
    const value = String(key);
    if (own.some((pick) => pick.value === value)) continue; // then it is that pick, and has been found
    if (!descend(offer, below(value), left, [...args, value], open, walker)) return false;
  }
  return true;
}

/**
 * The branches that what has been picked leads to and that the service has not sent.
 * @param {Offer[]} offers
 * @param {Pick[]} picks
 * @param {string|null} verb
 * @param {number} [most]
 * @returns {{offer: Offer, args: string[]}[]}
 */
export function missing(offers, picks, verb, most = 12) {
  /** @type {{offer: Offer, args: string[]}[]} */
  const found = [];
  for (const offer of offers) {
    if ((verb !== null && offer.verb !== verb) || offer.kinds.length < 2 || found.length >= most) continue;
    // what is clicked first leads to one branch; where only numbers come first, all of them are needed, and they are few
    if (picks.length === 0 && !(verb !== null && offer.kinds[0] === "number")) continue;
    walk(offer, picks, { found: () => true, missing: (args) => {
      if (found.length < most && isChosen(offer, args, picks)) found.push({ offer, args });
    } });
  }
  return found;
}

/**
 * Whether a missing branch is one that the picks have chosen, and not merely one in which they might be found.
 * @param {Offer} offer
 * @param {string[]} args
 * @param {Pick[]} picks
 */
export function isChosen(offer, args, picks) {
  return args.every((value, index) => offer.kinds[index] === "number" || picks.some((pick) => pick.kind === offer.kinds[index] && pick.value === value));
}

/**
 * Put a branch where it was missing.
 * @param {Offer} offer
 * @param {string[]} args
 * @param {any} branch
 */
export function graft(offer, args, branch) {
  let node = offer.args;
  for (const value of args.slice(0, -1)) node = node?.[value];
  const last = args.at(-1);
  if (node && last !== undefined) node[last] = branch ?? (args.length === offer.kinds.length - 1 ? [] : {});
}

/**
 * The action that a text names, in whatever case it was typed.
 * @param {Offer[]} offers
 * @param {string} text
 * @returns {Action|null}
 */
export function actionCalled(offers, text) {
  const wanted = text.toLowerCase();
  for (const offer of offers) {
    if (wanted !== offer.verb.toLowerCase() && !wanted.startsWith(`${offer.verb.toLowerCase()} `)) continue;
    const args = named(offer.args, offer.kinds.length, wanted.slice(offer.verb.length + 1));
    if (args) return actionOf(offer, args);
  }
  return null;
}

/**
 * @param {any} node
 * @param {number} depth
 * @param {string} rest
 * @returns {string[]|null}
 */
function named(node, depth, rest) {
  if (depth === 0) return rest === "" ? [] : null;
  if (node === null || node === undefined) return null;
  for (const key of Array.isArray(node) ? node : Object.keys(node)) {
    meter.visits += 1;
    const value = String(key);
    const word = value.toLowerCase();
    if (word !== rest && !rest.startsWith(`${word} `)) continue;
    const more = named(Array.isArray(node) ? undefined : node[value], depth - 1, rest.slice(word.length + 1));
    if (more) return [value, ...more];
  }
  return null;
}
