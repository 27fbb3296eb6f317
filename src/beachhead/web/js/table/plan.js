// @ts-check
/**
 * Orders that have been drawn but not given: a list in the page, never on the service. Each is checked against what is offered whenever that changes; it can
 * be led elsewhere, taken out, and carried out with the others in one go. The plan belongs to its phase and ends with it.
 */
import { t } from "../texts.js";
import { announce } from "./announcer.js";
import { actionFor } from "./group.js";
import { placeName, unitName, unitNames, valueWord } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */
/** @typedef {import("./group.js").Order} Order */
/** `texts` are the actions as they would be taken now, one for each unit that can; `possible`: whether at least the first can. @typedef {Order & {id: number, texts: string[], possible: boolean}} Item */

/**
 * @param {Store} table
 * @param {Controller} control
 */
export function createPlan(table, control) {
  /** @type {Item[]} */
  let items = [];
  let active = false;
  let numbers = 0;
  let held = "";
  /** The order that Delete takes out. */
  let chosen = 0;

  const time = () => `${table.place} ${table.now.view.turn} ${table.now.view.phase}`;

  /** Which orders are still possible; a new phase begins without any. */
  function check() {
    if (items.length === 0) return;
    if (held !== time()) {
      items = [];
      active = false;
      return;
    }
    if (!control.active) return;
    items = items.map((item) => {
      const texts = item.units.flatMap((unit) => actionFor(control.context, unit, item)?.text ?? []);
      return { ...item, texts, possible: texts.length > 0 };
    });
  }

  /** @param {Order} order */
  function add(order) {
    held = time();
    numbers += 1;
    // a unit has one order: the last
    items = items.flatMap((item) => {
      const units = item.units.filter((unit) => !order.units.includes(unit));
      return units.length > 0 ? [{ ...item, units }] : [];
    });
    items.push({ ...order, id: numbers, texts: [], possible: true });
    chosen = numbers;
    control.several.end();
    table.pick([]);
    table.select(null);
    changed();
    announce(t("orders.planned", { n: items.length, order: words(items[items.length - 1]) }));
  }

  /** @param {number} id */
  function remove(id = chosen || (items.at(-1)?.id ?? 0)) {
    const before = items.length;
    items = items.filter((item) => item.id !== id);
    chosen = 0;
    changed();
    return items.length < before;
  }

  /**
   * Lead an order elsewhere, if its units can go there.
   * @param {number} id
   * @param {import("../types.js").Pick} target
   */
  function lead(id, target) {
    const item = items.find((one) => one.id === id);
    if (!item) return;
    const moved = { ...item, target };
    const can = item.units.filter((unit) => actionFor(control.context, unit, moved));
    if (can.length === 0) {
      void control.explain([item.verb ?? "", item.units[0], target.value].join(" "));
      return changed();
    }
    items = items.map((one) => (one === item ? { ...moved, units: can } : one));
    chosen = id;
    changed();
  }

  /** Carry out every order that is possible, in the order in which they were drawn; what stops one stops the plan. */
  async function run() {
    while (items.length > 0) {
      check();
      const [item] = items;
      if (!item || !control.active) return;
      if (!item.possible) {
        control.setReason({ text: t("orders.notNow", { order: words(item) }), case: "", action: "" });
        return;
      }
      items = items.slice(1);
      const whole = await control.orders.give(item);
      if (!whole || !control.active) break;
    }
    if (items.length === 0) active = false;
    changed();
  }

  function changed() {
    check();
    control.mark();
    table.emit("options", control.options);
  }

  /** An order in words. @param {Item} item */
  function words(item) {
    const who = item.units.length > 3 ? t("orders.units", { n: item.units.length, first: unitName(table, item.units[0]) }) : unitNames(table, item.units);
    const where = !item.target ? "" : item.target.kind === "unit" ? unitName(table, item.target.value)
      : item.target.value in table.drawing.spaces ? valueWord(table, item.target.kind, item.target.value) : placeName(table, item.target.value);
    return t("orders.item", { who, where });
  }

  /** The arrows of the plan, from where its units are. */
  function arrows() {
    const { units } = table.now.view;
    return items.flatMap((item) => {
      if (!item.target) return [];
      /** @type {Map<string, string[]>} */
      const from = new Map();
      for (const unit of item.units) from.set(units[unit]?.place ?? "", [...(from.get(units[unit]?.place ?? "") ?? []), unit]);
      return [...from.values()].map((some) => ({
        id: item.id, units: some, to: /** @type {import("../types.js").Pick} */ (item.target), fight: item.target?.kind === "unit" || isFight(item),
        chosen: item.id === chosen, possible: item.possible,
      }));
    });
  }

  /** Whether enemies are in the space of the target. @param {Item} item */
  function isFight(item) {
    const { units } = table.now.view;
    return Object.values(units).some((unit) => unit.place === item.target?.value && unit.side !== table.seat);
  }

  table.on("seat", () => {
    items = [];
    active = false;
  });

  return {
    add, remove, lead, run, check, words, arrows, changed,
    get items() {
      return items;
    },
    get active() {
      return active;
    },
    set active(on) {
      active = on;
      changed();
    },
    /** @param {number} id */
    choose(id) {
      chosen = chosen === id ? 0 : id;
      changed();
    },
    get chosen() {
      return chosen;
    },
    clear() {
      items = [];
      active = false;
      changed();
    },
  };
}
