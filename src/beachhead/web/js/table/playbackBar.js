// @ts-check
/**
 * The bar on the map while the acts of the others are shown, and after that until the player acts: step back, play, step, skip, speed; the
 * sentence of the act with its reason and rule; and the card of what has happened since the last decision.
 */
import { isThrown } from "../board/dice.js";
import { tracesOf, whyOf } from "../board/trails.js";
import { h, put, s } from "../dom.js";
import { t } from "../texts.js";
import { announce } from "./announcer.js";
import { caseChip, sideColours, sideName, withPlaces } from "./names.js";
import { SPEEDS, telling } from "./playback.js";
import { getSettings, playbackSpeed, setSettings } from "./settings.js";
import { createSinceCard, summary } from "./sinceCard.js";

/** @typedef {import("../types.js").Store} Store */

/** @type {Record<string, string>} */
const SIGNS = { back: "M17 5 8 12l9 7zM6 5v14", play: "M7 4l12 8-12 8z", pause: "M8 4v16M16 4v16", forward: "M7 5l9 7-9 7zM18 5v14", skip: "M5 5l7 7-7 7zM12 5l7 7-7 7z", close: "M6 6l12 12M18 6 6 18" };
const QUIET = new Set(["forced", "skipped", "turn"]);

/** @param {Store} table */
export function createPlaybackBar(table) {
  const { playback } = table;
  /** @type {ReturnType<typeof import("../board/trails.js").createTrails>|null} */
  let trails = null;
  /** The last step of what the player has put away. */
  let closed = -1;
  /** What has been found for which steps. @type {{steps: any, length: number, traces: import("../board/trails.js").Trace[]}} */
  let known = { steps: null, length: 0, traces: [] };
  const back = button("back", "B", () => playback.back());
  const play = button("play", "␣", () => playback.toggle());
  const forward = button("forward", "F", () => playback.forward());
  const skip = h("button", { class: "button playback-skip", type: "button", onclick: () => table.skip() });
  const close = button("close", "", () => {
    closed = playback.steps.at(-1)?.n ?? -1;
    draw();
  });
  const count = h("span", { class: "playback-count" });
  const speed = h("select", { class: "playback-speed", "aria-label": t("playback.speed"), title: t("playback.speed"), onchange: () => set(speed.value) },
    SPEEDS.map((name) => h("option", { value: name }, t(`playback.speeds.${name}`))));
  const text = h("p", { class: "playback-text" });
  const why = h("p", { class: "playback-why" });
  const card = createSinceCard(table);
  const el = h("section", { class: "playback", "aria-label": t("playback.title"), hidden: true },
    card.el, h("div", { class: "playback-row" }, h("div", { class: "playback-steps", role: "group", "aria-label": t("playback.title") }, back, play, forward), count, speed, skip, close), text, why);

  /**
   * @param {string} name
   * @param {string} key
   * @param {() => void} fn
   */
  function button(name, key, fn) {
    return h("button", { class: `icon-button playback-${name}`, type: "button", onclick: fn, title: title(name, key), "aria-label": t(`playback.${name}`) }, sign(name));
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  function title(name, key) {
    return key ? t("playback.withKey", { what: t(`playback.${name}`), key: key === "␣" ? t("playback.space") : key }) : t(`playback.${name}`);
  }

  /** @param {string} name */
  function sign(name) {
    return s("svg", { class: "replay-sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));
  }

  /** @param {string} value */
  function set(value) {
    const now = getSettings();
    setSettings({ playback: /** @type {any} */ (value), ...(now.speed === "off" && value !== "instant" ? { speed: /** @type {const} */ ("normal") } : {}) });
    table.emit("settings", getSettings());
    draw();
  }

  function traces() {
    const { steps } = playback;
    if (known.steps !== steps || known.length !== steps.length) known = { steps, length: steps.length, traces: tracesOf(playback.base, steps, table.drawing, table.lore.theme) };
    return known.traces;
  }

  function draw() {
    const { steps, behind } = playback;
    const visible = table.covered === null && table.shown.live && !playback.own && steps.some(telling) && steps[steps.length - 1].n > closed;
    const found = visible ? traces() : [];
    el.hidden = !visible || (!behind && found.length === 0);
    trails?.draw(found, playback.cursor, (side) => sideColours(table, side)["--side"], new Set(Object.values(table.shown.view.units).map((unit) => unit.place)));
    const step = behind ? playback.step : null;
    trails?.reason(visible && step ? whyOf(step) : null);
    if (el.hidden) {
      put(text);
      put(why);
      card.draw([]);
      return;
    }
    el.dataset.state = behind ? (playback.running ? "playing" : "paused") : "rest";
    card.draw(found);
    const all = steps.filter(telling);
    count.textContent = behind ? t("playback.at", { n: steps.slice(0, playback.current + 1).filter(telling).length, of: all.length }) : t("playback.acts", { n: all.length });
    back.disabled = playback.cursor < 0;
    forward.disabled = !behind;
    put(play, sign(playback.running ? "pause" : "play"));
    const name = playback.running ? "pause" : behind ? "play" : "replay";
    play.setAttribute("aria-label", t(`playback.${name}`));
    play.title = title(name, "␣");
    skip.hidden = !behind;
    put(skip, t(table.deciding && !table.passing ? "playback.skip" : "playback.newest"), " ", h("kbd", null, "Esc"));
    close.hidden = behind;
    speed.value = playbackSpeed();
    const events = step?.events.filter((event) => !QUIET.has(event.kind)) ?? [];
    for (const [key, value] of Object.entries(sideColours(table, step?.side))) text.style.setProperty(key, value);
    const rolling = step && playback.current > playback.cursor && events.some((event) => event.data.die || isThrown(event));
    put(text, rolling ? [h("b", { class: "playback-side" }, sideName(table, step.side)), " ", t("playback.rolling")] : step ? [h("b", { class: "playback-side" }, sideName(table, step.side)), " ", events.slice(0, 3).map((event, index) => [index > 0 ? " · " : "", withPlaces(table, event.text), " ", caseChip(table, event.case)]),
      events.length > 3 ? ` ${t("playback.more", { n: events.length - 3 })}` : "", step.events.length === 0 || events.length === 0 ? t("playback.before") : ""] : null);
    const reason = whyOf(step);
    const told = reason && events.some((event) => event.text.includes(reason.text.replace(/[.]$/, ""))); // the act itself says it
    put(why, reason && !told ? [t("playback.because"), " ", withPlaces(table, reason.text), " ", caseChip(table, reason.case)] : null);
  }

  /** @type {any} */
  let told = null;
  /** For the ear: what there was, once everything has been shown at once. */
  function tell() {
    if (playback.behind || playback.steps.length < 2 || told === playback.steps || !table.ready) return;
    told = playback.steps;
    const words = summary(traces());
    if (words.length > 0) announce(t("playback.heard", { what: words.join(", ") }));
  }

  /** Nothing else stands under the bar; where it is as wide as the map, what lies under it is not in view. */
  function cover() {
    const map = /** @type {HTMLElement|null} */ (el.parentElement?.querySelector(".stage-map"));
    const wide = map && !el.hidden && el.offsetWidth > map.offsetWidth * 0.6;
    map?.style.setProperty("--bar-top", `${el.hidden ? 0 : el.offsetTop + el.offsetHeight}px`);
    map?.style.setProperty("--covered-top", `${wide ? el.offsetTop + el.offsetHeight : 0}px`);
  }
  new ResizeObserver(cover).observe(el);

  table.on("playback", draw);
  for (const kind of ["shown", "settings", "meta"]) table.on(kind, draw);
  table.on("update", tell);
  for (const kind of ["cover", "seat"]) table.on(kind, () => {
    card.fold();
    closed = -1;
    known = { steps: null, length: 0, traces: [] };
    draw();
  });

  return {
    el,
    /**
     * The map is there.
     * @param {import("../types.js").Board} board
     * @param {typeof import("../board/trails.js").createTrails} create
     */
    attach(board, create) {
      trails = create(board);
      draw();
    },
    /**
     * The keys of the bar. Returns whether it has used the key.
     * @param {string} key
     */
    press(key) {
      if (el.hidden) return false;
      if (key === " ") return playback.toggle(), true;
      if (key === "b" || key === "B") return playback.back(), true;
      if (key === "f" || key === "F") return playback.forward(), true;
      if (key === "s" || key === "S") return set(SPEEDS[(SPEEDS.indexOf(playbackSpeed()) + 1) % SPEEDS.length]), true;
      return false;
    },
  };
}
