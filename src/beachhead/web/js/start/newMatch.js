// @ts-check
/** Everything that can be chosen before a match: scenario, options, who sits where. */
import { h } from "../dom.js";
import { t } from "../texts.js";
import { balanceOf } from "./balance.js";
import { create, opponentOf, seatsOf, titleOf } from "./create.js";
import { keepName, myName } from "./savedMatches.js";

/** @typedef {import("../types.js").Game} Game */

/**
 * @param {Game} game
 * @param {string} [first] the scenario that is chosen at first
 */
export function setupForm(game, first = game.scenarios[0].id) {
  const said = h("p", { class: "form-said", role: "alert" });
  const button = h("button", { type: "submit", class: "button primary" }, t("start.setup.go"));
  const form = h("form", { class: "setup" },
    h("fieldset", null, h("legend", null, t("start.setup.scenario")),
      game.scenarios.map((scenario) => radio("scenario", scenario.id, scenario.id === first, scenario.title, scenario.says, facts(game, scenario)))),
    h("div", { class: "setup-seats" }, Object.entries(allSeats(game)).map(([seat, side]) => h("fieldset", { class: `side-${side}`, "data-seat": seat },
      h("legend", null, titleOf(game, seat), seat === side ? null : h("small", null, ` (${game.side_names[side]})`)),
      h("p", { class: "seat-book", hidden: true }, t("start.setup.book", { side: game.side_names[side] })),
      h("div", { class: "seat-choices" },
        radio(`seat-${seat}`, "me", false, t(seat === side ? "start.setup.me" : "start.setup.mySeat"), ""),
        radio(`seat-${seat}`, "open", false, t("start.setup.friend"), t("start.setup.friendSays")),
        game.players.map((player) => radio(`seat-${seat}`, player.id, false, player.title, player.says)))))),
    game.options.length ? h("fieldset", null, h("legend", null, t("start.setup.options")), game.options.map((one) => option(one))) : null,
    h("label", { class: "field" }, h("span", null, t("start.setup.name")),
      h("input", { type: "text", name: "name", maxlength: 40, value: myName(), autocomplete: "nickname" })),
    said,
    h("p", { class: "form-end" }, button));
  const chosen = () => game.scenarios.find((one) => one.id === new FormData(form).get("scenario")) ?? game.scenarios[0];

  /** Show the seats and options that the chosen scenario has, and who usually sits there. */
  function fit() {
    const scenario = chosen();
    const mine = scenario.sides.find((side) => !scenario.book.includes(side));
    const usual = seatsOf(game, scenario.id, (side) => side === mine, opponentOf(game)?.id ?? "open");
    for (const seat of /** @type {NodeListOf<HTMLFieldSetElement>} */ (form.querySelectorAll("[data-seat]"))) {
      const id = seat.dataset.seat ?? "";
      seat.hidden = seat.disabled = !Object.hasOwn(scenario.seats, id);
      const book = scenario.book.includes(scenario.seats[id]);
      /** @type {HTMLElement} */ (seat.querySelector(".seat-book")).hidden = !book;
      /** @type {HTMLElement} */ (seat.querySelector(".seat-choices")).hidden = book;
      for (const input of seat.querySelectorAll("input")) {
        input.checked = input.value === usual[id];
        input.disabled = book;
      }
    }
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-option]"))) {
      one.hidden = !scenario.options.includes(one.dataset.option ?? "");
    }
  }
  for (const input of form.querySelectorAll("input[name=scenario]")) input.addEventListener("change", fit);
  fit();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    keepName(String(data.get("name") ?? ""));
    const scenario = chosen();
    const seats = Object.fromEntries(Object.entries(scenario.seats).map(([seat, side]) => [seat, scenario.book.includes(side) ? "book" : String(data.get(`seat-${seat}`))]));
    const offered = game.options.filter((one) => scenario.options.includes(one.name));
    const options = Object.fromEntries(offered.map((one) => [one.name, one.values[Number(data.get(`option-${one.name}`))]]));
    button.disabled = true;
    said.textContent = "";
    try {
      await create(game, { scenario: scenario.id, options, seats });
    } catch (problem) {
      said.textContent = String(/** @type {Error} */ (problem).message);
    }
    button.disabled = false;
  });
  return form;
}

/**
 * The seats of all scenarios, each with its side.
 * @param {Game} game
 * @returns {Record<string, string>}
 */
function allSeats(game) {
  return Object.assign({}, ...game.scenarios.map((scenario) => scenario.seats));
}

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} checked
 * @param {string} title
 * @param {string} says
 * @param {any} [more]
 */
function radio(name, value, checked, title, says, more = null) {
  return h("label", { class: "setup-choice" }, h("input", { type: "radio", name, value, checked }), h("span", null, h("b", null, title), says ? h("small", null, says) : null, more));
}

/**
 * How long a scenario takes, and, once it is chosen, who fights in it and what is special about it.
 * @param {Game} game
 * @param {import("../types.js").Scenario} scenario
 */
function facts(game, scenario) {
  const { length, forces, special } = scenario;
  const balance = balanceOf(game, scenario);
  if (!length && !forces && !special && !balance) return null;
  const line = (/** @type {string} */ key, /** @type {string|undefined} */ text) => (text ? h("small", { class: `setup-${key}` }, h("i", null, t(`start.setup.${key}`)), " ", text) : null);
  return h("span", { class: "setup-facts" }, line("length", length), line("forces", forces), line("special", special), line("balance", balance));
}

/** @param {import("../types.js").GameOption} one */
function option(one) {
  const name = `option-${one.name}`;
  const chosen = String(Math.max(0, one.values.indexOf(one.default)));
  return h("div", { class: "setup-option", "data-option": one.name },
    h("p", { id: name }, one.says, " ", h("span", { class: "chip still" }, one.case)),
    h("div", { class: "segments", role: "radiogroup", "aria-labelledby": name },
      one.values.map((value, number) => h("label", null,
        h("input", { type: "radio", name, value: String(number), checked: String(number) === chosen }),
        h("span", null, words(one, value))))));
}

/**
 * A value of an option in words: the game's own, or plain ones.
 * @param {import("../types.js").GameOption} one
 * @param {any} value
 */
function words(one, value) {
  if (one.words?.[value]) return one.words[value];
  if (typeof value === "boolean") return t(value ? "start.yes" : "start.no");
  return String(value).replaceAll("_", " ");
}
