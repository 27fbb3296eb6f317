// @ts-check
/** The part of the panel for several units: who is selected and how many of them are meant, what they can do together, the plan, and the last order once more. */
import { h } from "../dom.js";
import { t } from "../texts.js";
import { ableOf, deedsOf, targetsOf } from "./group.js";
import { actionWords, verbWords } from "./names.js";
import { FEW } from "./selection.js";
import { mini } from "./smallCounter.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */

/** So many counters are shown; the others are counted. */
const SHOWN = 10;

/**
 * @param {Store} table
 * @param {Controller} control
 * @param {(label: string, onclick: () => void, how: import("./actions.js").Look) => any} button
 */
export function createOrderBar(table, control, button) {
  /** The units, each with a way out of the group, and how many are meant. */
  function group() {
    const { several } = control;
    const units = several.group();
    const of = several.reach();
    if (!units && of.length < 2) return null;
    const n = units?.length ?? 1;
    const shown = units ?? [];
    return h("div", { class: "group", role: "group", "aria-label": t("orders.selected", { n }) },
      h("div", { class: "group-head" },
        units ? h("b", { class: "group-count" }, t("orders.selected", { n })) : null,
        of.length > 1 ? numberOf(n, of.length) : null,
        units ? h("button", { class: "button quiet", type: "button", "data-key": "deselect", onclick: () => table.select(null) }, t("play.deselect"), " ", h("kbd", null, "Esc")) : null),
      shown.length > 0 ? h("div", { class: "group-units" },
        shown.slice(0, SHOWN).map((unit) => mini(table, unit, { key: `out ${unit}`, label: "", chosen: true, onclick: () => several.add([unit]) })),
        shown.length > SHOWN ? h("span", { class: "muted" }, t("orders.more", { n: shown.length - SHOWN })) : null) : null,
      units ? h("p", { class: "muted hint-line" }, t(several.targets.length > 0 ? "orders.choose" : several.deeds().length > 0 ? "orders.chooseDeed" : "orders.noTarget")) : null);
  }

  /** @param {number} n @param {number} of */
  function numberOf(n, of) {
    const { several } = control;
    const small = (/** @type {string} */ way, /** @type {number} */ to, /** @type {string} */ sign) => h("button", {
      class: "icon-button", type: "button", "data-key": `group ${way}`, "aria-label": t(`play.${way}`), disabled: to < 1 || to > of, onclick: () => several.take(to),
    }, sign);
    return h("span", { class: "group-number", role: "group", "aria-label": t("orders.number") },
      small("less", n - 1, "−"), h("span", { class: "group-of" }, t("orders.ofGroup", { n, of })), small("more", n + 1, "+"),
      of > 2 && n < of ? h("button", { class: "button quiet", type: "button", "data-key": "group all", onclick: () => several.take(of) }, t("orders.all", { n: of })) : null);
  }

  /** Everybody who can do what was named: five units that are activated one by one otherwise. */
  function everybody() {
    const { verb, picks } = table.selection;
    if (picks.length > table.start().picks.length || control.several.group()) return null;
    if (verb === null) return sameGoal();
    const deeds = deedsOf(control.context, ableOf(control.context)).filter((deed) => deed.actions.size > 1);
    return deeds.map((deed) => button(t("orders.deed", { verb: verbWords(table, deed.verb), n: deed.actions.size }), () => control.several.act(deed), { key: `deed ${deed.verb}`, number: true }));
  }

  /** Few units that could all do the same: those who advance after a fight. */
  function sameGoal() {
    const able = ableOf(control.context);
    if (able.length < 2 || control.options.count > FEW) return null;
    const targets = targetsOf(control.context, able).filter((target) => target.actions.size > 1);
    return targets.map((target) => button(actionOf(target), () => control.several.send(target), { key: `everybody ${target.kind} ${target.value}`, number: true, hint: t("orders.all", { n: target.actions.size }) }));
  }

  /** What the group can do: verbs without a target, and its targets where they are few. */
  function deeds() {
    const { several } = control;
    if (!several.group()) return null;
    const few = several.targets.length <= FEW ? several.targets : [];
    return [
      several.deeds().map((deed) => button(t("orders.deed", { verb: verbWords(table, deed.verb), n: deed.actions.size }), () => several.act(deed), { key: `deed ${deed.verb}`, number: true })),
      few.map((target) => button(actionOf(target), () => several.send(target), { key: `send ${target.kind} ${target.value}`, number: true, hint: several.label(target) })),
    ];
  }

  /** @param {import("./group.js").Target} target */
  function actionOf(target) {
    const [first] = target.actions.values();
    return target.actions.size === 1 ? actionWords(table, first) : `${actionWords(table, first)} ${t("orders.andMore", { n: target.actions.size - 1 })}`;
  }

  /** Orders drawn and not yet given. */
  function plan() {
    const { items, active } = control.plan;
    if (items.length === 0 && !active) return null;
    return h("div", { class: "plan-list", role: "group", "aria-label": t("orders.plan") },
      h("h2", null, t("orders.plan")),
      items.length === 0 ? h("p", { class: "muted hint-line" }, t("orders.planEmpty")) : h("ol", null, items.map((item) => h("li", {
        class: [item.id === control.plan.chosen && "chosen", !item.possible && "impossible"],
      },
      h("button", { class: "plan-item", type: "button", "data-key": `plan ${item.id}`, "aria-pressed": String(item.id === control.plan.chosen), onclick: () => control.plan.choose(item.id) },
        control.plan.words(item), item.possible ? null : h("small", { class: "muted" }, ` ${t("orders.impossible")}`)),
      h("button", { class: "icon-button", type: "button", "data-key": `unplan ${item.id}`, "aria-label": t("orders.remove", { order: control.plan.words(item) }), onclick: () => control.plan.remove(item.id) }, "✕")))),
      items.length > 0 ? h("div", { class: "buttons" },
        button(t("orders.carryOut", { n: items.length }), () => void control.plan.run(), { key: "carry out", primary: true, kbd: "⏎" }),
        button(t("orders.clear"), () => control.plan.clear(), { key: "clear plan" })) : null);
  }

  /** The last order once more, and the ways to select and plan. */
  function tools() {
    const again = control.orders.next();
    const able = control.options.ready.length + control.options.away.length;
    const { several } = control;
    const words = again ? actionWords(table, again.action) + (again.subjects.length > 1 ? ` ${t("orders.andMore", { n: again.subjects.length - 1 })}` : "") : "";
    if (!again && able < 2) return null;
    const toggle = (/** @type {string} */ key, /** @type {string} */ text, /** @type {string} */ says, /** @type {boolean} */ on, /** @type {() => void} */ onclick, /** @type {string} */ kbd) =>
      h("button", { class: "button quiet tool", type: "button", "data-key": key, "aria-pressed": String(on), title: says, onclick }, text, kbd ? [" ", h("kbd", null, kbd)] : null);
    return h("div", { class: "order-tools" },
      again ? h("button", { class: "button left", type: "button", "data-key": "again", "data-action": again.action.text, "aria-label": t("orders.again"), "aria-description": words, disabled: control.orders.running, onclick: () => void control.orders.repeat() },
        h("kbd", null, "R"), h("span", { class: "label" }, t("orders.again"), h("small", { class: "button-says" }, words))) : null,
      able > 1 ? h("div", { class: "order-modes" },
        toggle("several mode", t("orders.several"), t("orders.severalSays"), several.mode, () => (several.mode = !several.mode), ""),
        toggle("plan mode", t("orders.planMode"), t("orders.planSays"), control.plan.active, () => (control.plan.active = !control.plan.active), "L")) : null);
  }

  /** Undo of the whole last order. */
  function undo() {
    const n = control.orders.undoable();
    if (n === 0 || table.playing) return null;
    return h("button", { class: "button quiet", type: "button", "data-key": "undo order", title: t("orders.undoSays"), onclick: () => void control.orders.undoAll() },
      t("orders.undo", { n }), " ", h("kbd", null, "⇧U"));
  }

  return { group, deeds, everybody, plan, tools, undo };
}
