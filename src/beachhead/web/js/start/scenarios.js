// @ts-check
/** The scenarios of a game: how long, who fights, what is special, how hard, and every way to begin one. */
import { dialog, h, put } from "../dom.js";
import { listed, t } from "../texts.js";
import { balanceOf } from "./balance.js";
import { create } from "./create.js";
import { Buttons, halves, play, playTogether, roles, versus } from "./launch.js";
import { setupForm } from "./newMatch.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Scenario} Scenario */

/**
 * @param {boolean} offline
 */
export function scenarioBrowser(offline) {
  const el = h("section", { class: "scenarios", id: "scenarios", "aria-labelledby": "scenarios-of", tabindex: -1 });

  /** @param {Game} game */
  function show(game) {
    const details = h("div", { class: "scenario", "aria-live": "polite" });
    const [title] = halves(game.title);
    const choose = (/** @type {Scenario} */ scenario) => put(details, about(game, scenario, offline));
    const rows = game.scenarios.map((scenario, index) => h("label", { class: "scenario-row" },
      h("input", { type: "radio", name: "scenario-browsed", value: scenario.id, checked: index === 0, onchange: () => choose(scenario) }),
      h("span", null, h("b", null, scenario.title), h("small", null, scenario.length || t("start.turns", { n: scenario.turns })))));
    choose(game.scenarios[0]);
    put(el,
      h("header", null, h("h2", { id: "scenarios-of" }, t("start.scenariosOf", { game: title })),
        h("button", { type: "button", class: "button", onclick: () => void import("./library.js").then((module) => module.openLibrary(game), () => {}) }, t("start.library"))),
      h("p", { class: "muted" }, game.about.says),
      h("div", { class: ["scenario-columns", game.scenarios.length < 2 && "single"] },
        game.scenarios.length > 1 ? h("fieldset", { class: "scenario-list" }, h("legend", { class: "sr" }, t("start.setup.scenario")), rows) : null,
        details));
  }
  return { el, show };
}

/**
 * @param {Game} game
 * @param {Scenario} scenario
 * @param {boolean} offline
 */
function about(game, scenario, offline) {
  const buttons = new Buttons(offline);
  const { others, shared } = roles(scenario);
  const [title] = halves(game.title);
  const line = (/** @type {string} */ key, /** @type {string|undefined} */ text) => (text ? h("div", { class: `scenario-${key}` }, h("dt", null, t(`start.browse.${key}`)), h("dd", null, text)) : null);
  const sides = listed(scenario.sides.map((side) => (scenario.book.includes(side) ? t("start.browse.byBook", { side: game.side_names[side] }) : game.side_names[side])));
  return [
    h("h3", null, scenario.title),
    h("p", { class: "scenario-says" }, scenario.says),
    h("dl", null, line("length", scenario.length || t("start.turns", { n: scenario.turns })), line("sides", sides), line("forces", scenario.forces), line("special", scenario.special), line("balance", balanceOf(game, scenario))),
    h("div", { class: "scenario-start" },
      buttons.add(t("start.playScenario"), "primary", () => play(game, scenario), { "aria-label": t("start.playThis", { scenario: scenario.title }) }),
      h("p", { class: "muted" }, versus(game, scenario))),
    h("div", { class: "game-more" },
      (game.about.tours ?? []).includes(scenario.id) ? buttons.add(t("start.tour"), "", () => create(game, { tour: true, scenario: scenario.id })) : null,
      others.length ? buttons.add(t("start.hotSeat"), "", () => play(game, scenario, "me")) : null,
      others.length ? buttons.add(t("start.friend"), "", () => play(game, scenario, "open")) : null,
      shared ? buttons.add(t("start.partner"), "", () => playTogether(game, scenario)) : null,
      buttons.add(t("start.more"), "", async () => void dialog(t("start.setup.title", { game: title }), setupForm(game, scenario.id), { class: "setup-dialog", close: t("start.close") }))),
    buttons.said,
  ];
}
