// @ts-check
/**
 * What can be laid over the map: shaded spaces, graded values, lines, regions. Everything is light enough for the map to be read through
 * it: tints and outlines, no hatching of whole islands. What it means stands in the legend.
 */
import { h, s } from "../dom.js";
import { cornersOf } from "./drawing.js";
import { path, plate } from "./highlights.js";
import { propertiesOf, toneClass } from "./properties.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").View} View */
/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {{title?: string, case?: string, plain?: boolean, spaces?: Record<string, string[]>, levels?: Record<string, {level: number, text?: string, tone?: string}>,
 *   lines?: {path: string[], kind: "way"|"cut"|"fire"|"range", tone?: string, says?: string, part?: string}[],
 *   regions?: {title: string, spaces: string[], stroke?: string, tone?: string, says?: string, part?: string}[],
 *   legend?: {kind?: string, level?: number, tone?: string, text: string, part?: string}[]}} Overlay
 * `part`: regions and lines of a part are switched off and on together, by their line of the legend.
 */

/** No more words than this are written on the map at once. */
const WORDS = 500;

/** How far below the middle of a hex its figure stands, in widths of a hex: clear of the middle, or on the lower edge of a counter. */
const [LOW, LOWEST] = [0.34, 0.46];

/**
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @param {Overlay} data
 * @param {Set<string>} [occupied] spaces where counters lie
 * @param {Set<string>} [off] parts that are switched off
 * @returns {SVGGElement}
 */
export function drawOverlay(drawing, theme, data, occupied = new Set(), off = new Set()) {
  const group = s("g", { class: "overlay" });
  shade(group, drawing, theme, data.spaces ?? {}, Boolean(data.plain));
  grade(group, drawing, theme, data.levels ?? {}, occupied);
  const on = (/** @type {{part?: string}} */ one) => one.part === undefined || !off.has(one.part);
  for (const region of (data.regions ?? []).filter(on)) group.append(regionFigure(drawing, region.spaces, `stroke-${region.stroke ?? "solid"} ${toneClass(region.tone, theme)}`, region.says ?? region.title));
  for (const line of (data.lines ?? []).filter(on)) {
    const drawn = lineFigure(drawing, theme, line);
    if (drawn) group.append(drawn);
  }
  for (const words of group.querySelectorAll(":scope > .overlay-words")) group.append(words); // no arrow covers them
  return group;
}

/**
 * The figures of graded values on a lattice, taken out of an overlay: they lie over the counters, which would hide what is wanted most.
 * @param {SVGGElement} group
 * @returns {SVGGElement|null}
 */
export function figuresOf(group) {
  const figures = /** @type {SVGGElement|null} */ (group.querySelector(":scope > .overlay-figures"));
  figures?.remove();
  return figures;
}

/**
 * Spaces by side: a light tint, and one line around them.
 * @param {SVGGElement} group
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @param {Record<string, string[]>} spaces
 * @param {boolean} plain labels and a light tint, no line
 */
function shade(group, drawing, theme, spaces, plain) {
  const sides = Object.keys(theme.sides ?? {});
  const { lattice } = propertiesOf(drawing, theme);
  /** @type {Map<string, string[]>} */
  const shapes = new Map();
  const words = s("g", { class: "overlay-words" });
  for (const [id, labels] of Object.entries(spaces)) {
    const space = drawing.spaces[id];
    if (!space) continue;
    const named = labels.filter((label) => sides.includes(label));
    for (const label of named.length ? named : [""]) shapes.set(label, [...(shapes.get(label) ?? []), id]);
    const rest = labels.filter((label) => !sides.includes(label));
    const [x, y] = lattice ? [space.x, space.y] : space.slots?.[3] ?? [space.x, space.y];
    (lattice && rest.length ? [rest.join(" ")] : rest).forEach((word, index, all) => words.append(plate(word, x, y + (index - (all.length - 1) / 2) * 30, "overlay-label")));
  }
  for (const [label, ids] of shapes) {
    const tone = toneClass(label || "plain", theme);
    group.append(s("path", { class: `over-tint ${tone}`, d: ids.map((id) => drawing.spaces[id].d).join("") }));
    if (!plain) group.append(s("path", { class: `over-line ${tone}`, d: outlineOf(drawing, ids) }));
  }
  group.append(words);
}

/**
 * Graded values: the deeper the tint, the higher the level, and the value in figures once there is room for it.
 * @param {SVGGElement} group
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @param {NonNullable<Overlay["levels"]>} levels
 * @param {Set<string>} occupied
 */
function grade(group, drawing, theme, levels, occupied) {
  /** @type {Map<string, string>} */
  const shapes = new Map();
  const { lattice } = propertiesOf(drawing, theme);
  const words = s("g", { class: lattice ? "overlay-words overlay-figures" : "overlay-words" });
  for (const [id, { level, text, tone }] of Object.entries(levels)) {
    const space = drawing.spaces[id];
    if (!space) continue;
    const name = `${toneClass(tone, theme)} grade-${Math.max(1, Math.min(5, Math.round(level)))}`;
    shapes.set(name, (shapes.get(name) ?? "") + space.d);
    const [x, y] = lattice ? [space.x, space.y + drawing.unit * (occupied.has(id) ? LOWEST : LOW)] : space.slots?.[3] ?? [space.x, space.y];
    if (text && words.childNodes.length < WORDS) words.append(s("text", { class: "level-text", x, y }, text));
  }
  for (const [name, d] of shapes) group.append(s("path", { class: `over-level ${name}`, d }));
  group.append(words);
}

/**
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @param {NonNullable<Overlay["lines"]>[number]} line
 */
function lineFigure(drawing, theme, line) {
  const points = /** @type {Point[]} */ (line.path.map((id) => drawing.spaces[id]).filter(Boolean));
  if (points.length < 2) return null;
  const tone = line.tone ?? { way: "good", cut: "bad", fire: "red", range: "plain" }[line.kind] ?? "plain";
  const group = s("g", { class: `over-way kind-${line.kind} ${toneClass(tone, theme)}` });
  if (line.says) group.append(s("title", null, line.says));
  if (line.kind === "range") {
    const d = points.map((point, index) => `${index ? "L" : "M"}${point.x} ${point.y}`).join("");
    group.append(s("path", { class: "over-range", d }));
    return group;
  }
  const drawn = path(points);
  if (drawn) group.append(drawn);
  if (line.kind === "cut") {
    const { x, y } = points[points.length - 1];
    group.append(s("path", { class: "cut-edge", d: `M${x - 11} ${y - 11}L${x + 11} ${y + 11}M${x + 11} ${y - 11}L${x - 11} ${y + 11}` }),
      s("path", { class: "cut-line", d: `M${x - 11} ${y - 11}L${x + 11} ${y + 11}M${x + 11} ${y - 11}L${x - 11} ${y + 11}` }));
  }
  return group;
}

/**
 * The line around a set of spaces. Between two of them there is none.
 * @param {Drawing} drawing
 * @param {string[]} ids
 * @returns {string}
 */
export function outlineOf(drawing, ids) {
  const inside = new Set(ids);
  const { lattice } = propertiesOf(drawing);
  let d = "";
  for (const id of inside) {
    const space = drawing.spaces[id];
    if (!space) continue;
    const near = lattice ? space.near.map((other) => drawing.spaces[other]).filter((other, index) => other && inside.has(space.near[index])) : [];
    const corners = cornersOf(space.d);
    if (near.length === 0) {
      d += `M${corners.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
      continue;
    }
    corners.forEach(([ax, ay], index) => {
      const [bx, by] = corners[(index + 1) % corners.length];
      // who lies on the other side of this stroke has its middle as far from it as this space
      const [ox, oy] = [ax + bx - space.x, ay + by - space.y];
      if (near.some((other) => Math.hypot(other.x - ox, other.y - oy) < drawing.unit * 0.3)) return;
      d += `M${ax} ${ay}L${bx} ${by}`;
    });
  }
  return d;
}

/**
 * @param {Drawing} drawing
 * @param {string[]} spaces
 * @param {string} name
 * @param {string} says
 */
function regionFigure(drawing, spaces, name, says) {
  const d = outlineOf(drawing, spaces);
  return s("g", { class: `region ${name}` }, says ? s("title", null, says) : null,
    s("path", { class: "region-tint", d: spaces.map((id) => drawing.spaces[id]?.d ?? "").join("") }), s("path", { class: "region-edge", d }), s("path", { class: "region-line", d }));
}

/**
 * The regions of the map as they stand: sectors cleared, commands, zones of a side.
 * @param {SVGGElement} layer
 * @param {View} view
 * @param {Drawing} drawing
 * @param {Theme} theme
 */
export function drawRegions(layer, view, drawing, theme) {
  layer.replaceChildren();
  const states = view[theme.regions?.from ?? ""] ?? {};
  for (const [id, region] of Object.entries(/** @type {any} */ (drawing).regions ?? {})) {
    const look = theme.regions?.states?.[states[id]];
    const spaces = region.spaces.filter((/** @type {string} */ space) => drawing.spaces[space]);
    if (!look || spaces.length === 0) continue;
    const title = `${region.title ?? id}: ${look.name}`;
    const group = regionFigure(drawing, spaces, `stroke-${look.stroke ?? "solid"} ${toneClass(look.tone, theme)}`, title);
    group.setAttribute("data-region", id);
    const places = spaces.map((/** @type {string} */ space) => drawing.spaces[space]);
    const [x, y] = ["x", "y"].map((axis) => places.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one[axis], 0) / places.length);
    if (look.crossed) {
      const [xs, ys] = [places.map((/** @type {any} */ one) => one.x), places.map((/** @type {any} */ one) => one.y)];
      const half = Math.max(drawing.unit * 0.4, Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) * 0.36);
      group.append(s("path", { class: "region-cross", d: `M${x - half} ${y - half}L${x + half} ${y + half}M${x + half} ${y - half}L${x - half} ${y + half}` }));
    }
    if (!region.printed) group.append(s("text", { class: "m-name region-name", x, y: Math.min(...places.map((/** @type {any} */ one) => one.y)) - drawing.unit * 0.3 }, region.title ?? id));
    layer.append(group);
  }
}

/**
 * The legend of everything that lies over the map, each with a button that takes it off; what has parts has a button for each.
 * @param {Map<string, Overlay>} overlays
 * @param {Theme} theme
 * @param {(key: string, params?: any) => string} t
 * @param {(name: string) => void} off
 * @param {{off: Map<string, Set<string>>, toggle: (name: string, part: string) => void}} [parts]
 */
export function legendOf(overlays, theme, t, off, parts) {
  return [...overlays].map(([name, data]) => {
    const title = data.title ?? theme.overlays?.[name]?.title ?? name;
    const lines = legendLines(data, theme);
    return h("section", { class: "legend", "data-legend": name },
      h("p", { class: "legend-title" }, h("span", null, title),
        h("button", { class: "legend-off", type: "button", "aria-label": t("board.overlayOff", { title }), title: t("board.overlayOff", { title }), onclick: () => off(name) }, "×")),
      lines.length ? h("ul", { class: "legend-lines" }, lines.map(({ look, text, part }) => {
        const line = [h("i", { class: look, "aria-hidden": "true" }), text];
        if (part === undefined || !parts) return h("li", null, line);
        const shown = !parts.off.get(name)?.has(part);
        return h("li", null, h("button", { class: "legend-part", type: "button", "data-part": `${name} ${part}`, "aria-pressed": String(shown), onclick: () => parts.toggle(name, part) }, line));
      })) : null);
  });
}

/**
 * @param {Overlay} data
 * @param {Theme} theme
  * @returns {{look: string, text: string, part?: string}[]}
 */
export function legendLines(data, theme) {
  if (data.legend?.length) {
    return data.legend.map(({ kind, level, tone, text, part }) => ({ ...(part === undefined ? {} : { part }), text, look: kind ? `key-line kind-${kind} ${toneClass(tone, theme)}` : `key-tint grade-${level ?? 3} ${toneClass(tone, theme)}` }));
  }
  if (data.plain || !data.spaces) return [];
  const named = new Set(Object.values(data.spaces).flat());
  return Object.entries(theme.sides ?? {}).filter(([side]) => named.has(side)).map(([side, look]) => ({ look: `key-tint grade-2 ${toneClass(side, theme)}`, text: look.short ?? look.name ?? side }));
}
