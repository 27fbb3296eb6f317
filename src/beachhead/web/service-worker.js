// @ts-check
/**
 * Keeps the page for when there is no connection: its files, and what is fixed about the games (rules, charts, maps, words).
 *
 * A document always comes from the server as long as it answers, so no page is ever older than its server; files come from the
 * cache, because their addresses name their content. What belongs to a match is never touched: neither kept nor answered.
 */

/** What to keep; the server fills it in (beachhead.server.delivery). @type {{version: string, files: string[]}} */
const PAGE = { version: "", files: [] };
const HERE = `beachhead-page-${PAGE.version}`;
const GAMES = "beachhead-games";
/** Files that are fetched at a time: whoever plays meanwhile comes first. */
const AT_ONCE = 4;
/** Said of an answer that comes from the cache because the server does not answer. */
const KEPT = "X-Beachhead-Kept";
/** What a proxy answers in the place of a server that is down. */
const DOWN = [502, 503, 504];

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepGames(event.data.keep.map(String)));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(request, pathname));
  else if (pathname.startsWith("/page/")) event.respondWith(file(request));
  else if (ofGames(pathname)) event.respondWith(fresh(request));
});

/**
 * Whether an address is about a game and not about a match.
 * @param {string} pathname
 */
function ofGames(pathname) {
  return /^\/api\/games(\/|$)/.test(pathname);
}

/** All files of this version, and the document that names them. If the server has a newer one by now, the browser tries again later. */
async function install() {
  const cache = await caches.open(HERE);
  const start = await fetch("/", { cache: "no-store" });
  if (!start.ok || !(await start.clone().text()).includes(`/page/${PAGE.version}/`)) throw new Error("the page has changed meanwhile");
  await inTurn(PAGE.files, async (address) => {
    if (!(await cache.match(address))) await cache.add(address);
  });
  await cache.put("/", start);
}

/** Older versions go. Pages that are open are served from now on, too. */
async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("beachhead-page-") && name !== HERE) await caches.delete(name);
  await worker.clients.claim();
}

/**
 * A document: the server's, or if there is none the one that was kept.
 * @param {Request} request
 * @param {string} pathname
 */
async function visit(request, pathname) {
  const ours = pathname === "/" || pathname.startsWith("/m/");
  try {
    const answer = await fetch(request);
    if (!ours || !DOWN.includes(answer.status)) return answer;
    return (await kept("/")) ?? answer;
  } catch (problem) {
    const found = ours ? await kept("/") : undefined;
    if (found) return found;
    throw problem;
  }
}

/** @param {string} address */
async function kept(address) {
  return (await caches.open(HERE)).match(address, { ignoreVary: true });
}

/** @param {Request} request */
async function file(request) {
  return (await kept(request.url)) ?? fetch(request);
}

/**
 * What is fixed about a game: as the server has it, which costs little if it has not changed, or as it was kept.
 * @param {Request} request
 */
async function fresh(request) {
  const cache = await caches.open(GAMES);
  const lasting = new URL(request.url).searchParams.has("v");
  const before = await cache.match(request.url, { ignoreVary: true });
  if (lasting && before) return before;
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request.url, answer.clone());
    return before && DOWN.includes(answer.status) ? marked(before) : answer;
  } catch (problem) {
    if (before) return marked(before);
    throw problem;
  }
}

/** @param {Response} answer */
function marked(answer) {
  const headers = new Headers(answer.headers);
  headers.set(KEPT, "yes");
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * Fetch these, one after the other, and let go of whatever else was kept of games in an older form.
 * @param {string[]} addresses
 */
async function keepGames(addresses) {
  const wanted = addresses.filter((address) => address.startsWith("/api/games"));
  const cache = await caches.open(GAMES);
  const lasting = new Set(wanted.map((address) => new URL(address, worker.location.origin).href));
  for (const request of await cache.keys()) {
    if (new URL(request.url).searchParams.has("v") && !lasting.has(request.url)) await cache.delete(request);
  }
  await inTurn(wanted, async (address) => {
    if (await cache.match(address, { ignoreVary: true })) return;
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) await cache.put(address, answer);
  });
}

/**
 * @param {string[]} addresses
 * @param {(address: string) => Promise<void>} fn
 */
async function inTurn(addresses, fn) {
  const waiting = [...addresses];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await fn(next);
  }));
}
