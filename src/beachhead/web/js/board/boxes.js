// @ts-check
/** The boxes at the edge of the map: the track of the turns, and the titles of the places off the map. */
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
  for (const box of drawing.boxes ?? []) {
    el.append(s("text", { class: "m-name m-box-title", x: box.x + 16, y: box.y + 19 }, box.title ?? ""));
    if (box.kind === "track") {
      const track = theme.tracks?.[box.track] ?? {};
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

/** @param {string|undefined} date */
function day(date) {
  if (!date || !/^\d{4}-\d\d-\d\d$/.test(date)) return date ?? "";
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
