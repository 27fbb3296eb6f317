// @ts-check
/** Telling the player: what happened for the ear, whose move it is in the tab's title, a notice of the browser if allowed, toasts. */
import { asset } from "../assets.js";
import { h, on, put } from "../dom.js";
import { t } from "../texts.js";
import { announce } from "./announcer.js";
import { caseChip, plainWords, sideWords, withPlaces } from "./names.js";
import { total } from "./offers.js";
import { getSettings } from "./settings.js";
import { promptOf } from "./status.js";

/** @typedef {import("../types.js").Store} Store */

/** Whether an event says why a step is over, or nobody is asked in it. @param {import("../types.js").GameEvent} event */
const saysWhy = (event) => event.kind === "skipped" || (event.kind === "forced" && "step" in event.data);

/**
 * Whether something in the panel can be seen: the panel may be scrolled, or drawn down to its handle.
 * @param {Element|null} el
 */
function isInSight(el) {
  const box = el?.getBoundingClientRect();
  const frame = el?.closest(".side")?.getBoundingClientRect();
  return Boolean(box && frame && box.height > 0 && box.top >= frame.top && box.bottom <= Math.min(frame.bottom, innerHeight));
}

/**
 * @param {Store} table
 * @param {HTMLElement} corner where toasts appear
 */
export function createNotices(table, corner) {
  let told = table.now.moment;
  let asked = "";
  /** @type {Notification|null} */
  let notice = null;

  function title() {
    const name = table.lore.title.split(":")[0];
    const over = table.meta.ended || table.now.view.result;
    const mine = table.deciding && !over;
    document.title = mine && document.hidden ? t("table.titleMove", { game: name }) : mine ? t("table.titleHere", { game: name }) : name;
  }

  /** What has happened since the last time, then what is asked. */
  function news() {
    if (table.covered !== null || !table.shown.live) return;
    const until = table.playing ? table.shown.moment : table.now.moment;
    if (table.now.moment < told) announce(t("table.takenBack"));
    const fresh = (table.history?.range(told + 1, until) ?? []).flatMap((moment) => moment.events).filter((event) => event.kind !== "forced" || saysWhy(event));
    told = table.playing ? Math.max(told, until) : until;
    for (const event of fresh.slice(-8)) announce(plainWords(table, event.text));
    if (table.playing) return; // what is asked is said when everything has been shown
    const { decision } = table.now.view;
    const prompt = `${table.seat} ${decision.side} ${promptOf(table, decision)}`;
    if (prompt !== asked) {
      asked = prompt;
      if (table.passing) return; // nothing is asked
      if (table.deciding) announce(t("play.promptHeard", { prompt: plainWords(table, decision.prompt), n: total(table.now.offers) }));
      else announce(t("play.othersHeard", { ...sideWords(table, decision.side), prompt: plainWords(table, promptOf(table, decision)) }));
    }
  }

  /** @type {string|null} */
  let before = null;
  function call() {
    const deciding = table.deciding ? table.now.view.decision.side : null;
    const turned = deciding !== null && before !== deciding;
    before = deciding;
    title();
    if (!turned || !document.hidden || !getSettings().notices || typeof Notification === "undefined" || Notification.permission !== "granted") return;
    try {
      notice?.close();
      notice = new Notification(t("table.titleMove", { game: table.lore.title.split(":")[0] }), { body: plainWords(table, table.now.view.decision.prompt), tag: `beachhead-${table.match}`, icon: asset("icon.svg") });
      notice.onclick = () => {
        focus();
        notice?.close();
      };
    } catch {
      // some browsers allow notices only to workers
    }
  }

  /** The phase in which this player acted. */
  let acting = { phase: "", step: "", moment: 0 };
  table.on("acting", () => (acting = { phase: table.now.view.phase, step: table.now.view.decision.step, moment: table.now.moment }));

  /** A phase that ends without having been ended: why, as whoever acted would have gone on. */
  function ended() {
    if (!table.now.view.phase || acting.phase === table.now.view.phase || table.covered !== null) return;
    const told = (table.history?.range(acting.moment + 1, table.now.moment) ?? []).filter((moment) => moment.side === table.seat).flatMap((moment) => moment.events).filter(saysWhy);
    const why = told.find((event) => event.data.step === acting.step) ?? told[0];
    if (why) toast(why.text, { case: why.case });
  }
  table.on("acted", (text) => (text === "done" ? undefined : ended()));

  /** @type {any} */
  let fading = null;
  /**
   * A short note near the map.
   * @param {string} text
   * @param {{case?: string, bad?: boolean}} [how]
   */
  function toast(text, how = {}) {
    clearTimeout(fading);
    put(corner, h("div", { class: ["toast", how.bad && "bad"] }, h("span", null, withPlaces(table, text)), " ", caseChip(table, how.case)));
    fading = setTimeout(() => put(corner), how.bad || how.case ? 7000 : 3500);
  }

  table.on("update", () => {
    news();
    call();
  });
  table.on("shown", title);
  table.on("meta", title);
  table.on("reason", (reason) => {
    if (reason && !isInSight(document.querySelector(".now .reason"))) toast(reason.text, { case: reason.case, bad: reason.tone !== "info" });
    else if (corner.querySelector(".bad")) put(corner);
  });
  table.on("shown", () => {
    if (corner.querySelector(".bad")) put(corner);
  });
  table.on("notice", (kind, params) => {
    const text = t(`table.notice.${kind}`, { ...params, ...sideWords(table, params?.side) });
    toast(text);
    announce(text);
  });
  table.on("connection", (state) => {
    const text = t(`table.connection.${state}`);
    if (state === "offline") toast(text, { bad: true });
    else put(corner);
    announce(text);
  });
  table.on("cover", () => {
    put(corner);
    asked = "";
    told = table.now.moment;
  });
  table.on("seat", () => {
    asked = "";
    told = table.now.moment;
  });
  on(document, "visibilitychange", () => {
    title();
    if (!document.hidden) {
      notice?.close();
      table.hurry();
    }
  });
  on(window, "online", () => table.hurry());
  title();
  setTimeout(news, 400);
  return { toast };
}
