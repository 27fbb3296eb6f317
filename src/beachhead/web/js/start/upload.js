// @ts-check
/** Bringing a record: from a file or pasted. What cannot be read is said, and the text stays where it is. */
import { h } from "../dom.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { enter, opponentOf, password, seatsOf } from "./create.js";
import { myName } from "./savedMatches.js";

/** @typedef {import("../types.js").Game} Game */

/** @param {Game[]} games */
export function uploadForm(games) {
  const text = h("textarea", { rows: 5, spellcheck: "false", placeholder: "[Game \"saipan\"]", "aria-label": t("start.upload.text") });
  const file = h("input", { type: "file", accept: ".txt,.record,text/plain", "aria-label": t("start.upload.file"), onchange: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    if (chosen.size > 1024 * 1024) said.textContent = t("start.upload.large");
    else {
      text.value = await chosen.text();
      said.textContent = "";
    }
  } });
  const sides = games[0]?.sides ?? [];
  const seat = h("select", { "aria-label": t("start.upload.seat") },
    sides.map((side) => h("option", { value: side }, t("start.upload.as", { side: games[0].side_names[side] }))),
    sides.map((side) => h("option", { value: `${side} friend` }, t("start.upload.friend", { side: games[0].side_names[side] }))),
    h("option", { value: "both" }, t("start.upload.both")));
  const said = h("p", { class: "form-said", role: "alert" });
  const button = h("button", { type: "button", class: "button", onclick: send }, t("start.upload.go"));
  async function send() {
    if (!text.value.trim()) {
      said.textContent = t("start.upload.empty");
      text.focus();
      return;
    }
    button.disabled = true;
    said.textContent = "";
    try {
      const id = /^\[Game "([^"]*)"\]/m.exec(text.value)?.[1];
      const scenario = /^\[Scenario "([^"]*)"\]/m.exec(text.value)?.[1] ?? "";
      const game = games.find((one) => one.id === id) ?? games[0];
      const [mine, friend] = seat.value.split(" ");
      const opponent = friend ? "open" : opponentOf(game)?.id ?? "open";
      const seats = seatsOf(game, scenario, (side) => mine === "both" || mine === side, opponent);
      const keys = await ask("/api/matches/upload", { body: { record: text.value, seats, name: myName() || undefined, password: password() } });
      await enter(keys, game, scenario, seats);
    } catch (problem) {
      said.textContent = String(/** @type {Error} */ (problem).message);
    }
    button.disabled = false;
  }
  return h("section", { class: "start-box", "aria-labelledby": "upload" },
    h("h2", { id: "upload" }, t("start.upload.title")),
    h("p", { class: "muted" }, t("start.upload.says")),
    file, text,
    h("p", { class: "upload-end" }, seat, button), said);
}
