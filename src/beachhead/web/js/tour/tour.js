// @ts-check
/** The tour: ten steps beside a real match. It points, waits for what it asks for, and never stands in the way. */
import { dialog, h, on, put } from "../dom.js";
import { create } from "../start/create.js";
import { note, recall } from "../start/savedMatches.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {{id: string, title: string, text: string, await?: string[], point?: {anchor?: string, tab?: string, spaces?: string[], units?: string[], case?: string}}} Step */

/** The parts of the page that a step can point at. @type {Record<string, string>} */
const ANCHORS = { prompt: "section.now", actions: "section.now .buttons", undo: '[data-key="undo"]', duties: ".duties", combat: ".combat", panel: ".tab-box", replay: ".replay" };
const SMALL = matchMedia("(max-width: 820px)");
let begun = false;

/**
 * Whether an awaited action has been carried out: as it was sent, or read from the position, however the player did it, by click, key or text.
 * @param {string} text
 * @param {Store} table
 * @param {{step: string, moment: number}} before the decision and the moment when it was first asked for
 */
export function fulfilled(text, table, before) {
  const { view, moment } = table.now;
  const [verb] = text.split(" ", 1);
  const rest = text.slice(verb.length + 1);
  const combat = view.combat ?? {};
  if (text === "undo") return moment < before.moment;
  if (text === "done") return view.decision.step !== before.step;
  if (table.acted?.some((one) => one.text === text && one.moment > before.moment)) return true;
  if (rest === "") return moment > before.moment && table.deciding && !table.now.offers.some((offer) => offer.verb === verb);
  // names may hold blanks: the unit is the longest one that the rest begins with
  const first = Object.keys(view.units).filter((id) => rest === id || rest.startsWith(`${id} `)).sort((a, b) => b.length - a.length)[0] ?? rest.split(" ", 1)[0];
  const second = rest.slice(first.length + 1) || undefined;
  if (verb === "attack") return Boolean(combat.attackers?.includes(first));
  if (verb === "barrage") return Boolean(combat.barrage?.includes(first));
  if (verb === "support") return Number(combat.support) > 0;
  if (Object.entries(view.targets ?? {}).some(([space, units]) => units.includes(first) && (second === undefined || second === space))) return true;
  return second !== undefined && view.units[first]?.place === second;
}

/**
 * Begin, or go on after the page was loaded again. In any other match the tour is offered as a match of its own.
 * @param {Store} table
 */
export function startTour(table) {
  if (!(/** @type {any} */ (table.meta).tour)) {
    void elsewhere(table);
    return;
  }
  document.querySelector(".tour")?.dispatchEvent(new Event("leave"));
  /** @type {Step[]} */
  const steps = table.lore.tour?.steps ?? [];
  const place = `beachhead.tour.${table.meta.match}`;
  let number = Math.min(Number(recall(place)) || 0, steps.length - 1);
  if (begun) number = 0;
  begun = true;
  if (!steps.length || number < 0) return;
  let done = 0;
  /** Whether somebody is pressing a button of the card: then it stays where it is, or the click would miss. */
  let pressed = false;
  let before = { step: "", moment: 0, mine: true };
  /** How far each step has come that was left by Back or Next: whoever comes back to it goes on from there. @type {Map<number, {done: number, before: typeof before, began: string}>} */
  const left = new Map();
  /** The decision under way when the step was first shown. */
  let began = "";
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  const ring = h("div", { class: "tour-ring", hidden: true, "aria-hidden": "true" });
  const title = h("h2", { id: "tour-title", tabindex: -1 });
  const text = h("p", { class: "tour-text" });
  const count = h("span", { class: "tour-count muted" });
  const tasks = h("ul", { class: "tour-tasks" });
  const back = h("button", { type: "button", class: "button quiet", onclick: () => show(number - 1, true) }, t("tour.back"));
  const help = h("button", { type: "button", class: "button", onclick: () => void doIt() }, t("tour.doIt"));
  const next = h("button", { type: "button", class: "button primary", onclick: () => {
    if (next.ariaDisabled === "true") return; // the step has just come by itself, under the pointer
    if (number + 1 < steps.length) show(number + 1, true);
    else end();
  } });
  const el = h("div", { class: "tour", role: "dialog", "aria-labelledby": "tour-title" },
    h("div", { class: "tour-head" }, count, h("button", { type: "button", class: "icon-button", "aria-label": t("tour.leave"), title: t("tour.leave"), onclick: () => end() }, "✕")),
    h("div", { role: "status" }, title, text, tasks),
    h("div", { class: "tour-foot" }, back, help, next));

  /** @param {Step} step */
  const awaited = (step) => step.await ?? [];

  function mark() {
    before = { step: table.now.view.decision.step, moment: table.now.moment, mine: table.deciding };
  }

  /**
   * @param {number} to
   * @param {boolean} [focus]
   */
  function show(to, focus = false) {
    clearTimeout(timer);
    if (el.isConnected && began) left.set(number, { done, before, began });
    number = Math.min(Math.max(0, to), steps.length - 1);
    note(place, String(number));
    const step = steps[number];
    const known = left.get(number);
    if (known) ({ done, before, began } = known);
    else {
      done = 0;
      mark();
      began = before.step;
    }
    count.textContent = t("tour.count", { n: number + 1, of: steps.length });
    title.textContent = step.title;
    text.textContent = step.text;
    back.disabled = number === 0;
    next.textContent = t(number + 1 < steps.length ? "tour.next" : "tour.finish");
    point(step);
    advance();
    draw();
    if (focus) title.focus({ preventScroll: true });
  }

  /** @param {Step} step */
  function point(step) {
    const { anchor, tab, spaces, units, case: rule } = step.point ?? {};
    if (tab !== "rules" && tab) document.getElementById(`tab-${tab}`)?.click();
    lowerSheet(anchor === "map");
    draw();
    makeRoom();
    table.point({ spaces, units, hold: true, ...(tab === "rules" && rule ? { case: rule } : {}) });
    setTimeout(() => {
      const target = anchored();
      if (anchor === "prompt") target?.parentElement?.scrollTo({ top: 0 });
      else target?.scrollIntoView({ block: "nearest" });
      encircle();
      settle();
    }, 350);
  }

  /**
   * On a phone the panel is a sheet over the map: out of the way when the map matters.
   * @param {boolean} low
   */
  function lowerSheet(low) {
    const sheet = /** @type {HTMLElement|null} */ (document.querySelector(".side"));
    if (!sheet || !SMALL.matches) return;
    sheet.dataset.height = low ? "low" : "half";
    table.emit("resized");
  }

  /** On a phone the card lies over the map's upper part: what is pointed at is shown below it. */
  function makeRoom() {
    const map = /** @type {HTMLElement|null} */ (document.querySelector(".stage-map"));
    const hidden = SMALL.matches && el.isConnected && map ? el.getBoundingClientRect().bottom - map.getBoundingClientRect().top : 0;
    map?.style.setProperty("--hidden-top", `${Math.max(0, Math.round(hidden))}px`);
  }

  const anchored = () => document.querySelector(ANCHORS[steps[number].point?.anchor ?? ""] ?? "#no-anchor");

  /** Stand in the corner of the map where least is hidden of what matters. */
  function settle() {
    if (pressed) return;
    const stage = document.querySelector(".stage")?.getBoundingClientRect();
    if (!stage || SMALL.matches) return el.removeAttribute("data-corner");
    const { units = [], spaces = [] } = steps[number].point ?? {};
    const boxes = [
      ...units.map((unit) => document.querySelector(`[data-unit="${CSS.escape(unit)}"]`)?.getBoundingClientRect()),
      ...spaces.map((space) => boxOf(table, space)),
    ].filter((box) => box !== undefined);
    const bar = document.querySelector(".replay")?.getBoundingClientRect();
    const floor = bar?.height ? bar.top : stage.bottom;
    const { width, height } = el.getBoundingClientRect();
    const stood = el.dataset.corner; // where it stands is where the pointer is: it moves only for good reason
    let best = Infinity;
    for (const [corner, left, top] of /** @type {[string, number, number][]} */ ([
      ["high left", stage.left + 16, stage.top + 16],
      ["low left", stage.left + 16, floor - height - 16],
      ["low right", stage.right - width - 72, floor - height - 16],
      ["high right", stage.right - width - 72, stage.top + 16],
    ])) {
      const hidden = boxes.filter((box) => box.right > left - 24 && box.left < left + width + 24 && box.bottom > top - 24 && box.top < top + height + 24).length;
      const cost = hidden * 4 + (corner.endsWith("right") ? 1 : 0) - (corner === stood ? 2 : 0);
      if (cost >= best) continue;
      best = cost;
      el.dataset.corner = corner;
      el.style.setProperty("left", `${left}px`);
      el.style.setProperty("top", `${Math.max(stage.top + 8, top)}px`);
    }
  }

  function encircle() {
    const target = anchored();
    const box = target?.getBoundingClientRect();
    const frame = (target?.closest(".side-scroll") ?? document.documentElement).getBoundingClientRect();
    const top = Math.max(box?.top ?? 0, frame.top, 0) - 3;
    const bottom = Math.min(box?.bottom ?? 0, frame.bottom, innerHeight) + 3;
    ring.hidden = !box || !box.width || bottom - top < 20;
    if (!box || ring.hidden) return;
    for (const [key, value] of Object.entries({ left: Math.max(0, box.left - 3), top, width: Math.min(box.right + 3, innerWidth) - Math.max(0, box.left - 3), height: bottom - top })) ring.style.setProperty(key, `${value}px`);
  }

  /** Tick off what has been done; when all of a step is done the next one comes by itself. */
  function advance() {
    const list = awaited(steps[number]);
    if (!before.mine && table.deciding && list[done] === "done") mark(); // it was the other side's decision when this was first asked for
    const was = done;
    while (done < list.length && fulfilled(list[done], table, before)) {
      done++;
      mark();
    }
    if (done > was && done === list.length && number + 1 < steps.length) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        next.ariaDisabled = "true";
        setTimeout(() => (next.ariaDisabled = null), 800);
        show(number + 1);
      }, 900);
    }
  }

  function draw() {
    const list = awaited(steps[number]);
    put(tasks, list.map((task, i) => h("li", { "data-state": i < done ? "done" : i === done ? "next" : "later" }, i < done ? "✓ " : "○ ", task === "undo" ? t("tour.undo") : task === "done" ? doneWords(list[i - 1]) : task)));
    tasks.hidden = !list.length;
    help.hidden = done >= list.length;
    help.disabled = table.busy || (!table.deciding && list[done] !== "undo");
    next.classList.toggle("primary", !list.length || done >= list.length);
    help.classList.toggle("primary", list.length > done);
    encircle();
  }

  /**
   * What ends the naming that comes before it, or else the decision under way when the step came.
   * @param {string|undefined} after
   */
  function doneWords(after) {
    const words = table.lore.theme?.done ?? {};
    const named = words[after?.split(" ", 1)[0] ?? ""] ?? words[began];
    return named ? `done: ${named}` : table.drawing?.kind === "hexes" ? t("tour.done") : "done";
  }

  async function doIt() {
    const task = awaited(steps[number])[done];
    if (!task) return;
    const found = await (task === "undo" ? table.undo() : table.act(task));
    if (!found.ok && found.kind !== "stale") text.textContent = t("tour.other");
  }

  function released() {
    if (!pressed) return;
    setTimeout(() => {
      pressed = false; // after the click that comes of it
      if (el.isConnected) settle();
    });
  }

  function changed() {
    if (steps[number]) {
      advance();
      draw();
    }
  }

  function end() {
    clearTimeout(timer);
    clearInterval(watch);
    note(place, "-1");
    for (const off of offs) off();
    table.point({ hold: false });
    el.remove();
    ring.remove();
    makeRoom();
  }

  const offs = [table.on("update", changed), table.on("shown", changed), table.on("acted", changed), table.on("busy", draw)];
  offs.push(on(window, "resize", () => (encircle(), settle())));
  const watch = setInterval(encircle, 500);
  el.addEventListener("keydown", (event) => {
    if (event.key === "Escape") end();
    event.stopPropagation();
  });
  el.addEventListener("pointerdown", () => (pressed = true));
  offs.push(on(window, "pointerup", released), on(window, "pointercancel", released));
  el.addEventListener("leave", end);
  document.body.append(ring, el);
  show(number, true);
}

/**
 * Where a space of the map is on the screen.
 * @param {Store} table
 * @param {string} space
 */
function boxOf(table, space) {
  const at = table.drawing?.spaces[space];
  const matrix = /** @type {SVGSVGElement|null} */ (document.querySelector("svg.board-svg"))?.getScreenCTM();
  if (!at || !matrix) return undefined;
  const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(matrix);
  const half = (table.drawing.unit * matrix.a) / 2;
  return new DOMRect(x - half, y - half, 2 * half, 2 * half);
}

/** @param {Store} table */
async function elsewhere(table) {
  const asked = dialog(t("tour.title"), h("p", null, t("tour.elsewhere")), { close: t("tour.stay"), buttons: [{ label: t("tour.stay"), value: "" }, { label: t("tour.begin"), value: "go", kind: "primary" }] });
  if ((await asked.done) !== "go") return;
  try {
    await create(table.lore, { tour: true });
  } catch (problem) {
    dialog(t("tour.title"), h("p", { role: "alert" }, String(/** @type {Error} */ (problem).message)), { close: t("tour.stay") });
  }
}
