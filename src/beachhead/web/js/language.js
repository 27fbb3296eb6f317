// @ts-check
/** Choosing the language of the page. The page is loaded anew in it: every word on it may have been said already. */
import { h } from "./dom.js";
import { getSettings, setSettings } from "./table/settings.js";
import { LANGUAGES, language, t } from "./texts.js";

/** A list of the languages, for the start page and the settings. */
export function languageChoice() {
  const select = h("select", { onchange: () => {
    setSettings({ language: select.value });
    location.reload();
  } }, Object.entries(LANGUAGES).map(([id, name]) => h("option", { value: id, lang: id, selected: id === language() }, name)));
  select.value = getSettings().language || language();
  return h("label", { class: "language" }, h("span", null, t("language.title")), select);
}
