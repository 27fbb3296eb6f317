// @ts-check
/** Where everything begins: the words, then the page that the address names. */
import { h, put } from "./dom.js";
import { applySettings, getSettings } from "./table/settings.js";
import { languageFor, loadTexts, t } from "./texts.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));

/** Milliseconds after which whoever waits for a table is told that the service does not answer. */
const LATE = 4000;

async function begin() {
  applySettings();
  const texts = loadTexts(languageFor(getSettings().language));
  const found = /^\/m\/([^/]+)\/?$/.exec(location.pathname);
  if (found) {
    const match = decodeURIComponent(found[1]);
    const [{ tokensOf }, { showTable }] = await Promise.all([import("./table/tokens.js"), import("./table/screen.js"), texts]);
    const late = setTimeout(() => root.querySelector("main.screen:not(.asking)")?.append(
      h("p", { role: "status" }, t("play.offlineNow")), h("a", { class: "button", href: "/" }, t("table.closed.start"))), LATE);
    await showTable(root, match, tokensOf(match));
    clearTimeout(late);
  } else if (location.pathname !== "/") {
    await texts;
    document.title = t("app.title");
    put(root, h("main", { class: "screen" }, h("h1", null, t("app.nowhere.title")), h("p", { class: "muted" }, t("app.nowhere.text")),
      h("a", { class: "button primary", href: "/" }, t("app.nowhere.start"))));
  } else {
    const [{ showStart }] = await Promise.all([import("./start/start.js"), texts]);
    document.title = t("app.title");
    await showStart(root);
  }
  await document.fonts.ready;
  document.documentElement.dataset.ready = "yes";
  const later = /** @type {any} */ (window).requestIdleCallback ?? ((/** @type {() => void} */ fn) => setTimeout(fn, 1000));
  later(() => void import("./start/offline.js").then(({ keepPage }) => keepPage()).catch(() => {}));
}

// A link to another seat pasted into this tab changes only the fragment, which loads nothing by itself.
addEventListener("hashchange", () => {
  if (location.pathname.startsWith("/m/") && location.hash.length > 8) location.reload();
});

begin().catch((problem) => {
  console.error(problem);
  const title = t("app.broken");
  put(root, h("main", { class: "screen" },
    h("h1", null, title === "app.broken" ? "The page could not be loaded" : title),
    h("p", { class: "muted" }, String(problem?.message ?? problem)),
    h("a", { class: "button primary", href: location.pathname }, "↻")));
});
