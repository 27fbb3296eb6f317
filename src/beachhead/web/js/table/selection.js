// @ts-check
/**
 * The logic of playing, without a page: what is offered and what has been clicked so far become marks on the map, and clicks become the
 * texts of actions. It knows the kinds of arguments, never a game: a unit, a space, a number, in any number up to three.
 *
 * Clicks may come in any order: first the attacker or first the target. An action matches when every click is one of its arguments.
 */

/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").Selection} Selection */
/** @typedef {import("../types.js").Pick} Pick */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Verb} Verb */
/** @typedef {{verb: string, kinds: string[], args: string[], text: string, says: string}} Action */
/**
 * `spaces` are those of the map, if they are known; `asides` are verbs that may be done in passing, `grave` verbs that no single click carries out,
 * `deliberate` verbs that a click means only once the verb has been chosen: without it, a click on another unit selects that unit.
 * @typedef {{offers: Offer[], selection: Selection, view: View, seat: string|null, verbs?: Verb[], spaces?: Record<string, any>, asides?: string[],
 *   grave?: string[], deliberate?: string[]}} Context
 */
/**
 * What a click leads to: an action, another selection, a question why not, or a question about a unit or space.
 * @typedef {{act: string}|{select: Selection}|{why: string}|{about: Pick}} Answer
 */
/**
 * @typedef {{space: string, verb: string, last: boolean, actions: Action[]}} GoalOption
 * @typedef {{actions: Action[], ready: string[], away: string[], targets: {unit: string, verb: string}[], goals: GoalOption[], plain: Action[],
 *   numbers: {verb: string, values: number[], actions: Action[]}[], openers: {verb: string, says: string, count: number}[],
 *   list: Action[], verbs: {verb: string, says: string, count: number}[], named: Action[], asides: {verb: string, says: string, count: number}[]}} Options
 */

/** As many actions are listed one by one, each with a key of its own. */
export const FEW = 9;

/** @type {Selection} */
export const NOTHING = Object.freeze({ unit: null, verb: null, picks: [], number: null });

/**
 * @param {Pick[]} picks
 * @param {string|null} [verb]
 * @param {number|null} [number]
 * @returns {Selection}
 */
export function chosen(picks, verb = null, number = null) {
  return { unit: picks.find((pick) => pick.kind === "unit")?.value ?? null, verb, picks, number };
}

/** The kinds of arguments that are clicked or counted; whatever else there is has names of its own. */
const CLICKED = new Set(["unit", "space", "number"]);

/** @type {WeakMap<Offer[], Action[]>} */
const known = new WeakMap();

/** @type {WeakMap<Offer[], Offer[]>} */
const casuals = new WeakMap();

/**
 * Every offered action.
 * @param {Offer[]} offers
 * @returns {Action[]}
 */
export function actionsOf(offers) {
  let found = known.get(offers);
  if (!found) {
    found = offers.flatMap((offer) =>
      argumentsOf(offer.args, offer.kinds.length).map((args) => ({
        verb: offer.verb, kinds: offer.kinds, args, text: [offer.verb, ...args].join(" "), says: offer.says,
      })),
    );
    known.set(offers, found);
  }
  return found;
}

/**
 * @param {any} args
 * @param {number} depth
 * @returns {string[][]}
 */
function argumentsOf(args, depth) {
  if (args === null) return []; // not listed yet
  if (depth === 0) return [[]];
  if (depth === 1) return args.map((/** @type {any} */ last) => [String(last)]);
  return Object.entries(args).flatMap(([first, rest]) => argumentsOf(rest, depth - 1).map((more) => [first, ...more]));
}

/**
 * Which arguments the clicks have not named; null if a click is none of them.
 * @param {Action} action
 * @param {Pick[]} picks
 * @returns {number[]|null}
 */
export function open(action, picks) {
  const left = action.kinds.map((_, index) => index);
  for (const pick of picks) {
    const at = left.findIndex((index) => action.kinds[index] === pick.kind && action.args[index] === pick.value);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/**
 * The actions that the clicks so far may lead to.
 * @param {Offer[]} offers
 * @param {Selection} selection
 */
export function remaining(offers, selection) {
  return actionsOf(offers).filter((action) =>
    (selection.verb === null || action.verb === selection.verb) && open(action, selection.picks) !== null);
}

/**
 * What is chosen before anybody has clicked: the one unit that everything is about (a retreat), or nothing.
 * @param {Offer[]} offers
 * @param {string[]} [asides] verbs that may be done in passing
 * @returns {Selection}
 */
export function beginning(offers, asides = []) {
  let only = "";
  for (const action of actionsOf(offers)) {
    if (action.kinds.length === 0 || asides.includes(action.verb)) continue;
    if (action.kinds[0] !== "unit" || action.kinds.length < 2 || (only && action.args[0] !== only)) return NOTHING;
    only = action.args[0];
  }
  return only ? chosen([{ kind: "unit", value: only }]) : NOTHING;
}

/**
 * @param {View} view
 * @param {string} space
 */
function unitsAt(view, space) {
  return Object.keys(view.units).filter((unit) => view.units[unit].place === space);
}

/**
 * What a click may mean: a unit is also its space, a space is also the units in it.
 * @param {View} view
 * @param {"unit"|"space"} kind
 * @param {string} value
 * @returns {Pick[]}
 */
function meanings(view, kind, value) {
  if (kind === "unit") {
    const place = view.units[value]?.place;
    return [{ kind: "unit", value }, ...(place ? [{ kind: /** @type {const} */ ("space"), value: place }] : [])];
  }
  return [{ kind: "space", value }, ...unitsAt(view, value).map((unit) => ({ kind: /** @type {const} */ ("unit"), value: unit }))];
}

/**
 * One more click: the action, if only one is left and the clicks name it; a larger selection, if several are; null if none fits.
 * @param {Context} context
 * @param {Selection} selection
 * @param {Pick} pick
 * @returns {Answer|null}
 */
function extend(context, selection, pick) {
  const picks = [...selection.picks, pick];
  const left = remaining(context.offers, { ...selection, picks });
  if (left.length === 0) return null;
  const [only] = left;
  const free = open(only, picks) ?? [];
  const grave = context.grave?.includes(only.verb);
  if (left.length === 1 && !grave && (only.args.length === 1 || picks.length > 1) && !free.some((index) => only.kinds[index] === "number")) {
    return { act: only.text };
  }
  return { select: chosen(picks, selection.verb, selection.number) };
}

/**
 * A click on a unit or a space.
 * @param {Context} context
 * @param {"unit"|"space"} kind
 * @param {string} value
 * @returns {Answer}
 */
export function click(context, kind, value) {
  const { selection, view, seat } = context;
  if (selection.verb === null && context.deliberate?.length) return click({ ...context, offers: casual(context), deliberate: [] }, kind, value);
  const spots = meanings(view, kind, value);
  const again = selection.picks.findIndex((pick) => pick.kind === spots[0].kind && pick.value === spots[0].value);
  if (again >= 0) return { select: chosen(selection.picks.slice(0, again)) };
  for (const spot of spots) {
    const answer = extend(context, selection, spot);
    if (answer) return answer;
  }
  const led = selection.picks.some((pick) => pick.kind === "unit" && view.units[pick.value]?.side === seat);
  for (const spot of spots) {
    const own = spot.kind === "unit" && view.units[spot.value]?.side === seat;
    if (led && !own) continue;
    const answer = extend(context, NOTHING, spot);
    if (answer) return answer;
  }
  const [first] = spots;
  if (first.kind === "unit" && view.units[first.value]?.side === seat && selection.picks.length > 0) return { about: first }; // meant to be chosen instead
  return refuse(context, spots);
}

/**
 * The offers without those that a click must not lead to before their verb has been chosen.
 * @param {Context} context
 * @returns {Offer[]}
 */
function casual({ offers, deliberate = [] }) {
  let found = casuals.get(offers);
  if (!found) {
    found = offers.filter((offer) => !deliberate.includes(offer.verb));
    casuals.set(offers, found);
  }
  return found;
}

/**
 * A unit dragged to a space, or onto a unit there.
 * @param {Context} context
 * @param {string} unit
 * @param {string} space
 * @returns {Answer}
 */
export function drop(context, unit, space) {
  const selection = chosen([{ kind: "unit", value: unit }]);
  const spots = meanings(context.view, "space", space);
  for (const spot of spots) {
    const answer = extend(context, selection, spot);
    if (answer) return answer;
  }
  return refuse({ ...context, selection }, spots);
}

/**
 * The action that somebody most likely meant by clicks that fit nothing.
 * @param {Context} context
 * @param {Pick[]} spots
 * @returns {Answer}
 */
function refuse(context, spots) {
  const { selection, offers, verbs = [] } = context;
  const shapes = [
    ...offers.filter((offer) => offer.verb === selection.verb),
    ...offers.filter((offer) => offer.kinds.length > 0),
    ...(selection.picks.length > 0 ? verbs.map((verb) => ({ verb: verb.word, kinds: verb.kinds })) : []),
  ];
  const unitsLast = [...spots].sort((a, b) => Number(a.kind === "space") - Number(b.kind === "space"));
  for (const shape of shapes) {
    for (const spot of shape.kinds.at(-1) === "unit" ? unitsLast : spots) {
      const given = [...selection.picks, spot];
      if (given.length === shape.kinds.length && given.every((pick, index) => pick.kind === shape.kinds[index])) {
        return { why: [shape.verb, ...given.map((pick) => pick.value)].join(" ") };
      }
    }
  }
  return { about: spots.find((spot) => spot.kind === "unit") ?? spots[0] };
}

/**
 * Everything that may be done from here, sorted by how the page shows it.
 * @param {Context} context
 * @returns {Options}
 */
export function optionsOf(context) {
  const { offers, selection, view, seat } = context;
  const { picks, verb } = selection;
  const actions = remaining(offers, selection);
  const own = (/** @type {string} */ unit) => view.units[unit]?.side === seat;
  const led = picks.some((pick) => pick.kind === "unit" && own(pick.value));
  /** @type {Set<string>} */
  const ready = new Set();
  /** @type {Map<string, string>} */
  const targets = new Map();
  /** @type {Map<string, GoalOption>} */
  const goals = new Map();
  /** @type {Map<string, {verb: string, values: number[], actions: Action[]}>} */
  const numbers = new Map();
  /** @type {Map<string, {verb: string, says: string, count: number}>} */
  const openers = new Map();
  /** @type {Map<string, {verb: string, says: string, count: number}>} */
  const verbs = new Map();
  const plain = actionsOf(offers).filter((action) => action.kinds.length === 0);
  /** @type {Action[]} */
  const list = [];
  /** @type {Action[]} */
  const named = [];
  /** @type {Map<string, {verb: string, says: string, count: number}>} */
  const asides = new Map();
  const fresh = picks.length === 0 && verb === null;
  const words = new Set(offers.filter((offer) => offer.kinds.length > 0 && CLICKED.has(offer.kinds[0]) && !context.asides?.includes(offer.verb)).map((offer) => offer.verb));
  for (const action of actions) {
    const free = /** @type {number[]} */ (open(action, picks));
    if (action.kinds.length === 0) continue;
    if (fresh && context.asides?.includes(action.verb)) {
      count(asides, action);
      continue;
    }
    if (free.some((index) => !CLICKED.has(action.kinds[index]))) {
      named.push(action);
      continue;
    }
    // clicks on spaces alone, while others begin with a unit: wait until the verb has been named
    if (fresh && words.size > 1 && action.kinds.length === 1 && action.kinds[0] === "space" && !context.asides?.includes(action.verb)) {
      count(openers, action);
      continue;
    }
    const number = free.find((index) => action.kinds[index] === "number");
    if (number !== undefined) {
      if (free.length === 1) {
        const found = numbers.get(action.verb) ?? { verb: action.verb, values: [], actions: [] };
        found.values.push(Number(action.args[number]));
        found.actions.push(action);
        numbers.set(action.verb, found);
        continue;
      }
      if (verb === null) {
        if (picks.length === 0) count(openers, action);
        continue;
      }
    } else {
      list.push(action);
      count(verbs, action);
    }
    for (const index of free) {
      const value = action.args[index];
      if (action.kinds[index] === "unit") {
        if (own(value)) ready.add(value);
        else if (index === 0 || picks.length > 0 || verb !== null) targets.set(value, action.verb);
      } else if (action.kinds[index] === "space" && (picks.length > 0 || action.kinds.length === 1)) {
        const found = goals.get(value) ?? { space: value, verb: action.verb, last: true, actions: [] };
        found.actions.push(action);
        found.last &&= index === action.kinds.length - 1;
        goals.set(value, found);
      }
    }
  }
  if (led) {
    const others = optionsOf({ ...context, selection: NOTHING });
    for (const unit of [...others.ready, ...others.away]) ready.add(unit);
  }
  for (const pick of picks) if (isPlaced(view, pick.value, context.spaces)) ready.delete(pick.value);
  const here = [...ready];
  return {
    actions, plain, list, named,
    asides: [...asides.values()],
    ready: here.filter((unit) => isPlaced(view, unit, context.spaces)),
    away: here.filter((unit) => !isPlaced(view, unit, context.spaces)),
    targets: [...targets].map(([unit, word]) => ({ unit, verb: word })),
    goals: [...goals.values()],
    numbers: [...numbers.values()].map((found) => ({ ...found, values: found.values.sort((a, b) => a - b) })),
    openers: [...openers.values()],
    verbs: verb === null && verbs.size > 1 && picks.length > 0 ? [...verbs.values()] : [],
  };
}

const AWAY = new Set(["pool", "eliminated", "absent", "", "off", "out"]);

/**
 * Whether a unit stands somewhere on the map.
 * @param {View} view
 * @param {string} unit
 * @param {Record<string, any>} [spaces] those of the map
 */
export function isPlaced(view, unit, spaces) {
  const place = view.units[unit]?.place;
  return typeof place === "string" && (spaces ? Object.hasOwn(spaces, place) : !AWAY.has(place));
}

/**
 * Actions that may be taken in one go, as a theme allows it by the verb: all units of a space, or all of one arm against the space that was clicked.
 * @param {Context} context
 * @param {Action[]} list
 * @param {Record<string, {says: string, side?: string, most?: number, of?: string[]}>} [rules] `most` units of the arms `of` against one space
 * @returns {{verb: string, place: string, arm: string, texts: string[]}[]}
 */
export function together({ view, seat, selection }, list, rules = {}) {
  /** @type {Map<string, {verb: string, place: string, arm: string, texts: string[]}>} */
  const found = new Map();
  for (const { verb, kinds, args, text } of list) {
    const unit = view.units[args[0]];
    const rule = rules[verb];
    if (!rule || !unit || kinds[0] !== "unit" || (rule.side ?? seat) !== seat) continue;
    if (kinds.length > 1 && !(kinds.length === 2 && selection.picks.some((pick) => pick.kind === "space" && pick.value === args[1]))) continue;
    const [place, arm] = kinds.length === 1 ? [unit.place, ""] : [args[1], unit.arm];
    const key = `${verb} ${place} ${arm}`;
    const group = found.get(key) ?? { verb, place, arm, texts: [] };
    const counted = rule.of?.includes(arm);
    const named = counted ? (view.targets?.[place] ?? []).filter((/** @type {string} */ one) => rule.of?.includes(view.units[one]?.arm)).length : 0;
    if (!counted || rule.most === undefined || named + group.texts.length < rule.most) group.texts.push(text);
    found.set(key, group);
  }
  return [...found.values()].filter((group) => group.texts.length > 1);
}

/**
 * What stays chosen after an action, so that the next of the same kind needs one click less: a space that several units are sent to, or a verb that
 * asks for spaces alone.
 * @param {Offer[]} offers what is possible now
 * @param {Selection} before
 * @param {string} text the action that was taken
 * @returns {Selection|null}
 */
export function sticky(offers, before, text) {
  const verb = text.split(" ", 1)[0];
  const shape = offers.find((offer) => offer.verb === verb)?.kinds;
  if (!shape) return null;
  if (before.verb === verb && shape.length === 1 && shape[0] === "space") return chosen([], verb);
  const [first] = before.picks;
  if (first?.kind !== "space" || before.picks.length > 1 || shape.length !== 2) return null;
  const kept = chosen([first]);
  return remaining(offers, kept).some((action) => action.verb === verb) ? kept : null;
}

/**
 * @param {Map<string, {verb: string, says: string, count: number}>} found
 * @param {Action} action
 */
function count(found, action) {
  const entry = found.get(action.verb) ?? { verb: action.verb, says: action.says, count: 0 };
  entry.count += 1;
  found.set(action.verb, entry);
}

/**
 * What to ask the service for, so that what is shown can be labelled: beginnings of actions whose last argument is open.
 * @param {Context} context
 * @returns {{verb: string, args: string[]}[]}
 */
export function questions(context) {
  /** @type {Map<string, {verb: string, args: string[]}>} */
  const found = new Map();
  const { list } = optionsOf(context);
  const listed = new Set(list.length <= FEW ? list : []);
  for (const action of remaining(context.offers, context.selection)) {
    const last = action.kinds.length - 1;
    const free = /** @type {number[]} */ (open(action, context.selection.picks));
    const ends = free.length === 1 && free[0] === last;
    const deep = last === 2 && free.length === 2 && free[1] === last;
    if (last < 0 || !(ends || deep || listed.has(action))) continue;
    const args = action.args.slice(0, last);
    found.set([action.verb, ...args].join(" "), { verb: action.verb, args });
    if (found.size > FEW) break;
  }
  return [...found.values()];
}

/**
 * Completions of a line as somebody types it: canonical texts, shortest first by the order of the offers.
 * A unit may be named by its id, by its id without its side, or by its space.
 * @param {Offer[]} offers
 * @param {View} view
 * @param {string} line
 * @param {number} [most]
 * @returns {string[]}
 */
export function completions(offers, view, line, most = 40) {
  const typed = line.trimStart().replace(/\s+/g, " ").toLowerCase();
  /** @type {Set<string>} */
  const found = new Set();
  for (const action of actionsOf(offers)) {
    const parts = [action.verb, ...action.args];
    const upTo = reach(view, action, 0, typed);
    if (upTo < 0) continue;
    found.add(parts.slice(0, upTo + 1).join(" "));
    if (found.size >= most) break;
  }
  return [...found];
}

/**
 * The part of an action that a line is in the middle of; -1 if the line is not a beginning of it. Names may hold blanks (`U:2 Tk`).
 * @param {View} view
 * @param {Action} action
 * @param {number} index
 * @param {string} rest
 * @returns {number}
 */
function reach(view, action, index, rest) {
  if (index > action.args.length) return -1;
  let best = -1;
  for (const name of names(view, action, index)) {
    if (name.startsWith(rest)) best = Math.max(best, index);
    else if (rest.startsWith(`${name} `)) best = Math.max(best, reach(view, action, index + 1, rest.slice(name.length + 1)));
  }
  return best;
}

/**
 * @param {View} view
 * @param {Action} action
 * @param {number} index
 */
function names(view, action, index) {
  if (index === 0) return [action.verb];
  const value = action.args[index - 1].toLowerCase();
  if (action.kinds[index - 1] !== "unit") return [value];
  const place = view.units[action.args[index - 1]]?.place;
  return [value, value.slice(value.indexOf(":") + 1), ...(place ? [place.toLowerCase()] : [])];
}
