// @ts-check
/** The boxes at the edge of the map: the tracks of turns and points, and the titles of the places off the map. */
import { s } from "../dom.js";
import { fitted } from "./counters.js";
import { signOf } from "./properties.js";
import { MARKERS } from "./symbols.js";
import { dateLanguage } from "../texts.js";

/** @typedef {import("../types.js").Drawing} Drawing */
/** @typedef {import("../types.js").Lore} Lore */
/** @typedef {import("../types.js").View} View */

/** In cells lower than this there is room for the number of the turn alone. */
const SMALL = 44;

/**
 * @param {Drawing} drawing
 * @param {import("../types.js").Theme} theme
 * @param {Lore|undefined} lore
 */
export function createBoxes(drawing, theme, lore) {
  const el = s("g", { class: "boxes" });
  /** Boxes that hold units. @type {{box: any, title: SVGTextElement, count: SVGTextElement, number: SVGTextElement}[]} */
  const holds = [];
  /** @type {{box: any, track: any, cells: SVGGElement[], first: number}[]} */
  const tracks = [];
  /** Tracks on which every side has a disc of its own. @type {{box: any, track: any, discs: SVGGElement}[]} */
  const scores = [];
  for (const box of drawing.boxes ?? []) {
    const title = s("text", { class: "m-name m-box-title", x: box.x + 16, y: box.y + 19 }, box.title ?? "");
    el.append(title);
    if (box.kind === "track") {
      const track = theme.tracks?.[box.track] ?? {};
      const numbers = track.last !== undefined;
      const cells = numbers ? layNumbers(box, track) : layTrack(box, track, lore);
      el.append(...cells);
      tracks.push({ box, track, cells, first: numbers ? track.first ?? 0 : lore?.schedule?.[0]?.turn ?? 1 });
      if (!numbers) continue;
      const discs = s("g", { class: "score-discs" });
      el.append(discs);
      scores.push({ box, track, discs });
    } else {
      const count = s("text", { class: "box-count", x: box.x + box.width - 16, y: box.y + 19 });
      const number = s("text", { class: "box-number", x: box.x + box.width / 2, y: box.y + box.height / 2 + 14 });
      el.append(count, number);
      holds.push({ box, title, count, number });
    }
  }
  return {
    el,
    /**
     * @param {View} view
     * @param {import("./stacks.js").Held} held
     */
    setView(view, held) {
      for (const { box, title, count, number } of holds) {
        const places = held[box.id] ?? {};
        const sum = Object.values(places).reduce((all, n) => all + n, 0);
        write(count, sum ? String(sum) : "");
        const text = box.count && sum === 0 ? String(view[box.count] ?? "") : "";
        write(number, text);
        number.style.fontSize = `${fitted(text, box.width - 16, Math.min(64, box.height - 34))}px`;
        write(title, titleOf(box, places, theme));
      }
      for (const { track, cells, first } of tracks) {
        cells.forEach((cell, index) => {
          const state = cellState(first + index, track, view);
          for (const name of ["now", "done", "filled", "gone"]) cell.classList.toggle(`is-${name}`, state === name);
          const sign = state === "now" && track === theme.tracks?.turn ? MARKERS[signOf(view, theme)?.sign ?? ""] : undefined;
          cell.classList.toggle("is-signed", sign !== undefined);
          cell.querySelector(".track-sign")?.setAttribute("d", sign?.fill ?? "");
        });
      }
      for (const { box, track, discs } of scores) discs.replaceChildren(...discsOf(box, track, view, theme));
    },
  };
}

/**
 * @param {SVGTextElement} el
 * @param {string} text
 */
function write(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

/**
 * What a box is called follows what lies in it: the printed title is that of its own place, and units of other places are named.
 * @param {any} box
 * @param {Record<string, number>} places
 * @param {import("../types.js").Theme} theme
 */
export function titleOf(box, places, theme) {
  const others = Object.keys(places).filter((place) => place !== box.place);
  const name = (/** @type {string} */ place) => theme.places?.[place]?.name ?? place;
  if (others.length === 0) return box.title ?? "";
  if (!places[box.place]) return others.map((place) => (others.length > 1 ? `${name(place)} ${places[place]}` : name(place))).join(", ");
  return [box.title ?? name(box.place), ...others.map((place) => `${name(place)} ${places[place]}`)].join(", ");
}

/**
 * What a track shows of a number: the number itself, or one digit of it where three markers tell a large one, as on printed tracks.
 * @param {any} value
 * @param {any} track
 */
export function digitOf(value, track) {
  if (typeof value !== "number" || !track.digit) return value;
  const rest = Math.floor(value / track.digit);
  return (track.last ?? 9) > 9 ? rest : rest % 10;
}

/**
 * How a cell of a track stands: where the marker is, what lies behind it, and what does not exist (any more) because the track has
 * become shorter. A track of one number fills.
 * @param {number} number
 * @param {any} track
 * @param {View} view
 * @returns {"now"|"done"|"filled"|"gone"|""}
 */
export function cellState(number, track, view) {
  const now = digitOf(view[track.from ?? "turn"], track);
  const last = Number(view[track.of ?? ""] ?? Infinity);
  if (number > last) return "gone";
  if (typeof now !== "number") return "";
  if (track.fills) return number <= now && number > (track.first ?? 0) - 1 ? "filled" : "";
  return number === now ? "now" : number < now ? "done" : "";
}

/**
 * The track of the turns, each with its date and with what the schedule gives in it, if the theme shows that.
 * @param {any} box
 * @param {any} track
 * @param {Lore|undefined} lore
 * @returns {SVGGElement[]}
 */
function layTrack(box, track, lore) {
  const turns = lore?.schedule ?? [];
  const count = turns.length || 10;
  const columns = box.columns || (box.columns === 0 ? Math.ceil(Math.sqrt((count * (box.width - 24)) / (box.height - 42))) : Math.ceil(count / 2));
  const rows = Math.ceil(count / columns);
  const [left, top] = [box.x + 12, box.y + 32];
  const [width, height] = [(box.width - 24) / columns, (box.height - 42) / rows];
  const small = height < SMALL;
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [left + (index % columns) * width, top + Math.floor(index / columns) * height];
    const turn = /** @type {any} */ (turns[index]);
    const given = track.shows ? turn?.[track.shows] : null;
    const points = (given && typeof given === "object" ? Object.values(given) : [given]).filter(Boolean);
    const number = s("text", { class: "track-number", x: x + width / 2, y: y + height * (small ? 0.52 : 0.34) }, String(turn?.turn ?? index + 1));
    if (small) number.style.fontSize = `${Math.min(24, height * 0.55, width * 0.55)}px`;
    return s("g", { class: "track-cell" },
      s("rect", { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 5 }),
      number,
      small ? s("title", null, [turn?.title, day(turn?.date)].filter(Boolean).join(", ")) : s("text", { class: "track-date", x: x + width / 2, y: y + height * 0.62 }, day(turn?.date)),
      points.length ? s("text", { class: "track-points", x: x + width / 2, y: y + height * 0.82 }, `${track.sign ?? ""} ${points.join("/")}`.trim()) : null,
      s("path", { class: "track-sign", transform: `translate(${x + width - 17} ${y + 16}) scale(0.9)` }),
      s("path", { class: "track-gone", d: `M${x + 6} ${y + 6}L${x + width - 6} ${y + height - 6}M${x + width - 6} ${y + 6}L${x + 6} ${y + height - 6}` }));
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
    const index = Math.max(0, Math.min(count - 1, track.down ? track.last - number : number - first));
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
      s("text", { class: "score-number", x: x + width / 2, y: y + height / 2 }, String(first + index)),
      s("path", { class: "track-gone", d: `M${x + 3} ${y + 3}L${x + width - 3} ${y + height - 3}` }));
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
  const given = digitOf(view[track.from] ?? {}, track);
  if (typeof given === "number" && track.fills) return [];
  const found = typeof given === "number" ? { "": given } : given;
  const sides = typeof given === "number" ? [""] : Object.keys(theme.sides ?? {}).filter((side) => typeof found[side] === "number");
  return sides.map((side, index) => {
    const { x, y } = at(found[side]);
    const shared = sides.some((other) => other !== side && Math.min(found[other], track.last) === Math.min(found[side], track.last));
    const r = Math.max(9, Math.min(width, height) * (shared ? 0.34 : 0.44));
    const shift = shared ? (index - (sides.length - 1) / 2) * r * 1.2 : 0;
    return s("g", { class: `score-disc pal-${theme.sides?.[side]?.palette ?? "grey"} score-${index}`, transform: `translate(${(x + width / 2 + shift).toFixed(1)} ${(y + height / 2).toFixed(1)})` },
      index % 2 ? s("circle", { r }) : s("rect", { x: -r, y: -r, width: r * 2, height: r * 2, rx: 4 }),
      s("text", { y: 0.5 }, String(found[side])));
  });
}

/** @param {string|undefined} date */
function day(date) {
  if (!date || !/^\d{4}-\d\d-\d\d$/.test(date)) return date ?? "";
  return new Intl.DateTimeFormat(dateLanguage(), { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
