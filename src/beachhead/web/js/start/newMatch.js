// @ts-check
/** Everything that can be chosen before a match: scenario, options, who sits where. */
import { h } from "../dom.js";
import { t } from "../texts.js";
import { create, opponentOf, seatsOf } from "./create.js";
import { keepName, myName } from "./savedMatches.js";

/** @typedef {import("../types.js").Game} Game */

/** @param {Game} game */
export function setupForm(game) {
  const said = h("p", { class: "form-said", role: "alert" });
  const button = h("button", { type: "submit", class: "button primary" }, t("start.setup.go"));
  const form = h("form", { class: "setup" },
    h("fieldset", null, h("legend", null, t("start.setup.scenario")),
      game.scenarios.map((scenario, number) => radio("scenario", scenario.id, number === 0, scenario.title, scenario.says))),
    h("div", { class: "setup-seats" }, game.sides.map((side) => h("fieldset", { class: `side-${side}`, "data-side": side }, h("legend", null, game.side_names[side]),
      h("p", { class: "seat-book", hidden: true }, t("start.setup.book", { side: game.side_names[side] })),
      h("div", { class: "seat-choices" },
        radio(`seat-${side}`, "me", false, t("start.setup.me"), ""),
        radio(`seat-${side}`, "open", false, t("start.setup.friend"), t("start.setup.friendSays")),
        game.players.map((player) => radio(`seat-${side}`, player.id, false, player.title, player.says)))))),
    game.options.length ? h("fieldset", null, h("legend", null, t("start.setup.options")), game.options.map((one) => option(one))) : null,
    h("label", { class: "field" }, h("span", null, t("start.setup.name")),
      h("input", { type: "text", name: "name", maxlength: 40, value: myName(), autocomplete: "nickname" })),
    said,
    h("p", { class: "form-end" }, button));
  const chosen = () => game.scenarios.find((one) => one.id === new FormData(form).get("scenario")) ?? game.scenarios[0];

  /** Show the seats and options that the chosen scenario has, and who usually sits there. */
  function fit() {
    const scenario = chosen();
    const first = scenario.sides.find((side) => !scenario.book.includes(side));
    const usual = seatsOf(game, scenario.id, (side) => side === first, opponentOf(game)?.id ?? "open");
    for (const seat of /** @type {NodeListOf<HTMLFieldSetElement>} */ (form.querySelectorAll("[data-side]"))) {
      const side = seat.dataset.side ?? "";
      seat.hidden = seat.disabled = !scenario.sides.includes(side);
      const book = scenario.book.includes(side);
      /** @type {HTMLElement} */ (seat.querySelector(".seat-book")).hidden = !book;
      /** @type {HTMLElement} */ (seat.querySelector(".seat-choices")).hidden = book;
      for (const input of seat.querySelectorAll("input")) {
        input.checked = input.value === usual[side];
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
    const seats = Object.fromEntries(scenario.sides.map((side) => [side, scenario.book.includes(side) ? "book" : String(data.get(`seat-${side}`))]));
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
 * @param {string} name
 * @param {string} value
 * @param {boolean} checked
 * @param {string} title
 * @param {string} says
 */
function radio(name, value, checked, title, says) {
  return h("label", { class: "setup-choice" }, h("input", { type: "radio", name, value, checked }), h("span", null, h("b", null, title), says ? h("small", null, says) : null));
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
