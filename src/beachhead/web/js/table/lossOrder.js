// @ts-check
/**
 * A row of units to be put in order: cards that are dragged, moved by keys, or moved by their buttons, beginning with a proposal. One key accepts it.
 * What is sent are the single picks that the game knows, in one request.
 */
import { h, on, put } from "../dom.js";
import { t } from "../texts.js";
import { announce } from "./announcer.js";
import { mini } from "./smallCounter.js";
import { armName, unitName } from "./names.js";
import { actionsFor, rowOf } from "./lossOrderLogic.js";

/** @typedef {import("../types.js").Store} Store */

/** @param {Store} table */
export function createOrder(table) {
  const list = h("ol", { class: "row-list", "aria-label": t("play.order.list") });
  const send = h("button", { class: "button primary left", type: "button", "data-key": "row send", "data-enter": "yes", onclick: () => void commit() });
  const reset = h("button", { class: "button quiet", type: "button", "data-key": "row reset", onclick: () => {
    const row = rowOf(table);
    if (row) set(row.proposed, "");
  } }, t("play.order.reset"));
  const ranked = h("p", { class: "muted" });
  const el = h("section", { class: "row-order", role: "group", "aria-label": t("play.order.title") }, h("p", { class: "muted" }, t("play.order.says")), ranked, list, h("div", { class: "buttons" }, send, reset));
  /** @type {string[]} */
  let wanted = [];
  let known = "";
  let sending = false;

  /** Draw what is to be ordered; answers whether there is anything. */
  function draw() {
    const row = rowOf(table);
    if (!row) {
      known = "";
      return false;
    }
    const key = `${table.seat} ${[...row.units].sort().join("|")}`;
    if (key !== known) {
      const before = known ? wanted.filter((unit) => row.units.includes(unit)) : [];
      wanted = before.length === row.units.length ? before : row.proposed;
      known = key;
    }
    show(row);
    return true;
  }

  /** @param {NonNullable<ReturnType<typeof rowOf>>} row */
  function show(row) {
    const same = wanted.every((unit, index) => unit === row.proposed[index]);
    put(ranked, row.ranked.length > 0 ? t("play.order.before", { units: row.ranked.map((unit) => unitName(table, unit)).join(", ") }) : null);
    put(list, wanted.map((unit, index) => card(unit, index)));
    put(send, h("kbd", null, "⏎"), h("span", { class: "label" }, t(same ? "play.order.accept" : "play.order.use")));
    send.disabled = sending;
    reset.hidden = same;
  }

  /**
   * @param {string} unit
   * @param {number} index
   */
  function card(unit, index) {
    const found = table.now.view.units[unit];
    const steps = found?.steps === undefined ? "" : t("play.order.steps", { n: found.full ?? found.steps, left: found.steps });
    const words = t("play.order.card", { unit: unitName(table, unit), arm: armName(table, found?.arm ?? ""), steps, at: index + 1, of: wanted.length });
    const button = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ name) => h("button", {
      class: "icon-button", type: "button", tabindex: -1, "aria-label": t(`play.order.${name}`, { unit: unitName(table, unit) }), disabled: index + by < 0 || index + by >= wanted.length, onclick: () => move(unit, by),
    }, sign);
    return h("li", { class: "row-card", "data-unit": unit },
      h("div", { class: "row-grip", tabindex: 0, role: "button", "data-key": `row ${unit}`, "aria-label": words, "aria-roledescription": t("play.order.role"), onkeydown: (/** @type {KeyboardEvent} */ event) => keys(event, unit) },
        h("span", { class: "row-number", "aria-hidden": "true" }, String(index + 1)), mini(table, unit), h("span", { class: "row-words", "aria-hidden": "true" }, armName(table, found?.arm ?? ""), h("small", { class: "muted" }, steps))),
      h("span", { class: "row-buttons" }, button(-1, "▲", "up"), button(1, "▼", "down")));
  }

  /**
   * Arrows go from card to card; with any of the keys for shifting they take the card along.
   * @param {KeyboardEvent} event
   * @param {string} unit
   */
  function keys(event, unit) {
    const by = event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : 0;
    const end = event.key === "Home" ? -wanted.length : event.key === "End" ? wanted.length : 0;
    const taking = event.altKey || event.ctrlKey || event.shiftKey || event.metaKey;
    if (event.key === "Enter") void commit();
    else if (by + end === 0) return;
    else if (taking) move(unit, by || end);
    else focus(wanted[Math.max(0, Math.min(wanted.length - 1, wanted.indexOf(unit) + (by || end)))]);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} unit */
  function focus(unit) {
    /** @type {HTMLElement|null} */ (list.querySelector(`[data-unit="${CSS.escape(unit)}"] .row-grip`))?.focus();
  }

  /**
   * @param {string} unit
   * @param {number} by
   */
  function move(unit, by) {
    const from = wanted.indexOf(unit);
    const to = Math.max(0, Math.min(wanted.length - 1, from + by));
    if (to === from) return;
    const next = wanted.filter((one) => one !== unit);
    next.splice(to, 0, unit);
    set(next, unit);
    announce(t("play.order.moved", { unit: unitName(table, unit), at: to + 1, of: wanted.length }));
  }

  /**
   * @param {string[]} next
   * @param {string} held the card that has the focus
   */
  function set(next, held) {
    const row = rowOf(table);
    if (!row || sending) return;
    wanted = next;
    show(row);
    if (held) focus(held);
  }

  async function commit() {
    const row = rowOf(table);
    if (!row || sending) return;
    sending = true;
    send.disabled = true;
    await table.acts(actionsFor(wanted, row));
    sending = false;
    send.disabled = false;
  }

  // Dragging: the card follows the finger from place to place.
  on(list, "pointerdown", (/** @type {PointerEvent} */ down) => {
    const held = /** @type {HTMLElement|null} */ (/** @type {Element} */ (down.target).closest(".row-grip"))?.closest("li")?.dataset.unit;
    if (!held || down.button > 0) return;
    let moved = false;
    const move = (/** @type {PointerEvent} */ event) => {
      if (!moved && Math.abs(event.clientY - down.clientY) < 6) return;
      moved = true;
      event.preventDefault();
      const cards = [...list.children];
      const at = cards.findIndex((one) => {
        const box = one.getBoundingClientRect();
        return event.clientY < box.top + box.height / 2;
      });
      const from = wanted.indexOf(held);
      const to = at < 0 ? wanted.length - 1 : at > from ? at - 1 : at;
      if (to !== from) {
        const next = wanted.filter((one) => one !== held);
        next.splice(to, 0, held);
        set(next, "");
      }
      list.querySelector(`[data-unit="${CSS.escape(held)}"]`)?.classList.add("is-held");
    };
    const up = () => {
      for (const stop of stops) stop();
      list.querySelector(".is-held")?.classList.remove("is-held");
      if (moved) {
        focus(held);
        announce(t("play.order.moved", { unit: unitName(table, held), at: wanted.indexOf(held) + 1, of: wanted.length }));
      }
    };
    const stops = [on(document, "pointermove", move, { passive: false }), on(document, "pointerup", up), on(document, "pointercancel", up)];
  });

  return { el, draw };
}
