// @ts-check
/** Who may come to the table: the links of the seats, and for whoever made the match, who sits where. */
import { h, put } from "../dom.js";
import { playerName, seatName } from "../table/names.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { Invitation } from "./invite.js";
import { find, forget, keep } from "./savedMatches.js";
import { passRow } from "./take.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * The content of the dialog about seats and links.
 * @param {Store} table
 */
export function linksContent(table) {
  const el = h("div", { class: "links" });
  const said = h("p", { class: "form-said", role: "status" });
  /** What has been chosen for a seat and not carried out yet: it survives whatever is drawn anew meanwhile. @type {Map<string, string>} */
  const wanted = new Map();
  /** Seats whose change somebody has opened or closed: news must not close it before their eyes. @type {Map<string, boolean>} */
  const opened = new Map();
  /** By which the own seats are passed on; it keeps a link that it shows. @type {HTMLElement|null} */
  let passes = null;
  const invitation = new Invitation(table.match, find(table.match)?.host, () => draw());

  function draw() {
    const meta = table.meta;
    const kept = find(meta.match);
    const own = Object.keys(kept?.tokens ?? {}).filter((id) => id in meta.seats);
    if (passes?.dataset.of !== own.join()) passes = own.length > 0 ? passRow(table.match, invitation, kept?.tokens ?? {}, own, said) : null;
    const seats = Object.entries(meta.seats).map(([id, seat]) => {
      const { side } = seat;
      const link = seat.taken ? "" : kept?.given?.[id];
      const name = seatName(table, id);
      const mine = table.places.includes(id);
      return h("section", { class: ["seat", `side-${side}`] },
        h("h3", null, name, " ", h("span", { class: "muted" }, mine ? t("start.links.you") : who(seat, table))),
        link ? invitation.row(t("start.links.seat", { side: name }), link) : null,
        own.length === 1 && own[0] === id ? passes : null,
        kept?.host && !meta.ended ? h("details", { open: opened.get(id) ?? !mine, ontoggle: (/** @type {Event} */ event) => opened.set(id, /** @type {HTMLDetailsElement} */ (event.target).open) }, h("summary", null, t("start.links.change")), seatRow(id, seat, kept.host)) : null);
    });
    const busy = document.activeElement instanceof HTMLElement && el.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    put(el,
      meta.ended ? null : invitation.question(),
      kept?.host && meta.known_dice && !meta.ended ? h("p", { class: "note" }, t("invite.newDice")) : null,
      seats,
      kept && own.length > 1 ? h("section", { class: "seat" }, h("h3", null, t("start.links.own")), passes, kept.host && !meta.ended ? h("p", { class: "muted" }, t("start.links.give")) : null) : null,
      kept?.spectator
        ? h("section", { class: "seat" }, h("h3", null, t("start.links.watchers")), invitation.row(t("start.links.watch"), kept.spectator), kept.host ? spectatorRow(kept.host, meta.silent) : null) : null,
      h("p", { class: "muted" }, t("start.links.secret")),
      said);
    if (busy) /** @type {HTMLElement|null} */ (el.querySelector(`[data-key="${busy}"]`))?.focus();
  }

  /**
   * What the host may do about spectators: turn off their chat, and make a new link, which sends away those who came by the old one.
   * @param {string} host
   * @param {boolean} silent
   */
  function spectatorRow(host, silent) {
    /** @param {{silent?: boolean, renew?: boolean}} body */
    const change = async (body) => {
      try {
        const answer = await ask(`/api/matches/${encodeURIComponent(table.match)}/spectators`, { token: host, body });
        if (answer.spectator) keep({ match: table.match, spectator: answer.spectator });
      } catch (problem) {
        said.textContent = String(/** @type {Error} */ (problem).message);
      }
      draw();
    };
    return h("p", { class: "buttons" },
      h("button", { type: "button", class: "button", "data-key": "silent", "aria-pressed": String(silent), onclick: () => change({ silent: !silent }) }, t("start.links.silent")),
      h("button", { type: "button", class: "button", "data-key": "renew", onclick: () => change({ renew: true }) }, t("start.links.renew")));
  }

  /**
   * @param {string} side
   * @param {import("../types.js").SeatInfo} seat
   * @param {string} host
   */
  function seatRow(side, seat, host) {
    const name = seatName(table, side);
    const book = table.lore.scenarios.find((one) => one.id === table.meta.scenario)?.book.includes(seat.side) ? table.lore.book : null;
    const choice = h("select", { "aria-label": t("start.links.sits", { side: name }) },
      h("option", { value: "open" }, t("start.links.person")),
      [...(book ? [book] : []), ...table.lore.players].map((player) => h("option", { value: player.id, selected: seat.kind === "player" && (player.id === seat.name || player.title === seat.name) }, player.title)));
    choice.value = wanted.get(side) ?? choice.value;
    choice.addEventListener("change", () => wanted.set(side, choice.value));
    const button = h("button", { type: "button", class: "button", "data-key": `seat ${side}`, onclick: seatThem }, t("start.links.seatThem"));
    async function seatThem() {
      button.disabled = true;
      wanted.delete(side);
      try {
        const answer = await ask(`/api/matches/${encodeURIComponent(table.meta.match)}/seats`, { token: host, body: { side, sit: choice.value } });
        const kept = find(table.meta.match);
        if (answer.moved) return await moveOn(answer.moved);
        if (kept) {
          forget(kept.match);
          delete kept.tokens[side];
          delete kept.given?.[side];
          keep({ ...kept, given: { ...kept.given, ...(answer.token ? { [side]: answer.token } : {}) } });
        }
        said.textContent = t(answer.token ? "start.links.newLink" : "start.links.seated", { side: name });
      } catch (problem) {
        said.textContent = String(/** @type {Error} */ (problem).message);
      }
      button.disabled = false;
      draw();
    }
    return h("div", { class: "seat-row" }, choice, button);
  }

  /**
   * Somebody may know the dice of this match, so it continues as another one.
   * @param {any} keys
   */
  async function moveOn({ seats, ...keys }) {
    const { enter } = await import("./create.js");
    forget(table.match);
    await enter(keys, { id: table.meta.game, side_names: table.lore.side_names, seat_names: table.lore.seat_names }, table.meta.scenario ?? "", seats, t("invite.moved"));
  }

  draw();
  void invitation.look();
  const off = table.on("meta", () => (el.isConnected ? draw() : off()));
  return el;
}

/**
 * @param {import("../types.js").SeatInfo} seat
 * @param {Store} table
 */
function who(seat, table) {
  if (seat.kind === "player") return playerName(table, seat.name) ?? seat.name;
  if (!seat.taken) return t("start.links.empty");
  return `${seat.name || t("start.links.somebody")}${seat.here ? "" : ` (${t("start.links.away")})`}`;
}
