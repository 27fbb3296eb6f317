// @ts-check
/**
 * The remaining units go into the remaining spaces at random, where a theme allows it for a verb (`rest`). The lots are drawn here and become the single
 * actions that the player might have chosen: the rules know nothing of it, so records, odds and secrets are what they were.
 */
import { firsts } from "./offers.js";

/** @typedef {import("../types.js").Offer} Offer */

/** One request holds no more actions. */
const MOST = 64;

/**
 * The offer whose units may be left to chance, with its words; null if there is none, or a single unit is left.
 * @param {Offer[]} offers
 * @param {Record<string, {says: string}>} [rules]
 * @returns {{offer: Offer, units: string[], says: string}|null}
 */
export function restOf(offers, rules = {}) {
  const offer = offers.find((one) => one.verb in rules && one.kinds.join() === "unit,space");
  const units = offer ? firsts(offer) : [];
  return offer && units.length > 1 ? { offer, units, says: rules[offer.verb].says.replace("{n}", String(units.length)) } : null;
}

/**
 * Actions that send each unit into a space of its own, by lot.
 * @param {string} verb
 * @param {string[]} units
 * @param {string[]} spaces
 * @param {(below: number) => number} [lot]
 * @returns {string[]}
 */
export function dealt(verb, units, spaces, lot = draw) {
  const left = [...spaces];
  return units.slice(0, Math.min(left.length, MOST)).map((unit) => `${verb} ${unit} ${left.splice(lot(left.length), 1)[0]}`);
}

/**
 * The same for what is offered now; the service is asked for the spaces if it has not sent them.
 * @param {import("../types.js").Store} table
 * @param {{offer: Offer, units: string[]}} rest
 */
export async function dealRest(table, { offer, units }) {
  const { tag } = table.now;
  const known = /** @type {any} */ (offer.args)?.[units[0]];
  const spaces = Array.isArray(known) ? known : (await table.ask("actions", { tag, verb: offer.verb, kinds: offer.kinds, args: [units[0]] })).args;
  if (Array.isArray(spaces) && table.now.tag === tag) await table.acts(dealt(offer.verb, units, spaces.map(String)));
}

/** A number below another, by the browser's best chance. @param {number} below @returns {number} */
function draw(below) {
  const most = 2 ** 32 - (2 ** 32 % below);
  const [found] = crypto.getRandomValues(new Uint32Array(1));
  return found < most ? found % below : draw(below);
}
