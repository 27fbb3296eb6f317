// @ts-check
/** The typed way to play: the same texts as in the terminal, with completion, history, and answers that can be heard. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { dutyWords } from "./duties.js";
import { announceNow, announce } from "./announcer.js";
import { actionWords, sideWords, spaceNoun, unitWords } from "./names.js";
import { FEW, actionsOf, chosen, completions } from "./selection.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */

const COMMANDS = ["help", "why", "list", "units", "look", "duties", "log", "undo"];

/**
 * @param {Store} table
 * @param {Controller} control
 */
export function createTyped(table, control) {
  const box = h("ul", { class: "suggestions", role: "listbox", id: "suggestions", hidden: true, "aria-label": t("play.typed.suggestions") });
  const input = h("input", {
    type: "text", class: "typed-input", role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200, "aria-expanded": "false",
    "aria-controls": "suggestions", "aria-autocomplete": "list", "aria-label": t("play.typed.label"), placeholder: t(table.drawing?.kind === "hexes" ? "play.typed.placeholder" : "play.typed.placeholderAreas"), enterkeyhint: "send",
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

  function suggest() {
    const line = input.value;
    const words = line.trimStart().split(/\s+/);
    const offers = table.deciding ? table.now.offers : [];
    const inner = words[0] === "why" && words.length > 1 ? line.trimStart().slice(4) : line;
    const lead = inner === line ? "" : "why ";
    found = line.trim() === "" ? [] : [
      ...completions(offers, table.now.view, inner).map((text) => lead + text),
      ...(words.length === 1 ? COMMANDS.filter((word) => word.startsWith(words[0].toLowerCase())) : []),
    ].filter((text) => text !== line.trim());
    at = -1;
    show();
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
    const whole = actionsOf(table.now.offers).some((action) => action.text === text);
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
    const [word] = line.split(" ", 1);
    const rest = line.slice(word.length).trim();
    const command = commands[word.toLowerCase()];
    if (command && !(word.toLowerCase() === "list" && rest)) await command(rest);
    else await act(line);
  }

  /** @param {string} line */
  async function act(line) {
    if (!table.deciding) {
      tell(t("play.typed.notYours", sideWords(table, table.now.view.decision.side)), true);
      return;
    }
    const exact = actionsOf(table.now.offers).some((action) => action.text.toLowerCase() === line.toLowerCase());
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
    else put(answer, h("p", { class: "bad" }, control.reason?.text ?? outcome.text ?? ""));
  }

  /**
   * The actions that half a line may mean: `move`, `move U:1/2`, a unit alone, a space where a unit stands.
   * @param {string} line
   */
  function opened(line) {
    const wanted = line.toLowerCase();
    const actions = actionsOf(table.now.offers);
    const starts = actions.filter((action) => `${action.text} `.toLowerCase().startsWith(`${wanted} `));
    if (starts.length > 0) return starts;
    return actions.filter((action) => action.kinds[0] === "unit" && [action.args[0].toLowerCase(), action.args[0].toLowerCase().split(":").pop(), table.now.view.units[action.args[0]]?.place].includes(wanted));
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

  /**
   * A space by its id or by the name on the map.
   * @param {string} name
   */
  function spaceCalled(name) {
    if (table.drawing.spaces[name] || table.drawing.kind === "hexes") return name;
    return Object.keys(table.drawing.spaces).find((id) => [id, table.drawing.spaces[id].title ?? ""].some((word) => word.toLowerCase() === name.toLowerCase())) ?? name;
  }

  /** @type {Record<string, (rest: string) => void|Promise<void>>} */
  const commands = {
    help: () => tell(t(table.drawing.kind === "hexes" ? "play.typed.help" : "play.typed.helpAreas")),
    list: () => list(actionsOf(table.deciding ? table.now.offers : [])),
    undo: async () => {
      const outcome = await table.undo();
      if (outcome.ok) tell(t("play.typed.undone"));
    },
    why: async (rest) => {
      if (!rest) return tell(`${table.now.view.decision.prompt} [${table.now.view.decision.case}]`);
      const rule = table.lore.cases.find((one) => one.id === rest);
      if (rule) return tell(`${rule.id} ${rule.title}: ${rule.says}`);
      try {
        const found = await table.why(rest);
        tell(found.legal ? t("play.typed.legal", { text: rest }) : `${found.text}${found.case ? ` [${found.case}]` : ""}`);
      } catch {
        tell(t("play.offlineNow"), true);
      }
    },
    units: () => tell(Object.keys(table.now.view.units).filter((unit) => table.now.view.units[unit].place in table.drawing.spaces).map((unit) => unitWords(table, unit)).join("\n")),
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
      const open = Object.entries(table.now.view.duties ?? {}).filter(([, units]) => units.length > 0);
      tell(open.length > 0 ? open.map(([kind, units]) => `${dutyWords(table, kind, units.length)}: ${units.join(", ")}`).join("\n") : t("play.typed.noDuties"));
    },
    log: () => tell(table.log().slice(-8).flatMap((moment) => moment.events.map((event) => event.text)).join("\n") || t("play.typed.nothing")),
  };

  table.on("cover", () => {
    past.length = 0;
    put(answer);
    input.value = "";
  });

  return { el, focus: () => input.focus() };
}
