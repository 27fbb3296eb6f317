// @ts-check
/** "What would the sergeant do?": his action with a reason, marked on the map, and a button that takes it. For people who play alone. */
import { h, on, put } from "../dom.js";
import { t } from "../texts.js";
import { announce } from "./announcer.js";
import { previewWords } from "./controller.js";
import { mayAsk } from "./hintLogic.js";
import { isForThePage } from "./looks.js";
import { actionWords, plainWords, withPlaces } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {{tag: string, text: string, verb: string, args: string[], kinds: string[], why: string, units: string[], spaces: string[], preview: import("../types.js").Preview}} Hint */

/**
 * @param {Store} table
 * @param {import("./controller.js").Controller} control
 */
export function createHint(table, control) {
  const el = h("section", { class: "hint-box", "aria-label": t("comfort.hint.title"), hidden: true });
  /** @type {Hint|null} */
  let hint = null;
  let asking = "";
  let problem = "";

  const open = () => control.active && !table.busy && mayAsk(table.meta.seats, table.places) && !table.meta.ended;

  async function host() {
    if (Object.values(table.meta.seats).filter((seat) => seat.kind === "person").length < 2) return {};
    const { find } = await import("../start/savedMatches.js");
    return { host: find(table.match)?.host ?? "" };
  }

  async function ask() {
    const { tag } = table.now;
    if (!open() || asking === tag) return;
    asking = tag;
    problem = "";
    table.emit("hint");
    try {
      const answer = await table.here.link.ask("hint", { tag, ...await host() });
      if (table.now.tag !== tag) return;
      if (answer.t === "hinted") hint = answer;
      else problem = answer.text ?? t("comfort.hint.none");
    } catch {
      problem = t("play.offlineNow");
    } finally {
      if (asking === tag) asking = "";
      table.emit("hint");
    }
    draw();
    el.scrollIntoView({ block: "nearest" });
    if (hint) {
      table.point({ units: hint.units, spaces: hint.spaces, hold: true });
      announce(t("comfort.hint.heard", { action: words(hint), why: plainWords(table, hint.why) }));
    } else announce(problem);
    if (document.activeElement?.matches("body, .hint-ask, .hint-box *")) /** @type {HTMLElement|null} */ (el.querySelector(".hint-do"))?.focus({ preventScroll: true });
  }

  /** @param {Hint} found */
  function words(found) {
    return actionWords(table, { verb: found.verb, args: found.args, kinds: found.kinds, text: found.text, says: "" });
  }

  /** Nothing of the hint remains. */
  function drop() {
    const had = hint;
    hint = null;
    problem = "";
    if (had && control.held) table.point({ hold: false });
  }

  function draw() {
    el.hidden = hint === null && !problem;
    if (el.hidden) return void put(el);
    const inside = el.contains(document.activeElement);
    const found = hint;
    const close = h("button", { class: "icon-button", type: "button", "aria-label": t("app.close"), onclick: () => {
      drop();
      draw();
      document.getElementById("prompt")?.focus({ preventScroll: true });
    } }, "✕");
    const preview = found ? previewWords(found.preview) : "";
    put(el, h("div", { class: "hint-card" },
      h("header", null, h("h2", null, t("comfort.hint.title")), close),
      !found ? h("p", null, problem) : [
        h("p", { class: "hint-action" }, words(found)),
        h("p", null, withPlaces(table, found.why)),
        preview ? h("p", { class: "muted" }, withPlaces(table, preview)) : null,
        h("div", { class: "hint-buttons" },
          h("button", { class: "button primary hint-do", type: "button", onclick: () => control.commit(found.text) }, t("comfort.hint.do")),
          h("button", { class: "button", type: "button", disabled: found.units.length + found.spaces.length === 0, onclick: () => table.point({ units: found.units, spaces: found.spaces }) }, t("comfort.hint.show"))),
      ]));
    if (inside && !el.contains(document.activeElement)) el.querySelector("button")?.focus({ preventScroll: true });
  }

  /** The button that asks; nothing where nobody may. */
  function button() {
    if (!control.active || !mayAsk(table.meta.seats, table.places)) return null;
    return h("button", { class: "button quiet hint-ask", type: "button", "data-key": "hint", "aria-disabled": asking ? "true" : null, "aria-label": t("comfort.hint.says"), title: t("comfort.hint.says"), onclick: () => void ask() },
      t(asking ? "comfort.hint.asking" : "comfort.hint.ask"), " ", h("kbd", null, "⇧H"));
  }

  on(document, "keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "H" || !event.shiftKey || event.repeat || !isForThePage(table, event) || !open()) return;
    event.preventDefault();
    void ask();
  });
  const renew = () => {
    if (hint && (hint.tag !== table.now.tag || table.covered !== null || !table.shown.live)) drop();
    if (problem && !open()) problem = "";
    draw();
  };
  for (const kind of ["options", "shown", "meta", "busy", "cover", "seat"]) table.on(kind, renew);
  draw();
  return { el, button };
}
