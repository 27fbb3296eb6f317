// @ts-check
/** Making a match and going to it. */
import { dialog, h, put } from "../dom.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { Invitation } from "./invite.js";
import { address, keep, myName, note, recall } from "./savedMatches.js";

/** @typedef {import("../types.js").Game} Game */

const PASSWORD = "beachhead.password";

/** The password of a public host, as long as the tab is open. */
export const password = () => recall(PASSWORD, () => sessionStorage) || undefined;

/** @param {string} word */
export const keepPassword = (word) => note(PASSWORD, word, () => sessionStorage);

/**
 * Who sits opposite unless somebody else is asked for: the one who knows what to do.
 * @param {{players: {id: string, title: string}[]}} game
 */
export function opponentOf(game) {
  return game.players.find((player) => player.id === "sergeant") ?? game.players[0] ?? null;
}

/**
 * Who sits where: the reader on the sides that are his, with friends for partners, the book where it plays, and `other` on the rest.
 * @param {Pick<Game, "sides" | "scenarios">} game
 * @param {string|undefined} id of the scenario
 * @param {(side: string) => boolean} mine
 * @param {string} other
 * @param {string} [partner]
 */
export function seatsOf(game, id, mine, other, partner = other === "me" ? "me" : "open") {
  const scenario = game.scenarios.find((one) => one.id === id);
  const seats = Object.entries(scenario?.seats ?? Object.fromEntries(game.sides.map((side) => [side, side])));
  const first = (/** @type {string} */ seat, /** @type {string} */ side) => seats.find(([, of]) => of === side)?.[0] === seat;
  return Object.fromEntries(seats.map(([seat, side]) => [seat, mine(side) ? (first(seat, side) ? "me" : partner) : scenario?.book.includes(side) ? "book" : other]));
}

/**
 * What a seat is called before there is a match.
 * @param {{side_names: Record<string, string>, seat_names?: Record<string, string>}} game
 * @param {string} seat
 */
export function titleOf(game, seat) {
  return game.seat_names?.[seat] ?? game.side_names[seat] ?? seat;
}

/**
 * Make a match, keep its keys and sit down. With a seat for a friend the links are shown first.
 * @param {{id: string, side_names: Record<string, string>, seat_names?: Record<string, string>}} game
 * @param {{scenario?: string, options?: Record<string, any>, seats?: Record<string, string>, tour?: true}} wanted
 */
export async function create(game, wanted) {
  const keys = await ask("/api/matches", { body: { game: game.id, ...wanted, name: myName() || undefined, password: password() } });
  await enter(keys, game, wanted.scenario ?? "", wanted.seats ?? {});
}

/**
 * Keep new keys and go to the table, after handing out the links of open seats.
 * @param {any} keys
 * @param {{id: string, side_names: Record<string, string>, seat_names?: Record<string, string>}} game
 * @param {string} scenario
 * @param {Record<string, string>} seats
 * @param {string} [news] what has happened, if more than that
 */
export async function enter(keys, game, scenario, seats, news = "") {
  /** @type {Record<string, string>} */
  const tokens = keys.tokens ?? {};
  const given = Object.fromEntries(Object.entries(tokens).filter(([side]) => seats[side] === "open"));
  const own = Object.fromEntries(Object.entries(tokens).filter(([side]) => seats[side] !== "open"));
  keep({ ...keys, tokens: own, given, game: game.id, scenario, at: Date.now() });
  const mine = Object.keys(own).length ? Object.values(own) : [keys.spectator];
  if (Object.keys(given).length) {
    const box = h("div", { class: "links" });
    const invitation = new Invitation(keys.match, keys.host, () => put(box, invitation.question(),
      Object.entries(given).map(([side, token]) => invitation.row(t("start.links.seat", { side: titleOf(game, side) }), token))));
    invitation.changed();
    void invitation.look();
    await dialog(t("start.links.send"), [news ? h("p", { class: "note" }, news) : null, h("p", null, t("start.links.sendSays")), box], {
      buttons: [{ label: t("start.toTable"), value: "go", kind: "primary" }],
      close: t("start.close"),
    }).done;
  }
  location.assign(address(keys.match, mine));
}
