// @ts-check
/** The Now panel: what is asked and by which rule, what may be done with which key, what must be done, and why something did not work. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { dutyList } from "./duties.js";
import { mini } from "./smallCounter.js";
import { actionWords, armName, caseChip, shortName, sideColours, sideName, sideWords, spaceNoun, spaceWord, valueWord, verbWords, withPlaces } from "./names.js";
import { createOrder } from "./lossOrder.js";
import { FEW, actionsOf, chosen, together } from "./selection.js";
import { originNote, overNote, passingNote, promptOf, waitingNote } from "./status.js";
import { getSettings } from "./settings.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */
/** @typedef {import("./selection.js").Action} Action */

/**
 * @param {Store} table
 * @param {Controller} control
 */
export function createNow(table, control) {
  const el = h("section", { class: "now", "aria-labelledby": "prompt" });
  /** The phase end that has been pressed once. */
  let warned = "";
  /** How many of the keys 1 to 9 are given away. */
  let keyed = 0;
  /** Numbers as they stand on the steppers. @type {Map<string, number>} */
  const stepped = new Map();
  const order = createOrder(table);

  function draw() {
    el.classList.toggle("settling", table.playing && table.playingOwn);
    if (table.playing && table.playingOwn) return; // what was chosen is being shown: nothing jumps about meanwhile
    const focus = el.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key ?? "" : null;
    keyed = 0;
    put(el, inside());
    if (focus !== null) refocus(focus);
  }

  /** @param {string} key */
  function refocus(key) {
    const again = key && [...el.querySelectorAll("[data-key]")].find((one) => /** @type {HTMLElement} */ (one).dataset.key === key);
    /** @type {HTMLElement|null} */ (again || el.querySelector(".prompt"))?.focus({ preventScroll: true });
  }

  function inside() {
    const view = table.present;
    const { decision } = view;
    if (!table.playing && (view.result || table.meta.ended)) return overNote(table);
    return [
      h("h2", { class: "sr" }, t("play.heading")),
      h("header", { class: "now-head", vars: sideColours(table, decision.side) },
        h("span", { class: "who" }, table.ready ? t("play.you", { side: sideName(table, decision.side) }) : sideName(table, decision.side)),
        table.busy ? h("span", { class: "busy", "aria-hidden": "true" }) : null,
        undoButton()),
      h("p", { class: "prompt", id: "prompt", tabindex: -1, title: promptOf(table) }, withPlaces(table, promptOf(table)), " ", caseChip(table, decision.case)),
      question(),
      table.shown.live ? null : h("p", { class: "note" }, t("play.inReplay"), " ", h("button", { class: "button", type: "button", onclick: () => table.showMoment(null) }, t("play.backToLive"))),
      reasonNote(),
      table.meta.playable === false ? h("p", { class: "note" }, t("play.otherRules")) : control.active ? choices() : table.ready ? null : table.passing && !table.playing ? passingNote(table) : waitingNote(table),
      dutyList(table),
      originNote(table),
    ];
  }

  function undoButton() {
    if (!table.now.undo || table.playing) return null;
    return h("button", { class: "button quiet", type: "button", "data-key": "undo", onclick: () => table.undo() }, t("play.undo"), " ", h("kbd", null, "U"));
  }

  /** What one side has asked the other. */
  function question() {
    const { offer } = table.meta;
    if (!offer) return null;
    const mine = table.mine.includes(offer.by) && table.seat === offer.by;
    const asked = t(mine ? `play.asked.mine.${offer.what}` : `play.asked.theirs.${offer.what}`, sideWords(table, offer.by));
    return h("div", { class: "note question" }, h("p", null, asked),
      table.seat === null ? null : h("div", { class: "buttons" }, mine
        ? button(t("play.withdraw"), () => table.withdraw(), { key: "withdraw" })
        : [button(t("play.agree"), () => table.answer(true), { key: "agree", primary: true }), button(t("play.decline"), () => table.answer(false), { key: "decline" })]));
  }

  function reasonNote() {
    const { reason } = control;
    if (!reason) return null;
    return h("div", { class: ["note", "refusal", reason.warn && "warning"] },
      h("p", null, h("span", { class: "refusal-sign", "aria-hidden": "true" }, reason.warn ? "! " : "✕ "), withPlaces(table, reason.text), " ", caseChip(table, reason.case)),
      h("button", { class: "icon-button", type: "button", "aria-label": t("app.close"), onclick: () => control.setReason(null) }, "✕"));
  }

  /**
   * @param {string} label
   * @param {() => void} onclick
   * @param {{key: string, primary?: boolean, number?: boolean, hint?: string, action?: Action, kbd?: string, title?: string, warn?: boolean, danger?: boolean, says?: string}} how
   */
  function button(label, onclick, how) {
    const digit = how.number && keyed < FEW ? String(++keyed) : how.kbd ?? null;
    return h("button", {
      class: ["button", "left", how.primary && "primary", how.warn && "warn", how.danger && "danger"], type: "button", "data-key": how.key, "data-digit": how.number && digit ? digit : null,
      "data-enter": how.kbd === "⏎" ? "yes" : null, title: how.title, onclick,
      onpointerenter: how.action ? () => control.setNear(/** @type {Action} */ (how.action)) : null, onpointerleave: how.action ? () => control.setNear(null) : null,
      onfocus: how.action ? () => control.setNear(/** @type {Action} */ (how.action)) : null, onblur: how.action ? () => control.setNear(null) : null,
    }, digit && h("kbd", null, digit), h("span", { class: "label" }, label, how.says && h("small", { class: "button-says" }, how.says)), how.hint && h("span", { class: "hint" }, how.hint),
      how.primary && digit !== "⏎" && how.kbd && h("kbd", null, how.kbd));
  }

  function choices() {
    const { options } = control;
    const { selection } = table;
    const auto = table.start().picks.length;
    const listed = options.list.length <= FEW && (options.list.length > 0) && (selection.picks.length > 0 || selection.verb !== null || options.ready.length + options.goals.length <= FEW);
    const standard = control.default(false);
    const ordering = selection.picks.length === 0 && selection.verb === null && order.draw();
    const fromTray = selection.picks.length === 0 && selection.verb === null && options.away.length > 0 && options.ready.length === 0;
    const placed = options.list.some((action) => action.kinds.length > 1); // some verbs are only about the unit
    const accept = ordering && options.plain.find((action) => action.verb === table.lore.theme?.order?.accept);
    const costs = accept ? control.previews.get(accept.text)?.text : null;
    if (ordering) return [order.el, costs ? h("p", { class: "muted small" }, t("combatPanel.proposed", { text: costs })) : null, h("div", { class: "buttons" }, options.plain.filter((action) => action.verb !== "accept").map((action) => plainButton(action, false))), asides()];
    return [
      progress(), plans(),
      fromTray ? h("p", { class: "muted hint-line" }, t(placed ? "play.chooseAway" : "play.chooseHere", { n: options.away.length, ...spaceNoun(table) })) : null,
      tray(),
      selection.picks.length > auto || selection.verb !== null ? crumbs() : null,
      h("div", { class: "buttons" },
        wordsApart().map((one) => button(verbWords(table, one.verb), () => table.choose({ ...selection, verb: one.verb }), { key: `verb ${one.verb}`, number: true, title: one.says })),
        listed ? options.list.map((action) => button(actionWords(table, action), () => control.commit(action.text), {
          says: control.noteOf(action),
          key: action.text, number: true, action, title: control.says(action) || action.says, hint: control.labelOf(action), primary: standard?.text === action.text, kbd: standard?.text === action.text ? "⏎" : undefined,
        })) : null,
        inOneGo(),
        options.openers.map((one) => button(`${verbWords(table, one.verb)} …`, () => table.choose(chosen([], one.verb)), { key: `open ${one.verb}`, number: true, title: one.says })),
        options.numbers.map((one) => stepper(one)),
        options.plain.map((action) => plainButton(action, standard?.text === action.text))),
      listed || fromTray ? null : hint(),
      listed ? null : destinations(),
      asides(),
    ];
  }

  /** Several units named at once. */
  function inOneGo() {
    const { theme } = table.lore;
    return together(control.context, control.options.list, theme?.together).map(({ verb, place, arm, texts }) => button(
      theme?.together[verb].says.replace("{n}", String(texts.length)).replace("{place}", spaceWord(table, place)).replace("{arm}", armName(table, arm)),
      () => void table.acts(texts), { key: `together ${verb} ${place} ${arm}`, number: true }));
  }

  /** Verbs to choose between, unless all but one may be done in passing anyway. A single verb that clicks mean needs no button. */
  function wordsApart() {
    const { asides = [], deliberate = [] } = table.lore.theme ?? {};
    const { verbs } = control.options;
    const meant = verbs.filter((one) => !asides.includes(one.verb) && !deliberate.includes(one.verb));
    return meant.length > 1 ? verbs : verbs.filter((one) => deliberate.includes(one.verb));
  }

  /** Choices that have names of their own, such as prepared plans: the first as a button, the others as a list. */
  function plans() {
    const { named } = control.options;
    if (named.length === 0 || table.selection.picks.length > 0 || table.selection.verb !== null) return null;
    const [first, ...rest] = named;
    const says = (/** @type {Action} */ action) => table.lore.theme.names[action.kinds[0]]?.[action.args[0]]?.says ?? "";
    return h("div", { class: "plans buttons" },
      button(actionWords(table, first), () => table.act(first.text), { key: first.text, number: true, title: says(first), primary: true }),
      rest.length > 0 ? h("details", { class: "goals", open: planned, ontoggle: (/** @type {any} */ event) => (planned = event.target.open) },
        h("summary", { "data-key": "plans" }, t("play.otherPlans", { n: rest.length })),
        rest.map((action) => h("button", { class: "button left plan", type: "button", "data-key": action.text, onclick: () => table.act(action.text) },
          h("span", { class: "label" }, valueWord(table, action.kinds[0], action.args[0]), h("small", { class: "muted" }, says(action)))))) : null);
  }
  let planned = false;

  /** How far something has come, as the theme counts it: units set up, Caves dug. Only who may know has the numbers. */
  function progress() {
    const lines = (table.lore.theme?.progress ?? []).filter((/** @type {any} */ one) => one.step === table.now.view.decision.step).flatMap((/** @type {any} */ one) => {
      const found = one.from ? table.now.view[one.from] : null;
      const units = Object.values(table.now.view.units).filter((unit) => unit.side === table.seat);
      const n = one.from ? Object.values(found ?? {}).reduce((sum, number) => Number(sum) + Number(number), 0) : units.filter((unit) => unit.place in table.drawing.spaces).length;
      const of = one.of ?? units.length;
      return [h("li", { class: Number(n) >= of ? "done" : "" }, h("span", null, one.name), h("b", null, `${n} / ${of}`), h("span", { class: "bar", vars: { "--part": Number(n) / of } }))];
    });
    return lines.length > 0 ? h("ul", { class: "progress" }, lines) : null;
  }

  /** What may be done in passing while something else is asked. */
  function asides() {
    const found = control.options.asides;
    if (found.length === 0) return null;
    const alone = control.options.list.length + control.options.openers.length + control.options.named.length === 0;
    return h("details", { class: "goals asides", open: aside || alone, ontoggle: (/** @type {any} */ event) => (aside = event.target.open && !alone) },
      h("summary", { "data-key": "asides" }, t(alone ? "play.might" : "play.asides")),
      h("div", { class: "buttons" }, found.map((one) => h("button", { class: "button quiet left", type: "button", "data-key": `aside ${one.verb}`, title: one.says, onclick: () => table.choose(chosen([], one.verb)) },
        h("span", { class: "label" }, `${verbWords(table, one.verb)} …`), h("span", { class: "hint" }, String(one.count))))));
  }
  let aside = false;

  /** What has been chosen so far, each part with a way back. */
  function crumbs() {
    const { picks, verb } = table.selection;
    return h("div", { class: "crumbs" },
      verb !== null && h("span", { class: "crumb" }, verbWords(table, verb)),
      picks.map((pick) => (pick.kind === "unit" ? mini(table, pick.value) : h("span", { class: "crumb" }, valueWord(table, pick.kind, pick.value)))),
      h("button", { class: "button quiet", type: "button", "data-key": "deselect", onclick: () => table.select(null) }, t("play.deselect"), " ", h("kbd", null, "Esc")));
  }

  /** One line about what to click. */
  function hint() {
    const { options } = control;
    const { selection } = table;
    const words = selection.picks.length > 0 || selection.verb !== null
      ? [options.goals.length > 0 && t("play.chooseGoal", { n: options.goals.length, ...spaceNoun(table) }), options.targets.length > 0 && t("play.chooseTarget", { n: options.targets.length })]
      : [options.ready.length + options.away.length > 0 && t("play.chooseUnit", { n: options.ready.length + options.away.length }),
        options.goals.length > 0 && t("play.chooseGoal", { n: options.goals.length, ...spaceNoun(table) }), options.targets.length > 0 && t("play.chooseTarget", { n: options.targets.length })];
    const found = words.filter(Boolean);
    return found.length > 0 ? h("p", { class: "muted hint-line" }, found.join(" ")) : null;
  }

  /** @param {Action} action @param {boolean} standard */
  function plainButton(action, standard) {
    const open = control.options.ready.length + control.options.away.length;
    const ends = action.verb === "done" && !hasCombat() && open > 0 && getSettings().confirm && !(table.lore.theme?.windows ?? []).some((/** @type {any} */ one) => one.step === table.now.view.decision.step && one.answer !== "done");
    const warn = ends && warned === table.now.tag;
    const lost = action.verb === "done" ? doomed() : [];
    return button(lost.length > 0 ? t("play.stayLost", { n: lost.length, units: lost.map(shortName).join(", ") }) : warn ? t("play.sure", { n: open, action: actionWords(table, action) }) : actionWords(table, action), () => {
      if (ends && !warn) {
        warned = table.now.tag;
        draw();
      } else control.commit(action.text);
    }, { says: control.noteOf(action), key: action.text, primary: standard && !warn && lost.length === 0, warn, danger: lost.length > 0, number: action.verb !== "done" || table.start().picks.length > 0, kbd: standard ? "⏎" : undefined,
      action, hint: control.labelOf(action), title: control.says(action) || action.says });
  }

  /** The units that do not survive if they stay: those in the sea that may take their beach now. */
  function doomed() {
    const { decision, units } = table.now.view;
    if (decision.step !== "advance") return [];
    return [...new Set(actionsOf(table.now.offers).filter((action) => action.kinds[0] === "unit").map((action) => action.args[0]))].filter((unit) => units[unit]?.storms);
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
    const pick = () => /** @type {Action} */ (actions.find((action) => action.args.some((arg, index) => action.kinds[index] === "number" && Number(arg) === values[at])));
    const name = verbWords(table, verb);
    const less = h("button", { class: "icon-button", type: "button", "data-key": `less ${verb}`, "aria-label": t("play.less"), onclick: () => set(at - 1) }, "−");
    const more = h("button", { class: "icon-button", type: "button", "data-key": `more ${verb}`, "aria-label": t("play.more"), onclick: () => (halted() ? undefined : set(at + 1)) }, "+");
    // a natural stop, which one more press goes past
    const stop = control.enough(values.map((value) => /** @type {Action} */ (actions.find((action) => action.args.some((arg, index) => action.kinds[index] === "number" && Number(arg) === value)))));
    const limit = h("small", { class: "stepper-limit", role: "status" });
    let halt = true;
    const halted = () => {
      const stops = halt && stop > 0 && at === stop;
      halt = !stops;
      return stops;
    };
    const slide = h("input", { type: "range", min: 0, max: values.length - 1, step: 1, "data-key": `slide ${verb}`, "aria-label": name, oninput: () => set(Number(slide.value)), onfocus: () => control.setNear(pick()) });
    const commit = button("", () => table.act(pick().text), { key: `number ${verb}`, number: true });
    commit.append(h("span", { class: "hint" }));
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
      put(/** @type {Element} */ (commit.querySelector(".hint:last-child")), control.labelOf(action));
      commit.title = control.says(action);
      put(limit, control.noteOf(action) || (stop >= 0 ? t("combatPanel.enough", { n: values[stop] }) : null));
      limit.classList.toggle("reached", stop >= 0 && at >= stop);
      if (near) control.setNear(action);
    }
    set(at, false);
    return h("div", { class: "stepper", role: "group", "aria-label": name }, h("span", { class: "stepper-name" }, name, " ", h("small", { class: "muted" }, t("play.upTo", { n: values[values.length - 1] }))), less, slide, more, commit, limit);
  }

  /** Units that can act but stand nowhere on the map: reinforcements, units to be set up. */
  function tray() {
    const { away } = control.options;
    if (away.length === 0) return null;
    /** @type {Map<string, string[]>} */
    const arms = new Map();
    for (const unit of away) {
      const { arm } = table.now.view.units[unit];
      arms.set(arm, [...(arms.get(arm) ?? []), unit]);
    }
    return h("div", { class: "tray", role: "group", "aria-label": t("play.tray") }, [...arms.values()].flat().map((unit) =>
      mini(table, unit, { onclick: () => control.clicked("unit", unit), onpointerdown: (event) => control.carry(unit, event), key: `tray ${unit}`, chosen: unit === table.selection.unit })));
  }

  /** All destinations as a list, for whoever cannot or will not point. */
  function destinations() {
    const { list } = control.options;
    if (table.selection.picks.length === 0 || list.length === 0) return null;
    const items = () => list.map((action) => h("li", null, h("button", {
      class: "button quiet", type: "button", "data-key": action.text, onclick: () => control.commit(action.text),
      onfocus: () => control.setNear(action), onblur: () => control.setNear(null), onpointerenter: () => control.setNear(action), onpointerleave: () => control.setNear(null),
    }, lastWords(action), h("span", { class: "hint", title: control.says(action) }, control.labelOf(action)))));
    const box = h("ul", { class: "goal-list" });
    return h("details", { class: "goals", open: kept, ontoggle: (/** @type {any} */ event) => {
      kept = event.target.open;
      put(box, kept ? items() : null);
    } }, h("summary", { "data-key": "goals" }, t("play.goalList", { n: list.length })), box);
  }
  let kept = false;

  /** @param {Action} action */
  function lastWords(action) {
    const picked = new Set(table.selection.picks.map((pick) => pick.value));
    return action.args.map((value, index) => (picked.has(value) ? "" : valueWord(table, action.kinds[index], value))).filter(Boolean).join(" → ");
  }

  el.addEventListener("click", (event) => {
    if (!table.playing || !table.playingOwn) return;
    event.stopPropagation();
    event.preventDefault();
    table.skip();
  }, { capture: true });
  for (const kind of ["options", "previews", "reason", "meta", "busy", "seat", "playing"]) table.on(kind, draw);
  table.on("connection", draw);
  table.on("update", () => {
    if (!table.shown.live) draw(); // the match goes on while somebody looks back
  });
  draw();

  return {
    el, draw,
    /**
     * The keys of this panel; answers whether it knew what to do.
     * @param {string} key
     */
    press(key) {
      if (key === "Enter" && control.active && control.near && control.default() === control.near) {
        control.commit(control.near.text);
        return true;
      }
      const wanted = key === "Enter" ? el.querySelector(".button[data-enter]") : el.querySelector(`[data-digit="${CSS.escape(key)}"]`);
      if (wanted instanceof HTMLElement) {
        wanted.click();
        return true;
      }
      if (key !== "Enter") return false;
      const action = control.active ? control.default() : null;
      if (!action) return false;
      control.commit(action.text);
      return true;
    },
  };
}
