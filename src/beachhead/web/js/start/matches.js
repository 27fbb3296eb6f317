// @ts-check
/** The matches of this browser: where each stands, whose move it is, and when something last happened. Those that wait for the player come first. */
import { h, put, s } from "../dom.js";
import { language, t } from "../texts.js";
import { ask } from "./api.js";
import { address, all, forget } from "./savedMatches.js";
import { dropSnapshot, snapshotOf } from "./snapshots.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("./savedMatches.js").Kept} Kept */
/** @typedef {{meta?: any, active?: string|number, error?: {code: string}}} Found */

/** Matches that are shown at first, and matches that are shown at all (as many as the service answers for at once). */
const FEW = 5;
const MOST = 30;

/**
 * @param {Game[]} games
 * @param {boolean} [offline] whether it is known that the service does not answer
 */
export function matchesList(games, offline = false) {
  const list = h("ul", { class: "match-list" });
  const more = h("button", { type: "button", class: "button quiet", hidden: true, onclick: () => {
    whole = true;
    draw();
  } });
  const el = h("section", { class: "start-matches", "aria-labelledby": "your-matches" }, h("h2", { id: "your-matches" }, t("start.matches.title")), list, more);
  let whole = false;
  /** What the service has said of each; null while it is being asked. @type {Map<string, Found>|null} */
  let found = null;

  function draw() {
    const kept = all().slice(0, MOST);
    const rank = (/** @type {Kept} */ one) => (found === null ? 0 : ranked(found.get(one.match), one));
    const sorted = kept.map((one, index) => ({ one, index })).sort((a, b) => rank(a.one) - rank(b.one) || a.index - b.index).map(({ one }) => one);
    el.classList.toggle("empty", !kept.length);
    put(list, kept.length ? sorted.slice(0, whole ? MOST : FEW).map((one) => card(one, games, found?.get(one.match), offline, draw)) : h("li", { class: "muted empty" }, t("start.matches.none")));
    more.hidden = whole || kept.length <= FEW;
    more.textContent = t("start.matches.all", { n: kept.length });
  }
  draw();
  if (!offline) void lookUp(all().slice(0, MOST)).then((answer) => {
    found = answer;
    draw();
  });
  return el;
}

/**
 * Ask about all of them at once.
 * @param {Kept[]} kept
 * @returns {Promise<Map<string, Found>>}
 */
async function lookUp(kept) {
  if (!kept.length) return new Map();
  try {
    const answer = await ask("/api/matches/lookup", { body: { matches: kept.map((one) => ({ match: one.match, token: tokenOf(one) })) } });
    return new Map(answer.matches.map((/** @type {any} */ one) => [one.match, one]));
  } catch {
    return new Map(kept.map((one) => [one.match, { error: { code: "offline" } }]));
  }
}

/** @param {Kept} kept */
function tokenOf(kept) {
  return Object.values(kept.tokens)[0] ?? kept.spectator ?? "";
}

/**
 * @param {Kept} kept
 * @param {Game[]} games
 * @param {Found|undefined} found
 * @param {boolean} offline
 * @param {() => void} again
 */
function card(kept, games, found, offline, again) {
  const game = games.find((one) => one.id === kept.game);
  const own = Object.values(kept.tokens);
  const title = game ? game.title.split(":")[0] : kept.game || t("start.matches.match");
  const scenario = game && game.scenarios.length > 1 ? game.scenarios.find((one) => one.id === kept.scenario)?.title ?? "" : "";
  const said = offline ? { text: t("start.matches.offline"), mine: false } : words(found, game, kept);
  const at = seconds(found?.active) ?? kept.at;
  return h("li", { class: ["match", said.mine && "mine"] },
    h("a", { class: "match-link", href: address(kept.match, own.length ? own : [tokenOf(kept)]) },
      thumbnail(kept.match, game),
      h("span", { class: "match-words" },
        h("b", null, title), scenario ? h("span", { class: "match-scenario" }, scenario) : null,
        h("span", { class: ["match-state", said.mine ? "mine" : "muted"] }, said.text),
        h("time", { datetime: new Date(at).toISOString(), title: exactly(at) }, ago(at)))),
    h("button", { type: "button", class: "icon-button", "aria-label": t("start.matches.forget", { game: title, at: exactly(kept.at) }), title: t("start.matches.forgetSays"),
      onclick: () => {
        if (!confirm(t("start.matches.sure"))) return;
        forget(kept.match);
        dropSnapshot(kept.match);
        again();
      } }, "✕"));
}

/**
 * The map with a dot for every pile of counters as this browser last saw them; without those, the map alone.
 * @param {string} match
 * @param {Game|undefined} game
 */
function thumbnail(match, game) {
  const known = snapshotOf(match);
  const picture = game?.about.thumbnail ?? null;
  if (!known) return h("span", { class: "match-picture" }, picture ? h("img", { src: picture, alt: "", decoding: "async" }) : null);
  const [x, y, width, height] = known.box;
  const plain = known.picture && picture && known.picture === picture.split("?")[0];
  const address = plain ? picture : known.picture && picture ? `${known.picture}&v=${new URL(picture, location.href).searchParams.get("v")}` : known.picture;
  const size = Math.max(known.unit * 0.5, Math.max(width, height) / 56);
  return h("span", { class: "match-picture" }, s("svg", { viewBox: known.box.join(" "), preserveAspectRatio: "xMidYMid meet", "aria-hidden": "true" },
    address ? s("image", { href: address, x, y, width, height, preserveAspectRatio: "none" }) : null,
    known.dots.map(([cx, cy, colour, n]) => s("circle", { class: "dot", cx, cy, r: (n > 1 ? size * 1.25 : size).toFixed(0), vars: { "--dot": `var(--${/^[\w-]+$/.test(colour) ? colour : "muted"})` } }))));
}

/**
 * What comes first: the own move, then what is under way, then what is over, then what is gone.
 * @param {Found|undefined} found
 * @param {Kept} kept
 */
function ranked(found, kept) {
  if (!found?.meta) return 3;
  if (found.meta.ended) return 2;
  return isMine(found.meta, kept) ? 0 : 1;
}

/**
 * @param {any} meta
 * @param {Kept} kept
 */
function isMine(meta, kept) {
  return Object.keys(kept.tokens).some((id) => meta.seats[id]?.side === meta.decides && meta.seats[id].kind === "person");
}

/**
 * @param {Found|undefined} found
 * @param {Game|undefined} game
 * @param {Kept} kept
 */
function words(found, game, kept) {
  if (!found) return { text: t("start.matches.asking"), mine: false };
  const { meta, error } = found;
  if (!meta) return { text: t(error?.code === "unknown" || error?.code === "token" ? "start.matches.gone" : "start.matches.unknown"), mine: false };
  const name = (/** @type {string} */ side) => game?.side_names[side] ?? side;
  if (meta.ended) return { text: meta.ended.winner === "draw" ? t("start.matches.draw") : t("start.matches.won", { side: name(meta.ended.winner) }), mine: false };
  if (!meta.decides) return { text: t("start.matches.open"), mine: false };
  const mine = isMine(meta, kept);
  const turn = meta.turn ? t("start.matches.turn", { turn: meta.turn }) : "";
  return { text: `${t(mine ? "start.matches.yours" : "start.matches.theirs", { side: name(meta.decides) })}${turn}`, mine };
}

/** A time of the service in milliseconds. @param {string|number|undefined} at */
function seconds(at) {
  const found = typeof at === "number" ? at * 1000 : at ? Date.parse(at) : NaN;
  return Number.isNaN(found) ? null : found;
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** @param {number} at */
function ago(at) {
  const passed = (Date.now() - at) / 1000;
  if (passed > 14 * 86400) return new Date(at).toLocaleDateString(language(), { dateStyle: "medium" });
  const [unit, length] = UNITS.find(([, long]) => passed >= long) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(-Math.max(0, Math.floor(passed / length)), unit);
}

/** @param {number} at */
function exactly(at) {
  return new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}
