// @ts-check
/** Who may come to the table: the links of the seats, and for whoever made the match, who sits where. */
import { h, put } from "../dom.js";
import { playerName } from "../table/names.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { address, find, forget, keep } from "./savedMatches.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * A link with a button that copies it.
 * @param {string} label
 * @param {string} path
 */
export function copyRow(label, path) {
  const field = h("input", { type: "text", readonly: true, value: new URL(path, location.href).href, onfocus: () => field.select() });
  const said = h("span", { class: "copied", role: "status" });
  const button = h("button", { type: "button", class: "button", onclick: copy }, t("start.links.copy"));
  async function copy() {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    said.textContent = t("start.links.copied");
    setTimeout(() => (said.textContent = ""), 3000);
  }
  return h("div", { class: "copy-row" }, h("label", null, h("span", null, label), field), button, said);
}

/**
 * The content of the dialog about seats and links.
 * @param {Store} table
 */
export function linksContent(table) {
  const el = h("div", { class: "links" });
  const said = h("p", { class: "form-said", role: "status" });

  function draw() {
    const meta = table.meta;
    const kept = find(meta.match);
    const seats = Object.entries(meta.seats).map(([id, seat]) => {
      const { side } = seat;
      const token = kept?.tokens[id] ?? kept?.given?.[id];
      const name = id === side ? table.lore.side_names[side] : `${table.lore.side_names[side]} (${id})`;
      return h("section", { class: ["seat", `side-${side}`] },
        h("h3", null, name, " ", h("span", { class: "muted" }, table.mine.includes(side) ? t("start.links.you") : who(seat, table))),
        token ? copyRow(t("start.links.seat", { side: name }), address(meta.match, [token])) : null,
        kept?.host && !meta.ended ? h("details", { open: !table.mine.includes(side) }, h("summary", null, t("start.links.change")), seatRow(id, seat, kept.host)) : null);
    });
    put(el,
      seats,
      kept?.spectator ? h("section", { class: "seat" }, h("h3", null, t("start.links.watchers")), copyRow(t("start.links.watch"), address(meta.match, [kept.spectator]))) : null,
      h("p", { class: "muted" }, t("start.links.secret")),
      said);
  }

  /**
   * @param {string} side
   * @param {import("../types.js").SeatInfo} seat
   * @param {string} host
   */
  function seatRow(side, seat, host) {
    const name = table.lore.side_names[seat.side];
    const book = table.lore.scenarios.find((one) => one.id === table.meta.scenario)?.book.includes(seat.side) ? table.lore.book : null;
    const choice = h("select", { "aria-label": t("start.links.sits", { side: name }) },
      h("option", { value: "open" }, t("start.links.person")),
      [...(book ? [book] : []), ...table.lore.players].map((player) => h("option", { value: player.id, selected: seat.kind === "player" && (player.id === seat.name || player.title === seat.name) }, player.title)));
    const button = h("button", { type: "button", class: "button", onclick: seatThem }, t("start.links.seatThem"));
    async function seatThem() {
      button.disabled = true;
      try {
        const answer = await ask(`/api/matches/${encodeURIComponent(table.meta.match)}/seats`, { token: host, body: { side, sit: choice.value } });
        const kept = find(table.meta.match);
        if (kept) {
          forget(kept.match);
          delete kept.tokens[side];
          delete kept.given?.[side];
          keep({ ...kept, given: { ...kept.given, ...(answer.token ? { [side]: answer.token } : {}) } });
        }
        said.textContent = t(answer.token ? "start.links.newLink" : "start.links.seated", { side: name });
      } catch (problem) {
        said.textContent = String(/** @type {Error} */ (problem).message);
      }
      button.disabled = false;
      draw();
    }
    return h("div", { class: "seat-row" }, choice, button);
  }

  draw();
  const off = table.on("meta", () => (el.isConnected ? draw() : off()));
  return el;
}

/**
 * @param {import("../types.js").SeatInfo} seat
 * @param {Store} table
 */
function who(seat, table) {
  if (seat.kind === "player") return playerName(table, seat.name) ?? seat.name;
  if (!seat.taken) return t("start.links.empty");
  return `${seat.name || t("start.links.somebody")}${seat.here ? "" : ` (${t("start.links.away")})`}`;
}
