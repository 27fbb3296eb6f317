// @ts-check
/** The first page: the games, one click to play, and everything else close by. */
import { dialog, h, put } from "../dom.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { create, keepPassword, opponentOf, seatsOf } from "./create.js";
import { matchesList } from "./matches.js";
import { setupForm } from "./newMatch.js";
import { uploadForm } from "./upload.js";

/** @typedef {import("../types.js").Game} Game */

/** @param {HTMLElement} root */
export async function showStart(root) {
  put(root, page(h("p", { class: "muted", role: "status" }, t("start.loading"))));
  try {
    const answer = await ask("/api/games");
    put(root, page(
      answer.password ? passwordField() : null,
      ...answer.games.map((/** @type {Game} */ game, /** @type {number} */ number) => gameCard(game, number)),
      h("div", { class: "start-columns" }, matchesList(answer.games), uploadForm(answer.games))));
  } catch (problem) {
    put(root, page(h("section", { class: "start-box" },
      h("h2", null, t("start.offline")),
      h("p", { class: "muted" }, String(/** @type {Error} */ (problem).message)),
      h("button", { type: "button", class: "button primary", onclick: () => showStart(root) }, t("start.again")))));
  }
}

/** @param {...any} content */
function page(...content) {
  return h("div", { class: "start" },
    h("header", { class: "start-head" },
      h("img", { src: "/static/icon.svg", alt: "", width: 44, height: 44 }),
      h("div", null, h("p", { class: "wordmark" }, t("start.title")), h("p", { class: "muted" }, t("start.tagline")))),
    h("main", null, h("h1", { class: "sr" }, t("start.heading")), content),
    h("footer", { class: "start-foot muted" }, h("p", null, t("start.foot"))));
}

/**
 * @param {Game} game
 * @param {number} number
 */
function gameCard(game, number) {
  const said = h("p", { class: "form-said", role: "alert" });
  const opponent = opponentOf(game);
  const scenario = game.scenarios[0];
  const first = scenario.sides.find((side) => !scenario.book.includes(side)) ?? scenario.sides[0];
  const others = scenario.sides.filter((side) => side !== first && !scenario.book.includes(side));
  const shared = game.scenarios.find((one) => partnered(one) !== undefined);
  const says = others.length ? "start.playSays" : scenario.book.length ? "start.playBook" : "start.playAlone";
  const played = new Intl.ListFormat("en").format(scenario.book.map((side) => game.side_names[side]));
  /** @param {string} other */
  const seats = (other) => seatsOf(game, scenario.id, (side) => side === first, other);
  /** @type {HTMLButtonElement[]} */
  const buttons = [];
  /**
   * @param {string} label
   * @param {string} look
   * @param {() => Promise<void>} fn
   */
  const button = (label, look, fn) => {
    const el = h("button", { type: "button", class: ["button", look] }, label);
    el.addEventListener("click", async () => {
      for (const one of buttons) one.disabled = true;
      said.textContent = "";
      try {
        await fn();
      } catch (problem) {
        said.textContent = String(/** @type {Error} */ (problem).message);
      }
      for (const one of buttons) one.disabled = false;
    });
    buttons.push(el);
    return el;
  };
  const [title, subtitle] = halves(game.title);
  return h("article", { class: "game-card", "aria-labelledby": `game-${game.id}` },
    picture(game, number),
    h("div", { class: "game-text" },
      h("h2", { id: `game-${game.id}` }, title, subtitle ? h("small", null, subtitle) : null),
      h("p", { class: "game-says" }, game.about.says),
      facts(game),
      h("div", { class: "game-start" },
        button(t("start.play"), "primary big", () => create(game, { scenario: scenario.id, seats: seats(opponent?.id ?? "open") })),
        h("p", { class: "muted" }, t(says, { side: game.side_names[first], opponent: opponent?.title ?? "", book: played, n: scenario.book.length, scenario: scenario.title }))),
      h("div", { class: "game-more" },
        (game.about.tours ?? []).map((/** @type {string} */ id, /** @type {number} */ number) => button(number ? t("start.tourOf", { title: (game.scenarios.find((one) => one.id === id)?.title ?? id).split(",")[0] }) : t("start.tour"), "", () => create(game, { tour: true, scenario: id }))),
        others.length ? button(t("start.hotSeat"), "", () => create(game, { scenario: scenario.id, seats: seats("me") })) : null,
        others.length ? button(t("start.friend"), "", () => create(game, { scenario: scenario.id, seats: seats("open") })) : null,
        shared ? button(t("start.partner"), "", () => create(game, { scenario: shared.id, seats: seatsOf(game, shared.id, (side) => side === partnered(shared), opponent?.id ?? "open") })) : null,
        button(t("start.more"), "", async () => void dialog(t("start.setup.title", { game: title }), setupForm(game), { class: "setup-dialog", close: t("start.close") }))),
      said));
}

/**
 * The side that partners share in a scenario, if there is one.
 * @param {import("../types.js").Scenario} scenario
 */
function partnered(scenario) {
  const sides = Object.values(scenario.seats);
  return sides.find((side, index) => !scenario.book.includes(side) && sides.indexOf(side) !== index);
}

/** @param {Game} game */
function facts(game) {
  const level = Number(game.about.complexity) || 0;
  return h("dl", { class: "game-facts" },
    h("div", null, h("dt", null, t("start.players")), h("dd", null, game.about.players)),
    h("div", null, h("dt", null, t("start.length")), h("dd", null, game.about.length)),
    level ? h("div", null, h("dt", null, t("start.complexity")),
      h("dd", null, h("span", { class: "dots", "aria-hidden": "true" }, [1, 2, 3, 4, 5].map((dot) => h("i", { class: dot <= level ? "on" : "" }))),
        h("span", { class: "sr" }, t("start.ofFive", { level })))) : null,
    h("div", null, h("dt", null, t("start.modes")), h("dd", null, t(forSeveral(game) ? "start.modesSay" : "start.modesAlone"))));
}

/**
 * Whether any scenario has a seat for a second person.
 * @param {Game} game
 */
function forSeveral(game) {
  return game.scenarios.some((one) => one.sides.filter((side) => !one.book.includes(side)).length > 1 || Object.values(one.seats ?? {}).filter((side) => !one.book.includes(side)).length > 1);
}

/**
 * The map in small; until it comes, or if there is none, sea and a shore.
 * @param {Game} game
 * @param {number} number
 */
function picture(game, number) {
  const image = h("img", { class: "game-picture", alt: t("start.picture", { game: halves(game.title)[0] }), loading: number ? "lazy" : "eager", decoding: "async" });
  const frame = h("div", { class: "picture-frame" }, image);
  image.addEventListener("error", () => {
    image.hidden = true;
    frame.classList.add("empty");
  });
  if (game.about.picture) image.src = game.about.picture;
  else image.dispatchEvent(new Event("error"));
  return frame;
}

/** @param {string} title */
function halves(title) {
  const cut = title.indexOf(":");
  return cut > 0 ? [title.slice(0, cut), title.slice(cut + 1).trim()] : [title, ""];
}

function passwordField() {
  const field = h("input", { type: "password", autocomplete: "current-password", oninput: () => keepPassword(field.value) });
  return h("section", { class: "start-box password" }, h("label", null, h("span", null, t("start.password")), field), h("p", { class: "muted" }, t("start.passwordSays")));
}
