// @ts-check
/** The matches of this browser, each with whose move it is. */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { address, all, forget } from "./savedMatches.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("./savedMatches.js").Kept} Kept */

/** @param {Game[]} games */
export function matchesList(games) {
  const list = h("ul", { class: "match-list" });
  const el = h("section", { class: "start-box", "aria-labelledby": "your-matches" }, h("h2", { id: "your-matches" }, t("start.matches.title")), list);
  const draw = () => {
    const kept = all();
    put(list, kept.slice(0, 30).map((one) => row(one, games, draw)));
    if (!kept.length) put(list, h("li", { class: "muted empty" }, t("start.matches.none")));
  };
  draw();
  return el;
}

/**
 * @param {Kept} kept
 * @param {Game[]} games
 * @param {() => void} again
 */
function row(kept, games, again) {
  const game = games.find((one) => one.id === kept.game);
  const own = Object.values(kept.tokens);
  const token = own[0] ?? kept.spectator ?? "";
  const state = h("span", { class: "match-state muted" }, t("start.matches.asking"));
  const title = game ? game.title.split(":")[0] : kept.game || t("start.matches.match");
  const scenario = game?.scenarios.find((one) => one.id === kept.scenario)?.title ?? "";
  const link = h("a", { class: "match-link", href: address(kept.match, own.length ? own : [token]) },
    h("b", null, title), scenario ? h("span", null, scenario) : null, h("time", { datetime: new Date(kept.at).toISOString() }, when(kept.at)), state);
  ask(`/api/matches/${encodeURIComponent(kept.match)}`, { token }).then(
    (meta) => {
      const said = words(meta, game, kept);
      state.textContent = said.text;
      state.classList.toggle("mine", said.mine);
      state.classList.toggle("muted", !said.mine);
    },
    (problem) => (state.textContent = problem.status === 404 || problem.status === 401 ? t("start.matches.gone") : t("start.matches.unknown")),
  );
  return h("li", null, link,
    h("button", { type: "button", class: "icon-button", "aria-label": t("start.matches.forget", { game: title, at: when(kept.at) }), title: t("start.matches.forgetSays"),
      onclick: () => {
        if (!confirm(t("start.matches.sure"))) return;
        forget(kept.match);
        again();
      } }, "✕"));
}

/**
 * @param {any} meta
 * @param {Game|undefined} game
 * @param {Kept} kept
 */
function words(meta, game, kept) {
  const name = (/** @type {string} */ side) => game?.side_names[side] ?? side;
  if (meta.ended) return { text: meta.ended.winner === "draw" ? t("start.matches.draw") : t("start.matches.won", { side: name(meta.ended.winner) }), mine: false };
  const side = meta.decides ?? meta.deciding ?? null;
  if (!side) return { text: t("start.matches.open"), mine: false };
  const own = Object.keys(kept.tokens).some((id) => meta.seats[id]?.side === side && meta.seats[id].kind === "person");
  const turn = meta.turn ? t("start.matches.turn", { turn: meta.turn }) : "";
  return { text: `${own ? t("start.matches.yours", { side: name(side) }) : t("start.matches.theirs", { side: name(side) })}${turn}`, mine: own };
}

/** @param {number} at */
function when(at) {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
