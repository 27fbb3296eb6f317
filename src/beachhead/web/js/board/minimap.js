// @ts-check
/** The whole map in a corner: where the view is, where the sides are. A press or a drag takes the view there. */
import { h, s } from "../dom.js";
import { classes, pathOf } from "./drawing.js";
import { propertiesOf } from "./properties.js";
import { slotOf } from "./room.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("./camera.js").Camera} Camera */

const KEY = "beachhead.minimap";
/** Smaller maps have no room for a map of the map. */
const ROOM = { width: 560, height: 420 };
/** Of a drawing only what tells land from water and one ground from another, which is clipped to the coast. */
const WANTED = /^(sea-deep|depth-3|land|area.*)$/;
const GROUND = /^tint /;

/**
 * @param {Drawing} drawing
 * @param {import("../types.js").Theme} theme
 * @param {Camera} camera
 * @param {(key: string, params?: any) => string} t
 */
export function createMinimap(drawing, theme, camera, t) {
  const shapes = /** @type {any} */ (drawing).shapes ?? {};
  const art = s("g", { "clip-path": "url(#mini-land)" });
  const base = s("g");
  for (const layer of drawing.layers) {
    for (const path of layer.paths) {
      if (WANTED.test(path.class ?? "") || (layer.clip && GROUND.test(path.class ?? ""))) (layer.clip ? art : base).append(s("path", { class: classes(path.class), d: pathOf(path, shapes) }));
    }
  }
  const dots = s("g", { class: "mini-dots" });
  const window_ = h("i", { class: "mini-window" });
  const svg = s("svg", { class: "mini-svg map", viewBox: `0 0 ${drawing.width} ${drawing.height}`, "aria-hidden": "true" },
    s("defs", null, s("clipPath", { id: "mini-land" }, s("path", { d: shapes.coast ?? "" }))), base, art, dots);
  const body = h("div", { class: "mini-body" }, svg, window_);
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
  /** Whether the player wants it wherever it stands. */
  let pinned = false;
  fold.addEventListener("click", () => {
    const hidden = el.classList.contains("folded") || el.classList.contains("away");
    pinned = hidden;
    el.classList.remove("away");
    setOpen(hidden);
  });

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

  const { lattice } = propertiesOf(drawing, theme);
  const sides = Object.keys(theme.sides ?? {});
  /** @type {Map<string, SVGElement>} */
  let drawn = new Map();
  /** The width of the map of the map on the screen, measured when it may have changed. */
  let wide = 0;
  new ResizeObserver(() => {
    wide = svg.clientWidth;
    follow();
  }).observe(svg);

  /** The view has moved. The window is an element of its own, so that the map under it need not be painted again. */
  function follow() {
    if (!wide || el.classList.contains("folded")) return;
    const { seen } = camera;
    const part = wide / drawing.width;
    const [left, top] = [Math.max(0, seen.x) * part, Math.max(0, seen.y) * part];
    const [right, bottom] = [Math.min(drawing.width, seen.x + seen.width) * part, Math.min(drawing.height, seen.y + seen.height) * part];
    const size = `${Math.max(0, right - left).toFixed(1)} ${Math.max(0, bottom - top).toFixed(1)}`;
    window_.style.setProperty("transform", `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`);
    if (window_.dataset.size === size) return;
    window_.dataset.size = size;
    window_.style.setProperty("width", `${size.split(" ")[0]}px`);
    window_.style.setProperty("height", `${size.split(" ")[1]}px`);
  }

  return {
    el,
    follow,
    /**
     * Stand where nothing lies that matters now; where that cannot be, only the button is left.
     * @param {{x: number, y: number}[]} points on the screen, from the corner of the board
     * @param {{x: number, y: number}[]} others where other counters lie, which are better seen than covered
     */
    avoid(points, others) {
      const corner = el.parentElement;
      if (!corner || camera.width < 2) return;
      const size = { width: Math.max(wide, 120) + 60, height: Math.max(wide, 120) * (drawing.height / drawing.width) + 20 };
      const bar = Number.parseFloat(camera.frame.style.getPropertyValue("--bar-top")) || 0;
      const where = freeCorner({ width: camera.width, height: camera.height, top: Math.max(camera.hidden, bar) }, size, points, corner.dataset.corner ?? "bottom", others);
      corner.dataset.corner = where ?? corner.dataset.corner ?? "bottom";
      el.classList.toggle("away", where === null && !pinned);
      fold.setAttribute("aria-expanded", String(!el.classList.contains("folded") && !el.classList.contains("away")));
      follow();
    },
    /**
     * @param {import("../types.js").View} view
     */
    setView(view) {
      const kept = drawn;
      drawn = new Map();
      for (const unit of Object.values(view.units)) {
        const found = drawing.spaces[unit.place];
        if (!found) continue;
        const space = lattice ? found : slotOf(drawing, unit.place, Math.max(0, sides.indexOf(unit.side)), sides.length);
        const palette = theme.sides?.[unit.side]?.palette ?? "grey";
        const key = `${space.x} ${space.y} ${palette}`;
        if (drawn.has(key)) continue;
        const old = kept.get(key);
        drawn.set(key, old ?? s("rect", { class: `mini-dot pal-${palette}`, x: space.x - 25, y: space.y - 25, width: 50, height: 50, rx: 9 }));
        if (!old) dots.append(/** @type {SVGElement} */ (drawn.get(key)));
      }
      for (const [key, dot] of kept) if (!drawn.has(key)) dot.remove();
    },
  };
}

/**
 * The corner at the left edge in which nothing is covered; null if both are taken, or the frame is too small for a map of the map.
 * @param {{width: number, height: number, top: number}} frame
 * @param {{width: number, height: number}} size
 * @param {{x: number, y: number}[]} points what must not be covered
 * @param {string} now where it stands; it stays there while it can
 * @param {{x: number, y: number}[]} [others] of two free corners the one that covers fewer of these
 * @returns {"bottom"|"top"|null}
 */
export function freeCorner(frame, size, points, now, others = []) {
  if (frame.width < ROOM.width || frame.height - frame.top < ROOM.height) return null;
  const margin = 34;
  /** @param {"bottom"|"top"} corner @param {{x: number, y: number}[]} found */
  const covered = (corner, found) => found.filter(({ x, y }) => x > -margin && x < size.width + margin
    && (corner === "bottom" ? y > frame.height - size.height - margin && y < frame.height + margin : y < frame.top + size.height + margin && y > -margin)).length;
  const order = /** @type {("bottom"|"top")[]} */ (now === "top" ? ["top", "bottom"] : ["bottom", "top"]);
  const free = order.filter((corner) => covered(corner, points) === 0);
  return free.sort((one, other) => covered(one, others) - covered(other, others))[0] ?? null;
}
