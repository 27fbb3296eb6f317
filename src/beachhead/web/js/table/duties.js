// @ts-check
/**
 * What must still be done before the phase may end, by kind: how many are left and done, each a click away, the next by a key, and those without a
 * choice in one go. There may be dozens; a long list folds.
 */
import { h } from "../dom.js";
import { t } from "../texts.js";
import { caseChip, formOf, sideName, spaceNoun, spaceWord, unitName } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").View} View */
/**
 * `left` are units or spaces; `done` is null where the game does not count. `binding`: it must be done, and is not merely told; `forced`: what is done
 * about it may be done in one go where there is no choice; `least`: a number is no choice, the least is meant.
 * @typedef {{kind: string, left: string[], done: number|null, mark: string, name: string, says: string, case: string, binding: boolean, forced: boolean, least: boolean}} Duty
 */

/** More than these are folded away under their heading. */
const MANY = 12;

/** So many of the actions without a choice are named on their button. */
const TOLD = 4;

/**
 * The open duties, in the theme's order.
 * @param {Store} table
 * @param {View} [view]
 * @returns {Duty[]}
 */
export function dutiesOf(table, view = table.present) {
  /** @type {Record<string, any>} */
  const rules = table.lore.theme?.duties ?? {};
  const place = (/** @type {string} */ kind) => (kind in rules ? rules[kind].order ?? Object.keys(rules).indexOf(kind) : Infinity);
  return Object.entries(view.duties ?? {}).map(([kind, given]) => {
    const counted = !Array.isArray(given);
    const rule = rules[kind] ?? {};
    return {
      kind, left: counted ? given.left ?? [] : given, done: counted ? given.done ?? 0 : null,
      mark: rule.mark ?? (rules[kind] ? "none" : "due"), name: rule.name ?? kind, says: rule.says ?? "", case: rule.case ?? "",
      binding: !rules[kind] || rule.mark !== "none", forced: rule.forced === true, least: rule.least === true,
    };
  }).filter((duty) => duty.left.length > 0 || (duty.done ?? 0) > 0).sort((a, b) => place(a.kind) - place(b.kind));
}

/**
 * A duty in words, from where the viewer sits: his own units are his, the others are the enemy's; spectators hear the sides' names.
 * @param {Store} table
 * @param {Duty} duty
 */
export function dutyWords(table, duty) {
  const { units } = table.present;
  const n = duty.left.length;
  const rule = table.lore.theme?.duties?.[duty.kind] ?? {};
  const sides = new Set(duty.left.map((id) => units[id]?.side));
  const [side] = sides;
  const name = formOf(rule.name, n) ?? duty.kind;
  const fill = (/** @type {string} */ text) => text.replaceAll("{n}", String(n));
  if (n === 0) return t("decision.duty.over", { name });
  if (side === undefined && rule.count) return fill(formOf(rule.count, n) ?? "");
  if (sides.size > 1 || side === undefined) return t("decision.duty.spaces", { n, name, ...spaceNoun(table) });
  if (table.seat === null) return t("decision.duty.watched", { n, name, side: sideName(table, side) });
  const own = side === table.seat;
  const said = formOf(own ? rule.own : rule.count, n);
  return said ? fill(said) : t(own ? "decision.duty.own" : "decision.duty.enemy", { n, name });
}

/**
 * What to look at: a unit by its place, a space by itself.
 * @param {Store} table
 * @param {string[]} ids
 */
function pointAt(table, ids) {
  const units = ids.filter((id) => id in table.shown.view.units);
  table.point({ units, spaces: ids.filter((id) => !units.includes(id) && id in table.drawing.spaces) });
}

/**
 * @param {Store} table
 * @param {string} id
 */
function wordOf(table, id) {
  return id in table.present.units ? unitName(table, id) : spaceWord(table, id);
}

/**
 * The list in the panel, and the way from one duty to the next.
 * @param {Store} table
 */
export function createDuties(table) {
  /** What was looked at last. */
  let last = "";
  /** Kinds that somebody has folded or unfolded. @type {Map<string, boolean>} */
  const folded = new Map();

  /** Everything that is left, in order. */
  const left = () => [...new Set(dutiesOf(table).filter((duty) => duty.binding).flatMap((duty) => duty.left))];

  /** Look at the next thing that must be done; returns it, or null if nothing is left. */
  function next() {
    const all = left();
    if (all.length === 0) return null;
    last = all[(all.indexOf(last) + 1) % all.length];
    pointAt(table, [last]);
    return last;
  }

  /** @param {import("./controller.js").Controller} [control] */
  function draw(control) {
    const open = dutiesOf(table);
    if (open.length === 0) return null;
    const [due, told] = [open.filter((duty) => duty.binding), open.filter((duty) => !duty.binding)];
    return h("div", { class: "duties" },
      due.length > 0 ? [h("h2", null, t("play.duties")), h("ul", null, due.map(line))] : null,
      told.length > 0 ? [h("h2", null, t("play.told")), h("ul", null, told.map(line))] : null,
      h("div", { class: "buttons duty-buttons" }, control ? forcedButton(control) : null, control?.active && left().length > 1 ? nextButton() : null));
  }

  const nextButton = () => h("button", { class: "button quiet", type: "button", "data-key": "duty next", onclick: next },
    t("decision.duty.next"), " ", h("kbd", null, "D"));

  /** One button for what has no choice. @param {import("./controller.js").Controller} control */
  function forcedButton(control) {
    const { running } = control.forced;
    const found = control.forced.actions();
    if (found.length === 0 && !running) return null;
    const says = found.slice(0, TOLD).map((action) => control.words(action)).join("; ") + (found.length > TOLD ? t("decision.forced.more", { n: found.length - TOLD }) : "");
    const [label, more] = running ? [t("decision.forced.running"), ""]
      : found.length === 1 ? [says, t("decision.forced.says")] : [t("decision.forced.do", { n: found.length }), says];
    const [near, far] = [() => control.foresee(found), () => control.foresee([])];
    return h("button", { class: "button left", type: "button", "data-key": "forced", disabled: running, title: says, onclick: () => void control.forced.run(), onpointerenter: near, onfocus: near, onpointerleave: far, onblur: far },
      h("span", { class: "label" }, label, more ? h("small", { class: "button-says" }, more) : null));
  }

  /** @param {Duty} duty */
  function line(duty) {
    const { kind } = duty;
    const name = h("button", {
      class: "duty-name", type: "button", "data-key": `duty ${kind}`, title: duty.says || null, onclick: () => pointAt(table, duty.left),
    }, dutyWords(table, duty));
    const refs = h("span", { class: "duty-units" }, duty.left.map((id) =>
      h("button", { class: "ref", type: "button", "data-key": `duty ${kind} ${id}`, onclick: () => pointAt(table, [id]) }, wordOf(table, id))));
    const words = () => t("decision.duty.done", { n: duty.done, of: Number(duty.done) + duty.left.length });
    const done = duty.done === null ? null : h("span", { class: "duty-done muted" }, words());
    const heading = [name, " ", caseChip(table, duty.case), done];
    if (duty.left.length <= MANY) return h("li", { class: "duty", "data-mark": duty.mark }, heading, refs);
    const isOpen = folded.get(kind) ?? false;
    return h("li", { class: "duty", "data-mark": duty.mark }, heading,
      h("details", { class: "goals", open: isOpen, ontoggle: (/** @type {any} */ event) => void folded.set(kind, event.target.open) },
        h("summary", { "data-key": `fold ${kind}` }, t("decision.duty.all", { n: duty.left.length })), refs));
  }

  return { draw, next };
}
