// @ts-check
/** Whoever comes by a link is told which side it is, and may say what to be called. It stands beside the game and stops nobody. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { announce } from "./announcer.js";
import { playerName, seatName, sideColours, sideWords } from "./names.js";
import { getSettings, setSettings } from "./settings.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * Whether this browser has never sat in this match before, and there is something to play.
 * @param {Store} table
 */
export async function isNewcomer(table) {
  try {
    const { find } = await import("../start/savedMatches.js");
    const over = Boolean(table.meta.ended || table.now.view.result);
    return table.seat !== null && table.mine.length === 1 && !over && Object.keys(find(table.match)?.tokens ?? {}).length === 0;
  } catch {
    return false;
  }
}

/**
 * @param {Store} table
 * @param {Element|null} panel where it goes, on top
 */
export function greet(table, panel) {
  const side = table.seat;
  if (!side || !panel) return;
  const others = Object.values(table.meta.seats).filter((seat) => seat.side !== side);
  const them = others.map((seat) => (seat.kind === "player" ? playerName(table, seat.name) ?? seat.name : seat.name) || sideWords(table, seat.side).the);
  const name = h("input", { type: "text", maxlength: 40, autocomplete: "nickname", value: getSettings().name, id: "greeting-name" });
  const el = h("section", { class: "greeting", "aria-labelledby": "greeting-title", vars: sideColours(table, side) });
  const { title: seat } = table.meta.seats[table.place ?? ""] ?? {};
  const title = seat ? t("invite.youCommand", { seat }) : t("invite.youPlay", sideWords(table, side));
  const partners = table.partners.map((id) => seatName(table, id));
  const go = () => {
    const wanted = name.value.trim();
    if (wanted !== getSettings().name) {
      setSettings({ name: wanted });
      void table.rename(wanted);
    }
    off();
  };
  put(el,
    h("h2", { id: "greeting-title" }, title),
    partners.length ? h("p", { class: "muted" }, t("invite.partner", { them: partners.join(t("invite.and")) })) : null,
    them.length ? h("p", { class: "muted" }, t("invite.against", { them: them.join(t("invite.and")) })) : null,
    h("form", { onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      go();
    } }, h("label", { class: "field" }, h("span", null, t("invite.name")), name), h("button", { class: "button", type: "submit" }, t("invite.begin"))));
  const stop = table.on("shown", () => {
    if (table.acted.length > 0) off(); // they play already
  });
  function off() {
    stop();
    el.remove();
  }
  panel.prepend(el);
  announce(title);
}
