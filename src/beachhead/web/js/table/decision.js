// @ts-check
/** The Now panel: what is asked and by which rule, what may be done with which key, what must be done, and why something did not work. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { createActions } from "./actions.js";
import { createDuties } from "./duties.js";
import { caseChip, seatName, sideColours, sideName, sideWords, withPlaces } from "./names.js";
import { partnersNote } from "./partners.js";
import { originNote, overNote, passingNote, promptOf, waitingNote } from "./status.js";
import { createSteady } from "./steady.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */

/**
 * @param {Store} table
 * @param {Controller} control
 * @param {() => HTMLElement|null} [hint] makes the button that asks for a hint, where there may be one
 */
export function createNow(table, control, hint = () => null) {
  const el = h("section", { class: "now", "aria-labelledby": "prompt" });
  const actions = createActions(table, control, () => draw());
  const duties = createDuties(table);
  const steady = createSteady(el);

  function draw() {
    el.classList.toggle("settling", table.playing && table.playingOwn);
    if (table.playing && table.playingOwn) return; // what was chosen is being shown: nothing jumps about meanwhile
    const focus = el.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key ?? "" : null;
    const before = steady.hold();
    el.dataset.picked = table.picked.join("|");
    el.dataset.running = control.orders.running ? "yes" : "no";
    put(el, inside());
    steady.keep(before);
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
        h("span", { class: "who" }, table.ready ? t("play.you", { side: seatName(table, table.place) }) : sideName(table, decision.side)),
        table.busy ? h("span", { class: "busy", "aria-hidden": "true" }) : null,
        hint(), actions.undo(), undoButton()),
      h("p", { class: "prompt", id: "prompt", tabindex: -1 }, withPlaces(table, promptOf(table)), " ", caseChip(table, decision.case)),
      question(),
      partnersNote(table),
      table.shown.live ? null : h("p", { class: "note" }, t("play.inReplay"), " ",
        h("button", { class: "button", type: "button", onclick: () => table.showMoment(null) }, t("play.backToLive"))),
      reasonNote(),
      middle(),
      duties.draw(control),
      actions.piles(),
      originNote(table),
    ];
  }

  /** What may be done, or for what the table waits. */
  function middle() {
    if (table.meta.playable === false) return h("p", { class: "note" }, t("play.otherRules"));
    if (control.active) return actions.draw();
    const waiting = table.ready ? null : table.passing && !table.playing ? passingNote(table) : waitingNote(table);
    return [actions.hand(), waiting];
  }

  function undoButton() {
    if (!table.undoer || table.playing) return null;
    return h("button", { class: "button quiet", type: "button", "data-key": "undo", onclick: () => table.undo() }, t("play.undo"), " ", h("kbd", null, "U"));
  }

  /** What one side has asked the other, or a seat its partner. */
  function question() {
    const { offer } = table.meta;
    if (!offer) return null;
    const mine = table.seat === offer.by && (!offer.seat || offer.seat === table.place);
    const theirs = offer.partner ? offer.partner === table.place : table.seat !== null && table.seat !== offer.by;
    const words = { ...sideWords(table, offer.by), seat: seatName(table, offer.seat) };
    const asked = t(mine ? `play.asked.mine.${offer.what}` : `play.asked.${offer.partner || table.seat === offer.by ? "partner" : "theirs"}.${offer.what}`, words);
    return h("div", { class: "note question" }, h("p", null, asked),
      !mine && !theirs ? null : h("div", { class: "buttons" }, mine
        ? actions.button(t("play.withdraw"), () => table.withdraw(), { key: "withdraw" })
        : [
          actions.button(t("play.agree"), () => table.answer(true), { key: "agree", primary: true }),
          actions.button(t("play.decline"), () => table.answer(false), { key: "decline" }),
        ]));
  }

  function reasonNote() {
    const { reason } = control;
    if (!reason) return null;
    return h("div", { class: ["note", "reason", reason.tone !== "info" && "refusal", reason.tone === "warn" && "warning"] },
      h("p", null, reason.tone === "info" ? null : h("span", { class: "refusal-sign", "aria-hidden": "true" }, reason.tone === "warn" ? "! " : "✕ "),
        withPlaces(table, reason.text), " ", caseChip(table, reason.case)),
      h("button", { class: "icon-button", type: "button", "aria-label": t("app.close"), onclick: () => control.setReason(null) }, "✕"));
  }

  el.addEventListener("click", (event) => {
    if (!table.playing || !table.playingOwn) return;
    event.stopPropagation();
    event.preventDefault();
    table.skip();
  }, { capture: true });
  for (const kind of ["options", "previews", "reason", "meta", "busy", "seat", "playing", "hint"]) table.on(kind, draw);
  table.on("connection", draw);
  table.on("update", () => {
    if (!table.shown.live) draw(); // the match goes on while somebody looks back
  });
  draw();

  return {
    el, draw,
    /** Go to the next thing that must be done. */
    nextDuty: () => duties.next() !== null,
    /**
     * The keys of this panel. Returns whether it knew what to do.
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
