// @ts-check
/** The menu of the table and what it opens: settings, keys, links, offers, giving up, the record. */
import { hasSecrets, knownTitle } from "../board/visibility.js";
import { dialog, h, put } from "../dom.js";
import { languageChoice } from "../language.js";
import { t } from "../texts.js";
import { hasAdvice, openAdvice } from "./advice.js";
import { openAutopass, windowsOf } from "./autopass.js";
import { COMFORT_KEYS, comfortFields } from "./comfortSettings.js";
import { sideWords } from "./names.js";
import { getSettings, setSettings } from "./settings.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * @param {Store} table
 * @param {{replay: () => void, truth: () => void, typed: () => void, board: () => import("../types.js").Board|null}} does
 */
export function createDialogs(table, does) {
  function menu() {
    const over = Boolean(table.meta.ended || table.now.view.result);
    const player = table.seat !== null && !over;
    const seats = Object.values(table.meta.seats);
    const alone = seats.every((seat) => seat.side === table.seat || seat.kind === "player");
    const partner = table.partners.some((id) => !table.places.includes(id));
    const entry = (/** @type {string} */ key, /** @type {() => void} */ act, danger = false) => h("li", null,
      h("button", { class: ["button", "quiet", "wide", "left", danger && "danger"], type: "button", onclick: () => {
        shown.close();
        act();
      } }, t(`table.menuItems.${key}`)));
    const shown = dialog(t("table.menu"), h("ul", { class: "menu-list" },
      entry("settings", settings), windowsOf(table).length > 0 && player ? entry("autopass", () => openAutopass(table)) : null, entry("keys", help), entry("links", links),
      table.lore.tour ? entry("tour", tour) : null, hasAdvice(table) ? entry("advice", () => openAdvice(table)) : null,
      entry("typed", does.typed), entry("replay", does.replay), entry("record", record), entry("picture", picture), entry("verify", verify),
      player && table.mine.length < 2 && (!alone || partner) ? entry("askUndo", () => ask("undo")) : null,
      player && table.mine.length < 2 && !alone ? entry("askDraw", () => ask("draw")) : null,
      player ? entry("resign", resign, true) : null,
      h("li", null, h("a", { class: "button quiet wide left", href: "/" }, t("table.menuItems.leave")))), { class: "menu", close: t("app.close") });
  }

  /** @param {"undo"|"draw"} what */
  async function ask(what) {
    const outcome = await table.offer(what);
    if (!outcome.ok) table.emit("refused", outcome, what);
    else if (outcome.kind === "done") table.emit("notice", table.meta.offer?.partner ? "asked_partner" : `asked_${what}`, {}); // else it was granted at once
  }

  async function resign() {
    const sure = await dialog(t("table.resign.title"), h("p", null, t("table.resign.text", sideWords(table, table.seat))), {
      close: t("app.close"), buttons: [{ label: t("table.resign.stay"), value: "stay" }, { label: t("table.resign.go"), value: "go", kind: "danger" }],
    }).done;
    if (sure !== "go") return;
    const outcome = await table.resign();
    if (!outcome.ok) table.emit("refused", outcome, "resign");
  }

  function settings() {
    const now = getSettings();
    /**
     * @template {keyof import("./settings.js").Settings} K
     * @param {K} name
     * @param {import("./settings.js").Settings[K]} value
     */
    const set = (name, value) => {
      setSettings({ [name]: value });
      table.emit("settings", getSettings());
    };
    const choice = (/** @type {"theme"|"speed"} */ name, /** @type {string[]} */ values) => h("fieldset", { class: "choice" }, h("legend", null, t(`table.settings.${name}.title`)),
      values.map((value) => h("label", { class: "row" }, h("input", { type: "radio", name, value, checked: now[name] === value, onchange: () => set(name, /** @type {any} */ (value)) }), t(`table.settings.${name}.${value}`))));
    const tick = (/** @type {"numbers"|"confirm"} */ name) => h("label", { class: "row" },
      h("input", { type: "checkbox", checked: now[name], onchange: (/** @type {any} */ event) => set(name, event.target.checked) }), t(`table.settings.${name}`));
    const said = h("p", { class: "muted", role: "status" });
    const notices = h("input", { type: "checkbox", checked: now.notices && typeof Notification !== "undefined" && Notification.permission === "granted", onchange: async () => {
      if (!notices.checked) return set("notices", false);
      const allowed = typeof Notification === "undefined" ? "denied" : await Notification.requestPermission();
      notices.checked = allowed === "granted";
      set("notices", notices.checked);
      put(said, notices.checked ? "" : t("table.settings.noticesDenied"));
    } });
    const name = h("input", { type: "text", maxlength: 40, value: now.name, autocomplete: "nickname", onchange: () => {
      set("name", name.value.trim());
      if (table.seat !== null) void table.rename(name.value.trim());
    } });
    dialog(t("table.menuItems.settings"), h("div", { class: "settings" },
      choice("theme", ["auto", "light", "dark"]), choice("speed", ["normal", "fast", "off"]), table.lore.theme.space.numbered ? tick("numbers") : null, tick("confirm"),
      h("label", { class: "row" }, notices, t("table.settings.notices")), said,
      table.seat !== null ? h("label", { class: "field" }, h("span", null, t("table.settings.name")), name) : null,
      languageChoice(),
      comfortFields(table)), { close: t("app.close") });
  }

  function help() {
    const { view } = table.shown;
    const keys = ["1 – 9", "⏎", "Esc", "U", "N P", ". ,", "G", "M", "J", "/", "← ↑ ↓ →", "+ − 0", "?", "␣ B F S", "D", "⇧N ⇧A", "R", "L Del", "⇧U", "⇧click"];
    const { theme } = table.lore;
    const known = theme.known ? { ...theme.known, title: knownTitle(view, theme, t) } : null;
    const overlays = [...Object.values(theme.overlays ?? {}), known, hasSecrets(view, theme) ? theme.secret : null].filter((one) => one?.key);
    dialog(t("table.menuItems.keys"), [
      h("p", null, t("table.keys.intro")),
      h("table", { class: "keys" }, h("tbody", null,
        keys.map((key, index) => h("tr", null, h("th", { scope: "row" }, key.split(" ").map((one) => (one === "–" ? " – " : h("kbd", null, one)))), h("td", null, t(`table.keys.${index}`)))),
        COMFORT_KEYS.map(([key, says]) => h("tr", null, h("th", { scope: "row" }, key.split(" ").map((one) => h("kbd", null, one))), h("td", null, t(says)))),
        overlays.map((/** @type {any} */ one) => h("tr", null, h("th", { scope: "row" }, h("kbd", null, String(one.key).toUpperCase())), h("td", null, one.title ?? one.name))))),
    ], { close: t("app.close") });
  }

  /**
   * The content of a dialog that another part of the page brings.
   * @param {string} title
   * @param {() => Promise<Node>} content
   */
  async function borrowed(title, content) {
    const box = h("div", null, h("p", { class: "muted" }, t("app.loading")));
    dialog(title, box, { class: "wide", close: t("app.close") });
    try {
      put(box, await content());
    } catch (problem) {
      console.error(problem);
      put(box, h("p", { class: "bad" }, t("app.partMissing")));
    }
  }

  const links = () => borrowed(t("table.menuItems.links"), async () => (await import("../start/links.js")).linksContent(table));
  const verify = () => borrowed(t("table.menuItems.verify"), async () => (await import("../panels/verify.js")).verifyContent(table));
  const tour = () => void import("../tour/tour.js").then((module) => module.startTour(table), () => table.emit("notice", "missing", {}));

  const record = () => borrowed(t("invite.record.title"), async () => (await import("./record.js")).recordContent(table));

  async function picture() {
    const board = does.board();
    if (!board?.png || !board.svg) return;
    const wanted = await dialog(t("table.menuItems.picture"), h("p", null, t("table.picture.text")), {
      close: t("app.close"), buttons: [{ label: t("table.picture.svg"), value: "svg" }, { label: t("table.picture.png"), value: "png", kind: "primary" }],
    }).done;
    if (wanted === null) return;
    const blob = wanted === "svg" ? new Blob([await board.svg()], { type: "image/svg+xml" }) : await board.png(2);
    save(blob, `${table.meta.game}-${table.match}-${table.shown.moment}.${wanted}`);
  }

  /** @param {string} what */
  function open(what) {
    const known = { links, verify, record, replay: does.replay, truth: does.truth, settings, help, resign, autopass: () => openAutopass(table) };
    known[/** @type {keyof typeof known} */ (what)]?.();
  }

  table.on("ask", open);
  return { menu, help, settings, open };
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const href = URL.createObjectURL(blob);
  const link = h("a", { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

