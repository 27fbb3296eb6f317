// @ts-check
/** The slim bar on top: turn and phases as a track, whose decision it is, the connection, the menu. */
import { asset } from "../assets.js";
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { bookPlays } from "./status.js";
import { phaseOf, seatName, sideColours, sideName } from "./names.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * What the theme wants to be seen at a glance: points by side, and words for a state of affairs such as the weather.
 * @param {Store} table
 */
function chips(table) {
  const { theme } = table.lore;
  const { view } = table.shown;
  const tracks = Object.values(theme.tracks ?? {}).filter((track) => track.last !== undefined && (track.digit ?? 1) === 1 && view[track.from] !== undefined);
  const scores = tracks.map((track) => h("span", { class: "status-chip", title: track.name }, `${track.short ?? track.name} `,
    typeof view[track.from] !== "object" ? h("b", null, String(view[track.from])) : Object.keys(view[track.from]).map((side, index) =>
      [index > 0 ? " : " : "", h("b", { vars: sideColours(table, side), "aria-label": `${sideName(table, side)} ${view[track.from][side]}` },
        String(view[track.from][side]))])));
  const words = Object.entries(theme.status).flatMap(([name, values]) => [view[name] ?? []].flat().flatMap((/** @type {string} */ word) => {
    const found = values[word];
    return found ? [h("span", { class: ["status-chip", "word", found.sign && "signed"], title: found.says ?? "" }, found.name)] : [];
  }));
  return [...scores, ...words];
}

/**
 * @param {Store} table
 * @param {{[name: string]: () => void}} does
 */
export function createTopbar(table, does) {
  const track = h("ol", { class: "track", "aria-label": t("table.track") });
  const turn = h("p", { class: "turn" });
  const status = h("p", { class: "status" });
  const who = h("p", { class: "whose", role: "status" });
  const dot = h("button", { class: "dot", type: "button", onclick: () => table.hurry() }, h("i", { "aria-hidden": "true" }), h("span", { class: "dot-words" }));
  const watch = h("span", { class: "watch muted" });
  const you = h("p", { class: "you" });
  const menu = h("button", { class: "icon-button", type: "button", "aria-label": t("table.menu"), "aria-haspopup": "dialog", onclick: does.menu }, "☰");
  const el = h("header", { class: "top" },
    h("h1", { class: "sr" }, table.lore.title),
    h("a", { class: "home", href: "/", "aria-label": t("table.home") }, h("img", { src: asset("icon.svg"), alt: "", width: 26, height: 26 }), h("span", { class: "title" }, table.lore.title.split(":")[0])),
    turn, status, track, who, you, watch, dot,
    h("button", { class: "icon-button keys-only", type: "button", "aria-label": t("table.help"), title: t("table.help"), onclick: does.help }, "?"),
    menu);

  function draw() {
    const { view } = table.shown;
    put(turn, h("span", { class: "turn-word" }, `${table.lore.theme?.tracks?.turn?.name ?? t("table.turn")} `), h("b", null, String(view.turn)), view.turns ? h("span", { class: "muted" }, `/${view.turns}`) : null);
    put(status, chips(table));
    const all = (table.lore.theme?.phases ?? []).filter((/** @type {any} */ phase) => (!phase.once && !phase.quick) || phase.id === view.phase);
    const at = all.findIndex((/** @type {any} */ phase) => phase.id === view.phase);
    track.classList.toggle("many", all.length > 7);
    put(track, all.map((/** @type {any} */ phase, /** @type {number} */ index) => h("li", {
      class: ["phase", all[index - 1]?.side === phase.side && "same", table.seat === phase.side && "own", index < at ? "past" : index === at ? "here" : "next"], vars: sideColours(table, phase.side), title: `${sideName(table, phase.side)}: ${phase.name}`,
      "aria-current": index === at ? "step" : null,
    }, h("span", { class: "phase-side" }, table.lore.theme?.sides?.[phase.side]?.short ?? phase.side), " ", h("span", { class: "phase-name" }, phase.short ?? phase.name))));
    requestAnimationFrame(reachable); // before its first frame the bar is not on the page
    const { decision, result } = table.present;
    const over = result || (table.meta.ended && !table.playing);
    const hotseat = table.mine.length > 1;
    const [partner] = table.awaited;
    put(who, over ? t("table.over") : partner ? t("table.theirMove", { side: seatName(table, partner) }) : table.ready && !hotseat ? t("table.yourMove") : t(bookPlays(table, decision.side) ? "playback.bookMove" : "table.theirMove", { side: sideName(table, decision.side) }));
    for (const [name, value] of Object.entries(sideColours(table, over ? null : decision.side))) who.style.setProperty(name, value);
    who.classList.toggle("mine", table.ready);
    if (!phaseOf(table, view.phase)) turn.title = view.phase;
    put(you, table.mine.length > 0 ? [h("span", { class: "you-word" }, `${t("invite.you")} `), [...new Map(table.places.map((id) => [seatName(table, id), table.meta.seats[id].side]))].map(([name, side], index) =>
      [index > 0 ? t("invite.and") : "", h("b", { vars: sideColours(table, side), title: name }, name)])] : null);
    put(watch, table.seat === null ? t("table.watching") : table.meta.spectators > 0 ? t("table.spectators", { n: table.meta.spectators }) : null);
    connection();
  }

  /** What does not fit can be scrolled to, by keys too; the phase of the moment is in sight. */
  function reachable() {
    track.querySelector(".here")?.scrollIntoView({ block: "nearest", inline: "center" });
    if (track.scrollWidth > track.clientWidth + 1) track.tabIndex = 0;
    else track.removeAttribute("tabindex");
  }

  function connection() {
    dot.dataset.state = table.connection;
    const words = t(`table.connection.${table.connection}`);
    dot.title = words;
    put(/** @type {Element} */ (dot.querySelector(".dot-words")), table.connection === "open" ? h("span", { class: "sr" }, words) : words);
  }

  addEventListener("resize", reachable);
  for (const kind of ["shown", "update", "meta", "seat"]) table.on(kind, draw);
  table.on("connection", connection);
  draw();
  return { el };
}
