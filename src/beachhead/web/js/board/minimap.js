// @ts-check
/** The whole map in a corner: where the view is, where the sides are. A press or a drag takes the view there. */
import { h, s } from "../dom.js";
import { classes, pathOf } from "./drawing.js";
import { slotOf } from "./stacks.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("./camera.js").Camera} Camera */

const KEY = "beachhead.minimap";

/**
 * @param {Drawing} drawing
 * @param {import("../types.js").Theme} theme
 * @param {Camera} camera
 * @param {(key: string, params?: any) => string} t
 */
export function createMinimap(drawing, theme, camera, t) {
  const shapes = /** @type {any} */ (drawing).shapes ?? {};
  const wanted = ["sea-deep", "depth-3", "land", "tint broken", "tint rough", "tint jungle"];
  const art = s("g", { "clip-path": "url(#mini-land)" });
  const base = s("g");
  for (const layer of drawing.layers) {
    for (const path of layer.paths) {
      if (wanted.includes(path.class) || path.class?.startsWith("area")) (layer.clip ? art : base).append(s("path", { class: classes(path.class), d: pathOf(path, shapes) }));
    }
  }
  const dots = s("g", { class: "mini-dots" });
  const window_ = s("rect", { class: "mini-window", rx: 10 });
  const svg = s("svg", { class: "mini-svg map", viewBox: `0 0 ${drawing.width} ${drawing.height}`, "aria-hidden": "true" },
    s("defs", null, s("clipPath", { id: "mini-land" }, s("path", { d: shapes.coast ?? "" }))), base, art, dots, window_);
  const body = h("div", { class: "mini-body" }, svg);
  const fold = h("button", { class: "board-button mini-fold", type: "button", "aria-expanded": "true", title: t("board.minimap"), "aria-label": t("board.minimap") },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: "M3.5 5.5h17v13h-17zM12.5 11.5h8v7h-8z" })));
  const el = h("div", { class: "board-mini" }, body, fold);

  /** @param {boolean} open */
  function setOpen(open) {
    el.classList.toggle("folded", !open);
    fold.setAttribute("aria-expanded", String(open));
    try {
      localStorage.setItem(KEY, open ? "open" : "folded");
    } catch {
      // nothing is kept, nothing is lost
    }
  }
  let kept = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    kept = null;
  }
  const small = camera.frame.clientWidth < 700;
  el.classList.toggle("folded", kept ? kept === "folded" : small);
  fold.setAttribute("aria-expanded", String(!el.classList.contains("folded")));
  fold.addEventListener("click", () => setOpen(el.classList.contains("folded")));

  /** @param {PointerEvent} event */
  function go(event) {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * drawing.width;
    const y = ((event.clientY - box.top) / box.height) * drawing.height;
    const { seen } = camera;
    camera.pan((seen.x + seen.width / 2 - x) * camera.k, (seen.y + seen.height / 2 - y) * camera.k);
  }
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    go(event);
    event.preventDefault();
  });
  svg.addEventListener("pointermove", (event) => {
    if (svg.hasPointerCapture(event.pointerId)) go(event);
  });

  return {
    el,
    /** The view has moved. */
    follow() {
      const { seen } = camera;
      const [x, y] = [Math.max(6, seen.x), Math.max(6, seen.y)];
      window_.setAttribute("x", String(x));
      window_.setAttribute("y", String(y));
      window_.setAttribute("width", String(Math.max(0, Math.min(drawing.width - 6, seen.x + seen.width) - x)));
      window_.setAttribute("height", String(Math.max(0, Math.min(drawing.height - 6, seen.y + seen.height) - y)));
    },
    /** @param {import("../types.js").View} view */
    setView(view) {
      dots.replaceChildren();
      const sides = Object.keys(theme.sides ?? {});
      const drawn = new Set();
      for (const unit of Object.values(view.units)) {
        const found = drawing.spaces[unit.place];
        if (!found) continue;
        const space = drawing.kind === "hexes" ? found : slotOf(drawing, unit.place, Math.max(0, sides.indexOf(unit.side)), sides.length);
        const key = `${space.x} ${space.y}`;
        if (drawn.has(key)) continue;
        drawn.add(key);
        const palette = theme.sides?.[unit.side]?.palette ?? "grey";
        dots.append(s("rect", { class: `mini-dot pal-${palette}`, x: space.x - 25, y: space.y - 25, width: 50, height: 50, rx: 9 }));
      }
    },
  };
}
