// @ts-check
/** The map on the page: from the drawing of the service to SVG, and what follows from it (outlines, neighbours, hits). */
import { s } from "../dom.js";
import { propertiesOf } from "./properties.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").Space} Space */
/** @typedef {Record<string, any>} Raw */

let maps = 0;

/**
 * Fill in what the wire leaves out: the outline and the neighbours of hexes. Safe to call twice.
 * @param {Drawing} drawing
 * @param {Partial<import("../types.js").Theme>} [theme]
 * @returns {Drawing}
 */
export function prepare(drawing, theme = {}) {
  const raw = /** @type {Raw} */ (drawing);
  if (raw.prepared) return drawing;
  raw.prepared = true;
  const ids = Object.keys(drawing.spaces);
  const near = propertiesOf(drawing, theme).lattice ? neighbours(drawing) : null;
  for (const id of ids) {
    const space = /** @type {Raw} */ (drawing.spaces[id]);
    if (!space.d && raw.cell) space.d = `M${space.x} ${space.y}${raw.cell}`;
    if (!space.near) space.near = near?.get(id) ?? [];
    space.facts ??= [];
    if (space.sea) space.terrain ??= "sea";
    const terrain = theme.terrain?.[space.terrain]?.name ?? space.terrain ?? "";
    space.place = space.title ?? "";
    space.title ??= terrain ? `${id} ${terrain}` : id;
  }
  return drawing;
}

/** @param {Drawing} drawing */
function neighbours(drawing) {
  const reach = drawing.unit * 1.25;
  const cells = new Cells(drawing);
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [id, space] of Object.entries(drawing.spaces)) {
    found.set(id, cells.within(space.x, space.y, reach).filter((other) => other !== id).sort());
  }
  return found;
}

/** Which spaces are near a point. */
export class Cells {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    this.lattice = propertiesOf(drawing).lattice;
    this.size = drawing.unit * 1.3;
    /** @type {Map<string, string[]>} */
    this.cells = new Map();
    for (const [id, space] of Object.entries(drawing.spaces)) {
      const key = `${Math.floor(space.x / this.size)} ${Math.floor(space.y / this.size)}`;
      const cell = this.cells.get(key);
      if (cell) cell.push(id);
      else this.cells.set(key, [id]);
    }
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} reach
   * @returns {string[]}
   */
  within(x, y, reach) {
    const found = [];
    const [left, right] = [Math.floor((x - reach) / this.size), Math.floor((x + reach) / this.size)];
    const [top, bottom] = [Math.floor((y - reach) / this.size), Math.floor((y + reach) / this.size)];
    for (let i = left; i <= right; i += 1) {
      for (let j = top; j <= bottom; j += 1) {
        for (const id of this.cells.get(`${i} ${j}`) ?? []) {
          const space = this.drawing.spaces[id];
          if (Math.hypot(space.x - x, space.y - y) <= reach) found.push(id);
        }
      }
    }
    return found;
  }

  /**
   * The space at a point: on a lattice the nearest, elsewhere the one whose outline holds it.
   * @param {number} x
   * @param {number} y
   * @returns {string|null}
   */
  at(x, y) {
    const { drawing } = this;
    if (!this.lattice) {
      return Object.keys(drawing.spaces).find((id) => holds(drawing.spaces[id].d, x, y)) ?? null;
    }
    let best = null;
    let least = drawing.unit * 0.58;
    for (const id of this.within(x, y, least)) {
      const away = Math.hypot(drawing.spaces[id].x - x, drawing.spaces[id].y - y);
      if (away <= least) {
        least = away;
        best = id;
      }
    }
    return best;
  }
}

/** The corners of outlines, read once. @type {Map<string, [number, number][]>} */
const read = new Map();

/**
 * The corners of an outline made of straight strokes, as areas have.
 * @param {string} d
 * @returns {[number, number][]}
 */
export function cornersOf(d) {
  const known = read.get(d);
  if (known) return known;
  /** @type {[number, number][]} */
  const found = [];
  let [x, y] = [0, 0];
  for (const [, command, rest] of d.matchAll(/([MmLlZz])([^MmLlZz]*)/g)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      [x, y] = command === "M" || command === "L" ? [numbers[index], numbers[index + 1]] : [x + numbers[index], y + numbers[index + 1]];
      // a move begins the outline anew; numbers after its first pair are strokes
      if (index === 0 && (command === "M" || command === "m")) found.length = 0;
      found.push([x, y]);
    }
  }
  read.set(d, found);
  return found;
}

/**
 * @param {string} d
 * @param {number} x
 * @param {number} y
 */
export function holds(d, x, y) {
  const corners = cornersOf(d);
  let inside = false;
  for (let index = 0, last = corners.length - 1; index < corners.length; last = index, index += 1) {
    const [ax, ay] = corners[index];
    const [bx, by] = corners[last];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/**
 * The path data of a path of the drawing, which may be a shape used again or a figure stamped in many places.
 * @param {Raw} path
 * @param {Record<string, string>} shapes
 * @returns {string}
 */
export function pathOf(path, shapes) {
  if (path.use) return shapes[path.use] ?? "";
  if (!path.stamp) return path.d ?? "";
  let d = "";
  let x = 0;
  let y = 0;
  for (let index = 0; index < path.at.length; index += 2) {
    x += path.at[index];
    y += path.at[index + 1];
    d += `M${x} ${y}${path.stamp}`;
  }
  return d;
}

/**
 * Classes of a drawing as classes of the page.
 * @param {string|undefined} names
 */
export function classes(names) {
  return (names ?? "").split(" ").filter(Boolean).map((name) => `m-${name}`).join(" ");
}

/**
 * All cells of a kind as one path.
 * @param {Drawing} drawing
 * @param {(space: Space, id: string) => boolean} wanted
 */
export function cells(drawing, wanted) {
  let d = "";
  for (const [id, space] of Object.entries(drawing.spaces)) if (wanted(space, id)) d += space.d;
  return d;
}

/**
 * The map itself: layers, panels of the boxes, names.
 * @param {Drawing} drawing
 * @returns {{map: SVGGElement, names: SVGGElement, numbers: SVGGElement}}
 */
export function render(drawing) {
  maps += 1;
  const raw = /** @type {Raw} */ (drawing);
  const shapes = raw.shapes ?? {};
  const map = s("g", { class: "map-art", "aria-hidden": "true" });
  const defs = s("defs");
  const clips = new Set(drawing.layers.map((layer) => layer.clip).filter(Boolean));
  for (const clip of clips) defs.append(s("clipPath", { id: `clip-${maps}-${clip}` }, s("path", { d: shapes[clip] ?? "" })));
  map.append(defs);
  for (const layer of drawing.layers) {
    const group = s("g", { class: `${classes(layer.class)} layer-${layer.id}` });
    depend(group, layer);
    if (layer.clip) group.setAttribute("clip-path", `url(#clip-${maps}-${layer.clip})`);
    if (layer.cells) group.append(s("path", { d: cells(drawing, (space) => (layer.cells === "sea") === Boolean(space.sea)) }));
    for (const path of layer.paths) group.append(s("path", { class: classes(path.class), d: pathOf(path, shapes) }));
    map.append(group);
  }
  for (const box of drawing.boxes ?? []) {
    map.append(s("path", { class: "m-panel", d: box.d ?? rectangle(box) }));
    for (const sign of box.signs ?? []) map.append(s("path", { class: classes(sign.class), d: pathOf(sign, shapes) }));
  }
  const names = s("g", { class: "map-names", "aria-hidden": "true" });
  for (const label of drawing.labels) {
    const turn = label.angle ? `rotate(${label.angle} ${label.x} ${label.y})` : null;
    const name = s("text", { class: `m-name ${classes(label.class)} level-${label.level}`, x: label.x, y: label.y, transform: turn }, label.text);
    depend(name, label);
    names.append(name);
  }
  return { map, names, numbers: s("g", { class: "map-numbers", "aria-hidden": "true" }) };
}

/**
 * What is printed may follow the course of a match: with `when` it is seen only while the view has a value under a key (or in a list
 * there), with `pale` it is faint while that is so.
 * @param {SVGElement} el
 * @param {Raw} printed
 */
function depend(el, printed) {
  if (!printed.when && !printed.pale) return;
  /** @type {any} */ (el).depends = { when: printed.when, pale: printed.pale };
  el.classList.add("depends");
  if (printed.when) el.classList.add("is-off");
}

/**
 * Whether a view has one of some values under a key: [key, value, value, …]. A key may lead deeper: "sectors/1".
 * @param {Raw} view
 * @param {string[]} wanted
 */
export function has(view, [key, ...values]) {
  const found = key.split("/").reduce((/** @type {any} */ part, name) => part?.[name], view);
  return [found].flat().some((value) => values.includes(String(value)));
}

/**
 * Show what is printed as it is in this view.
 * @param {Iterable<Element>} printed
 * @param {Raw} view
 */
export function follow(printed, view) {
  for (const el of printed) {
    const { when, pale } = /** @type {any} */ (el).depends;
    if (when) el.classList.toggle("is-off", !has(view, when));
    if (pale) el.classList.toggle("is-pale", has(view, pale));
  }
}

/** @param {{x: number, y: number, width: number, height: number}} box */
function rectangle(box) {
  return `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`;
}

/**
 * The numbers of the spaces; written only when they are first to be seen.
 * @param {Drawing} drawing
 * @param {SVGGElement} numbers
 */
export function writeNumbers(drawing, numbers) {
  if (numbers.childNodes.length) return;
  for (const [id, space] of Object.entries(drawing.spaces)) {
    if (space.sea && !space.near.some((other) => !drawing.spaces[other]?.sea)) continue;
    numbers.append(s("text", { class: space.sea ? "number sea" : "number", x: space.x, y: space.y - drawing.unit * 0.43 }, id));
  }
}
