// @ts-check
/** Where everything begins: the words, then the page that the address names. */
import { h, put } from "./dom.js";
import { applySettings } from "./table/settings.js";
import { loadTexts, t } from "./texts.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));

async function begin() {
  applySettings();
  await loadTexts();
  const found = /^\/m\/([^/]+)\/?$/.exec(location.pathname);
  if (found) {
    const { tokensOf } = await import("./table/tokens.js");
    const { showTable } = await import("./table/table.js");
    await showTable(root, decodeURIComponent(found[1]), tokensOf(decodeURIComponent(found[1])));
  } else {
    document.title = t("app.title");
    const { showStart } = await import("./start/start.js");
    await showStart(root);
  }
  document.documentElement.dataset.ready = "yes";
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
