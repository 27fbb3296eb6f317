// @ts-check
/**
 * Taking a seat by its link, and passing a seat on. A link works once, and only when somebody says so: programs that open links to show
 * what is behind them press no button.
 */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { Invitation, copyRow } from "./invite.js";
import { address, find, note, recall } from "./savedMatches.js";
import { titleOf } from "./create.js";

/** @param {string} token */
export const isLink = (token) => token.startsWith("seat-");

/** Where the token is kept that this browser has made, or is about to make, its own by a link. @param {string} link */
const place = (link) => `beachhead.taken.${link}`;

/**
 * The tokens behind these links, once somebody has agreed to take the seats; what is no link stays as it is.
 * @param {HTMLElement} root
 * @param {string} match
 * @param {string[]} given
 * @returns {Promise<string[]>}
 */
export async function takeSeats(root, match, given) {
  const own = Object.values(find(match)?.tokens ?? {});
  const known = given.map((token) => (own.includes(recall(place(token))) ? recall(place(token)) : token));
  const links = known.filter(isLink);
  if (links.length === 0) return known;
  const metas = await Promise.all(links.map((link) => ask(path(match), { token: link }).catch(() => null)));
  const lore = metas[0] ? await ask(`/api/games/${encodeURIComponent(metas[0].game)}?scenario=${encodeURIComponent(metas[0].scenario)}`) : null;
  const seats = metas.flatMap((meta) => (meta ? [titleOf(lore, meta.link)] : []));
  const said = h("p", { class: "bad", role: "alert" });
  const button = h("button", { type: "button", class: "button primary" }, t("take.go"));
  put(root, h("main", { class: "screen asking" },
    h("div", { class: "screen-sign", "aria-hidden": "true" }, "⚓"),
    h("h1", { tabindex: -1 }, lore ? t("take.title", { game: lore.title, seats: seats.join(t("invite.and")) }) : t("take.seat")),
    h("p", { class: "muted" }, t("take.once")), said,
    h("div", { class: "actions" }, button, h("a", { class: "button", href: "/" }, t("table.closed.start")))));
  root.querySelector("h1")?.focus();
  document.documentElement.dataset.ready = "yes";
  return new Promise((done) => button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      delete document.documentElement.dataset.ready;
      done(await Promise.all(known.map((token) => (isLink(token) ? take(match, token) : token))));
    } catch (problem) {
      said.textContent = String(/** @type {Error} */ (problem).message);
      button.disabled = false;
    }
  }));
}

/**
 * The token is made here and kept before it is sent, so that no answer that is lost loses the seat.
 * @param {string} match
 * @param {string} link
 */
async function take(match, link) {
  const token = recall(place(link)) || [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  note(place(link), token);
  await ask(`${path(match)}/take`, { token: link, body: { token } });
  return token;
}

/** @param {string} match */
const path = (match) => `/api/matches/${encodeURIComponent(match)}`;

/**
 * A button by which a player gets a link for another device; whoever takes the seats by it plays on in place of this one.
 * @param {string} match
 * @param {Invitation} invitation
 * @param {Record<string, string>} tokens
 * @param {string[]} seats
 * @param {HTMLElement} said where what went wrong is told
 */
export function passRow(match, invitation, tokens, seats, said) {
  const box = h("div");
  const button = h("button", { type: "button", class: "button", onclick: pass }, t("start.links.pass"));
  async function pass() {
    button.disabled = true;
    try {
      const answers = await Promise.all(seats.map((seat) => ask(`${path(match)}/pass`, { token: tokens[seat], body: {} })));
      const links = answers.map((answer) => answer.token);
      put(box, links.length === 1 ? invitation.row(t("start.links.passLink"), links[0]) : copyRow(t("start.links.passLink"), address(match, links)),
        h("p", { class: "muted" }, t("start.links.passSays")));
      said.textContent = "";
    } catch (problem) {
      said.textContent = String(/** @type {Error} */ (problem).message);
    }
    button.disabled = false;
  }
  return h("div", { class: "invite-row", "data-of": seats.join() }, h("p", null, button), box);
}
