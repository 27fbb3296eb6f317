// @ts-check
/** The first page: your matches, the games, one click to play, and everything else close by. */
import { asset, version } from "../assets.js";
import { h, put } from "../dom.js";
import { languageChoice } from "../language.js";
import { t } from "../texts.js";
import { ServiceError } from "./api.js";
import { keepPassword } from "./create.js";
import { gameCards } from "./games.js";
import { matchesList } from "./matches.js";
import { all, note, recall } from "./savedMatches.js";
import { scenarioBrowser } from "./scenarios.js";
import { uploadForm } from "./upload.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {{page?: string, password: boolean, games: Game[], kept: boolean}} Offer `kept`: the service did not answer, this is from before */

const CHOSEN = "beachhead.game";
const RENEWED = "beachhead.renewed";

/** @param {HTMLElement} root */
export async function showStart(root) {
  put(root, page(h("p", { class: "muted", role: "status" }, t("start.loading"))));
  /** @type {Offer} */
  let offer;
  try {
    offer = await fetchGames();
  } catch (problem) {
    put(root, page(h("section", { class: "start-box" },
      h("h2", null, t("start.offline")),
      h("p", { class: "muted" }, String(/** @type {Error} */ (problem).message)),
      h("button", { type: "button", class: "button primary", onclick: () => showStart(root) }, t("start.again")))));
    return;
  }
  if (outdated(offer)) return;
  const { games, kept: offline } = offer;
  const browser = scenarioBrowser(offline);
  let chosen = games.find((game) => game.id === (recall(CHOSEN) || all()[0]?.game)) ?? games[0];
  /** @param {string} id */
  function choose(id) {
    chosen = games.find((game) => game.id === id) ?? chosen;
    note(CHOSEN, chosen.id);
    for (const card of root.querySelectorAll(".game-card")) {
      const on = /** @type {HTMLElement} */ (card).dataset.game === chosen.id;
      card.classList.toggle("chosen", on);
      card.querySelector("[aria-pressed]")?.setAttribute("aria-pressed", String(on));
    }
    browser.show(chosen);
    browser.el.scrollIntoView({ block: "nearest" });
  }
  browser.show(chosen);
  put(root, page(
    offline ? offlineNote(root) : null,
    offer.password ? passwordField() : null,
    matchesList(games, offline),
    gameCards(games, { chosen: chosen.id, choose, offline }),
    h("div", { class: "start-columns" }, browser.el, uploadForm(games))));
  const later = /** @type {any} */ (window).requestIdleCallback ?? ((/** @type {() => void} */ fn) => setTimeout(fn, 500));
  if (!offline) later(() => void import("./offline.js").then(({ keepGames }) => keepGames(games)).catch(() => {}));
}

/** @returns {Promise<Offer>} */
async function fetchGames() {
  const answer = await fetch("/api/games");
  if (!answer.ok) throw new ServiceError(`${answer.status} ${answer.statusText}`, "", answer.status);
  return { ...(await answer.json()), kept: answer.headers.has("X-Beachhead-Kept") };
}

/**
 * Whether the service has another version of the page than this one; then it is loaded again, once.
 * @param {Offer} offer
 */
function outdated(offer) {
  if (offer.kept || !version || !offer.page || offer.page === version || recall(RENEWED, () => sessionStorage) === offer.page) return false;
  note(RENEWED, offer.page, () => sessionStorage);
  location.reload();
  return true;
}

/** @param {...any} content */
function page(...content) {
  return h("div", { class: "start" },
    h("header", { class: "start-head" },
      h("img", { src: asset("icon.svg"), alt: "", width: 44, height: 44 }),
      h("div", { class: "start-name" }, h("p", { class: "wordmark" }, t("start.title")), h("p", { class: "muted" }, t("start.tagline"))),
      languageChoice()),
    h("main", null, h("h1", { class: "sr" }, t("start.heading")), content),
    h("footer", { class: "start-foot muted" }, h("p", null, t("start.foot"))));
}

/** @param {HTMLElement} root */
function offlineNote(root) {
  const again = () => void showStart(root);
  addEventListener("online", again, { once: true });
  return h("section", { class: "start-box offline-note", role: "status" },
    h("div", null, h("h2", null, t("offline.title")), h("p", null, t("offline.says"))),
    h("button", { type: "button", class: "button", onclick: () => {
      removeEventListener("online", again);
      again();
    } }, t("start.again")));
}

function passwordField() {
  const field = h("input", { type: "password", autocomplete: "current-password", oninput: () => keepPassword(field.value) });
  return h("section", { class: "start-box password" }, h("label", null, h("span", null, t("start.password")), field), h("p", { class: "muted" }, t("start.passwordSays")));
}
