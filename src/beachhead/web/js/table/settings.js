// @ts-check
/** What a player has set up for this browser. */

/**
 * @typedef {{theme: "auto"|"light"|"dark", speed: "off"|"fast"|"normal", playback: ""|"slow"|"normal"|"fast"|"instant", numbers: boolean, confirm: boolean, notices: boolean,
 *   name: string, counters: string, panel: "right"|"left"|"below", panelWidth: number, panelHeight: number, logColumn: boolean, sounds: boolean, volume: number, language: string}} Settings
 * `counters` is their size; a width or height of 0 is as the page likes it; `language` is "" until one is chosen
 */

const KEY = "beachhead.settings";
/** @type {Settings} */
const DEFAULTS = { theme: "auto", speed: "normal", playback: "", numbers: false, confirm: true, notices: false, name: "",
  counters: "normal", panel: "right", panelWidth: 0, panelHeight: 0, logColumn: true, sounds: false, volume: 0.5, language: "" };

/** @type {Settings} */
let settings = read();

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @returns {Readonly<Settings>} */
export function getSettings() {
  return settings;
}

/** @param {Partial<Settings>} change */
export function setSettings(change) {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing still plays
  }
  applySettings();
}

const reduced = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

/**
 * At what speed the acts of the others are shown: as chosen on the bar, at first as movement in general. Where nothing may move, at once.
 * @returns {"slow"|"normal"|"fast"|"instant"}
 */
export function playbackSpeed() {
  if (settings.speed === "off" || reduced?.matches) return "instant";
  return settings.playback || settings.speed;
}

/** Put on the page what the style sheets need to know. */
export function applySettings() {
  const page = document.documentElement;
  page.dataset.theme = settings.theme;
  page.dataset.numbers = settings.numbers ? "always" : "auto";
  page.dataset.speed = settings.speed;
}
