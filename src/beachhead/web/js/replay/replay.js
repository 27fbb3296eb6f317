// @ts-check
/** The slider through the match: step by step or by itself, finished or not. The match goes on meanwhile. */
import { dialog, h, put, s } from "../dom.js";
import { chapterOptions, turnsOf } from "../panels/chapters.js";
import { ask } from "../start/api.js";
import { enter, opponentOf, password, seatsOf } from "../start/create.js";
import { myName } from "../start/savedMatches.js";
import { plainWords } from "../table/names.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Store} Store */

const SPEEDS = [0.5, 1, 2, 4];
const PAUSE = 900;
/** Signs drawn as paths, since many systems have no letters for them. @type {Record<string, string>} */
const SIGNS = {
  first: "M5 4v16M19 4 8 12l11 8z",
  back: "M15.5 4.5 8 12l7.5 7.5",
  play: "M7 4l12 8-12 8z",
  pause: "M8 4v16M16 4v16",
  next: "M8.5 4.5 16 12l-7.5 7.5",
  last: "M19 4v16M5 4l11 8-11 8z",
  record: "M12 3v12M6 10l6 6 6-6M4 20h16",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
};

/** @param {string} name */
function sign(name) {
  return s("svg", { class: `replay-sign sign-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));
}

/** @param {Store} table */
export function createReplay(table) {
  /** The side whose eyes are used once the match is over; undefined is the own seat. @type {string|undefined} */
  let eyes;
  /** How many moments those eyes have seen. */
  let total = 0;
  let playing = false;
  let speed = 1;
  let wanted = -1;
  let busy = false;
  /** Ends the animation under way. */
  let hurry = () => {};

  const slider = h("input", { type: "range", class: "replay-slider", min: 0, max: 0, value: 0, "aria-label": t("replay.slider"), oninput: () => (stop(), go(Number(slider.value))) });
  const marks = s("svg", { class: "replay-marks", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  const chapters = h("select", { class: "replay-chapters", "aria-label": t("replay.chapters"), title: t("replay.chapters"), onchange: () => {
    stop();
    void go(Number(chapters.value));
    chapters.value = "";
  } });
  const link = h("button", { type: "button", class: "icon-button replay-link", title: t("replay.link"), "aria-label": t("replay.link"), onclick: () => void copyLink() }, sign("link"));
  const text = h("p", { class: "replay-text", role: "status" });
  const count = h("span", { class: "replay-count" });
  const first = step("first", () => go(0));
  const back = step("back", () => go(at() - 1));
  const play = step("play", () => (playing ? stop() : void autoplay()));
  const next = step("next", () => void forward());
  const last = step("last", () => go(end()));
  const rate = h("button", { type: "button", class: "button quiet replay-rate", onclick: () => {
    speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
    nameRate();
  } });
  const live = h("button", { type: "button", class: "button replay-live", onclick: () => (stop(), table.showMoment(null)) }, t("replay.live"));
  const view = h("select", { class: "replay-eyes", "aria-label": t("replay.eyes"), onchange: () => void lookAs(view.value) });
  const branch = h("button", { type: "button", class: "button replay-branch", onclick: () => askBranch() }, t("replay.branch"));
  const keep = h("button", { type: "button", class: "icon-button replay-record", title: t("replay.record"), "aria-label": t("replay.record"), onclick: () => table.emit("ask", "record") }, sign("record"));
  const el = h("section", { class: "replay", "aria-label": t("replay.title") },
    h("div", { class: "replay-steps" }, first, back, play, next, last),
    h("div", { class: "replay-track" }, marks, slider),
    h("div", { class: "replay-end" }, count, rate, chapters, live, view, branch, link, keep),
    text);
  el.addEventListener("keydown", (event) => {
    const keys = /** @type {Record<string, () => void>} */ ({ ArrowLeft: () => go(at() - 1), ArrowRight: () => go(at() + 1), Home: () => go(0), End: () => go(end()), PageUp: () => go(chapter(-1)), PageDown: () => go(chapter(1)), Escape: () => table.showMoment(null) });
    const fn = event.target instanceof HTMLSelectElement ? null : keys[event.key];
    if (!fn) return;
    event.preventDefault();
    event.stopPropagation();
    stop();
    fn();
  });

  /**
   * @param {string} name
   * @param {() => void} fn
   */
  function step(name, fn) {
    return h("button", { type: "button", class: `icon-button replay-${name}`, "aria-label": t(`replay.${name}`), title: t(`replay.${name}`), onclick: () => {
      if (name !== "play") stop();
      fn();
    } }, sign(name));
  }

  function nameRate() {
    rate.textContent = `${speed}×`;
    rate.setAttribute("aria-label", t("replay.rate", { speed }));
  }

  const end = () => (eyes === undefined ? table.now.moment : total);
  const at = () => (wanted >= 0 ? wanted : table.shown.live ? end() : table.shown.moment);

  /** The chapters of whoever looks: turns and phases, and fights between them. */
  const allChapters = () => /** @type {import("../types.js").Chapter[]} */ ((eyes === undefined ? table.here.history : table.seen.get(eyes))?.chapters ?? []);

  /**
   * Where the next chapter begins, or the one before.
   * @param {-1|1} by
   */
  function chapter(by) {
    const here = at();
    const found = allChapters().filter((one) => one.kind !== "fight").map((one) => one.n);
    return (by > 0 ? found.find((n) => n > here) : found.findLast((n) => n < here)) ?? (by > 0 ? end() : 0);
  }

  let marked = "";
  /** Turns, phases and fights below the slider, as one picture however many there are. */
  function drawMarks() {
    const found = allChapters();
    const key = `${eyes} ${end()} ${found.length} ${found.at(-1)?.n}`;
    if (key === marked) return;
    marked = key;
    const line = (/** @type {import("../types.js").Chapter[]} */ some, /** @type {number} */ from, /** @type {number} */ to) =>
      some.map((one) => `M${((one.n / Math.max(1, end())) * 1000).toFixed(1)} ${from}V${to}`).join("");
    put(marks, curvesOf(found), s("path", { class: "mark-fight", d: line(found.filter((one) => one.kind === "fight"), 7, 10) }), s("path", { class: "mark-phase", d: line(found.filter((one) => one.kind === "phase"), 3, 6) }), s("path", { class: "mark-turn", d: line(turnsOf(found), 0, 10) }));
    const places = found.filter((one) => one.kind !== "fight");
    chapters.hidden = places.length < 2;
    put(chapters, chapterOptions(places, t("replay.chapter")));
  }

  /**
   * What turns begin with, such as losses so far, as curves behind the marks; each to its own measure.
   * @param {import("../types.js").Chapter[]} found
   */
  function curvesOf(found) {
    return Object.keys(table.lore.theme.tally).flatMap((name, index) => {
      const told = found.filter((one) => one.tally?.[name] !== undefined);
      if (told.length < 2) return [];
      const most = Math.max(1, ...told.map((one) => one.tally?.[name] ?? 0));
      return [s("polyline", { class: `mark-curve line-${index}`, points: told.map((one) => `${((one.n / Math.max(1, end())) * 1000).toFixed(1)},${(10 - ((one.tally?.[name] ?? 0) / most) * 9).toFixed(2)}`).join(" ") })];
    });
  }

  /** A link to this moment. It carries no token: it opens for those who have a seat, or may watch. */
  async function copyLink() {
    const address = `${location.origin}/m/${encodeURIComponent(table.meta.match)}?at=${at()}`;
    try {
      await navigator.clipboard.writeText(address);
      table.emit("notice", "linked", {});
    } catch {
      dialog(t("replay.link"), [h("p", null, t("table.notice.linked")), h("input", { type: "text", readonly: true, value: address, "aria-label": t("replay.link"), onfocus: (/** @type {any} */ event) => event.target.select() })], { buttons: [{ label: t("app.close"), value: "" }] });
    }
  }

  /** @type {any} */
  let naming = null;
  /** The address names the moment looked at, so that loading the page again comes back to it. */
  function nameMoment() {
    clearTimeout(naming);
    naming = setTimeout(() => {
      const wish = new URLSearchParams(location.search);
      const before = wish.get("at");
      if (table.shown.live) wish.delete("at");
      else wish.set("at", String(table.shown.moment));
      if (wish.get("at") !== before) history.replaceState(history.state, "", `${location.pathname}${wish.size ? `?${wish}` : ""}`);
    }, 400);
  }

  /**
   * Go to a moment. While an answer is on its way only the newest wish counts.
   * @param {number} moment
   */
  async function go(moment) {
    wanted = Math.min(Math.max(0, moment), end());
    slider.value = String(wanted);
    hurry();
    if (busy) return;
    busy = true;
    await arrive();
    busy = false;
    draw();
  }

  async function arrive() {
    try {
      for (let goal = -1; wanted >= 0 && goal !== wanted; ) {
        goal = wanted;
        await table.showMoment(goal, eyes);
        if (goal === wanted) wanted = -1;
      }
    } catch {
      wanted = -1;
    }
  }

  /** @param {string} side */
  async function lookAs(side) {
    const here = at();
    const part = here / Math.max(1, end());
    if (side) total = (await table.look(0, side)).of;
    const moved = Number(slider.value) !== here; // the slider was drawn on meanwhile: that wish is the newer one
    eyes = side || undefined;
    await go(moved ? Number(slider.value) : Math.round(part * end())); // the eyes have seen more or fewer moments
  }

  /** One moment on, with its moves and dice. Answers whether there was one. */
  async function forward() {
    const here = at();
    if (here >= end() || table.shown.live) return false;
    if (busy) {
      void go(Number(slider.value) + 1);
      return true;
    }
    busy = true;
    try {
      const found = await table.look(here + 1, eyes);
      slider.value = String(here + 1);
      const skipped = new Promise((resolve) => (hurry = () => resolve(null)));
      if (found.events?.length) await Promise.race([table.animate(found.events, speed), skipped]);
      if (!table.shown.live && wanted < 0) await table.showMoment(here + 1, eyes);
      await arrive();
    } finally {
      busy = false;
    }
    draw();
    return true;
  }

  async function autoplay() {
    playing = true;
    draw();
    if (table.shown.live || at() >= end()) await go(0);
    while (playing && !table.shown.live && el.isConnected) {
      await new Promise((resolve) => setTimeout(resolve, (PAUSE / speed) * (table.shown.events.every((event) => event.kind === "forced") ? 0.1 : 1)));
      if (!playing || !(await forward().catch(() => false))) break;
    }
    stop();
  }

  function stop() {
    if (!playing) return;
    playing = false;
    draw();
  }

  function draw() {
    if (table.covered !== null) return void put(chapters); // nothing of where one player has been is left for the other
    const { shown } = table;
    if (shown.live && wanted < 0 && !busy) eyes = undefined;
    const moment = at();
    slider.max = String(end());
    slider.value = String(moment);
    const turn = t("replay.turn", { turn: shown.view.turn });
    slider.setAttribute("aria-valuetext", t("replay.at", { moment, end: end(), turn: shown.view.turn }));
    count.textContent = `${moment} / ${end()}`;
    const said = shown.events.filter((event) => event.kind !== "forced").map((event) => plainWords(table, event.text));
    text.textContent = shown.live ? "" : `${turn}: ${said.join("; ") || shown.text || t(moment ? "replay.quiet" : "replay.beginning")}`;
    text.title = text.textContent ?? "";
    el.classList.toggle("looking-back", !shown.live);
    document.querySelector(".stage-map")?.toggleAttribute("data-past", !shown.live);
    first.disabled = back.disabled = moment <= 0;
    next.disabled = last.disabled = shown.live || moment >= end();
    put(play, sign(playing ? "pause" : "play"));
    play.setAttribute("aria-label", t(playing ? "replay.pause" : "replay.play"));
    play.title = t(playing ? "replay.pause" : "replay.play");
    live.hidden = link.hidden = shown.live;
    drawMarks();
    nameMoment();
    const over = Boolean(table.meta.ended ?? table.now.view.result);
    if (view.hidden === over || !view.childElementCount) {
      view.hidden = !over;
      view.replaceChildren(h("option", { value: "" }, t("replay.ownEyes")), ...table.lore.sides.map((side) => h("option", { value: side }, t("replay.eyesOf", { side: table.lore.side_names[side] }))));
    }
    view.value = eyes ?? "";
    branch.hidden = !over || eyes !== undefined;
    branch.disabled = moment >= end() || moment !== shown.moment; // what has been asked for is not there yet
    slider.disabled = play.disabled = end() === 0; // the bar keeps its place, so that the map does not jump at the first action
  }

  async function askBranch() {
    const { moment: at } = table.shown;
    const choice = h("select", null, table.lore.sides.map((side) => h("option", { value: side }, t("replay.playAs", { side: table.lore.side_names[side] }))), h("option", { value: "both" }, t("replay.playBoth")));
    const asked = dialog(t("replay.branch"), [h("p", null, t("replay.branchSays", { at, turn: table.shown.view.turn })), h("label", { class: "field" }, h("span", null, t("replay.who")), choice)], {
      buttons: [{ label: t("replay.cancel"), value: "" }, { label: t("replay.branchGo"), value: "go", kind: "primary" }],
      close: t("replay.cancel"),
    });
    if ((await asked.done) !== "go") return;
    const opponent = opponentOf(table.lore)?.id ?? "open";
    const seats = seatsOf(table.lore, table.meta.scenario, (side) => choice.value === "both" || choice.value === side, opponent, "me");
    try {
      const keys = await ask(`/api/matches/${encodeURIComponent(table.meta.match)}/branch`, { token: table.here.token, body: { at, seats, name: myName() || undefined, password: password() } });
      await enter(keys, table.lore, table.meta.scenario, seats);
    } catch (problem) {
      dialog(t("replay.branch"), h("p", { role: "alert" }, String(/** @type {Error} */ (problem).message)), { buttons: [{ label: t("replay.cancel"), value: "" }] });
    }
  }

  nameRate();
  table.on("shown", draw);
  table.on("update", draw);
  table.on("meta", draw);
  table.on("log", drawMarks);
  table.on("seat", () => ((eyes = undefined), (marked = ""), draw()));
  draw();
  return { el, lookAs };
}
