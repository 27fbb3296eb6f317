// @ts-check
/** The panel beside the map: Now and Combat on top, tabs below; on a phone a sheet with three heights. */
import { h, on } from "../dom.js";
import { t } from "../texts.js";
import * as chat from "./chat.js";
import { printPanel } from "./printing.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {{el: HTMLElement, show?: () => void, hide?: () => void}} Panel */
/** @typedef {{id: string, titleKey: string, create: (table: Store) => Panel}} PanelKind */

/** The panels that others bring, by name: each begins when it is first looked at. @type {Record<string, () => Promise<any>>} */
const KNOWN = {
  log: () => import("../panels/log.js"),
  rules: () => import("../panels/rules.js"),
  forces: () => import("../panels/forces.js"),
  charts: () => import("../panels/charts.js"),
  schedule: () => import("../panels/schedule.js"),
  diary: () => import("../panels/diary.js"),
  victory: () => import("../panels/victory.js"),
  chat: async () => chat,
};
const HEIGHTS = ["low", "half", "full"];

/**
 * @param {Store} table
 * @param {{now: HTMLElement, hint: HTMLElement, combat: HTMLElement, typed: HTMLElement, advice: HTMLElement}} parts
 */
export function createSide(table, parts) {
  /** @type {Map<string, Promise<Panel>>} */
  const made = new Map();
  const tabs = new Map(Object.keys(KNOWN).filter((id) => id !== "diary" || table.lore.theme.diary.length).map((id) => [id, h("button", {
    class: "tab", type: "button", role: "tab", id: `tab-${id}`, "aria-selected": "false", "aria-controls": "tab-panel", tabindex: -1, onclick: () => read(id),
  }, h("span", null, t(`table.tabs.${id}`)), h("span", { class: "badge", hidden: true }))]));
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": t("table.tabs.title"), onkeydown: arrows }, [...tabs.values()]);
  const panel = h("div", { class: "tab-panel", role: "tabpanel", id: "tab-panel", tabindex: 0 });
  const handle = h("button", { class: "sheet-handle", type: "button", "aria-label": t("table.sheet"), onclick: () => setHeight(next()) }, h("i"));
  const scroll = h("div", { class: "side-scroll" }, h("div", { class: "side-main" }, parts.hint, parts.now, parts.combat, parts.typed, parts.advice),
      h("div", { class: "tab-box" }, h("h2", { class: "sr" }, t("table.tabs.title")), list, panel, printButton(() => shown)));
  const el = h("aside", { class: "side", "aria-label": t("table.panel"), "data-height": "half" }, handle, scroll);
  /** Panels that lie elsewhere on the page, with their places. @type {Map<string, HTMLElement>} */
  const docked = new Map();
  let shown = "";

  /** The decision that was there when somebody began to read. */
  let before = "";

  /**
   * Open a tab with room to read, until this player is asked for something else.
   * @param {string} id
   */
  function read(id) {
    before = table.now.tag;
    el.classList.add("reading");
    if (docked.has(id)) return show(id);
    requestAnimationFrame(() => scroll.scrollTo({ top: scroll.scrollHeight }));
    return show(id);
  }

  /** Whether the diary was opened for the end of the match. */
  let told = false;

  /** A match that is over is read about: what mattered, and its curves. */
  function tellTheEnd() {
    if (told || table.playing || !(table.now.view.result || table.meta.ended)) return;
    told = true;
    el.classList.add("reading");
    if (tabs.has("diary")) void show("diary");
  }

  /** @param {KeyboardEvent} event */
  function arrows(event) {
    const names = [...tabs.keys()].filter((name) => !docked.has(name));
    const at = names.indexOf(shown);
    const to = event.key === "ArrowRight" ? at + 1 : event.key === "ArrowLeft" ? at - 1 : event.key === "Home" ? 0 : event.key === "End" ? names.length - 1 : null;
    if (to === null) return;
    event.preventDefault();
    const name = names[(to + names.length) % names.length];
    void show(name);
    tabs.get(name)?.focus();
  }

  /**
   * Lay a panel elsewhere; its tab is not needed then.
   * @param {string} id
   * @param {HTMLElement} place
   */
  function dock(id, place) {
    docked.set(id, place);
    const tab = tabs.get(id);
    if (tab) tab.hidden = true;
    if (shown === id) void show([...tabs.keys()].find((name) => !docked.has(name)) ?? id);
    void make(id).then((found) => {
      if (docked.get(id) !== place) return;
      place.replaceChildren(found.el, printButton(() => id));
      found.show?.();
    }, () => place.replaceChildren(h("p", { class: "muted" }, t("app.partMissing"))));
  }

  /** @param {string} id */
  function undock(id) {
    const place = docked.get(id);
    if (!docked.delete(id)) return;
    const tab = tabs.get(id);
    if (tab) tab.hidden = false;
    place?.replaceChildren();
    void show(id);
  }

  /**
   * @param {string} id
   * @returns {Promise<Panel>}
   */
  function make(id) {
    let found = made.get(id);
    if (!found) made.set(id, (found = KNOWN[id]().then((/** @type {PanelKind} */ kind) => kind.create(table))));
    return found;
  }

  /** @param {() => string} which */
  function printButton(which) {
    return h("button", { class: "button quiet print-panel", type: "button", onclick: () => void printPanel(table, which()) }, t("comfort.print.panel"));
  }

  /** @param {string} id */
  async function show(id) {
    if (id === shown) return;
    if (docked.has(id)) return void /** @type {HTMLElement|null} */ (docked.get(id)?.querySelector("[tabindex]"))?.focus({ preventScroll: true });
    const before = shown;
    shown = id;
    for (const [name, tab] of tabs) {
      tab.setAttribute("aria-selected", String(name === id));
      tab.tabIndex = name === id ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `tab-${id}`);
    if (before && !docked.has(before)) void made.get(before)?.then((old) => old.hide?.(), () => {});
    try {
      const found = await make(id);
      if (shown !== id || docked.has(id)) return;
      panel.replaceChildren(found.el);
      found.show?.();
    } catch (problem) {
      made.delete(id);
      console.warn(`panel ${id}:`, problem);
      panel.replaceChildren(h("p", { class: "muted" }, t("app.partMissing")));
    }
  }

  /** Fetch what the tabs need, without showing it. */
  function prepare() {
    for (const load of Object.values(KNOWN)) void load().catch(() => {}); // fetched once more when the tab is opened
  }

  function next() {
    return HEIGHTS[(HEIGHTS.indexOf(el.dataset.height ?? "half") + 1) % HEIGHTS.length];
  }

  /** @param {string} height */
  function setHeight(height) {
    el.dataset.height = height;
    table.emit("resized");
  }

  // Dragging the handle: the sheet follows the finger and settles at the nearest of its heights.
  on(handle, "pointerdown", (/** @type {PointerEvent} */ down) => {
    const from = el.getBoundingClientRect().height;
    let moved = 0;
    const move = (/** @type {PointerEvent} */ event) => {
      moved = down.clientY - event.clientY;
      if (Math.abs(moved) > 6) el.style.setProperty("--sheet", `${Math.max(80, from + moved)}px`);
    };
    const up = () => {
      handle.removeEventListener("pointermove", move);
      el.style.removeProperty("--sheet");
      if (Math.abs(moved) <= 6) return;
      const part = (from + moved) / innerHeight;
      setHeight(part < 0.32 ? "low" : part < 0.7 ? "half" : "full");
      on(handle, "click", (/** @type {Event} */ event) => event.stopImmediatePropagation(), { once: true, capture: true });
    };
    handle.setPointerCapture(down.pointerId);
    handle.addEventListener("pointermove", move);
    on(handle, "pointerup", up, { once: true });
    on(handle, "pointercancel", up, { once: true });
  });

  table.on("badge", (id, n) => {
    const badge = tabs.get(id)?.querySelector(".badge");
    if (!(badge instanceof HTMLElement)) return;
    badge.hidden = !n;
    badge.textContent = n ? String(n) : "";
  });
  table.on("point", async (what) => {
    if (!what.case) return;
    el.classList.add("reading");
    before = table.now.tag;
    if (shown === "rules") return;
    await show("rules");
    if (el.dataset.height === "low") setHeight("half");
    table.emit("point", { case: what.case }); // the panel of rules has only just begun to listen
    panel.scrollIntoView({ block: "nearest" });
  });
  table.on("update", () => {
    tellTheEnd();
    if (!el.classList.contains("reading") || !table.deciding || table.now.tag === before) return;
    el.classList.remove("reading");
    scroll.scrollTop = 0;
  });
  void make("chat"); // it counts what is said before anybody opens it
  void show("log");
  tellTheEnd();
  return { el, show, prepare, setHeight, dock, undock, get shown() {
    return shown;
  } };
}
