// @ts-check
/**
 * Where the panel is and how large: beside the map, on its other side, or below it, with a splitter between; on a wide screen the log has a
 * column of its own. It is remembered in this browser. On a phone the panel is a sheet (panel.js) and nothing here applies.
 */
import { h, on } from "../dom.js";
import { t } from "../texts.js";
import { WIDE, afterKey, boundsOf, within } from "./layoutLogic.js";
import { getSettings, setSettings } from "./settings.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./layoutLogic.js").Way} Way */

/**
 * @param {Store} table
 * @param {HTMLElement} page
 * @param {{el: HTMLElement, dock: (id: string, place: HTMLElement) => void, undock: (id: string) => void}} side
 */
export function createLayout(table, page, side) {
  side.el.id = "panel";
  const splitter = h("div", { class: "splitter", role: "separator", tabindex: 0, "aria-label": t("comfort.splitter"), "aria-controls": "panel", title: t("comfort.splitterSays") });
  const lines = h("div", { class: "log-column-body" });
  const column = h("section", { class: "log-column", "aria-label": t("comfort.logColumn.title"), hidden: true },
    h("header", null, h("h2", null, t("table.tabs.log")),
      h("button", { class: "icon-button", type: "button", "aria-label": t("comfort.logColumn.close"), title: t("comfort.logColumn.close"), onclick: () => {
        setSettings({ logColumn: false });
        table.emit("settings", getSettings());
        document.getElementById("tab-log")?.focus();
      } }, "✕")), lines);
  side.el.prepend(splitter);
  page.append(column);
  const wide = matchMedia(`(min-width: ${WIDE}px)`);

  /** @returns {Way} */
  const way = () => (getSettings().panel === "below" ? "height" : "width");
  const room = () => (way() === "height" ? innerHeight : innerWidth);
  const size = () => Math.round(side.el.getBoundingClientRect()[way()]);

  /** @param {number} to 0: as the page likes it */
  function resize(to) {
    setSettings(way() === "height" ? { panelHeight: to } : { panelWidth: to });
    draw();
  }

  function draw() {
    const { panel, panelWidth, panelHeight, logColumn } = getSettings();
    page.dataset.panel = panel;
    for (const [name, value, axis] of /** @type {const} */ ([["--panel-width", panelWidth, "width"], ["--panel-height", panelHeight, "height"]])) {
      if (value) page.style.setProperty(name, `${within(axis, value, axis === "height" ? innerHeight : innerWidth)}px`);
      else page.style.removeProperty(name);
    }
    const own = logColumn && wide.matches;
    if (own === column.hidden) {
      column.hidden = !own;
      page.toggleAttribute("data-log-column", own);
      if (own) side.dock("log", lines);
      else side.undock("log");
    }
    measure();
    table.emit("resized");
  }

  /** What the splitter says of itself. */
  function measure() {
    const { least, most } = boundsOf(way(), room());
    const now = size();
    splitter.setAttribute("aria-orientation", way() === "height" ? "horizontal" : "vertical");
    splitter.setAttribute("aria-valuemin", String(least));
    splitter.setAttribute("aria-valuemax", String(most));
    splitter.setAttribute("aria-valuenow", String(within(way(), now, room())));
    splitter.setAttribute("aria-valuetext", t("comfort.splitterValue", { part: Math.round((100 * now) / room()) }));
  }

  on(splitter, "keydown", (/** @type {KeyboardEvent} */ event) => {
    const to = afterKey(getSettings().panel, event.key, event.shiftKey, size(), room());
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    resize(to);
  });
  on(splitter, "dblclick", () => resize(0));
  on(splitter, "pointerdown", (/** @type {PointerEvent} */ down) => {
    if (down.button !== 0) return;
    down.preventDefault();
    splitter.focus({ preventScroll: true });
    splitter.setPointerCapture(down.pointerId);
    page.classList.add("is-splitting");
    const { panel } = getSettings();
    const from = size();
    let moved = false;
    const move = (/** @type {PointerEvent} */ event) => {
      const by = panel === "below" ? down.clientY - event.clientY : panel === "left" ? event.clientX - down.clientX : down.clientX - event.clientX;
      moved = moved || Math.abs(by) > 3;
      if (moved) resize(within(way(), from + by, room()));
    };
    const up = () => {
      page.classList.remove("is-splitting");
      splitter.removeEventListener("pointermove", move);
    };
    splitter.addEventListener("pointermove", move);
    on(splitter, "pointerup", up, { once: true });
    on(splitter, "pointercancel", up, { once: true });
  });
  on(window, "resize", draw);
  on(wide, "change", draw);
  table.on("settings", draw);
  draw();
  return { draw };
}
