// @ts-check
/**
 * What was dragged, swept or pulled somewhere becomes an order: for one unit, for a group, or, where something else is asked that turning to another unit
 * ends, for a unit whose turn comes then.
 */
import { drop } from "./selection.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */
/** @typedef {import("./selection.js").Action} Action */

/**
 * @param {Store} table
 * @param {Controller} control
 */
export function createDrags(table, control) {
  /**
   * @param {string} unit
   * @param {string} space
   * @param {string[]} [way] the spaces that the drag has led through
   * @param {string[]} [freed] units that could act only after what is asked has been answered
   * @param {boolean} [deals] whether each space of the way is meant for one unit
   */
  function dropped(unit, space, way = [], freed = [], deals = false) {
    if (!control.active || table.playing) return;
    if (freed.length > 0) return void turnTo(freed, space, way);
    const group = table.picked.includes(unit) ? control.several.group() : null;
    if (deals && group && way.length > 1) return void deal(group, way);
    const target = table.picked.includes(unit) ? control.several.targetAt("space", space) : null;
    if (target) return control.several.send(target);
    const answer = drop(control.context, unit, space);
    if (!("act" in answer) && !("select" in answer) && way.length > 1 && control.orders.leads(unit, way)) return void control.orders.way(unit, way);
    control.follow(answer);
  }

  /**
   * Send the units of a group to the spaces on which the drag has rested, one to each, in the order in which they were taken up; the last space gets
   * whoever is left.
   * @param {string[]} group
   * @param {string[]} way
   */
  async function deal(group, way) {
    await control.several.load();
    const spaces = way.filter((space) => control.several.targetAt("space", space));
    const orders = spaces.slice(0, group.length).map((value, index, all) => ({
      units: index === all.length - 1 ? group.slice(index) : [group[index]], target: { kind: /** @type {const} */ ("space"), value }, verb: null,
    }));
    if (orders.length === 0) return control.follow(drop(control.context, group[0], way[way.length - 1]));
    if (control.plan.active) for (const order of orders) control.plan.add(order);
    else await control.orders.giveAll(orders);
  }

  /** The units that may be dragged although something else is asked. */
  function loose() {
    if (!control.active || !control.leaving()) return [];
    const { units } = table.now.view;
    const now = new Set([...control.able, ...control.options.ready, table.selection.unit]);
    return Object.keys(units).filter((unit) => units[unit].side === table.seat && !now.has(unit));
  }

  /**
   * End what is asked about, and send other units where they were dragged.
   * @param {string[]} units
   * @param {string} space
   * @param {string[]} way
   */
  async function turnTo(units, space, way) {
    const ends = await control.orders.leaving();
    if (!ends || !(await control.orders.answer(ends))) return;
    if (units.length > 1) {
      control.several.add(units, "stack");
      if (table.picked.length > 0) return void pulled(space);
    }
    table.select(units[0]);
    await control.load();
    dropped(units[0], space, way);
  }

  /**
   * The units of a loop are pulled to a space: what they could do there may have to be asked for first.
   * @param {string} space
   */
  async function pulled(space) {
    if (!control.active || table.playing) return;
    const { tag } = table.now;
    await control.several.load();
    if (!control.active || table.now.tag !== tag) return;
    const [only, ...others] = table.picked;
    if (only && others.length === 0) return dropped(only, space);
    const target = control.several.targetAt("space", space);
    if (target) control.several.send(target);
    else if (only) control.follow(drop(control.context, only, space));
  }

  return { dropped, pulled, loose };
}
