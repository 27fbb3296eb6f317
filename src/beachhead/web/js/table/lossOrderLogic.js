// @ts-check
/** Rows of units to be put in order, without a page: what there is to order, and which actions bring an order about. */
import { firsts } from "./offers.js";

/** @typedef {import("../types.js").Store} Store */
/**
 * `rows`: under which names the view has what is proposed and what is ranked already; a later pair counts before an earlier one.
 * @typedef {{verb: string, accept: string, from: string, rows?: string[][]}} Order
 */

/**
 * What is to be put in order now; null if nothing is.
 * @param {Store} table
 * @returns {{units: string[], proposed: string[], ranked: string[], accept: boolean, order: Order}|null}
 */
export function rowOf(table) {
  const order = /** @type {Order|null|undefined} */ (table.lore.theme?.order);
  const { offers } = table.now;
  const units = offers.filter((offer) => offer.verb === order?.verb && offer.kinds.length === 1 && offer.kinds[0] === "unit").flatMap(firsts);
  if (!order || units.length < 2) return null;
  const fight = table.now.view[order.from] ?? {};
  const rows = order.rows ?? [["proposed", "row"]];
  const given = rows.flatMap(([proposed]) => fight[proposed] ?? []).filter((/** @type {string} */ unit) => units.includes(unit));
  const [, ranked] = rows.filter(([proposed]) => fight[proposed]).at(-1) ?? rows[0];
  return {
    units, order,
    proposed: [...given, ...units.filter((unit) => !given.includes(unit))],
    ranked: fight[ranked] ?? [],
    accept: offers.some((offer) => offer.verb === order.accept && offer.kinds.length === 0),
  };
}

/**
 * The actions that bring about an order: the proposal is accepted whole, any other is picked one by one; the last place is nobody's choice.
 * @param {string[]} wanted
 * @param {{proposed: string[], accept: boolean, order: Order}} row
 * @returns {string[]}
 */
export function actionsFor(wanted, { proposed, accept, order }) {
  if (accept && wanted.every((unit, index) => unit === proposed[index])) return [order.accept];
  return wanted.slice(0, -1).map((unit) => `${order.verb} ${unit}`);
}
