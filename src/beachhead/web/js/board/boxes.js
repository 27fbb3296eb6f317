// @ts-check
/** The boxes at the edge of the map: the tracks of turns and points, and the titles of the places off the map. */
import { s } from "../dom.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").Lore} Lore */
/** @typedef {import("../types.js").View} View */

/**
 * @param {Drawing} drawing
 * @param {import("../types.js").Theme} theme
 * @param {Lore|undefined} lore
 */
export function createBoxes(drawing, theme, lore) {
  const el = s("g", { class: "boxes" });
  /** @type {Record<string, SVGTextElement>} */
  const counts = {};
  /** @type {{box: any, track: any, cells: SVGGElement[]}[]} */
  const tracks = [];
  /** Tracks on which every side has a disc of its own. @type {{box: any, track: any, discs: SVGGElement}[]} */
  const scores = [];
  for (const box of drawing.boxes ?? []) {
    el.append(s("text", { class: "m-name m-box-title", x: box.x + 16, y: box.y + 19 }, box.title ?? ""));
    if (box.kind === "track") {
      const track = theme.tracks?.[box.track] ?? {};
      if (track.last !== undefined) {
        const discs = s("g", { class: "score-discs" });
        el.append(...layNumbers(box, track), discs);
        scores.push({ box, track, discs });
        continue;
      }
      const cells = layTrack(box, lore);
      el.append(...cells);
      tracks.push({ box, track, cells });
    } else {
      counts[box.id] = s("text", { class: "box-count", x: box.x + box.width - 16, y: box.y + 19 });
      el.append(counts[box.id]);
    }
  }
  return {
    el,
    /**
     * @param {View} view
     * @param {Record<string, number>} held
     */
    setView(view, held) {
      for (const [id, text] of Object.entries(counts)) text.textContent = held[id] ? String(held[id]) : "";
      for (const { track, cells } of tracks) {
        const now = Number(view[track.from ?? "turn"]);
        cells.forEach((cell, index) => {
          cell.classList.toggle("is-now", index + 1 === now);
          cell.classList.toggle("is-done", index + 1 < now);
        });
      }
      for (const { box, track, discs } of scores) discs.replaceChildren(...discsOf(box, track, view, theme));
    },
  };
}

/**
 * @param {any} box
 * @param {Lore|undefined} lore
 * @returns {SVGGElement[]}
 */
function layTrack(box, lore) {
  const turns = lore?.schedule ?? [];
  const count = turns.length || 10;
  const columns = box.columns ?? Math.ceil(count / 2);
  const rows = Math.ceil(count / columns);
  const [left, top] = [box.x + 12, box.y + 32];
  const [width, height] = [(box.width - 24) / columns, (box.height - 42) / rows];
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [left + (index % columns) * width, top + Math.floor(index / columns) * height];
    const turn = turns[index];
    const points = turn?.support ? Object.entries(turn.support).filter(([, number]) => number) : [];
    return s("g", { class: "track-cell" },
      s("rect", { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 5 }),
      s("text", { class: "track-number", x: x + width / 2, y: y + height * 0.34 }, String(turn?.turn ?? index + 1)),
      s("text", { class: "track-date", x: x + width / 2, y: y + height * 0.62 }, day(turn?.date)),
      points.length ? s("text", { class: "track-points", x: x + width / 2, y: y + height * 0.82 }, `★ ${points.map(([, number]) => number).join("/")}`) : null);
  });
}

/**
 * The cells of a track of numbers.
 * @param {any} box
 * @param {any} track
 */
function numbersOf(box, track) {
  const first = track.first ?? 0;
  const count = track.last - first + 1;
  const columns = box.columns ?? Math.ceil(count / 2);
  const rows = Math.ceil(count / columns);
  const [width, height] = [(box.width - 24) / columns, (box.height - 42) / rows];
  /** @param {number} number */
  const at = (number) => {
    const index = Math.max(0, Math.min(count - 1, number - first));
    return { x: box.x + 12 + (index % columns) * width, y: box.y + 32 + Math.floor(index / columns) * height };
  };
  return { first, count, width, height, at };
}

/**
 * @param {any} box
 * @param {any} track
 */
function layNumbers(box, track) {
  const { first, count, width, height, at } = numbersOf(box, track);
  return Array.from({ length: count }, (_, index) => {
    const { x, y } = at(first + index);
    return s("g", { class: "track-cell score-cell" }, s("rect", { x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 3 }),
      s("text", { class: "score-number", x: x + width / 2, y: y + height / 2 }, String(first + index)));
  });
}

/**
 * A disc for every side on its number; two on one number stand beside each other.
 * @param {any} box
 * @param {any} track
 * @param {View} view
 * @param {import("../types.js").Theme} theme
 */
function discsOf(box, track, view, theme) {
  const { width, height, at } = numbersOf(box, track);
  const found = view[track.from] ?? {};
  const sides = Object.keys(theme.sides ?? {}).filter((side) => typeof found[side] === "number");
  return sides.map((side, index) => {
    const { x, y } = at(found[side]);
    const shared = sides.some((other) => other !== side && Math.min(found[other], track.last) === Math.min(found[side], track.last));
    const r = Math.max(9, Math.min(width, height) * (shared ? 0.34 : 0.44));
    const shift = shared ? (index - (sides.length - 1) / 2) * r * 1.2 : 0;
    return s("g", { class: `score-disc pal-${theme.sides[side].palette ?? "grey"} score-${index}`, transform: `translate(${(x + width / 2 + shift).toFixed(1)} ${(y + height / 2).toFixed(1)})` },
      index % 2 ? s("circle", { r }) : s("rect", { x: -r, y: -r, width: r * 2, height: r * 2, rx: 4 }),
      s("text", { y: 0.5 }, String(found[side])));
  });
}

/** @param {string|undefined} date */
function day(date) {
  if (!date || !/^\d{4}-\d\d-\d\d$/.test(date)) return date ?? "";
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
