// @ts-check
/**
 * Small pictures of where matches stand, for the start page: dots where counters lie, kept in this browser when a table is left.
 * Of a screen that several sides share, only what all of them may see is kept.
 */
import { note, recall } from "./savedMatches.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Drawing} Drawing */

/**
 * `box` is the part of the map that is shown (x, y, width, height), a dot [x, y, color, counters]; colors are tokens of tokens.css.
 * `picture` is the address of the map in small, "" if there is none.
 * @typedef {{picture: string, box: number[], unit: number, dots: [number, number, string, number][], at: number}} Snapshot
 */

const PLACE = "beachhead.positions";
/** Matches of which a picture is kept. */
const MOST = 40;
/** How far beyond the land it reaches, in units of the map, as in beachhead.drawing.thumbnail. @type {Record<string, number>} */
const MARGIN = { hexes: 2.5, areas: 5 };

/** @returns {Record<string, Snapshot>} */
function read() {
  try {
    const found = JSON.parse(recall(PLACE) || "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {string} match */
export function snapshotOf(match) {
  return read()[match] ?? null;
}

/** @param {string} match */
export function dropSnapshot(match) {
  const { [match]: _, ...rest } = read();
  note(PLACE, JSON.stringify(rest));
}

/**
 * Keep a picture of this table whenever it is left or put aside.
 * @param {Store} table
 */
export function watchPosition(table) {
  const keep = () => {
    if (!table.here?.now) return;
    const view = table.mine.length > 1 ? table.common().view : table.here.now.view;
    const others = Object.entries(read()).filter(([match]) => match !== table.match).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST - 1);
    const { board } = table.meta;
    const picture = board.startsWith("/api/games/") ? board.replace("/board", "/thumbnail.svg") : "";
    note(PLACE, JSON.stringify(Object.fromEntries([[table.match, { picture, ...snapshot(view, table.drawing, table.lore.theme), at: Date.now() }], ...others])));
  };
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.hidden && keep());
}

/**
 * Where the counters of a view lie, space by space and side by side.
 * @param {View} view
 * @param {Drawing} drawing
 * @param {import("../theme.js").Theme} theme
 */
export function snapshot(view, drawing, theme) {
  /** @type {Map<string, {space: string, side: string, n: number}>} */
  const found = new Map();
  for (const unit of Object.values(view.units ?? {})) {
    if (!unit || !drawing.spaces[unit.place]) continue;
    const key = `${unit.place} ${unit.side}`;
    const here = found.get(key) ?? { space: unit.place, side: unit.side, n: 0 };
    here.n += 1;
    found.set(key, here);
  }
  const sides = Object.keys(theme.sides ?? {});
  const shared = new Map();
  for (const { space } of found.values()) shared.set(space, (shared.get(space) ?? 0) + 1);
  /** @type {[number, number, string, number][]} */
  const dots = [...found.values()].map(({ space, side, n }) => {
    const { x, y } = drawing.spaces[space];
    const aside = shared.get(space) > 1 ? (sides.indexOf(side) - (sides.length - 1) / 2) * drawing.unit * 0.7 : 0;
    return [Math.round(x + aside), Math.round(y), theme.sides?.[side]?.colour ?? "muted", n];
  });
  return { box: boxOf(drawing), unit: drawing.unit, dots };
}

/**
 * The part of the map that a small picture shows: the land and a little of the sea.
 * @param {Drawing} drawing
 */
export function boxOf(drawing) {
  const spaces = Object.values(drawing.spaces);
  const dry = spaces.filter((space) => !space.sea);
  const land = dry.length ? dry : spaces;
  const margin = Math.round((MARGIN[drawing.kind] ?? MARGIN.hexes) * drawing.unit);
  const left = Math.max(0, Math.round(Math.min(...land.map((space) => space.x))) - margin);
  const top = Math.max(0, Math.round(Math.min(...land.map((space) => space.y))) - margin);
  const right = Math.min(Math.trunc(drawing.width), Math.round(Math.max(...land.map((space) => space.x))) + margin);
  const bottom = Math.min(Math.trunc(drawing.height), Math.round(Math.max(...land.map((space) => space.y))) + margin);
  return [left, top, right - left, bottom - top];
}
