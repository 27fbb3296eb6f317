// @ts-check
/** The buttons at the edge of the map: nearer, farther, all of it, and one for everything that can be laid over it. */
import { h, s } from "../dom.js";

/** @type {Record<string, string>} */
const ICONS = {
  zones: "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM8 12h8M12 8v8",
  guns: "M12 12m-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M12 3.5v4M12 16.5v4M3.5 12h4M16.5 12h4",
  supply: "M4 19L10 8l4 6 6-10M4 19h5M20 4v5",
  known: "M10.5 10.5m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M15 15l5.5 5.5",
  secret: "M3 12Q12 3.5 21 12Q12 20.5 3 12ZM12 9.5a2.5 2.5 0 1 0 .01 0M4.5 19.5l15-15",
  other: "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9z",
  bare: "M4 4h11v11H4zM9 20h11V9M4 20L20 4",
  layers: "M12 4l9 4.5-9 4.5-9-4.5zM3 13l9 4.5 9-4.5M3 17l9 4.5 9-4.5",
};

/** More overlays than these hide a small map under their buttons, and nobody knows them by their letters: one button unfolds a list with their names. */
const MANY = 3;

/**
 * @param {import("../types.js").Theme} theme `overlays[].icon` names one of the icons, if the overlay's own name does not
 * @param {(key: string, params?: any) => string} t
 * @param {{zoom: (by: number) => void, fit: () => void, toggle: (name: string) => void, bare: () => void}} does
 * @returns {{el: HTMLElement, fold: () => boolean}} `fold` closes the list of layers, and returns whether it was open
 */
export function createTools(theme, t, does) {
  /**
   * @param {string} name
   * @param {string} d
   * @param {() => void} act
   */
  const button = (name, d, act) => h("button", { class: `board-button board-${name}`, type: "button", title: t(`board.${name}`), "aria-label": t(`board.${name}`), onclick: act },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d })));
  /**
   * @param {string} name
   * @param {{title?: string, name?: string, key?: string, icon?: string}} look
   * @param {string} [more]
   */
  const overlay = (name, look, more = "") => {
    const title = look.title ?? look.name ?? t(`board.${name}`);
    return h("button", {
      class: `board-button board-overlay ${more}`, type: "button", "data-overlay": name, "aria-pressed": "false", "aria-label": title, hidden: name === "secret",
      title: look.key ? t("board.overlayKey", { title, key: look.key.toUpperCase() }) : title, onclick: () => does.toggle(name),
    }, s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, 
      ICONS[look.icon ?? name] || !look.key ? s("path", { d: ICONS[look.icon ?? name] ?? ICONS.other })
        : s("text", { class: "board-letter", x: 12, y: 17 }, look.key.toUpperCase())), h("span", { class: "board-overlay-name", "aria-hidden": "true" }, title));
  };
  const overlays = Object.entries(theme.overlays ?? {});
  const unfold = (/** @type {boolean} */ open) => layers.setAttribute("aria-expanded", String(el.classList.toggle("open", open)));
  const layers = button("layers", ICONS.layers, () => unfold(!el.classList.contains("open")));
  layers.setAttribute("aria-expanded", "false");
  const bare = button("bare", ICONS.bare, () => does.bare());
  bare.setAttribute("aria-pressed", "false");
  const el = h("div", { class: ["board-control", "board-tools", overlays.length + Number(Boolean(theme.known)) + Number(Boolean(theme.secret)) > MANY && "many"] },
    button("zoomIn", "M12 5v14M5 12h14", () => does.zoom(1.5)),
    button("zoomOut", "M5 12h14", () => does.zoom(1 / 1.5)),
    button("fit", "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", () => does.fit()),
    bare,
    layers,
    overlays.map(([name, look]) => overlay(name, look)),
    theme.known ? overlay("known", theme.known, "board-known") : null,
    theme.secret ? overlay("secret", theme.secret, "board-secret") : null);
  return { el, fold: () => el.classList.contains("open") && (unfold(false), true) };
}
