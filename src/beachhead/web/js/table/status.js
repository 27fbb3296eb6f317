// @ts-check
/** The designed states of the table: waiting for somebody, the game over, no way in. */
import { dialog, h, put } from "../dom.js";
import { language, t } from "../texts.js";
import { caseChip, phaseOf, playerName, sideColours, sideWords } from "./names.js";
import { awaitedNote } from "./partners.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * Whether a decision is one of the windows in which a side may react, or has nothing to react with: nobody else learns which.
 * @param {Store} table
 * @param {import("../types.js").Decision} decision
 */
function isWindow(table, { step, side }) {
  return (table.lore.theme?.windows ?? []).some((/** @type {any} */ one) => one.step === step && !one.idle && (one.side === undefined || one.side === side));
}

/**
 * The question as it is told to whoever looks: for others, all windows of a side read the same.
 * @param {Store} table
 * @param {import("../types.js").Decision} [decision]
 */
export function promptOf(table, decision = table.present.decision) {
  const react = table.lore.theme?.react?.[decision.side];
  return react && decision.side !== table.seat && isWindow(table, decision) ? react : decision.prompt;
}

/**
 * The service is about to pass in the name of this seat, as its player has set it.
 * @param {Store} table
 */
export function passingNote(table) {
  return h("div", { class: "note waiting" },
    h("p", null, h("span", { class: "waves", "aria-hidden": "true" }, h("i"), h("i"), h("i")), " ", t("play.passing")),
    h("button", { class: "button quiet", type: "button", "data-key": "autopass", onclick: () => table.emit("ask", "autopass") }, t("play.autopass.open")));
}

/**
 * Whether the rulebook plays a side: nobody sits there, and nobody is waited for.
 * @param {Store} table
 * @param {string} side
 */
export function bookPlays(table, side) {
  const { book } = table.lore;
  if (book && Object.values(table.meta.seats).some((seat) => seat.side === side && seat.kind === "player" && seat.name === book.id)) return true;
  const scenario = table.lore.scenarios.find((one) => one.id === table.meta.scenario);
  return Boolean(scenario?.book?.includes(side)) && !Object.values(table.meta.seats).some((seat) => seat.side === side && seat.kind === "person");
}

/**
 * For whom the table waits, for what, and since when.
 * @param {Store} table
 */
export function waitingNote(table) {
  const { decision, phase } = table.present;
  if (table.playback.behind) {
    return h("div", { class: "note waiting" }, h("p", null, t(bookPlays(table, table.playback.step?.side ?? decision.side) ? "playback.showingBook" : "playback.showing", sideWords(table, table.playback.step?.side || decision.side))),
      h("button", { class: "button", type: "button", "data-key": "skip", onclick: () => table.skip() }, t(table.deciding && !table.passing ? "playback.skip" : "playback.newest"), " ", h("kbd", null, "Esc")));
  }
  const partner = awaitedNote(table);
  if (partner) return partner;
  if (bookPlays(table, decision.side)) return h("div", { class: "note waiting" }, h("p", null, h("span", { class: "waves", "aria-hidden": "true" }, h("i"), h("i"), h("i")), " ", t("playback.book", sideWords(table, decision.side))));
  const seat = table.meta.seats[decision.side] ?? Object.values(table.meta.seats).find((one) => one.side === decision.side);
  const what = phaseOf(table, phase)?.name ?? phase;
  const state = !seat ? "" : seat.kind === "player" ? "thinking" : !seat.taken ? "empty" : seat.here ? "here" : "away";
  const who = (seat?.kind === "player" ? playerName(table, seat.name) : seat?.name) || sideWords(table, decision.side).the;
  return h("div", { class: ["note", "waiting", state] },
    h("p", null, h("span", { class: "waves", "aria-hidden": "true" }, h("i"), h("i"), h("i")), " ", t("play.waiting.for", { who, what })),
    h("p", { class: "muted" }, state && t(`play.waiting.${state}`, sideWords(table, decision.side)), " ", t("play.waiting.since", { time: clock(table.since) })),
    state === "empty" && table.seat !== null ? h("button", { class: "button", type: "button", onclick: () => table.emit("ask", "links") }, t("play.waiting.invite")) : null);
}

/** @param {number} at */
function clock(at) {
  return new Date(at).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });
}

/**
 * Where the match came from, if not from a scenario: whoever sits down may not have been there when it began.
 * @param {Store} table
 */
export function originNote(table) {
  const { origin, known_dice: known, secrets, tour } = table.meta;
  if (!origin) return known && !tour ? h("p", { class: "muted origin" }, t("invite.savedDice")) : null;
  return h("p", { class: "muted origin" }, t(known ? "play.origin.known" : `play.origin.${origin}`), secrets ? ` ${t("play.origin.secrets")}` : "");
}

/**
 * Who has won, why, and what can be done with the game now.
 * @param {Store} table
 */
export function overNote(table) {
  const { result } = table.now.view;
  const ended = table.meta.ended ?? (result ? { ...result, by: "play" } : null);
  if (!ended) return null;
  const draw = ended.winner === "draw" || !ended.winner;
  const title = draw ? t("play.over.draw") : table.mine.length === 1 && table.seat === ended.winner ? t("play.over.you") : t("play.over.wins", sideWords(table, ended.winner));
  const button = (/** @type {string} */ key, /** @type {string} */ what, primary = false) =>
    h("button", { class: ["button", primary && "primary"], type: "button", "data-key": `over ${what}`, onclick: () => table.emit("ask", what) }, t(key));
  const truth = table.lore.theme?.truth; // the side that knew everything
  const more = truth !== undefined && table.seat !== truth;
  return [
    h("header", { class: "now-head over", vars: sideColours(table, draw ? null : ended.winner) }, h("span", { class: "who" }, t("play.over.title"))),
    h("h2", { class: "prompt over-title", id: "prompt", tabindex: -1 }, title),
    h("p", null, ended.by === "play" ? `${(ended.how ?? "").slice(0, 1).toUpperCase()}${(ended.how ?? "").slice(1)}` : t(`play.over.by.${ended.by}`, { how: ended.how ?? "" }), " ", caseChip(table, ended.case)),
    h("div", { class: "buttons over-buttons" }, more ? button("play.over.truth", "truth", true) : null, button("play.over.replay", "replay", !more), button("play.over.verify", "verify"), button("play.over.record", "record"),
      h("a", { class: "button", href: "/" }, t("play.over.again"))),
    h("p", { class: "muted" }, t("play.over.seed")),
    originNote(table),
  ];
}

/** Closing codes and the words for them. @type {Record<number, string>} */
const CLOSED = { 4001: "token", 4002: "version", 4003: "given", 4004: "unknown", 4005: "aside" };

/**
 * A whole page that says why there is no table.
 * @param {HTMLElement} root
 * @param {number} code
 */
export function showClosed(root, code) {
  const what = CLOSED[code] ?? "other";
  document.title = t("app.title");
  put(root, h("main", { class: "screen" },
    h("div", { class: "screen-sign", "aria-hidden": "true" }, what === "given" ? "⇄" : "⚓"),
    h("h1", { tabindex: -1 }, t(`table.closed.${what}.title`)),
    h("p", { class: "muted" }, t(`table.closed.${what}.text`)),
    h("div", { class: "actions" },
      h("a", { class: "button primary", href: "/" }, t("table.closed.start")),
      what === "version" || what === "other" ? h("button", { class: "button", type: "button", onclick: () => location.reload() }, t("table.closed.again")) : null)));
  root.querySelector("h1")?.focus();
}

/**
 * The seat has gone while the table stood here: nothing behind the note can be used any more.
 * @param {number} code
 */
export function tellClosed(code) {
  const what = CLOSED[code] ?? "other";
  dialog(t(`table.closed.${what}.title`), h("p", null, t(`table.closed.${what}.text`)), { fixed: true, buttons: [{ label: t("table.closed.start"), value: "start", kind: "primary" }] })
    .done.then(() => location.assign("/"));
}
