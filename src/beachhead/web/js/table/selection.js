// @ts-check
/**
 * The logic of playing, without a page: what is offered and what has been clicked so far become marks on the map, and clicks become the
 * texts of actions. It knows the kinds of arguments, never a game: a unit, a space, a number, a card, or a name from a list, in any number up to three.
 *
 * Clicks may come in any order: first the attacker or first the target. An action matches when every click is one of its arguments. What is offered
 * stays folded (offers.js): only what a click leads to is taken apart.
 */
import { actionOf, countOf, firsts, isChosen, walk } from "./offers.js";

export { actionsOf } from "./offers.js";

/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").Selection} Selection */
/** @typedef {import("../types.js").Pick} Pick */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Verb} Verb */
/** @typedef {import("./offers.js").Action} Action */
/**
 * `spaces` are those of the map; `asides` are verbs that may be done at any time, beside what is asked; `grave` verbs that no single click carries out,
 * `deliberate` verbs that a click means only once the verb has been chosen: without it, a click on another unit selects that unit; `cards` are the kinds
 * of arguments that are cards.
 * @typedef {{offers: Offer[], selection: Selection, view: View, seat: string|null, verbs?: Verb[], spaces?: Record<string, any>, asides?: string[],
 *   grave?: string[], deliberate?: string[], cards?: string[]}} Context
 */
/**
 * What a click leads to: an action, another selection, a question why not, or a question about a unit or space (and if that has no answer, `why`).
 * @typedef {{act: string}|{select: Selection}|{why: string}|{about: Pick, why?: string}} Answer
 */
/**
 * `count` is how many actions there are that a list could show; `list` holds them only where they are few enough to be wanted one by one.
 * `named` are actions that need nothing but a name from a list (a prepared plan); `choices` are such names where more is to be chosen after them.
 * @typedef {{space: string, verb: string, last: boolean, actions: Action[]}} GoalOption
 * @typedef {{verb: string, says: string, count: number}} VerbOption
 * @typedef {{kind: string, value: string, verb: string, count: number}} NameOption
 * @typedef {{count: number, ready: string[], away: string[], targets: {unit: string, verb: string}[], goals: GoalOption[], plain: Action[],
 *   numbers: {verb: string, values: number[], actions: Action[]}[], openers: VerbOption[],
 *   list: Action[], verbs: VerbOption[], named: Action[], asides: VerbOption[], choices: NameOption[], cards: NameOption[]}} Options
 */

/** As many actions are listed one by one, each with a key of its own. */
export const FEW = 9;

/** As many actions that name a space alone are buttons at once, beside those that begin with a unit. */
const COUPLE = 3;

/** An offer with more actions than these is not taken apart before something of it has been chosen. */
export const BROAD = 600;

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

/** The kinds of arguments that are on the map or counted; whatever else there is has names of its own. */
const ON_MAP = new Set(["unit", "space", "number"]);

/** @type {WeakMap<Offer[], Offer[]>} */
const casuals = new WeakMap();

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
 * @param {number} [most]
 */
export function remaining(offers, selection, most = Infinity) {
  return look(offers, selection, most).left;
}

/**
 * The same, and whether there may be more: some of what was chosen leads to a branch that the service has not sent yet.
 * @param {Offer[]} offers
 * @param {Selection} selection
 * @param {number} most
 */
function look(offers, selection, most) {
  /** @type {Action[]} */
  const left = [];
  let unknown = false;
  for (const offer of offers) {
    if ((selection.verb !== null && offer.verb !== selection.verb) || left.length >= most) continue;
    walk(offer, selection.picks, {
      found: (args) => left.push(actionOf(offer, args)) < most,
      missing: (args) => void (unknown ||= isChosen(offer, args, selection.picks)),
    });
  }
  return { left, unknown };
}

/**
 * What is chosen before anybody has clicked: the one unit or space that everything is about (a retreat, an advance), or nothing.
 * @param {Offer[]} offers
 * @param {string[]} [asides] verbs that may be done at any time
 * @param {View} [view] where the units are: what can be done with nothing but the space of the unit is about the unit as well
 * @returns {Selection}
 */
export function beginning(offers, asides = [], view) {
  let only = "";
  let kind = "";
  /** @type {string[]} */
  const here = [];
  for (const offer of offers) {
    if (offer.kinds.length === 0 || asides.includes(offer.verb)) continue;
    const [first] = offer.kinds;
    if (isSpaceAlone(offer) && firsts(offer).length === 1) {
      here.push(firsts(offer)[0]);
      continue;
    }
    if ((first !== "unit" && first !== "space") || offer.kinds.length < 2 || (kind && first !== kind)) return NOTHING;
    kind = first;
    for (const value in offer.args) {
      if (only && value !== only) return NOTHING;
      only = value;
    }
  }
  if (here.length > 0 && (kind !== "unit" || here.some((space) => view?.units[only]?.place !== space))) return NOTHING;
  return only ? chosen([{ kind: kind === "unit" ? "unit" : "space", value: only }]) : NOTHING;
}

/** Whether an action names a space and nothing else. @param {Offer} offer */
function isSpaceAlone({ kinds }) {
  return kinds.length === 1 && kinds[0] === "space";
}

/**
 * Actions that need no more than a button beside those of units: they name the space of the chosen unit, or of the few that are asked.
 * @param {Offer} offer
 * @param {Context} context
 * @returns {Action[]}
 */
function besideUnits(offer, { offers, selection: { picks, verb }, view, grave = [], asides = [] }) {
  if (!isSpaceAlone(offer) || verb !== null || picks.length > 1 || grave.includes(offer.verb) || asides.includes(offer.verb)) return [];
  const units = picks.length > 0 ? picks.flatMap((pick) => (pick.kind === "unit" ? [pick.value] : []))
    : offers.filter((one) => one.kinds[0] === "unit" && !asides.includes(one.verb)).flatMap(firsts);
  const asked = new Set(units.map((unit) => view.units[unit]?.place));
  const spaces = firsts(offer);
  const meant = spaces.filter((space) => asked.has(space));
  return picks.length > 0 || (meant.length === spaces.length && spaces.length <= COUPLE) ? meant.map((space) => actionOf(offer, [space])) : [];
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
  const { left, unknown } = look(context.offers, { ...selection, picks }, 2);
  if (left.length === 0 && !unknown) return null;
  if (left.length !== 1 || unknown) return { select: chosen(picks, selection.verb, selection.number) };
  const [only] = left;
  const free = open(only, picks) ?? [];
  const held = context.grave?.includes(only.verb) || context.cards?.includes(pick.kind); // a card is looked at before it is played
  if (!held && (only.args.length === 1 || picks.length > 1) && !free.some((index) => only.kinds[index] === "number")) return { act: only.text };
  return { select: chosen(picks, selection.verb, selection.number) };
}

/**
 * A click on something that is not on the map: a card, a name in a list.
 * @param {Context} context
 * @param {Pick} pick
 * @returns {Answer|null} null if nothing can be done with it
 */
export function choose(context, pick) {
  const { selection } = context;
  const again = selection.picks.findIndex((one) => one.kind === pick.kind && one.value === pick.value);
  if (again >= 0) return { select: chosen(selection.picks.slice(0, again), selection.verb) };
  const others = selection.picks.filter((one) => one.kind !== pick.kind);
  return extend(context, selection, pick) ?? extend(context, chosen(others, selection.verb), pick) ?? extend(context, NOTHING, pick);
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
  if (selection.verb === null && context.deliberate?.length) {
    const found = click({ ...context, offers: casual(context), deliberate: [] }, kind, value);
    const meant = "act" in found || ("select" in found && (selection.picks.length > 0 || found.select.unit === value || kind === "space"));
    return meant ? found : selectAtLeast(context, kind, value) ?? found; // a unit means itself before it means its space
  }
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
 * A click on an own unit that can do nothing but what is done on purpose: it is chosen, and a button does the rest.
 * @param {Context} context
 * @param {"unit"|"space"} kind
 * @param {string} value
 * @returns {Answer|null}
 */
function selectAtLeast({ offers, selection, view, seat }, kind, value) {
  if (kind !== "unit" || view.units[value]?.side !== seat || selection.picks.some((pick) => pick.value === value)) return null;
  const select = chosen([{ kind, value }]);
  return remaining(offers, select, 1).length > 0 ? { select } : null;
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
  const { selection, offers, verbs = [], asides = [], view, seat } = context;
  const meant = (/** @type {{verb: string}} */ shape) => shape.verb === selection.verb || !asides.includes(shape.verb);
  const shapes = [
    ...offers.filter((offer) => offer.verb === selection.verb),
    ...offers.filter((offer) => offer.kinds.length > 0 && meant(offer)),
    ...(selection.picks.length > 0 ? verbs.map((verb) => ({ verb: verb.word, kinds: verb.kinds })).filter(meant) : []),
  ];
  const unitsLast = [...spots].sort((a, b) => Number(a.kind === "space") - Number(b.kind === "space"));
  let why = "";
  for (const shape of shapes) {
    for (const spot of shape.kinds.at(-1) === "unit" ? unitsLast : spots) {
      const given = [...selection.picks, spot];
      if (!why && given.length === shape.kinds.length && given.every((pick, index) => pick.kind === shape.kinds[index])) {
        why = [shape.verb, ...given.map((pick) => pick.value)].join(" ");
      }
    }
  }
  const about = spots.find((spot) => spot.kind === "unit") ?? spots[0];
  // nothing chosen yet: what hinders a unit of one's own says more than what hinders some verb, and an enemy is only looked at
  if (about.kind === "unit" && selection.picks.length === 0 && selection.verb === null) return why && view.units[about.value]?.side === seat ? { about, why } : { about };
  return why ? { why } : { about };
}

/**
 * Everything that may be done from here, sorted by how the page shows it.
 * @param {Context} context
 * @returns {Options}
 */
export function optionsOf(context) {
  const { offers, selection, view, seat, asides = [], cards = [] } = context;
  const { picks, verb } = selection;
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
  const [openers, verbs, passing] = Array.from({ length: 3 }, () => /** @type {Map<string, VerbOption>} */ (new Map()));
  const [choices, held] = Array.from({ length: 2 }, () => /** @type {Map<string, NameOption>} */ (new Map()));
  /** @type {Action[]} */
  const list = [];
  /** @type {Action[]} */
  const named = [];
  const plain = offers.filter((offer) => offer.kinds.length === 0).map((offer) => actionOf(offer, []));
  let counted = 0;
  const fresh = picks.length === 0 && verb === null;
  const words = new Set(offers.filter((offer) => ON_MAP.has(offer.kinds[0] ?? "") && !asides.includes(offer.verb) && !isSettled(offer)).map((offer) => offer.verb));
  const unitsFirst = offers.some((offer) => offer.kinds[0] === "unit" && !asides.includes(offer.verb));

  /** One value that may be chosen next. @param {Offer} offer @param {number} index @param {string} value @param {Action|null} action */
  function mark(offer, index, value, action) {
    const kind = offer.kinds[index];
    if (kind === "unit") {
      if (own(value)) ready.add(value);
      else if (index === 0 || picks.length > 0 || verb !== null) targets.set(value, offer.verb);
    } else if (kind === "space" && (picks.length > 0 || offer.kinds.length === 1 || index === 0 || !action)) {
      const found = goals.get(value) ?? { space: value, verb: offer.verb, last: true, actions: [] };
      if (action) found.actions.push(action);
      found.last &&= index === offer.kinds.length - 1;
      goals.set(value, found);
    } else if (!ON_MAP.has(kind)) {
      const among = cards.includes(kind) ? held : choices;
      const found = among.get(`${kind} ${value}`) ?? { kind, value, verb: offer.verb, count: 0 };
      found.count += 1;
      among.set(`${kind} ${value}`, found);
    }
  }

  /** @param {Offer} offer @param {string[]} args @param {number[]} free */
  function sort(offer, args, free) {
    const action = actionOf(offer, args);
    const names = free.filter((index) => !ON_MAP.has(offer.kinds[index]) && !cards.includes(offer.kinds[index]));
    if (names.length > 0 && free.length === 1) {
      named.push(action);
      return;
    }
    if (isSettled(offer)) {
      list.push(action);
      counted += 1;
      return;
    }
    const number = free.find((index) => offer.kinds[index] === "number");
    if (number !== undefined && free.length === 1) {
      const found = numbers.get(offer.verb) ?? { verb: offer.verb, values: [], actions: [] };
      found.values.push(Number(args[number]));
      found.actions.push(action);
      numbers.set(offer.verb, found);
      return;
    }
    if (number !== undefined && verb === null) {
      if (picks.length === 0) count(openers, offer, 1);
      return;
    }
    if (number === undefined) {
      list.push(action);
      counted += 1;
      count(verbs, offer, 1);
    }
    for (const index of free) mark(offer, index, args[index], action);
  }

  for (const offer of offers) {
    const { kinds } = offer;
    if (kinds.length === 0 || (verb !== null && offer.verb !== verb)) continue;
    const beside = unitsFirst ? besideUnits(offer, context) : [];
    plain.push(...beside);
    if (fresh && asides.includes(offer.verb)) {
      count(passing, offer, countOf(offer));
    } else if (beside.length > 0 && beside.length === firsts(offer).length) {
      continue; // buttons say it all
    } else if (fresh && words.size > 1 && kinds.length === 1 && kinds[0] === "space" && (unitsFirst || countOf(offer) > FEW)) {
      count(openers, offer, countOf(offer)); // spaces alone, while others begin with a unit: wait until the verb has been named
    } else if (picks.length === 0 && kinds.length > 1 && countOf(offer) > BROAD && (kinds[0] !== "number" || verb === null)) {
      if (kinds[0] === "number") count(openers, offer, countOf(offer));
      else {
        for (const value of firsts(offer)) mark(offer, 0, value, null);
        counted += countOf(offer);
        count(verbs, offer, countOf(offer));
      }
    } else walk(offer, picks, { found: (args, free) => sort(offer, args, free) });
  }
  const holding = picks.some((pick) => cards.includes(pick.kind));
  if (led || holding) {
    const others = optionsOf({ ...context, selection: NOTHING });
    if (led) for (const unit of [...others.ready, ...others.away]) ready.add(unit);
    for (const one of holding ? others.cards : []) held.set(`${one.kind} ${one.value}`, held.get(`${one.kind} ${one.value}`) ?? one); // or another instead
  }
  for (const pick of picks) if (isPlaced(view, pick.value, context.spaces)) ready.delete(pick.value);
  const here = [...ready];
  return {
    list, named, count: counted, plain,
    asides: [...passing.values()], choices: [...choices.values()], cards: [...held.values()],
    ready: here.filter((unit) => isPlaced(view, unit, context.spaces)),
    away: here.filter((unit) => !isPlaced(view, unit, context.spaces)),
    targets: [...targets].map(([unit, word]) => ({ unit, verb: word })),
    goals: [...goals.values()],
    numbers: [...numbers.values()].map((found) => ({ ...found, values: found.values.sort((a, b) => a - b) })),
    openers: [...openers.values()],
    verbs: verb === null && verbs.size > 1 && picks.length > 0 ? [...verbs.values()] : [],
  };
}

/**
 * Whether all that is left of an offer is a choice between two numbers for the one thing that is under way: each is a button of its own.
 * @param {Offer} offer
 */
function isSettled(offer) {
  return offer.kinds.length === 2 && offer.kinds[1] === "number" && offer.kinds[0] !== "number" && firsts(offer).length === 1 && countOf(offer) <= 2;
}

/**
 * Whether a unit is somewhere on the map.
 * @param {View} view
 * @param {string} unit
 * @param {Record<string, any>} [spaces] those of the map
 */
export function isPlaced(view, unit, spaces = {}) {
  const place = view.units[unit]?.place;
  return typeof place === "string" && Object.hasOwn(spaces, place);
}

/**
 * Actions that may be taken in one go, as a theme allows it by the verb: all units of a space, or all of one arm (or of whatever `by` names) into the
 * space that was clicked, or into the only one that is offered.
 * @param {Context} context
 * @param {Action[]} list
 * @param {Record<string, {says: string, side?: string, most?: number, of?: string[], from?: string, by?: string}>} [rules] `most` units of the arms
 *   `of`, or of any arm, into one space; those already there are in the view under `from`, or stand in it. `by` is what units of a group have in
 *   common; a space that has such units already is filled with others of their group
 * @returns {{verb: string, place: string, arm: string, texts: string[]}[]}
 */
export function together({ view, seat, selection }, list, rules = {}) {
  /** @type {Map<string, {verb: string, place: string, arm: string, texts: string[]}>} */
  const found = new Map();
  for (const { verb, kinds, args, text } of list) {
    const unit = view.units[args[0]];
    const rule = rules[verb];
    if (!rule || !unit || kinds[0] !== "unit" || (rule.side ?? seat) !== seat) continue;
    if (kinds.length > 1 && !(kinds.length === 2 && (isAimed(selection, args[1]) || (rule.by && isOnly(list, verb, args[1]))))) continue;
    const [place, arm] = kinds.length === 1 ? [unit.place, ""] : [args[1], String(unit[rule.by ?? "arm"])];
    const key = `${verb} ${place} ${arm}`;
    const group = found.get(key) ?? { verb, place, arm, texts: [] };
    const counted = rule.of?.includes(unit.arm) ?? Boolean(rule.by);
    const there = rule.by ? unitsAt(view, place) : (view[rule.from ?? ""]?.[place] ?? []).filter((/** @type {string} */ one) => rule.of?.includes(view.units[one]?.arm));
    if (rule.by && there.length > 0 && !there.some((/** @type {string} */ one) => view.units[one]?.[rule.by ?? ""] === unit[rule.by ?? ""])) continue;
    if (!counted || rule.most === undefined || there.length + group.texts.length < rule.most) group.texts.push(text);
    found.set(key, group);
  }
  return [...found.values()].filter((group) => group.texts.length > 1);
}

/** @param {Selection} selection @param {string} space */
function isAimed(selection, space) {
  return selection.picks.some((pick) => pick.kind === "space" && pick.value === space);
}

/** Whether everything that a verb may be used for ends in one space. @param {Action[]} list @param {string} verb @param {string} space */
function isOnly(list, verb, space) {
  return list.every((action) => action.verb !== verb || action.args[1] === space);
}

/**
 * What stays chosen after an action, so that the next of the same kind needs one click less: a space that several units are sent to, a name
 * from a list of which there are several, or a verb that asks for one space or one unit alone.
 * @param {Offer[]} offers what is possible now
 * @param {Selection} before
 * @param {string} text the action that was taken
 * @returns {Selection|null}
 */
export function sticky(offers, before, text) {
  const verb = text.split(" ", 1)[0];
  const shape = offers.find((offer) => offer.verb === verb)?.kinds;
  if (!shape) return null;
  if (before.verb === verb && shape.length === 1 && (shape[0] === "space" || shape[0] === "unit")) return chosen([], verb);
  const [first] = before.picks;
  if (!first || (first.kind !== "space" && ON_MAP.has(first.kind)) || before.picks.length > 1 || shape.length !== 2) return null;
  const kept = chosen([first]);
  return remaining(offers, { ...kept, verb }, 1).length > 0 ? kept : null;
}

/**
 * @param {Map<string, VerbOption>} found
 * @param {Offer} offer
 * @param {number} by
 */
function count(found, offer, by) {
  const entry = found.get(offer.verb) ?? { verb: offer.verb, says: offer.says, count: 0 };
  entry.count += by;
  found.set(offer.verb, entry);
}

/**
 * What to ask the service for, so that what is shown can be labelled: beginnings of actions whose last argument is open.
 * @param {Context} context
 * @returns {{verb: string, args: string[]}[]}
 */
export function questions(context) {
  const { offers, selection } = context;
  /** @type {Map<string, {verb: string, args: string[]}>} */
  const found = new Map();
  const options = optionsOf(context);
  const listed = new Set(options.count <= FEW ? options.list.map((action) => action.text) : []);
  for (const offer of offers) {
    const last = offer.kinds.length - 1;
    if (last < 0 || (selection.verb !== null && offer.verb !== selection.verb)) continue;
    if (last > 0 && selection.picks.length === 0 && countOf(offer) > BROAD) continue;
    walk(offer, selection.picks, { found: (given, free) => {
      const ends = free.length === 1 && free[0] === last;
      const deep = last === 2 && free.length === 2 && free[1] === last;
      if (!ends && !deep && !listed.has([offer.verb, ...given].join(" "))) return true;
      const args = given.slice(0, last);
      found.set([offer.verb, ...args].join(" "), { verb: offer.verb, args });
      return found.size <= FEW && !(last === 0); // the first of a plain list stands for all of it
    } });
    if (found.size > FEW) break;
  }
  return [...found.values()];
}

/**
 * Completions of a line as somebody types it: canonical texts, in the order of the offers.
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
  for (const offer of offers) {
    if (found.size >= most) break;
    const verb = offer.verb.toLowerCase();
    if (verb.startsWith(typed)) found.add(offer.verb);
    else if (typed.startsWith(`${verb} `)) complete(view, offer, offer.args, [], typed.slice(verb.length + 1), found, most);
  }
  return [...found];
}

/**
 * Complete a line from a branch on. Names may hold blanks (`U:2 Tk`).
 * @param {View} view
 * @param {Offer} offer
 * @param {any} node
 * @param {string[]} args
 * @param {string} rest
 * @param {Set<string>} found
 * @param {number} most
 * @returns {boolean} whether anything was found
 */
function complete(view, offer, node, args, rest, found, most) {
  if (args.length === offer.kinds.length || node === null || node === undefined) return false;
  const before = found.size;
  const kind = offer.kinds[args.length];
  for (const key of Array.isArray(node) ? node : Object.keys(node)) {
    if (found.size >= most) break;
    const value = String(key);
    const below = Array.isArray(node) ? undefined : node[value];
    const names = namesOf(view, kind, value);
    const deeper = names.some((name) => rest.startsWith(`${name} `)
      && complete(view, offer, below, [...args, value], rest.slice(name.length + 1), found, most));
    if (!deeper && names.some((name) => name.startsWith(rest))) found.add([offer.verb, ...args, value].join(" "));
  }
  return found.size > before;
}

/**
 * What somebody may call an argument when typing it.
 * @param {View} view
 * @param {string} kind
 * @param {string} value
 */
function namesOf(view, kind, value) {
  const word = value.toLowerCase();
  if (kind !== "unit") return [word];
  const place = view.units[value]?.place;
  return [word, word.slice(word.indexOf(":") + 1), ...(place ? [place.toLowerCase()] : [])];
}

/**
 * Whether the numbers of one action are less than those of another.
 * @param {Offer} offer
 * @param {string[]} args
 * @param {string[]} others
 */
function lessOf(offer, args, others) {
  return offer.kinds.some((kind, index) => kind === "number" && Number(args[index]) < Number(others[index]));
}

/**
 * The actions that do what is due without a choice: each names something that must be done, and nothing else that is offered does.
 * @param {Offer[]} offers
 * @param {string[]} due units and spaces
 * @param {string[]} [asides]
 * @param {boolean} [least] whether a choice between numbers is none: the least is meant
 * @returns {Action[]}
 */
export function withoutChoice(offers, due, asides = [], least = false) {
  const meant = offers.filter((offer) => offer.kinds.length > 0 && !asides.includes(offer.verb));
  /** @type {Map<string, Action>} */
  const found = new Map();
  for (const id of due) {
    /** @type {Map<string, Action>} */
    const about = new Map();
    for (const offer of meant) {
      for (const kind of new Set(offer.kinds)) {
        if (kind === "number" || about.size > 1) continue;
        walk(offer, [{ kind, value: id }], {
          found: (args) => {
            const key = [offer.verb, ...args.map((arg, index) => (least && offer.kinds[index] === "number" ? "#" : arg))].join(" ");
            const before = about.get(key);
            if (!before || lessOf(offer, args, before.args)) about.set(key, actionOf(offer, args));
            return about.size < 2;
          },
          missing: (args) => void about.set("?", actionOf(offer, args)).set("??", actionOf(offer, args)), // nobody knows yet
        });
      }
    }
    const [only] = about.values();
    if (about.size === 1) found.set(only.text, only);
  }
  return [...found.values()];
}
