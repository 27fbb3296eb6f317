// @ts-check
/** Bringing a record: from a file or pasted. What cannot be read is said, and the text stays where it is. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { enter, opponentOf, password, seatsOf } from "./create.js";
import { myName } from "./savedMatches.js";

/** @typedef {import("../types.js").Game} Game */

/**
 * What a record says of itself in its headings.
 * @param {string} text
 */
export function headings(text) {
  const head = text.split(/\n\s*\n/, 1)[0];
  return Object.fromEntries([...head.matchAll(/^\[(\w[\w-]*) "([^"]*)"\]/gm)].map(([, name, value]) => [name, value]));
}

/**
 * How a record would be resumed as it was saved: the side of its one person, or "both".
 * @param {Record<string, string>} head
 * @param {string[]} sides
 */
export function seatSaved(head, sides) {
  const people = sides.filter((side) => head[`Seat-${side}`] === "human");
  return people.length > 1 ? "both" : people[0] ?? null;
}

/** @param {Game[]} games */
export function uploadForm(games) {
  const looks = { rows: 5, spellcheck: "false", placeholder: t("start.upload.placeholder"), "aria-label": t("start.upload.text") };
  const text = h("textarea", { ...looks, oninput: choose });
  const file = h("input", { type: "file", accept: ".txt,.record,text/plain", "aria-label": t("start.upload.file"), onchange: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    if (chosen.size > 1024 * 1024) said.textContent = t("start.upload.large");
    else {
      text.value = await chosen.text();
      said.textContent = "";
      choose();
    }
  } });
  const seat = h("select", { "aria-label": t("start.upload.seat") });
  const said = h("p", { class: "form-said", role: "alert" });
  const button = h("button", { type: "button", class: "button", onclick: send }, t("start.upload.go"));
  let drawn = "";

  /** The record's game and scenario, and its headings. */
  function read() {
    const head = headings(text.value);
    const game = games.find((one) => one.id === head.Game) ?? games[0];
    return { head, game, scenario: head.Scenario ?? "" };
  }

  /** The seats to choose from are those of the record's game; as it was saved comes first. */
  function choose() {
    const { head, game, scenario } = read();
    const found = game?.scenarios.find((one) => one.id === scenario);
    const sides = (found?.sides ?? game?.sides ?? []).filter((side) => !found?.book.includes(side));
    const key = JSON.stringify([game?.id, sides, head]);
    if (key === drawn) return;
    drawn = key;
    put(seat,
      sides.map((side) => h("option", { value: side }, t("start.upload.as", { side: game.side_names[side] }))),
      sides.length > 1 ? [
        sides.map((side) => h("option", { value: `${side} friend` }, t("start.upload.friend", { side: game.side_names[side] }))),
        h("option", { value: "both" }, t("start.upload.both"))] : null);
    seat.value = seatSaved(head, sides) ?? sides[0] ?? "";
  }

  async function send() {
    if (!text.value.trim()) {
      said.textContent = t("start.upload.empty");
      text.focus();
      return;
    }
    button.disabled = true;
    said.textContent = "";
    try {
      const { head, game, scenario } = read();
      const [mine, friend] = seat.value.split(" ");
      const saved = game.sides.map((side) => head[`Seat-${side}`]).find((player) => game.players.some((one) => one.id === player));
      const opponent = friend ? "open" : saved ?? opponentOf(game)?.id ?? "open";
      const seats = seatsOf(game, scenario, (side) => mine === "both" || mine === side, opponent, friend ? "open" : "me");
      const keys = await ask("/api/matches/upload", { body: { record: text.value, seats, name: myName() || undefined, password: password() } });
      await enter(keys, game, scenario, seats);
    } catch (problem) {
      said.textContent = String(/** @type {Error} */ (problem).message);
    }
    button.disabled = false;
  }

  choose();
  return h("section", { class: "start-box", "aria-labelledby": "upload" },
    h("h2", { id: "upload" }, t("start.upload.title")),
    h("p", { class: "muted" }, t("start.upload.says")),
    file, text,
    h("p", { class: "upload-end" }, seat, button), said);
}
