// @ts-check
/**
 * The units that are selected together: how they are added and taken out again, how many of them are meant, and where they could be sent. They are in
 * `table.picked`; one of them is the selected unit, so that everything that shows one unit shows the first of the group.
 */
import { t } from "../texts.js";
import { announce } from "./announcer.js";
import { ableOf, deedsOf, goalsOf, likeOf } from "./group.js";
import { unitName, unitWords, valueWord } from "./names.js";
import { graft, missing } from "./offers.js";
import { chosen as picked, remaining } from "./selection.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */
/** @typedef {import("./group.js").Target} Target */

/**
 * @param {Store} table
 * @param {Controller} control
 */
export function createSeveral(table, control) {
  /** All that were selected, of which the first so many are meant. @type {string[]} */
  let pool = [];
  /** @type {Target[]} */
  let targets = [];
  /** The target of a group under the pointer or the focus. @type {Target|null} */
  let near = null;
  /** Whether clicks take one more. */
  let mode = false;
  let stepping = false;

  table.on("picked", (/** @type {string[]} */ units) => {
    if (!stepping) pool = units;
  });

  /** Clicks select one unit again: the order for several has been given. */
  function end() {
    if (!mode) return;
    mode = false;
    if (control.board) control.board.several = false;
  }
  table.on("acting", end);

  const able = () => new Set(ableOf(control.context));

  /**
   * Take these too; those that cannot act are left out. "click": once more takes them out again, "stack": these and no others.
   * @param {string[]} units
   * @param {string} [how]
   */
  function add(units, how = "click") {
    if (!control.active || table.playing) return;
    const can = able();
    const meant = units.filter((unit) => can.has(unit));
    if (meant.length === 0) {
      if (units.length > 0 && how === "click") void control.describe({ kind: "unit", value: units[0] });
      return;
    }
    const before = how === "stack" ? [] : table.picked.length > 0 ? table.picked : chosen().filter((unit) => can.has(unit));
    const out = how === "click" && meant.every((unit) => before.includes(unit));
    set(out ? before.filter((unit) => !meant.includes(unit)) : [...new Set([...before, ...meant])]);
  }

  /** The unit that was chosen by hand, or that stands in the space that was. */
  function chosen() {
    const { unit, picks } = table.selection;
    const { units } = table.now.view;
    if (unit) return table.seat === units[unit]?.side ? [unit] : [];
    const space = picks.length === 1 && picks[0].kind === "space" ? picks[0].value : null;
    return space === null ? [] : ableOf(control.context).filter((one) => units[one].place === space).slice(0, 1);
  }

  /** The first of the group is chosen: by itself, or by its space where actions name spaces. @param {string} unit */
  function lead(unit) {
    const alone = remaining(control.offers, picked([{ kind: "unit", value: unit }]), 1).length > 0 || missing(control.offers, [{ kind: "unit", value: unit }], null).length > 0;
    if (alone) table.select(unit);
    else table.choose(picked([{ kind: "space", value: table.now.view.units[unit].place }]));
  }

  /** @param {string[]} units */
  function set(units) {
    control.orders.stop();
    table.pick(units);
    const { unit } = table.selection;
    if (units.length === 0) table.select(null);
    else if (!unit || !units.includes(unit) || table.selection.picks.length > 1) lead(units[0]);
    else control.refresh();
    announce(units.length === 1 ? unitWords(table, units[0]) : t("orders.selected", { n: units.length }));
  }

  /** All units of a space, or of the place beside the map where the selected unit is, that can act. @param {string|null} [space] */
  function all(space) {
    const { units } = table.now.view;
    const [first] = table.picked.length > 0 ? table.picked : chosen();
    const place = space ?? units[first]?.place ?? control.board?.cursor;
    const found = ableOf(control.context).filter((unit) => units[unit].place === place);
    if (found.length > 0) add(found, "stack");
    else announce(t("play.noneReady"));
  }

  /** One more: the next unit that can act, those in the same place first. */
  function next() {
    const { units } = table.now.view;
    const before = table.picked.length > 0 ? table.picked : chosen();
    const last = before.at(-1);
    const rest = ableOf(control.context).filter((unit) => !before.includes(unit));
    const found = rest.find((unit) => units[unit].place === units[last ?? ""]?.place) ?? rest[0];
    if (!found) return announce(t("play.noneReady"));
    add([found], "lasso");
    control.board?.focus({ unit: found });
    announce([unitWords(table, found), t("orders.selected", { n: table.picked.length })].join(". "));
  }

  /** So many of those that were selected; of one unit, so many like it. @param {number} n */
  function take(n) {
    const all = reach();
    stepping = true;
    set(all.slice(0, Math.max(1, Math.min(all.length, n))));
    stepping = false;
    pool = all;
  }

  /** Of how many units the number may be chosen: those selected, or those like the one that is. @returns {string[]} */
  function reach() {
    const can = able();
    const known = pool.filter((unit) => can.has(unit));
    if (known.length > 1 && table.picked.every((unit) => known.includes(unit)) && (table.picked.length > 0 || known.includes(table.selection.unit ?? ""))) return known;
    const [unit] = chosen();
    return unit && can.has(unit) ? likeOf(control.context, unit, [...can]) : [];
  }

  /** Where the group could be sent is found again. */
  function renew() {
    near = null;
    targets = group() && control.active ? goalsOf(control.context, table.picked) : [];
  }

  /** The units, if there are several. @returns {string[]|null} */
  function group() {
    return table.picked.length > 1 ? table.picked : null;
  }

  /**
   * What a click means as the goal of the group: the space or unit itself, the space of a unit, or an enemy in the space.
   * @param {string} kind
   * @param {string} value
   * @returns {Target|null}
   */
  function targetAt(kind, value) {
    if (!group()) return null;
    const { units } = table.now.view;
    const spots = kind === "unit" ? [["unit", value], ["space", units[value]?.place]]
      : [["space", value], ...Object.keys(units).filter((unit) => units[unit].place === value).map((unit) => ["unit", unit])];
    for (const [as, name] of spots) {
      const found = targets.find((target) => target.kind === as && target.value === name);
      if (found) return found;
    }
    return null;
  }

  /** Send the group there, or write it into the plan. @param {Target} target */
  function send(target) {
    const order = { units: [...target.actions.keys()], target: { kind: target.kind, value: target.value }, verb: target.verb };
    if (control.plan.active) control.plan.add(order);
    else void control.orders.give(order);
  }

  /** A deed that needs no target. @param {{verb: string, actions: Map<string, any>}} deed */
  function act(deed) {
    void control.orders.give({ units: [...deed.actions.keys()], target: null, verb: deed.verb });
  }

  /** The next goal of the group. @param {1|-1} by */
  function aim(by) {
    if (targets.length === 0) return;
    const at = near ? targets.indexOf(near) : -1;
    near = targets[at < 0 ? (by > 0 ? 0 : targets.length - 1) : (at + by + targets.length) % targets.length];
    control.board?.focus(near.kind === "unit" ? { unit: near.value } : { space: near.value });
    control.mark();
    announce(words(near));
  }

  /** A target in words: what, where, and how many of the group can. @param {Target} target */
  function words(target) {
    const of = table.picked.length;
    const n = target.actions.size;
    const where = target.kind === "unit" ? unitName(table, target.value) : valueWord(table, target.kind, target.value);
    return n === of ? t("orders.allTo", { n, where }) : t("orders.someTo", { n, of, where });
  }

  /** What the mark of a target says: how many can, if not all. @param {Target} target */
  function label(target) {
    const of = table.picked.length;
    return target.actions.size === of ? "" : t("orders.ofGroup", { n: target.actions.size, of });
  }

  /** Fetch what the service has not sent of what the group could do. */
  async function load() {
    const { tag } = table.now;
    const wanted = (group() ?? []).flatMap((unit) => missing(control.offers, [{ kind: "unit", value: unit }], table.selection.verb));
    if (wanted.length === 0) return;
    try {
      await Promise.all(wanted.slice(0, 24).map(async ({ offer, args }) => {
        const answer = await table.ask("actions", { tag, verb: offer.verb, kinds: offer.kinds, args });
        if (answer.t === "listed") graft(offer, args, answer.args);
      }));
    } catch {
      return; // the next click asks again
    }
    if (control.active && table.now.tag === tag) control.refresh();
  }

  return {
    add, end, all, next, take, reach, renew, group, targetAt, send, act, aim, words, label, load,
    deeds: () => (group() ? deedsOf(control.context, table.picked).filter((deed) => deed.actions.size > 1) : []),
    get targets() {
      return targets;
    },
    get near() {
      return near;
    },
    get mode() {
      return mode;
    },
    set mode(on) {
      mode = on;
      if (control.board) control.board.several = on;
      table.emit("options", control.options);
    },
  };
}
