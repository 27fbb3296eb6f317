// @ts-check
/** What may be done now, as buttons: verbs, actions, numbers, units beside the map, plans, destinations, and what ends the step. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { carry } from "./carry.js";
import { createHand } from "./hand.js";
import { createOrder } from "./lossOrder.js";
import { createOrderBar } from "./orderBar.js";
import { actionWords, armName, formOf, placeName, spaceNoun, spaceWord, unitNames, valueOf, valueWord, verbWords } from "./names.js";
import { firsts } from "./offers.js";
import { FEW, chosen, open, together } from "./selection.js";
import { getSettings } from "./settings.js";
import { mini } from "./smallCounter.js";
import { dealRest, restOf } from "./restAtRandom.js";

/** The name of a list that is recommended before the others. */
const STANDARD = "default";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */
/** @typedef {import("./selection.js").Action} Action */
/**
 * @typedef {{key: string, primary?: boolean, number?: boolean, hint?: string, hintSays?: string, action?: Action, kbd?: string, title?: string, warn?: boolean,
 *   danger?: boolean, says?: string}} Look
 */

/**
 * @param {Store} table
 * @param {Controller} control
 * @param {() => void} redraw
 */
export function createActions(table, control, redraw) {
  /** The phase end that has been pressed once. */
  let warned = "";
  /** How many of the keys 1 to 9 are given away. */
  let keyed = 0;
  /** What has been unfolded. */
  let [planned, aside, kept] = [false, false, false];
  /** Numbers as they are on the steppers. @type {Map<string, number>} */
  const stepped = new Map();
  const order = createOrder(table);
  const hand = createHand(table, control, redraw);
  const bar = createOrderBar(table, control, button);

  /**
   * @param {string} label
   * @param {() => void} onclick
   * @param {Look} how
   */
  function button(label, onclick, how) {
    const digit = how.number && keyed < FEW ? String(++keyed) : how.kbd ?? null;
    const { action } = how;
    const near = action ? () => control.setNear(action) : null;
    const far = action ? () => control.setNear(null) : null;
    return h("button", {
      class: ["button", "left", how.primary && "primary", how.warn && "warn", how.danger && "danger"], type: "button", "data-key": how.key,
      "data-digit": how.number && digit ? digit : null, "data-enter": how.kbd === "⏎" ? "yes" : null, title: how.title, onclick,
      onpointerenter: near, onpointerleave: far, onfocus: near, onblur: far,
    }, digit && h("kbd", null, digit), h("span", { class: "label" }, label, how.says && h("small", { class: "button-says" }, how.says)),
      hint(how.hint, how.hintSays), commits(action), how.primary && digit !== "⏎" && how.kbd && h("kbd", null, how.kbd));
  }

  /**
   * A number or sign beside a label, in words for whoever points at it or hears it.
   * @param {string|undefined} text
   * @param {string|undefined} says
   */
  function hint(text, says) {
    if (!text) return null;
    if (!says || says === text) return h("span", { class: "hint" }, text);
    return h("span", { class: "hint", title: says }, h("span", { "aria-hidden": "true" }, text), h("span", { class: "sr" }, says));
  }

  /** That an action rolls a die, or cannot be undone: whoever presses its button knows. @param {Action|undefined} action */
  function commits(action) {
    const told = action && control.previews.get(action.text)?.commits;
    return told ? h("span", { class: "commits", title: t(`play.commits.${told}Says`) }, t(`play.commits.${told}`)) : null;
  }

  /** @param {Action} action @param {boolean} primary */
  function actionButton(action, primary) {
    return button(actionWords(table, action), () => control.commit(action.text), {
      says: control.noteOf(action), key: action.text, number: true, action, title: action.says, hint: control.labelOf(action),
      hintSays: control.says(action), primary, kbd: primary ? "⏎" : undefined,
    });
  }

  /** @param {string} text */
  const line = (text) => h("p", { class: "muted hint-line" }, text);

  /** Everything, from the cards to what ends the step. */
  function draw() {
    keyed = 0;
    const { options } = control;
    const { selection } = table;
    const fresh = selection.picks.length === 0 && selection.verb === null;
    const auto = table.start().picks.length;
    const few = options.count > 0 && options.count <= FEW;
    const listed = few && (!fresh || options.ready.length + options.goals.length <= FEW);
    const together = control.several.group() !== null;
    const planned = control.plan.items.length > 0 && fresh;
    const standard = planned || together ? null : control.default(false);
    const fromTray = fresh && options.away.length > 0 && options.ready.length === 0;
    const placed = options.list.some((action) => action.kinds.length > 1); // some verbs are only about the unit
    if (fresh && order.draw()) {
      const accept = table.lore.theme?.order?.accept;
      const others = options.plain.filter((action) => action.verb !== accept);
      const costs = control.previews.get(options.plain.find((action) => action.verb === accept)?.text ?? "")?.text;
      const proposed = costs ? h("p", { class: "muted small" }, t("combatPanel.proposed", { text: costs })) : null;
      return [hand.draw(), order.el, proposed, h("div", { class: "buttons ends" }, others.map((action) => plainButton(action, false))), asides()];
    }
    return [
      hand.draw(), progress(), plans(),
      options.away.length > 0 && options.ready.length === 0 ? line(t(placed ? "play.chooseAway" : "play.chooseHere", { n: options.away.length, ...spaceNoun(table) })) : null,
      tray(), fresh ? restButton() : null,
      bar.plan(),
      !together && (selection.picks.length > auto || selection.verb !== null) ? crumbs() : null,
      bar.group(),
      together ? h("div", { class: "buttons options" }, bar.deeds()) : h("div", { class: "buttons options" },
        bar.everybody(),
        wordsApart().map((one) => wordButton(one, listed)),
        inOneGo(true),
        listed ? options.list.map((action) => actionButton(action, standard?.text === action.text)) : null,
        inOneGo(false), names(),
        options.openers.map((one) => button(`${verbWords(table, one.verb)} …`, () => table.choose(chosen([], one.verb)), {
          key: `open ${one.verb}`, number: true, title: one.says,
        })),
        options.numbers.map((one) => (one.values.length === 1 ? actionButton(one.actions[0], false) : stepper(one)))),
      bar.tools(),
      h("div", { class: "buttons ends" }, together ? null : straightButton(), options.plain.map((action) => plainButton(action, standard?.text === action.text))),
      listed || fromTray || together ? null : whatToClick(),
      listed || together ? null : destinations(),
      asides(),
    ];
  }

  /** Several units in one go: whole groups come before the single units that they are made of. @param {boolean} groups */
  function inOneGo(groups) {
    const { theme } = table.lore;
    const found = together(control.context, control.options.list, theme?.together).filter(({ verb }) => Boolean(theme?.together[verb].by) === groups);
    return found.map(({ verb, place, arm, texts }) => button(
      theme?.together[verb].says.replace("{n}", String(texts.length)).replace("{place}", spaceWord(table, place))
        .replace("{arm}", armName(table, arm)).replace("{group}", arm),
      () => void table.acts(texts), { key: `together ${verb} ${place} ${arm}`, number: true, says: control.rowNote(texts) }));
  }

  /** Names from a list that something else is chosen after. */
  function names() {
    return control.options.choices.map((one) => button(valueWord(table, one.kind, one.value), () => control.chose({ kind: one.kind, value: one.value }), {
      key: `choice ${one.kind} ${one.value}`, number: true, says: valueOf(table, one.kind, one.value)?.says,
    }));
  }

  /**
   * A verb to choose; if what has been chosen leaves it nothing to ask, the action itself, unless that is listed anyway.
   * @param {import("./selection.js").VerbOption} one
   * @param {boolean} listed
   */
  function wordButton(one, listed) {
    const { selection } = table;
    const [only] = one.count === 1 ? control.options.list.filter((action) => action.verb === one.verb) : [];
    if (only && open(only, selection.picks)?.length === 0) return listed ? null : actionButton(only, false);
    return button(verbWords(table, one.verb), () => table.choose({ ...selection, verb: one.verb }), { key: `verb ${one.verb}`, number: true, title: one.says });
  }

  /** Verbs to choose between, unless all but one may be done at any time. A single verb that clicks mean needs no button. */
  function wordsApart() {
    const { asides = [], deliberate = [] } = table.lore.theme ?? {};
    const { verbs } = control.options;
    const meant = verbs.filter((one) => !asides.includes(one.verb) && !deliberate.includes(one.verb));
    return meant.length > 1 ? verbs : verbs.filter((one) => deliberate.includes(one.verb));
  }

  /** Choices that have names of their own: if one is the default, as of prepared plans, the first as a button, the others as a list. */
  function plans() {
    const { named } = control.options;
    if (named.length === 0) return null;
    if (table.selection.verb === null && table.selection.picks.length > 0) return namesAfter(named);
    if (table.selection.verb !== null) return h("div", { class: "plans buttons" }, named.map((action) => actionButton(action, false)));
    const [first, ...rest] = named;
    const says = (/** @type {Action} */ action) => valueOf(table, action.kinds[0], action.args[0])?.says ?? "";
    if (!named.some((action) => action.args[0] === STANDARD)) {
      return h("div", { class: "buttons" }, named.map((action) => button(actionWords(table, action), () => table.act(action.text), { key: action.text, number: true, says: says(action) })));
    }
    return h("div", { class: "plans buttons" },
      button(actionWords(table, first), () => table.act(first.text), { key: first.text, number: true, title: says(first), primary: true }),
      rest.length > 0 ? h("details", { class: "goals", open: planned, ontoggle: (/** @type {any} */ event) => (planned = event.target.open) },
        h("summary", { "data-key": "plans" }, t("play.otherPlans", { n: rest.length })),
        rest.map((action) => h("button", { class: "button left plan", type: "button", "data-key": action.text, onclick: () => table.act(action.text) },
          h("span", { class: "label" }, valueWord(table, action.kinds[0], action.args[0]), h("small", { class: "muted" }, says(action)))))) : null);
  }

  /** Names that end an action which has begun with a unit, such as the box that it is put into. @param {Action[]} named */
  function namesAfter(named) {
    const { asides = [], deliberate = [] } = table.lore.theme ?? {};
    const meant = named.filter((action) => !asides.includes(action.verb) && !deliberate.includes(action.verb));
    return meant.length > 0 ? h("div", { class: "plans buttons" }, meant.map((action) => actionButton(action, false))) : null;
  }

  /** How far something has come, as the theme counts it: units set up, Caves dug. Only who may know has the numbers. */
  function progress() {
    const { decision } = table.now.view;
    const rules = (table.lore.theme?.progress ?? []).filter((/** @type {any} */ one) => one.step === decision.step);
    const lines = rules.map((/** @type {any} */ one) => {
      const found = one.from ? table.now.view[one.from] : null;
      const units = Object.values(table.now.view.units).filter((unit) => unit.side === table.seat);
      const counted = () => Object.values(found ?? {}).reduce((sum, number) => Number(sum) + Number(number), 0);
      const n = one.from ? counted() : units.filter((unit) => unit.place in table.drawing.spaces).length;
      const of = one.of ?? units.length;
      return h("li", { class: Number(n) >= of ? "done" : "" },
        h("span", null, one.name), h("b", null, `${n} / ${of}`), h("span", { class: "bar", vars: { "--part": Number(n) / of } }));
    });
    return lines.length > 0 ? h("ul", { class: "progress" }, lines) : null;
  }

  /** What may be done besides what is asked. */
  function asides() {
    const found = control.options.asides;
    if (found.length === 0) return null;
    const alone = control.options.list.length + control.options.openers.length + control.options.named.length === 0;
    return h("details", { class: "goals asides", open: aside || alone, ontoggle: (/** @type {any} */ event) => (aside = event.target.open && !alone) },
      h("summary", { "data-key": "asides" }, t(alone ? "play.might" : "play.asides")),
      h("div", { class: "buttons" }, found.map((one) => h("button", {
        class: "button quiet left", type: "button", "data-key": `aside ${one.verb}`, title: one.says, onclick: () => table.choose(chosen([], one.verb)),
      },
        h("span", { class: "label" }, `${verbWords(table, one.verb)} …`), h("span", { class: "hint" }, String(one.count))))));
  }

  /** What has been chosen so far, each part with a way back. */
  function crumbs() {
    const { picks, verb } = table.selection;
    return h("div", { class: "crumbs" },
      verb !== null && h("span", { class: "crumb" }, verbWords(table, verb)),
      picks.map((pick) => (pick.kind === "unit" ? mini(table, pick.value) : [ownIn(pick), h("span", { class: "crumb" }, valueWord(table, pick.kind, pick.value))])),
      h("button", { class: "button quiet", type: "button", "data-key": "deselect", onclick: () => table.select(null) },
        t("play.deselect"), " ", h("kbd", null, "Esc")));
  }

  /** The only unit of one's own in a space that stands for it. @param {import("../types.js").Pick} pick */
  function ownIn({ kind, value }) {
    const { units } = table.now.view;
    const here = kind === "space" ? Object.keys(units).filter((unit) => units[unit].place === value && units[unit].side === table.seat) : [];
    return here.length === 1 ? mini(table, here[0]) : null;
  }

  /** One line about what to click. */
  function whatToClick() {
    const { ready, away, goals, targets } = control.options;
    const fresh = table.selection.picks.length === 0 && table.selection.verb === null;
    const units = ready.length + away.length;
    const found = [
      fresh && units > 0 && t("play.chooseUnit", { n: units }),
      goals.length > 0 && t("play.chooseGoal", { n: goals.length, ...spaceNoun(table) }),
      targets.length > 0 && t("play.chooseTarget", { n: targets.length }),
    ].filter(Boolean);
    return found.length > 0 ? line(found.join(" ")) : null;
  }

  /** @param {Action} action @param {boolean} standard */
  function plainButton(action, standard) {
    const open = control.options.ready.length + control.options.away.length;
    const { windows = [] } = table.lore.theme ?? {};
    const { step } = table.now.view.decision;
    const reacts = windows.some((/** @type {any} */ one) => one.step === step && one.answer !== "done");
    const ends = action.verb === "done" && !hasCombat() && open > 0 && getSettings().confirm && !reacts;
    const warn = ends && warned === table.now.tag;
    const lost = action.verb === "done" ? staying() : "";
    const label = lost || (warn ? t("play.sure", { n: open, action: actionWords(table, action) }) : actionWords(table, action));
    return button(label, () => {
      if (ends && !warn) {
        warned = table.now.tag;
        redraw();
      } else control.commit(action.text);
    }, {
      says: control.noteOf(action), key: action.text, primary: standard && !warn && !lost, warn, danger: lost !== "",
      title: action.says, action, number: action.verb !== "done" || table.start().picks.length > 0, kbd: standard ? "⏎" : undefined,
      hint: control.labelOf(action), hintSays: control.says(action),
    });
  }

  /** One answer to this step and those after it, for whoever has nothing to add. */
  function straightButton() {
    const { step } = table.now.view.decision;
    for (const rule of table.lore.theme?.straight ?? []) {
      const action = rule.step === step ? control.options.plain.find((one) => one.verb === rule.answer) : null;
      if (action) return button(rule.says, () => void control.orders.answer(action, rule.through), { key: `straight ${step}`, number: true, hint: control.labelOf(action), hintSays: control.says(action) });
    }
    return null;
  }

  /** What staying costs, if the theme knows of units that do not survive it: those with a flag that might have gone in this step. */
  function staying() {
    const { decision, units } = table.now.view;
    const rule = (table.lore.theme?.stays ?? []).find((/** @type {any} */ one) => one.step === decision.step);
    if (!rule) return "";
    const lost = [...new Set(control.offers.filter((offer) => offer.kinds[0] === "unit").flatMap(firsts))].filter((unit) => units[unit]?.[rule.flag]);
    return lost.length > 0 ? (formOf(rule.says, lost.length) ?? "").replace("{units}", unitNames(table, lost)) : "";
  }

  function hasCombat() {
    return Boolean(table.now.panel);
  }

  /**
   * A number, with what it would lead to. It changes in place: a slider must not be replaced while it is dragged.
   * @param {{verb: string, values: number[], actions: Action[]}} one
   */
  function stepper({ verb, values, actions }) {
    const key = `${table.now.tag} ${verb}`;
    let at = Math.max(0, values.indexOf(stepped.get(key) ?? values[0]));
    const having = (/** @type {number} */ value) => /** @type {Action} */ (
      actions.find((action) => action.args.some((arg, index) => action.kinds[index] === "number" && Number(arg) === value)));
    const pick = () => having(values[at]);
    // from here on more changes nothing: a natural stop, which one more press goes past
    const stop = control.enough(values.map(having));
    const limit = h("small", { class: "stepper-limit", role: "status" });
    let halt = true;
    const halted = () => {
      const stops = halt && stop > 0 && at === stop;
      halt = !stops;
      return stops;
    };
    const name = verbWords(table, verb);
    const small = (/** @type {string} */ way, /** @type {number} */ by, /** @type {string} */ sign) => h("button", {
      class: "icon-button", type: "button", "data-key": `${way} ${verb}`, "aria-label": t(`play.${way}`), onclick: () => (by > 0 && halted() ? undefined : set(at + by)),
    }, sign);
    const [less, more] = [small("less", -1, "−"), small("more", 1, "+")];
    const slide = h("input", {
      type: "range", min: 0, max: values.length - 1, step: 1, "data-key": `slide ${verb}`, "aria-label": name,
      oninput: () => set(Number(slide.value)), onfocus: () => control.setNear(pick()),
    });
    const commit = button("", () => control.commit(pick().text), { key: `number ${verb}`, number: true });
    const beside = h("span");
    const sign = h("span");
    commit.append(beside, sign);
    for (const kind of ["pointerenter", "focus"]) commit.addEventListener(kind, () => control.setNear(pick()));
    for (const kind of ["pointerleave", "blur"]) commit.addEventListener(kind, () => control.setNear(null));
    /** @param {number} index */
    function set(index, near = true) {
      at = Math.min(values.length - 1, Math.max(0, index));
      stepped.set(key, values[at]);
      const action = pick();
      slide.value = String(at);
      slide.setAttribute("aria-valuetext", String(values[at]));
      less.disabled = at === 0;
      more.disabled = at === values.length - 1;
      put(/** @type {Element} */ (commit.querySelector(".label")), actionWords(table, action));
      put(beside, hint(control.labelOf(action), control.says(action)));
      put(sign, commits(action));
      for (const one of numbers?.children ?? []) one.setAttribute("aria-pressed", String(one.textContent === String(values[at])));
      put(limit, control.noteOf(action) || (stop >= 0 ? t("combatPanel.enough", { n: values[stop] }) : null));
      limit.classList.toggle("reached", stop >= 0 && at >= stop);
      if (near) control.setNear(action);
    }
    const numbers = numbersOf(verb, values, having, set);
    set(at, false);
    return h("div", { class: "stepper", role: "group", "aria-label": name },
      h("span", { class: "stepper-name" }, name, " ", h("small", { class: "muted" }, t("play.upTo", { n: values[values.length - 1] }))),
      less, slide, more, numbers, commit, limit);
  }

  /**
   * Where there are few numbers, each is one click away. It is chosen, not done: the button beside it says what it does.
   * @param {string} verb
   * @param {number[]} values
   * @param {(value: number) => Action} having
   * @param {(index: number) => void} set
   */
  function numbersOf(verb, values, having, set) {
    if (values.length > FEW + 3) return null;
    return h("div", { class: "stepper-values", role: "group", "aria-label": verbWords(table, verb) }, values.map((value, index) => {
      const action = having(value);
      const near = () => control.setNear(action);
      const far = () => control.setNear(null);
      return h("button", {
        class: "value", type: "button", "data-key": `value ${verb} ${value}`, title: actionWords(table, action),
        onclick: () => set(index), onpointerenter: near, onpointerleave: far, onfocus: near, onblur: far,
      }, String(value));
    }));
  }

  /** Units that can act but stand nowhere on the map: reinforcements, units to be set up; by the places where they wait, if there are several. */
  function tray() {
    const { away } = control.options;
    if (away.length === 0) return null;
    const { units } = table.now.view;
    const places = [...new Set(away.map((unit) => units[unit].place))];
    /** @type {Map<string, string[]>} */
    const groups = new Map();
    for (const unit of away) {
      const key = `${places.indexOf(units[unit].place)} ${units[unit].arm}`;
      groups.set(key, [...(groups.get(key) ?? []), unit]);
    }
    const row = places.flatMap((_, at) => [...groups].flatMap(([key, found]) => (key.startsWith(`${at} `) ? found : [])));
    return h("div", { class: "tray", role: "group", "aria-label": t("play.tray") }, row.map((unit, index) => {
      const { place } = units[unit];
      const begins = places.length > 1 && place !== units[row[index - 1]]?.place;
      return [begins ? h("p", { class: "tray-place muted small" }, placeName(table, place)) : null, mini(table, unit, {
        key: `tray ${unit}`, chosen: unit === table.selection.unit || table.picked.includes(unit), onclick: (event) => control.clicked("unit", unit, event),
        onpointerdown: (event) => carry(control, unit, event),
      })];
    }));
  }

  /** All that is left, at random: asked twice, since nobody may be able to undo it. */
  function restButton() {
    const rest = restOf(control.offers, table.lore.theme?.rest);
    if (!rest) return null;
    const key = `rest ${table.now.tag}`;
    const warn = warned === key;
    return h("div", { class: "buttons" }, button(warn ? t("play.again", { action: rest.says }) : rest.says, () => {
      if (warn) void dealRest(table, rest);
      else {
        warned = key;
        redraw();
      }
    }, { key: `rest ${rest.offer.verb}`, warn, number: true }));
  }

  /** All destinations as a list, for whoever cannot or will not point. */
  function destinations() {
    const { list } = control.options;
    if (table.selection.picks.length === 0 || list.length === 0) return null;
    const items = () => list.map((action) => h("li", null, h("button", {
      class: "button quiet", type: "button", "data-key": action.text, onclick: () => control.commit(action.text),
      onfocus: () => control.setNear(action), onblur: () => control.setNear(null),
      onpointerenter: () => control.setNear(action), onpointerleave: () => control.setNear(null),
    }, lastWords(action), hint(control.labelOf(action), control.says(action)))));
    const box = h("ul", { class: "goal-list" });
    return h("details", { class: "goals", open: kept, ontoggle: (/** @type {any} */ event) => {
      kept = event.target.open;
      put(box, kept ? items() : null);
    } }, h("summary", { "data-key": "goals" }, t("play.goalList", { n: list.length })), box);
  }

  /** @param {Action} action */
  function lastWords(action) {
    const picked = new Set(table.selection.picks.map((pick) => pick.value));
    return action.args.map((value, index) => (picked.has(value) ? "" : valueWord(table, action.kinds[index], value))).filter(Boolean).join(" → ");
  }

  return { draw, button, undo: bar.undo, piles: hand.piles, hand: hand.draw };
}
