// @ts-check
/** The typed way to play: the same texts as in the terminal, with completion, history, and answers that can be heard. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { dutiesOf, dutyWords } from "./duties.js";
import { announceNow, announce } from "./announcer.js";
import { readList } from "./lists.js";
import { actionWords, plainWords, seatName, shortName, sideWords, spaceNoun, spaceWord, unitName, unitWords } from "./names.js";
import { actionCalled, actionsOf, countOf, firsts, graft, missing, total } from "./offers.js";
import { FEW, chosen, completions, remaining } from "./selection.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */

/** So many actions are told one by one or group by group; of more, only the verbs. */
const MOST = 600;

const COMMANDS = ["help", "why", "list", "units", "look", "duties", "log", "undo"];

/**
 * @param {Store} table
 * @param {Controller} control
 */
export function createTyped(table, control) {
  /** Examples, as the theme has them. @type {{action?: string, short?: string, look?: string[], case?: string}} */
  const examples = table.lore.theme?.typing ?? {};
  const example = examples.short || examples.action;
  const placeholder = () => (example ? t("decision.typed.placeholder", { example }) : t("decision.typed.placeholderBare"));
  const box = h("ul", { class: "suggestions", role: "listbox", id: "suggestions", hidden: true, "aria-label": t("play.typed.suggestions") });
  const input = h("input", {
    type: "text", class: "typed-input", role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 400,
    "aria-expanded": "false", "aria-controls": "suggestions", "aria-autocomplete": "list", "aria-label": t("play.typed.label"),
    placeholder: placeholder(), enterkeyhint: "send",
    oninput: suggest, onkeydown: keys, onblur: () => setTimeout(close, 150),
  });
  const answer = h("div", { class: "typed-answer", id: "typed-answer" });
  const el = h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void enter();
  } }, h("div", { class: "typed-row" }, input, box), answer);
  /** @type {string[]} */
  let found = [];
  let at = -1;
  /** @type {string[]} */
  const past = [];
  let back = 0;
  /** The position about which the last answer was a complaint. */
  let wrong = "";

  function suggest() {
    const line = input.value;
    const words = line.trimStart().split(/\s+/);
    const offers = table.deciding ? control.offers : [];
    const inner = words[0] === "why" && words.length > 1 ? line.trimStart().slice(4) : line;
    const lead = inner === line ? "" : "why ";
    found = line.trim() === "" ? [] : [
      ...completions(offers, table.now.view, inner).map((text) => lead + text),
      ...(words.length === 1 ? COMMANDS.filter((word) => word.startsWith(words[0].toLowerCase())) : []),
    ].filter((text) => text !== line.trim());
    at = -1;
    show();
    void fetchBranch(inner);
  }

  /**
   * What is typed leads to a branch that was too large to be sent: fetch it, and suggest again.
   * @param {string} line
   */
  async function fetchBranch(line) {
    const { tag } = table.now;
    const begun = beginningOf(line.trim());
    const wanted = begun ? missing([begun.offer], [{ kind: begun.offer.kinds[0], value: begun.first }], null) : [];
    if (!table.deciding || wanted.length === 0) return;
    try {
      for (const { offer, args } of wanted) {
        const found = await table.ask("actions", { tag, verb: offer.verb, kinds: offer.kinds, args });
        if (found.t === "listed") graft(offer, args, found.args);
      }
    } catch {
      return; // without a connection there are no suggestions
    }
    if (table.now.tag === tag && document.activeElement === input && input.value.trim()) suggest();
  }

  /**
   * The verb and the first argument of a line, if it has both.
   * @param {string} line
   */
  function beginningOf(line) {
    const wanted = `${line.toLowerCase()} `;
    for (const offer of table.deciding ? control.offers : []) {
      if (offer.kinds.length < 2 || !wanted.startsWith(`${offer.verb.toLowerCase()} `)) continue;
      const rest = wanted.slice(offer.verb.length + 1);
      const first = firsts(offer).find((value) => namesOf(offer.kinds[0], value).some((name) => rest.startsWith(`${name} `)));
      if (first !== undefined) return { offer, first };
    }
    return null;
  }

  /**
   * What somebody may call a unit or a space when typing it.
   * @param {string} kind
   * @param {string} value
   */
  function namesOf(kind, value) {
    const place = table.now.view.units[value]?.place;
    return (kind === "unit" ? [value, shortName(value), place ?? ""] : [value, spaceWord(table, value)]).filter(Boolean).map((name) => name.toLowerCase());
  }

  function show() {
    box.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(!box.hidden));
    put(box, found.map((text, index) => h("li", {
      role: "option", id: `suggestion-${index}`, "aria-selected": String(index === at),
      onpointerdown: (/** @type {Event} */ event) => {
        event.preventDefault();
        take(index);
      },
    }, text)));
    if (at >= 0) {
      input.setAttribute("aria-activedescendant", `suggestion-${at}`);
      box.children[at]?.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  }

  function close() {
    found = [];
    show();
  }

  /** @param {number} index */
  function take(index) {
    const text = found[index];
    if (text === undefined) return;
    const whole = actionCalled(control.offers, text)?.text === text;
    input.value = whole || COMMANDS.includes(text) ? text : `${text} `;
    suggest();
    input.focus();
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    const { key } = event;
    if (key === "Tab" && !event.shiftKey && found.length > 0 && input.value.trim()) {
      event.preventDefault();
      take(at >= 0 ? at : 0);
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      const by = key === "ArrowDown" ? 1 : -1;
      if (found.length > 0) {
        at = (at + by + found.length + (at < 0 && by < 0 ? 1 : 0)) % found.length;
        show();
      } else if (past.length > 0) {
        back = Math.min(past.length, Math.max(0, back - by));
        input.value = past[past.length - back] ?? "";
      }
    } else if (key === "Enter" && at >= 0) {
      event.preventDefault();
      take(at);
    } else if (key === "Escape") {
      event.stopPropagation();
      if (found.length > 0) close();
      else if (input.value) input.value = "";
      else input.blur();
    }
  }

  /**
   * @param {string} text
   * @param {boolean} [bad]
   */
  function tell(text, bad = false) {
    if (table.covered !== null) return; // the screen has been handed over meanwhile: the other player reads nothing of it
    wrong = bad ? table.now.tag : "";
    put(answer, h("p", { class: bad ? "bad" : "" }, text.split("\n").flatMap((line, index) => (index > 0 ? [h("br"), line] : [line]))));
    (bad ? announceNow : announce)(text);
  }

  async function enter() {
    const line = input.value.trim().replace(/^\/+/, "").replace(/\s+/g, " ");
    if (!line) return;
    past.push(line);
    back = 0;
    close();
    input.value = "";
    put(answer); // what was answered before is not the answer to this
    const [word] = line.split(" ", 1);
    const rest = line.slice(word.length).trim();
    const command = commands[word.toLowerCase()];
    if (command && !(word.toLowerCase() === "list" && rest)) await command(rest);
    else await act(line);
  }

  /** @param {string} line */
  async function act(line) {
    if (!table.deciding) {
      const [partner] = table.awaited;
      tell(partner ? t("play.waiting.partner", { seat: seatName(table, partner) }) : t("play.typed.notYours", sideWords(table, table.now.view.decision.side)), true);
      return;
    }
    const listed = readList(line, table.lore.theme?.lists, thingCalled, unitsMeant);
    if (listed) {
      await several(line, listed);
      return;
    }
    await fetchBranch(line);
    const exact = actionCalled(control.offers, line) !== null;
    const begun = exact ? [] : opened(line);
    if (begun.length > 1) {
      const units = new Set(begun.map((action) => (action.kinds[0] === "unit" ? action.args[0] : "")));
      const [unit] = units;
      if (units.size === 1 && unit) table.choose(chosen([{ kind: "unit", value: unit }]));
      list(begun);
      return;
    }
    const outcome = await table.act(begun.length === 1 ? begun[0].text : line);
    if (outcome.ok) tell(t("play.typed.done", { text: begun[0]?.text ?? line }));
    else if (outcome.readings?.length) tell(t("play.typed.readings", { readings: outcome.readings.join(", ") }), true);
    else if (table.covered === null) {
      wrong = table.now.tag;
      put(answer, h("p", { class: "bad" }, plainWords(table, control.reason?.text ?? outcome.text ?? "")));
    }
  }

  /**
   * Who is meant by a space in a list: all units there that the verb is offered to.
   * @param {string} verb
   * @param {string} name
   */
  function unitsMeant(verb, name) {
    const { units } = table.now.view;
    const place = thingCalled(name);
    const offered = control.offers.filter((offer) => offer.verb === verb && offer.kinds[0] === "unit").flatMap(firsts);
    const here = offered.filter((unit) => units[unit]?.place === place);
    return here.length > 1 ? here : [name];
  }

  /**
   * A list of units: the single actions that it stands for, all of them or none.
   * @param {string} line
   * @param {import("./lists.js").Reading} reading
   */
  async function several(line, reading) {
    if ("problem" in reading) {
      tell(t(`decision.lists.${reading.problem}`, { what: reading.what, ...spaceNoun(table) }), true);
      return;
    }
    for (const text of reading.alone) {
      const why = await table.why(text).catch(() => null);
      if (why === null || !why.legal) {
        tell(t("decision.lists.refused", { line, text: plainWords(table, why?.text ?? t("play.offlineNow")) }), true);
        return;
      }
    }
    const { moment } = table.now;
    let outcome = await table.acts(reading.texts);
    let text = control.reason?.text ?? outcome.text ?? "";
    // the last of them may have been added already, because the game left no choice: then the list is played without them
    for (let n = reading.texts.length - 1; n > 0 && outcome.kind === "refused"; n -= 1) outcome = await table.acts(reading.texts.slice(0, n));
    const combat = new Set(Object.values(table.now.view.combat ?? {}).flat());
    if (outcome.ok && reading.names.every((name) => combat.size === 0 || combat.has(thingCalled(name)))) {
      tell(t("play.typed.done", { text: line }));
      return;
    }
    while (outcome.ok && table.now.moment > moment && table.now.undo) outcome = await table.undo();
    text ||= outcome.text ?? "";
    tell(t("decision.lists.refused", { line, text: plainWords(table, text) }), true);
  }

  /**
   * The unit or space that a name means: an id, a unit's name, a space's name, or the space of the only unit there.
   * @param {string} name
   * @returns {string|null}
   */
  function thingCalled(name) {
    const wanted = name.toLowerCase();
    const { units } = table.now.view;
    const unit = Object.keys(units).find((id) => id.toLowerCase() === wanted || shortName(id).toLowerCase() === wanted);
    if (unit) return unit;
    const space = spaceCalled(name);
    if (!(space in table.drawing.spaces)) return null;
    const here = Object.keys(units).filter((id) => units[id].place === space);
    return here.length === 1 ? here[0] : space;
  }

  /**
   * The actions that half a line may mean: `move`, `move U:1/2`, a unit alone, a space where a unit is.
   * @param {string} line
   */
  function opened(line) {
    const wanted = line.toLowerCase();
    const { offers } = control;
    const verb = offers.find((offer) => offer.verb.toLowerCase() === wanted)?.verb;
    if (verb !== undefined) return remaining(offers, chosen([], verb), MOST);
    const begun = beginningOf(line);
    if (begun) {
      const starts = remaining([begun.offer], chosen([{ kind: begun.offer.kinds[0], value: begun.first }]), MOST).filter((action) =>
        `${action.text} `.toLowerCase().startsWith(`${wanted} `));
      if (starts.length > 0) return starts;
    }
    const units = new Set(offers.filter((offer) => offer.kinds[0] === "unit").flatMap(firsts).filter((unit) => namesOf("unit", unit).includes(wanted)));
    const led = offers.filter((offer) => offer.kinds[0] === "unit");
    return [...units].flatMap((unit) => remaining(led, chosen([{ kind: "unit", value: unit }]), MOST).filter((action) => action.args[0] === unit));
  }

  /** @param {import("./selection.js").Action[]} actions */
  function list(actions) {
    if (actions.length <= FEW * 3) {
      tell([t("play.typed.choices", { n: actions.length }), ...actions.map((action) => `${action.text}: ${actionWords(table, action)}`)].join("\n"));
      return;
    }
    /** @type {Map<string, number>} */
    const groups = new Map();
    for (const action of actions) {
      const head = [action.verb, ...action.args.slice(0, Math.max(0, action.args.length - 1))].join(" ");
      groups.set(head, (groups.get(head) ?? 0) + 1);
    }
    tell([t("play.typed.choices", { n: actions.length }), ...[...groups].slice(0, 60).map(([head, n]) => (n > 1 ? `${head} … (${n})` : head))].join("\n"));
  }

  /** Everything that is offered; of very many, only how many by verb. */
  function listAll() {
    const offers = table.deciding ? control.offers : [];
    if (total(offers) <= MOST) list(actionsOf(offers));
    else tell([t("play.typed.choices", { n: total(offers) }), ...offers.map((offer) => `${offer.verb} … (${countOf(offer)})`)].join("\n"));
  }

  /**
   * A space by its id or by the name on the map.
   * @param {string} name
   */
  function spaceCalled(name) {
    if (Object.hasOwn(table.drawing.spaces, name)) return name;
    const wanted = name.toLowerCase();
    return Object.keys(table.drawing.spaces).find((id) => id.toLowerCase() === wanted || spaceWord(table, id).toLowerCase() === wanted) ?? name;
  }

  function help() {
    const { action = "", short = "", look = [], case: rule = table.lore.cases[0]?.id ?? "" } = examples;
    const first = Object.entries(table.lore.theme?.lists ?? {}).map(([verb, one]) => `${verb} … ${one.with} …`).join(", ");
    return [
      t("decision.typed.help.action", { example: action || t("decision.typed.help.anything") }),
      short && t("decision.typed.help.short", { example: short, ...spaceNoun(table) }),
      first && t("decision.typed.help.lists", { example: first }), t("decision.typed.help.half"), "\n",
      t("decision.typed.help.list"), t("decision.typed.help.why", { rule }), "\n",
      t("decision.typed.help.look", { example: look.length > 0 ? look.join(t("decision.typed.help.or")) : "…", ...spaceNoun(table) }),
      table.lore.theme?.duties && t("decision.typed.help.duties"), t("decision.typed.help.rest"),
    ].filter(Boolean).join(" ").replaceAll(" \n ", "\n");
  }

  /** @type {Record<string, (rest: string) => void|Promise<void>>} */
  const commands = {
    help: () => tell(help()),
    list: listAll,
    undo: async () => {
      const outcome = await table.undo();
      if (outcome.ok) tell(t("play.typed.undone"));
    },
    why: async (rest) => {
      if (!rest) return tell(plainWords(table, `${table.now.view.decision.prompt} [${table.now.view.decision.case}]`));
      const rule = table.lore.cases.find((one) => one.id === rest);
      if (rule) return tell(`${rule.id} ${rule.title}: ${rule.says}`);
      try {
        const found = await table.why(rest);
        tell(found.legal ? t("play.typed.legal", { text: rest }) : plainWords(table, `${found.text}${found.case ? ` [${found.case}]` : ""}`));
      } catch {
        tell(t("play.offlineNow"), true);
      }
    },
    units: () => {
      const { units } = table.now.view;
      tell(Object.keys(units).filter((unit) => units[unit].place in table.drawing.spaces).map((unit) => unitWords(table, unit)).join("\n"));
    },
    look: (rest) => {
      const { units } = table.now.view;
      const wanted = rest.toLowerCase();
      const unit = Object.keys(units).find((name) => name.toLowerCase() === wanted || name.toLowerCase().split(":").pop() === wanted);
      const id = spaceCalled(rest);
      const space = table.drawing.spaces[id];
      if (unit) {
        table.point({ units: [unit] });
        tell([unitWords(table, unit), ...units[unit].marks].join(", "));
      } else if (space) {
        table.point({ spaces: [id] });
        const here = Object.keys(units).filter((name) => units[name].place === id);
        tell([[id, space.title, space.terrain, ...(space.facts ?? [])].filter(Boolean).join(", "), ...here.map((name) => unitWords(table, name))].join("\n"));
      } else tell(t("play.typed.unknown", { what: rest, ...spaceNoun(table) }), true);
    },
    duties: () => {
      const open = dutiesOf(table, table.now.view);
      const word = (/** @type {string} */ id) => (id in table.now.view.units ? unitName(table, id) : spaceWord(table, id));
      tell(open.map((duty) => `${dutyWords(table, duty)}: ${duty.left.map(word).join(", ")}`).join("\n") || t("play.typed.noDuties"));
    },
    log: () => {
      const lines = table.log().slice(-8).flatMap((moment) => moment.events.map((event) => event.text));
      tell(plainWords(table, lines.join("\n")) || t("play.typed.nothing"));
    },
  };

  table.on("shown", () => {
    if (wrong && wrong !== table.now.tag) {
      wrong = "";
      put(answer); // a complaint about an earlier position says nothing any more
    }
  });
  table.on("cover", () => {
    past.length = 0;
    put(answer);
    input.value = "";
  });

  return { el, focus: () => input.focus() };
}
