// @ts-check
/**
 * Where the decision is: on each own decision the map goes there, unless it is in view. Whoever has looked away is told by a chip on the map,
 * and gets there by one key. Otherwise the map stays where it is.
 */
import { HANDS_OFF } from "../board/camera.js";
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { spaceWord } from "./names.js";

/** Pixels of a space whose counters can be read. */
const READABLE = 46;
/** Pixels of a map beside which there is not much else: a phone, held either way. */
const NARROW = 700;

/** What lies on the map while a decision is made. The small map makes room by itself. */
const COVERS = ".playback, .card-corner, .board-note, .board-tools, .side, .inspector";

/** A question about no more places than these is one about the places. */
const FEW = 2;

/** @typedef {import("../types.js").Store} Store */
/** @typedef {{spaces: string[], all: boolean}} Subject what a decision is about, and whether each place of it matters */

/**
 * The spaces that a combat names, of its own or as places of its units.
 * @param {any} combat
 * @param {import("../types.js").View} view
 * @param {Record<string, any>} spaces
 * @returns {string[]}
 */
function fought(combat, view, spaces) {
  /** @type {string[]} */
  const found = [];
  const take = (/** @type {any} */ value, /** @type {number} */ depth) => {
    if (typeof value === "string") {
      const place = value in spaces ? value : view.units[value]?.place;
      if (place !== undefined && place in spaces) found.push(place);
    } else if (Array.isArray(value) && depth < 3) for (const one of value) take(one, depth + 1);
    else if (value && typeof value === "object" && depth < 3) for (const one of Object.values(value)) take(one, depth + 1);
  };
  // those who are attacked first: theirs is the name on the chip
  take(combat.defenders, 0);
  take(combat, 0);
  return [...new Set(found)];
}

/**
 * What the decision is about: the combat under way, else the places of what is offered, as far as they are on the map.
 * @param {import("../types.js").View} view
 * @param {import("../types.js").Offer[]} offers
 * @param {Record<string, any>} spaces of the map
 * @param {string[]} [asides] verbs that may be used in passing
 * @returns {Subject}
 */
export function subjectOf(view, offers, spaces, asides = []) {
  const combat = view.combat;
  if (combat && Object.keys(combat).length > 0 && !combat.die) {
    const found = fought(combat, view, spaces);
    if (found.length > 0) return { spaces: found, all: true };
  }
  const meant = offers.filter((offer) => !asides.includes(offer.verb));
  for (const some of [meant, offers]) {
    const found = placesOf(some, view, spaces);
    if (found.length > 0) return { spaces: found, all: found.length <= 6 };
  }
  return { spaces: [], all: false };
}

/**
 * The places of the first argument that has any: the units that may act, or the spaces to choose from. Nothing is multiplied out.
 * @param {import("../types.js").Offer[]} offers
 * @param {import("../types.js").View} view
 * @param {Record<string, any>} spaces
 */
function placesOf(offers, view, spaces) {
  const found = new Set();
  for (const offer of offers) {
    let level = [offer.args];
    for (let depth = 0; depth < offer.kinds.length; depth += 1) {
      const values = level.flatMap((node) => (Array.isArray(node) ? node : Object.keys(node ?? {})));
      const places = values.map((value) => (offer.kinds[depth] === "unit" ? view.units[value]?.place : String(value))).filter((place) => place in spaces);
      for (const place of places) found.add(place);
      if (places.length > 0) break;
      level = level.flatMap((node) => (Array.isArray(node) ? [] : Object.values(node ?? {})));
    }
  }
  return /** @type {string[]} */ ([...found]);
}

/**
 * The most points that a window of this size can show together, the first such group of several.
 * @template {{x: number, y: number}} T
 * @param {T[]} points
 * @param {number} width
 * @param {number} height
 * @returns {T[]}
 */
export function densest(points, width, height) {
  /** @type {T[]} */
  let best = [];
  for (const { x } of points) {
    for (const { y } of points) {
      const found = points.filter((one) => one.x >= x && one.x <= x + width && one.y >= y && one.y <= y + height);
      if (found.length > best.length) best = found;
    }
  }
  return best;
}

/**
 * @param {Store} table
 * @param {import("../types.js").Board} board
 * @param {HTMLElement} map
 */
export function createFocus(table, board, map) {
  const chip = h("button", { class: "offscreen", type: "button", hidden: true, onclick: () => go() });
  map.append(chip);
  const { camera } = board;
  camera.covers = () => [...document.querySelectorAll(COVERS)].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  let asked = "";
  let shownBefore = 0;
  /** @type {Subject} */
  let subject = { spaces: [], all: false };
  let queued = 0;

  const points = () => subject.spaces.map((space) => board.drawing.spaces[space]);

  function renew() {
    subject = table.ready && table.shown.live ? subjectOf(table.now.view, table.now.offers, board.drawing.spaces, table.lore.theme?.asides) : { spaces: [], all: false };
  }

  /** A decision has come up: look there, unless the player has just taken the map in hand. */
  function decide() {
    renew();
    if (table.ready && table.shown.live) {
      const { decision, phase, turn, combat } = table.now.view;
      const key = JSON.stringify([table.seat, decision.side, decision.step, phase, turn, combat?.defenders ?? combat?.area ?? null, subject.spaces.length <= FEW ? subject.spaces : null]);
      const news = table.playback.steps.at(-1)?.n ?? 0;
      const fresh = key !== asked || news > shownBefore;
      [asked, shownBefore] = [key, Math.max(news, table.now.moment)];
      if (fresh && performance.now() - camera.handled > HANDS_OFF) camera.look(points(), subject.all);
    }
    check();
  }

  /** The first look at the table: where the decision is, and so close that the counters can be read. */
  function open() {
    decide();
    if (subject.spaces.length > 0 && board.el.hasAttribute("data-small")) board.focus({ spaces: subject.spaces });
    // units in too many places for a phone: where most of them are; whoever chooses among spaces sees them all
    const held = new Set(Object.values(table.now.view.units).map((unit) => unit.place));
    if (camera.width < NARROW && subject.spaces.length > 0 && board.el.hasAttribute("data-small") && subject.spaces.every((space) => held.has(space))) {
      const [width, height] = [camera.width, camera.height - camera.hidden].map((side) => ((side * 2) / 3) * (camera.size.unit / READABLE));
      const some = densest(subject.spaces.map((id) => ({ ...board.drawing.spaces[id], id })), width, height);
      board.focus({ spaces: some.map((one) => one.id) });
    }
  }

  /** Is it in view? The chip says where it is, if not. */
  function check() {
    queued = 0;
    const places = subject.spaces;
    const covers = camera.covered();
    const missing = places.filter((space) => !camera.sees(board.drawing.spaces[space], covers));
    const off = places.length > 0 && (subject.all ? missing.length > 0 && missing.includes(places[0]) : missing.length === places.length);
    chip.hidden = !off || camera.leg.length > 0;
    if (!chip.hidden) put(chip, t("playback.offScreen", { place: spaceWord(table, missing[0]) }), " ", h("kbd", null, "J"));
  }

  /** Go to the decision. Returns whether there is a place to go to. */
  function go() {
    renew();
    if (subject.spaces.length === 0) return false;
    if (!camera.look(points(), subject.all)) board.focus({ spaces: subject.spaces.slice(0, 30).filter((space) => camera.sees(board.drawing.spaces[space])) });
    camera.handled = -Infinity;
    check();
    return true;
  }

  const changed = camera.changed;
  camera.changed = () => {
    changed();
    queued ||= requestAnimationFrame(check);
  };
  table.on("shown", decide);
  table.on("seat", () => ((asked = ""), decide()));
  return { go, decide, open };
}
