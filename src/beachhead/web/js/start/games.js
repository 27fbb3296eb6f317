// @ts-check
/** The games as cards: a picture, a line, how long and how hard, and one click to play. */
import { h } from "../dom.js";
import { t } from "../texts.js";
import { create } from "./create.js";
import { Buttons, halves, play, roles } from "./launch.js";

/** @typedef {import("../types.js").Game} Game */

/**
 * @param {Game[]} games
 * @param {{chosen: string, choose: (id: string) => void, offline: boolean}} how
 */
export function gameCards(games, { chosen, choose, offline }) {
  const cards = games.map((game, number) => card(game, number, chosen, choose, offline));
  return h("section", { class: "games", "aria-labelledby": "games" }, h("h2", { id: "games", class: "sr" }, t("start.games")), cards);
}

/**
 * @param {Game} game
 * @param {number} number
 * @param {string} chosen
 * @param {(id: string) => void} choose
 * @param {boolean} offline
 */
function card(game, number, chosen, choose, offline) {
  const buttons = new Buttons(offline);
  const [title, subtitle] = halves(game.title);
  const tour = (game.about.tours ?? [])[0];
  const select = h("button", { type: "button", class: "button scenarios-button", "aria-pressed": String(game.id === chosen), "aria-controls": "scenarios",
    "aria-label": t("start.scenariosOf", { game: title }), onclick: () => choose(game.id) },
    t("start.scenarios", { n: game.scenarios.length }));
  return h("article", { class: ["game-card", game.id === chosen && "chosen"], "aria-labelledby": `game-${game.id}`, "data-game": game.id },
    picture(game, number, () => choose(game.id)),
    h("div", { class: "game-text" },
      h("h3", { id: `game-${game.id}` }, title, subtitle ? h("small", null, subtitle) : null),
      h("p", { class: "game-says" }, opening(game.about.says)),
      facts(game),
      h("div", { class: "game-start" },
        buttons.add(t("start.play"), "primary", () => play(game, game.scenarios[0])),
        tour ? buttons.add(t("start.tour"), "", () => create(game, { tour: true, scenario: tour })) : null,
        select),
      buttons.said));
}

/** The first sentence. @param {string} text */
function opening(text) {
  return /^.*?[.!?](?=\s|$)/.exec(text ?? "")?.[0] ?? text;
}

/** @param {Game} game */
function facts(game) {
  const level = Number(game.about.complexity) || 0;
  return h("dl", { class: "game-facts" },
    fact("length", t("start.length"), game.about.length),
    fact("modes", t("start.modes"), modes(game)),
    level ? fact("level", t("start.complexity"), h("span", { class: "dots", "aria-hidden": "true" }, [1, 2, 3, 4, 5].map((dot) => h("i", { class: dot <= level ? "on" : "" }))),
      h("span", { class: "sr" }, t("start.ofFive", { level }))) : null);
}

/**
 * @param {string} id
 * @param {string} name
 * @param {...any} value
 */
function fact(id, name, ...value) {
  return value[0] ? h("div", { class: `fact-${id}` }, h("dt", null, name), h("dd", null, value)) : null;
}

/**
 * For whom a game is, in words.
 * @param {Game} game
 */
function modes(game) {
  const two = game.scenarios.some((one) => roles(one).others.length > 0);
  const partners = game.scenarios.some((one) => roles(one).shared !== undefined);
  return t(two ? "start.modesSay" : partners ? "start.modesPartners" : "start.modesAlone");
}

/**
 * The map in small, which opens the scenarios too; until it comes, or if there is none, sea and a shore.
 * @param {Game} game
 * @param {number} number
 * @param {() => void} choose
 */
function picture(game, number, choose) {
  const image = h("img", { class: "game-picture", alt: t("start.picture", { game: halves(game.title)[0] }), loading: number > 4 ? "lazy" : "eager", decoding: "async" });
  const frame = h("div", { class: "picture-frame", onclick: choose }, image);
  image.addEventListener("error", () => {
    image.hidden = true;
    frame.classList.add("empty");
  });
  if (game.about.thumbnail) image.src = game.about.thumbnail;
  else image.dispatchEvent(new Event("error"));
  return frame;
}
