// @ts-check
/** Partners: whose units are whose, what is left for the other to do, and changing seats at one screen. */
import { h } from "../dom.js";
import { t } from "../texts.js";
import { playerName, seatName } from "./names.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * Who sits in a partner's seat.
 * @param {Store} table
 * @param {string} id
 */
function who(table, id) {
  const seat = table.meta.seats[id];
  return (seat.kind === "player" ? playerName(table, seat.name) : seat.name) || t("play.partners.somebody");
}

/**
 * Whose units are whose, for whoever has a partner.
 * @param {Store} table
 */
export function partnersNote(table) {
  const { place, partners } = table;
  if (place === null || partners.length === 0 || table.meta.ended || table.now.view.result) return null;
  const own = table.meta.seats[place].units;
  const theirs = partners.map((id) => (own
    ? t(table.places.includes(id) ? "play.partners.alsoYours" : "play.partners.theirs", { seat: seatName(table, id), who: who(table, id) })
    : t("play.partners.shared", { who: who(table, id) })));
  const left = partners.filter((id) => table.now.partners?.[id] && table.ready && !table.places.includes(id));
  const others = table.seats.filter((seat) => seat !== table.here && seat.side === table.seat && seat.now.offers.length > 0);
  return h("div", { class: "partners" },
    h("p", { class: "muted" }, [own ? t("play.partners.own", { seat: seatName(table, place), n: own.length }) : "", ...theirs,
      ...left.map((id) => t("play.partners.left", { seat: seatName(table, id) }))].filter(Boolean).join(" ")),
    others.map((seat) => h("button", { class: "button quiet", type: "button", "data-key": `seat ${seat.id}`, onclick: () => table.turnTo(seat) },
      t("play.partners.change", { seat: seatName(table, seat.id) }))));
}

/**
 * Only a partner may decide now.
 * @param {Store} table
 */
export function awaitedNote(table) {
  const [id] = table.awaited;
  if (!id) return null;
  const seat = table.meta.seats[id];
  const state = seat.kind === "player" ? "thinking" : !seat.taken ? "empty" : seat.here ? "here" : "away";
  return h("div", { class: ["note", "waiting", state] },
    h("p", null, h("span", { class: "waves", "aria-hidden": "true" }, h("i"), h("i"), h("i")), " ", t("play.waiting.partner", { seat: seatName(table, id) })),
    h("p", { class: "muted" }, t(`play.waiting.${state}`)),
    state === "empty" ? h("button", { class: "button", type: "button", onclick: () => table.emit("ask", "links") }, t("play.waiting.invite")) : null);
}
