// @ts-check
/** The settings for comfort: counters, layout, sounds. Each takes effect at once. */
import { h } from "../dom.js";
import { t } from "../texts.js";
import { WIDE } from "./layoutLogic.js";
import { getSettings, setSettings } from "./settings.js";
import { play } from "./sounds.js";

/** @typedef {import("../types.js").Store} Store */

/** @param {Store} table */
export function comfortFields(table) {
  const now = getSettings();
  /** @param {Partial<import("./settings.js").Settings>} change */
  const set = (change) => {
    setSettings(change);
    table.emit("settings", getSettings());
  };
  const choice = (/** @type {"counters"|"panel"} */ name, /** @type {string[]} */ values) => h("fieldset", { class: ["choice", `choice-${name}`] }, h("legend", null, t(`comfort.${name}.title`)),
    values.map((value) => h("label", { class: "row" }, h("input", { type: "radio", name, value, checked: now[name] === value, onchange: () => set({ [name]: value }) }), t(`comfort.${name}.${value}`))));
  const volume = h("input", { type: "range", min: 0, max: 100, step: 5, value: Math.round(now.volume * 100), disabled: !now.sounds, onchange: () => {
    set({ volume: Number(volume.value) / 100 });
    play("move");
  } });
  const sounds = h("input", { type: "checkbox", checked: now.sounds, onchange: () => {
    set({ sounds: sounds.checked });
    volume.disabled = !sounds.checked;
    play("move");
  } });
  return [
    choice("counters", ["small", "normal", "large", "largest"]),
    h("div", { class: "wide-only settings" },
      choice("panel", ["right", "left", "below"]),
      h("label", { class: "row" }, h("input", { type: "checkbox", checked: now.logColumn, onchange: (/** @type {any} */ event) => set({ logColumn: event.target.checked }) }), t("comfort.logColumn.setting", { width: WIDE }))),
    h("fieldset", { class: "choice choice-sounds" }, h("legend", null, t("comfort.sounds.title")),
      h("label", { class: "row" }, sounds, t("comfort.sounds.on")), h("label", { class: "row" }, t("comfort.sounds.volume"), volume)),
  ];
}

/** The keys that belong to these comforts, for the list of keys. @type {[string, string][]} */
export const COMFORT_KEYS = [["H", "comfort.keys.bare"], ["⇧ H", "comfort.keys.hint"], ["Ctrl P", "comfort.keys.print"]];
