// @ts-check
/** A match in the page: sit down, fetch what is fixed, lay out the table, begin. */
import { h, on, put } from "../dom.js";
import { t } from "../texts.js";
import { createCards } from "./hoverCards.js";
import { createCombat } from "./combatPanel.js";
import { greet, isNewcomer } from "./greeting.js";
import { Controller } from "./controller.js";
import { createDialogs } from "./dialogs.js";
import { createAdvice } from "./advice.js";
import { createFocus } from "./focus.js";
import { createHandover } from "./handover.js";
import { createHint } from "./hint.js";
import { createInspector, heardOf } from "./inspector.js";
import { NoTable, Store } from "./store.js";
import { createKeys } from "./keys.js";
import { createLayout } from "./layout.js";
import { createLooks } from "./looks.js";
import { listenForPrint } from "./printing.js";
import { createSounds } from "./sounds.js";
import { silence, mountLive, announce } from "./announcer.js";
import { propertiesOf } from "../board/properties.js";
import { sideName } from "./names.js";
import { createNotices } from "./notices.js";
import { createNow } from "./decision.js";
import { createPlaybackBar } from "./playbackBar.js";
import { getSettings } from "./settings.js";
import { createSide } from "./panel.js";
import { showClosed, tellClosed } from "./status.js";
import { createSignPlate } from "./signPlate.js";
import { createTopbar } from "./topbar.js";
import { keepTokens } from "./tokens.js";
import { createTyped } from "./commandInput.js";

/**
 * @param {HTMLElement} root
 * @param {string} match
 * @param {string[]} tokens
 */
export async function showTable(root, match, tokens) {
  put(root, h("main", { class: "screen" }, h("div", { class: "screen-sign waves", "aria-hidden": "true" }, h("i"), h("i"), h("i")), h("p", { class: "muted" }, t("table.sitting"))));
  let found = tokens.length > 0 ? tokens : await keptTokens(match);
  if (found.length === 0) {
    showClosed(root, 4001);
    return;
  }
  if (found.some((token) => token.startsWith("seat-"))) {
    found = await (await import("../start/take.js")).takeSeats(root, match, found);
    keepTokens(match, found);
    put(root, h("main", { class: "screen" }, h("p", { class: "muted" }, t("table.sitting"))));
  }
  const board = import("../board/board.js");
  board.catch(() => {}); // told where it is awaited
  const table = new Store(match);
  try {
    await table.sit(found, await myName());
    [table.lore, table.drawing] = await Promise.all([fetchJson(`/api/games/${encodeURIComponent(table.meta.game)}?scenario=${encodeURIComponent(table.meta.scenario)}`), fetchBoard(table)]);
  } catch (problem) {
    if (!(problem instanceof NoTable)) console.error(problem);
    showClosed(root, problem instanceof NoTable ? problem.code : 0);
    return;
  }
  const newcomer = await isNewcomer(table);
  void remember(table);
  await layOut(root, table, board);
  void table.remind();
  if (newcomer) greet(table, root.querySelector(".side-main"));
}

/**
 * @param {HTMLElement} root
 * @param {Store} table
 * @param {Promise<any>} boardModule
 */
async function layOut(root, table, boardModule) {
  const control = new Controller(table);
  const hint = createHint(table, control);
  const now = createNow(table, control, hint.button);
  const combat = createCombat(table);
  const typed = createTyped(table, control);
  const side = createSide(table, { now: now.el, hint: hint.el, combat: combat.el, typed: typed.el, advice: createAdvice(table).el });
  /** @type {import("../types.js").Board|null} */
  let board = null;
  const openTyped = () => {
    side.el.classList.add("typing");
    if (side.el.dataset.height === "low") side.setHeight("half");
    typed.focus();
  };
  const dialogs = createDialogs(table, { replay: openReplay, truth: openTruth, typed: openTyped, board: () => board });
  const map = h("div", { class: "stage-map" });
  const corner = h("div", { class: "corner" });
  const foot = h("div", { class: ["foot", table.now.moment > 0 && "kept"] });
  const cards = createCards(table);
  const inspector = createInspector(table, control, () => map.focus());
  const bar = createPlaybackBar(table);
  /** @type {ReturnType<typeof createFocus>|null} */
  let focus = null;
  const top = createTopbar(table, { menu: dialogs.menu, help: dialogs.help });
  const page = h("div", { class: "table" },
    h("a", { class: "skip", href: "#prompt", onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      document.getElementById("prompt")?.focus();
    } }, t("table.skip")),
    top.el,
    h("main", { class: "stage", "aria-label": t("table.map") }, map, bar.el, corner, cards.el, inspector.el, foot),
    side.el);
  createLayout(table, page, side);
  createSounds(table);
  listenForPrint(table, () => side.shown);
  const handover = createHandover(table, page);
  put(root, page, handover.el);
  handover.draw();
  mountLive(root);
  createNotices(table, corner);

  createKeys(table, control, {
    press: now.press, help: dialogs.help, type: openTyped, duty: now.nextDuty,
    panel: () => {
      focus?.go();
      document.getElementById("prompt")?.focus({ preventScroll: true });
    },
    playback: bar.press,
    map: () => map.focus(),
    board: () => board,
    overlay: (key) => {
      if (key === "i") {
        inspector.focus(/** @type {any} */ (board)?.cursor);
        return true;
      }
      const { overlays = {}, known, secret } = table.lore.theme ?? {};
      const found = Object.entries({ ...overlays, ...(known ? { known } : {}), ...(secret ? { secret } : {}) }).find(([, one]) => one.key === key.toLowerCase());
      if (!found || (found[0] === "secret" && map.querySelector(".board-secret")?.hasAttribute("hidden"))) return false;
      board?.toggle?.(found[0]);
      return true;
    },
  });
  table.on("closed", (code) => tellClosed(code));
  table.on("cover", silence);
  on(window, "pagehide", () => table.leave());
  on(window, "pageshow", (/** @type {PageTransitionEvent} */ event) => {
    if (event.persisted) location.reload(); // back from elsewhere: the seats are taken anew, and what was hidden is hidden again
  });

  try {
    const { createBoard } = await boardModule;
    const made = createBoard(map, { drawing: table.drawing, theme: table.lore.theme, lore: table.lore, t });
    board = made;
    control.attach(made);
    createLooks(table, made);
    map.querySelector(".board-corner")?.append(createSignPlate(table));
    const { createTrails } = await import("../board/trails.js");
    bar.attach(made, createTrails);
    focus = createFocus(table, made, map);
    if (propertiesOf(table.drawing, table.lore.theme).opening === "land") made.land();
    else focus.open();
    for (const kind of ["cursor", "stack"]) made.on(kind, (/** @type {string} */ space) => (space in table.drawing.spaces ? inspector.show(space) : null));
    made.on("cursor", (/** @type {string} */ space) => announce(spaceWords(table, control, space)));
  } catch (problem) {
    console.error(problem);
    put(map, h("p", { class: "screen muted" }, t("table.noMap")));
  }

  const at = momentOf(location.search);
  if (at !== null && at <= table.now.moment) void table.showMoment(at).catch(() => {});

  /** @type {Promise<any>|null} */
  let replaying = null;
  function replay() {
    replaying ??= import("../replay/replay.js").then(({ createReplay }) => {
      const made = createReplay(table);
      foot.append(made.el);
      return made;
    }, (problem) => {
      console.warn(problem);
      replaying = null;
    });
    return replaying;
  }
  /** The replay is wanted: from the beginning if the game is over, at hand otherwise. */
  async function openReplay() {
    await replay();
    const play = foot.querySelector(".replay-play");
    if (!(play instanceof HTMLElement)) return;
    play.focus();
    if (!table.meta.ended && !table.now.view.result) return;
    await table.showMoment(0);
    if (play.querySelector(".sign-play")) play.click();
  }
  /** The finished match with the eyes of whoever knew everything. */
  async function openTruth() {
    await (await replay())?.lookAs(table.lore.theme.truth);
  }
  const later = /** @type {any} */ (window).requestIdleCallback ?? ((/** @type {() => void} */ fn) => setTimeout(fn, 300));
  later(() => {
    void replay();
    void import("../panels/card.js").catch(() => {}); // what a hover or a tab needs is there before the connection may break
    side.prepare();
  }, { timeout: 1500 }); // a busy machine may never be idle
  if (table.meta && /** @type {any} */ (table.meta).tour && table.lore.tour) void import("../tour/tour.js").then((module) => module.startTour(table), () => {});
}

/**
 * The moment that an address leads to. Links to moments carry no token: whoever opens one needs a seat of his own.
 * @param {string} search
 */
export function momentOf(search) {
  const at = new URLSearchParams(search).get("at");
  return at !== null && /^\d{1,7}$/.test(at) ? Number(at) : null;
}

/**
 * A space for the ear, as the keyboard's cursor comes to it.
 * @param {Store} table
 * @param {Controller} control
 * @param {string} space
 */
function spaceWords(table, control, space) {
  const found = table.drawing.spaces[space];
  const { units } = table.shown.view;
  const here = Object.keys(units).filter((unit) => units[unit].place === space);
  const goal = control.options.goals.find((one) => one.space === space);
  const target = control.options.targets.find((one) => here.includes(one.unit));
  return [
    found?.title ?? `${space} ${found?.terrain ?? ""}`,
    ...(found?.facts ?? []), heldBy(table, space),
    ...here.map((unit) => `${sideName(table, units[unit].side)} ${heardOf(unit, units[unit], table.lore.theme ?? {})}`),
    goal ? t("play.goalHere", { cost: control.goalLabel(goal) }) : "", target ? t("play.targetHere", { odds: control.targetLabel(target.unit) }) : "",
    here.some((unit) => control.options.ready.includes(unit)) ? t("play.readyHere") : "",
  ].filter(Boolean).join(", ");
}

/**
 * @param {Store} table
 * @param {string} space
 */
function heldBy(table, space) {
  const held = table.shown.view[table.lore.theme?.control?.from ?? ""]?.[space];
  return held ? t("know.held", { side: sideName(table, held) }) : "";
}

/** @param {string} address */
async function fetchJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/** @param {Store} table */
async function fetchBoard(table) {
  const answer = await fetch(table.meta.board, { headers: { Authorization: `Bearer ${table.here.token}` } });
  if (!answer.ok) throw new Error(`${table.meta.board}: ${answer.status}`);
  return answer.json();
}

/** @param {string} match */
async function keptTokens(match) {
  try {
    const { find } = await import("../start/savedMatches.js");
    const kept = find(match);
    const own = Object.values(kept?.tokens ?? {});
    return own.length > 0 ? own : kept?.spectator ? [kept.spectator] : [];
  } catch {
    return [];
  }
}

async function myName() {
  const { name } = getSettings();
  if (name) return name;
  try {
    return (await import("../start/savedMatches.js")).myName();
  } catch {
    return "";
  }
}

/**
 * Whoever came by a link finds the match again on the start page.
 * @param {Store} table
 */
async function remember(table) {
  try {
    const { keep } = await import("../start/savedMatches.js");
    const tokens = Object.fromEntries(table.seats.flatMap((seat) => (seat.id === null ? [] : [[seat.id, seat.token]])));
    const watching = table.seats.find((seat) => seat.side === null)?.token;
    (await import("../start/snapshots.js")).watchPosition(table);
    keep({ match: table.match, game: table.meta.game, scenario: table.meta.scenario, tokens, ...(watching ? { spectator: watching } : {}) });
  } catch {
    // the link remains
  }
}
