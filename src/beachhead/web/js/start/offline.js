// @ts-check
/** Keeping the page for when there is no connection (service-worker.js), as far as browser, address and server allow it. */
import { loreAddress } from "./api.js";

/** @typedef {import("../types.js").Game} Game */

/** Whether this browser and this server keep anything. Browsers do so on encrypted pages and on their own machine only. */
export function canKeep() {
  return typeof navigator !== "undefined" && "serviceWorker" in navigator && isSecureContext && document.documentElement.dataset.offline !== "no";
}

/** Have the page kept; or, where the server does not want that, let go of what was kept before. */
export async function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  try {
    if (canKeep()) await navigator.serviceWorker.register("/service-worker.js", { scope: "/", updateViaCache: "none" });
    else if (document.documentElement.dataset.offline === "no") await forgetPage();
  } catch (problem) {
    console.info("The page is not kept for offline use.", problem);
  }
}

/**
 * Have the rules, charts and small maps of all games kept. Whoever wants to save data keeps what they look at.
 * @param {Game[]} games
 */
export async function keepGames(games) {
  if (!canKeep() || /** @type {any} */ (navigator).connection?.saveData) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: ["/api/games", ...games.flatMap((game) => [loreAddress(game), ...(game.about.thumbnail ? [game.about.thumbnail] : [])])] });
}

async function forgetPage() {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) if (name.startsWith("beachhead-")) await caches.delete(name);
}
