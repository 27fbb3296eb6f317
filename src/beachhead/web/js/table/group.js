// @ts-check
/**
 * Several units, one order. What a group may do is found from the same folded offers as what one unit may do: the goals of a group are the spaces and units
 * that any of its members could be sent to, each with the members that can. An order is carried out as single actions, one for each unit: the first may
 * open an attack, the others join it. Pure, no page.
 */
import { actionOf, firsts, walk } from "./offers.js";

/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").Pick} Pick */
/** @typedef {import("./offers.js").Action} Action */
/** @typedef {import("./selection.js").Context} Context */
/** What a group is sent to, and what each of those who can go there would do. @typedef {{kind: string, value: string, verb: string, actions: Map<string, Action>}} Target */
/** Units and where to send them; `verb` if one is meant before others. @typedef {{units: string[], target: Pick|null, verb: string|null}} Order */

/**
 * The offers that a click on the map may mean: what is done on purpose or costs dearly has to be named.
 * @param {Context} context
 * @param {string|null} verb
 */
function meant({ offers, asides = [], deliberate = [], grave = [] }, verb) {
  return offers.filter((offer) => (verb !== null ? offer.verb === verb : !asides.includes(offer.verb) && !deliberate.includes(offer.verb) && !grave.includes(offer.verb)));
}

/**
 * How an action may name a unit: by itself, or by the space where it is.
 * @param {Context} context
 * @param {string} unit
 * @returns {Pick[]}
 */
function namesOf({ view, spaces = {} }, unit) {
  const place = view.units[unit]?.place;
  return [{ kind: "unit", value: unit }, ...(place && place in spaces ? [{ kind: "space", value: place }] : [])];
}

/**
 * Where the units of a group could be sent, those that most of them can reach first.
 * @param {Context} context
 * @param {string[]} units
 * @param {string|null} [verb]
 * @returns {Target[]}
 */
export function targetsOf(context, units, verb = context.selection.verb) {
  const offers = meant(context, verb);
  /** @type {Map<string, Target>} */
  const found = new Map();
  for (const unit of units) {
    const [self, place] = namesOf(context, unit);
    const own = offers.filter((offer) => offer.kinds.includes("unit"));
    const shared = place ? offers.filter((offer) => !offer.kinds.includes("unit") && isOwnPlace(context, offer)) : [];
    for (const [some, name] of /** @type {[Offer[], Pick][]} */ ([[own, self], [shared, place]])) {
      for (const offer of some) walk(offer, [name], { found: (args, free) => {
        const at = aimOf(context, offer, args, free);
        if (at < 0 || (offer.kinds[at] === name.kind && args[at] === name.value)) return true;
        const [kind, value] = [offer.kinds[at], args[at]];
        const key = `${kind} ${value}`;
        const target = found.get(key) ?? { kind, value, verb: offer.verb, actions: new Map() };
        if (!target.actions.has(unit)) target.actions.set(unit, actionOf(offer, args));
        found.set(key, target);
        return true;
      } });
    }
  }
  return [...found.values()].sort((a, b) => b.actions.size - a.actions.size);
}

/**
 * What a click means for a group: where it could be sent, or if that is nowhere, what has to be named otherwise, as far as several of them can do it.
 * @param {Context} context
 * @param {string[]} units
 * @returns {Target[]}
 */
export function goalsOf(context, units) {
  const found = targetsOf(context, units);
  if (found.length > 0 || context.selection.verb !== null || deedsOf(context, units).some((deed) => deed.actions.size > 1)) return found;
  return (context.deliberate ?? []).flatMap((verb) => targetsOf(context, units, verb)).filter((target) => target.actions.size > 1);
}

/**
 * Whether the spaces that an offer begins or ends with are those of own units, so that a unit may stand for its space: an attack from hexes.
 * @param {Context} context
 * @param {Offer} offer
 */
function isOwnPlace({ view, seat }, offer) {
  if (offer.kinds.length > 2 || offer.kinds.some((kind) => kind !== "space")) return false;
  const own = new Set(Object.values(view.units).flatMap((unit) => (unit.side === seat ? [unit.place] : [])));
  if (offer.kinds.length === 1) return firsts(offer).every((space) => own.has(space));
  let ours = true;
  walk(offer, [], { found: (args) => (ours = args.filter((space) => own.has(space)).length === 1) });
  return ours;
}

/**
 * Which argument a click would name: the only one left, if it is a space, an enemy or a name from a list. An action that needs no more has none.
 * @param {Context} context
 * @param {Offer} offer
 * @param {string[]} args
 * @param {number[]} free
 */
function aimOf({ view, seat }, offer, args, free) {
  if (free.length !== 1) return -1;
  const [at] = free;
  if (offer.kinds[at] === "number") return -1;
  return offer.kinds[at] !== "unit" || view.units[args[at]]?.side !== seat ? at : -1;
}

/**
 * What one unit of an order does now: go to the target, or join those who have begun. Null if it can do nothing about it.
 * @param {Context} context
 * @param {string} unit
 * @param {Order} order
 * @param {boolean} [joining] whether the order is under way and the game asks who else takes part
 * @returns {Action|null}
 */
export function actionFor(context, unit, { target, verb }, joining = false) {
  const offers = meant(context, null);
  const named = verb === null ? offers : meant(context, verb);
  for (const name of namesOf(context, unit)) {
    if (name.kind === "space" && !fromSpaces(context, offers)) continue;
    for (const some of [named, offers]) {
      if (target) {
        const straight = only(some, [name, target]);
        if (straight) return straight;
        const inside = insideOf(context, target).map((pick) => only(some, [name, pick])).find(Boolean);
        if (inside) return inside;
      }
    }
    const deed = joining || !target ? only(joining ? offers : named, [name]) : null;
    if (deed) return deed;
  }
  return null;
}

/** Whether any offer names spaces alone: then a unit may stand for its space. @param {Context} context @param {Offer[]} offers */
function fromSpaces(context, offers) {
  return offers.some((offer) => isOwnPlace(context, offer));
}

/**
 * A space stands for the enemies in it, and an enemy for its space.
 * @param {Context} context
 * @param {Pick} target
 * @returns {Pick[]}
 */
function insideOf({ view, seat, spaces = {} }, target) {
  if (target.kind === "unit") {
    const place = view.units[target.value]?.place;
    return place && place in spaces ? [{ kind: "space", value: place }] : [];
  }
  return Object.keys(view.units).filter((unit) => view.units[unit].place === target.value && view.units[unit].side !== seat).map((unit) => ({ kind: "unit", value: unit }));
}

/**
 * The action that holds exactly these arguments.
 * @param {Offer[]} offers
 * @param {Pick[]} picks
 * @returns {Action|null}
 */
function only(offers, picks) {
  /** @type {Action|null} */
  let found = null;
  for (const offer of offers) {
    if (offer.kinds.length !== picks.length || found) continue;
    walk(offer, picks, { found: (args, free) => {
      if (free.length === 0) found = actionOf(offer, args);
      return false;
    } });
  }
  return found;
}

/**
 * What a group can do that needs no target: declare an assault, dig in.
 * @param {Context} context
 * @param {string[]} units
 * @returns {{verb: string, actions: Map<string, Action>}[]}
 */
export function deedsOf(context, units) {
  /** @type {Map<string, {verb: string, actions: Map<string, Action>}>} */
  const found = new Map();
  for (const offer of meant(context, context.selection.verb)) {
    if (offer.kinds.length !== 1 || offer.kinds[0] !== "unit" || context.grave?.includes(offer.verb)) continue;
    const can = new Set(firsts(offer));
    for (const unit of units) {
      if (!can.has(unit)) continue;
      const deed = found.get(offer.verb) ?? { verb: offer.verb, actions: new Map() };
      deed.actions.set(unit, actionOf(offer, [unit]));
      found.set(offer.verb, deed);
    }
  }
  return [...found.values()];
}

/**
 * The units that may take part in anything a click means, in the order of the view.
 * @param {Context} context
 */
export function ableOf(context) {
  const { offers, view, seat, selection: { verb }, asides = [] } = context;
  /** @type {Set<string>} */
  const able = new Set();
  for (const offer of offers) {
    if (verb !== null ? offer.verb !== verb : asides.includes(offer.verb)) continue;
    const at = offer.kinds.indexOf("unit");
    if (at === 0) for (const unit of firsts(offer)) able.add(unit);
    else if (at > 0) walk(offer, [], { found: (args) => void able.add(args[at]) });
    else if (isOwnPlace(context, offer)) {
      const places = new Set();
      walk(offer, [], { found: (args) => void args.forEach((space) => places.add(space)) });
      for (const [unit, { place }] of Object.entries(view.units)) if (places.has(place)) able.add(unit);
    }
  }
  return Object.keys(view.units).filter((unit) => able.has(unit) && view.units[unit].side === seat);
}

/**
 * Units that are like this one and lie with it, itself first: ships in a box, companies of a stack.
 * @param {Context} context
 * @param {string} unit
 * @param {string[]} able
 */
export function likeOf({ view }, unit, able) {
  const { place, arm } = view.units[unit] ?? {};
  return [unit, ...able.filter((one) => one !== unit && view.units[one].place === place && view.units[one].arm === arm)];
}
