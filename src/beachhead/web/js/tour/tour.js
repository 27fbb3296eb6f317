// @ts-check
/** The tour: ten steps beside a real match. It points, waits for what it asks for or does it, and explains only the position that is there. */
import { dialog, h, on, put } from "../dom.js";
import { create } from "../start/create.js";
import { note, recall } from "../start/savedMatches.js";
import { actionWords, plainWords, sideWords } from "../table/names.js";
import { t } from "../texts.js";
import { UNDO, actionOf, fulfilled, isOffered, taskOf } from "./tasks.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../theme.js").TourStep} Step */

/** The parts of the page that a step can point at. @type {Record<string, string>} */
const ANCHORS = { prompt: "section.now", actions: "section.now .buttons", undo: '[data-key="undo"]', duties: ".duties", combat: ".combat", panel: ".tab-box", replay: ".replay" };
const SMALL = matchMedia("(max-width: 820px)");
/** Where a new match of the tour finds the step it is to be brought to. */
const WANTED = "beachhead.tour.wanted";
let begun = false;

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
  const [stored, finished = 0] = (recall(place) || "0").split(" ").map(Number);
  let number = Math.min(stored || 0, steps.length - 1);
  if (begun) number = 0;
  if (!steps.length || number < 0) return;
  /** How many tasks of the step are done. */
  let done = begun ? 0 : finished;
  begun = true;
  /** The last step that was shown: those before it are over. */
  let furthest = number;
  /** Whether the tour itself is at work: what is pressed meanwhile counts for nothing. */
  let running = false;
  /** Whether somebody is pressing a button of the card: then it stays where it is, or the click would miss. */
  let pressed = false;
  let before = { step: "", moment: 0, mine: true };
  /** How far each step has come that was left by Back or Next: whoever comes back to it goes on from there. @type {Map<number, {done: number, before: typeof before}>} */
  const left = new Map();
  /** Whether any step has been shown. */
  let shown = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  const ring = h("div", { class: "tour-ring", hidden: true, "aria-hidden": "true" });
  const title = h("h2", { id: "tour-title", tabindex: -1 });
  const text = h("p", { class: "tour-text" });
  const other = h("p", { class: "tour-other", hidden: true });
  const count = h("span", { class: "tour-count muted" });
  const tasks = h("ul", { class: "tour-tasks" });
  const back = h("button", { type: "button", class: "button quiet", onclick: () => show(number - 1, true) }, t("tour.back"));
  const help = h("button", { type: "button", class: "button", onclick: () => void doIt() }, t("tour.doIt"));
  const right = h("button", { type: "button", class: "button primary", hidden: true, onclick: () => void setRight() }, t("tour.setRight"));
  const next = h("button", { type: "button", class: "button primary", onclick: () => {
    if (next.ariaDisabled !== "true") void onward(); // otherwise the step has just come, under the pointer
  } });
  const el = h("div", { class: "tour", role: "dialog", "aria-labelledby": "tour-title" },
    h("div", { class: "tour-head" }, count, h("button", { type: "button", class: "icon-button", "aria-label": t("tour.leave"), title: t("tour.leave"), onclick: () => end() }, "✕")),
    h("div", { role: "status" }, title, text, other, tasks),
    h("div", { class: "tour-foot" }, back, help, right, next));

  /** @param {Step} step */
  const awaited = (step) => step.await.map(taskOf);

  function mark() {
    before = { step: table.now.view.decision.step, moment: table.now.moment, mine: table.deciding };
  }

  /**
   * @param {number} to
   * @param {boolean} [focus]
   */
  function show(to, focus = false) {
    clearTimeout(timer);
    if (shown) left.set(number, { done, before });
    number = Math.min(Math.max(0, to), steps.length - 1);
    furthest = Math.max(furthest, number);
    const step = steps[number];
    const known = left.get(number);
    if (known) ({ done, before } = known);
    else {
      if (el.isConnected && shown) done = 0;
      mark();
    }
    shown = true;
    remember();
    count.textContent = t("tour.count", { n: number + 1, of: steps.length });
    title.textContent = step.title;
    text.textContent = plainWords(table, step.text);
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
    delete el.dataset.placed;
    draw();
    makeRoom();
    table.point({ spaces, units, hold: true, ...(tab === "rules" && rule ? { case: rule } : {}) });
    setTimeout(() => {
      const target = anchored();
      if (anchor === "prompt") target?.parentElement?.scrollTo({ top: 0 });
      else target?.scrollIntoView({ block: "nearest" });
      encircle();
      settle();
      el.dataset.placed = String(number + 1); // it stands where it will stay
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

  function remember() {
    note(place, `${number} ${done}`);
  }

  /** Tick off what has been done; when all of a step is done the next one comes by itself. */
  function advance() {
    const list = awaited(steps[number]);
    if (!before.mine && table.deciding && list[done]?.at) mark(); // it was the other side's decision when this was first asked for
    const was = done;
    while (done < list.length && fulfilled(list[done], table, before)) {
      done++;
      mark();
    }
    if (done > was) remember();
    if (done > was && done === list.length && number + 1 < steps.length && !running) {
      clearTimeout(timer);
      timer = setTimeout(() => void onward(true), 900);
    }
  }

  /** Whether the position is not the one that this step explains, so that its tasks cannot be done. Nothing is said of steps that are over. */
  function isOff() {
    const list = awaited(steps[number]);
    if (running || number < furthest || !table.ready || table.busy || !table.shown.live) return false;
    if (done < list.length) return !isOffered(list[done], table);
    return list.length === 0 && Boolean(steps[number].at) && table.now.view.decision.step !== steps[number].at;
  }

  function draw() {
    const list = awaited(steps[number]);
    const off = isOff();
    el.dataset.at = table.now.view.decision.step;
    put(tasks, list.map((task, i) => h("li", { "data-state": i < done ? "done" : i === done ? "next" : "later" }, i < done ? "✓ " : "○ ", words(task))));
    tasks.hidden = !list.length;
    const waiting = running && !table.deciding && !table.now.view.result;
    other.textContent = off ? t("tour.other") : waiting ? t("tour.waiting", sideWords(table, table.now.view.decision.side)) : "";
    const grown = other.hidden === Boolean(other.textContent);
    other.hidden = !other.textContent;
    right.hidden = !off;
    help.hidden = off || done >= list.length;
    help.disabled = running || table.busy || (!table.ready && list[done]?.act !== UNDO);
    next.disabled = off;
    back.disabled = running || number === 0; // one thing after the other: what the tour is doing belongs to this step
    next.classList.toggle("primary", !off && done >= list.length);
    help.classList.toggle("primary", list.length > done);
    encircle();
    if (grown) settle();
  }

  /**
   * A task in the words of its button.
   * @param {{act: string, at?: string}} task
   */
  function words(task) {
    if (task.act === UNDO) return t("tour.undo");
    const action = actionOf(task.act, table);
    return (task.at && action?.kinds.length === 0 && table.lore.theme.done[task.at]) || (action ? actionWords(table, action) : task.act);
  }

  /**
   * Wait until something is so; looked at whenever the table has changed.
   * @param {() => boolean} so
   */
  function until(so) {
    return new Promise((/** @type {(value?: any) => void} */ resolve) => {
      if (so() || !el.isConnected) return resolve();
      const look = () => {
        if (!so() && el.isConnected) return;
        for (const stop of stops) stop();
        clearInterval(often);
        resolve();
      };
      const stops = ["update", "shown", "busy", "options", "meta"].map((kind) => table.on(kind, () => queueMicrotask(look)));
      const often = setInterval(look, 200); // what is being shown ends without a word
    });
  }

  /** Whether it is the player's turn, or will never be again. */
  const isSettled = () => (table.ready && !table.busy) || Boolean(table.now.view.result) || Boolean(table.meta.ended);

  /** The player's turn, without waiting for what is only shown. */
  async function settled() {
    if (table.playing) table.skip();
    await until(isSettled);
  }

  /** @param {{act: string}} task */
  const perform = (task) => (task.act === UNDO ? table.undo() : table.act(task.act));

  /** Do what is left of the step. Returns whether all of it is done. */
  async function finish() {
    const list = awaited(steps[number]);
    for (let tries = 0; done < list.length && tries < 3 * list.length; tries += 1) {
      await settled();
      advance();
      if (done >= list.length || !el.isConnected) break;
      const found = isOffered(list[done], table) ? await perform(list[done]) : { ok: false, kind: "refused" };
      if (!found.ok && found.kind !== "stale") return false;
      await until(() => !table.busy);
      advance();
    }
    return done >= list.length;
  }

  /**
   * On to the next step: what this one asks for is done first, and the next is shown when it is the player's turn.
   * @param {boolean} [byItself]
   */
  async function onward(byItself = false) {
    if (running) return;
    clearTimeout(timer);
    const from = number;
    running = true;
    draw();
    const fine = await finish();
    if (fine && number + 1 < steps.length) await settled();
    running = false;
    if (!el.isConnected || number !== from) return;
    if (!fine) draw();
    else if (number + 1 >= steps.length) end();
    else {
      if (byItself) {
        next.ariaDisabled = "true";
        setTimeout(() => (next.ariaDisabled = null), 800);
      }
      show(number + 1, !byItself);
    }
  }

  async function doIt() {
    const task = awaited(steps[number])[done];
    if (!task || running) return;
    await settled();
    const found = await perform(task);
    if (!found.ok && found.kind !== "stale") draw();
  }

  /** A new match of the tour, brought to this step. */
  async function setRight() {
    note(WANTED, String(number), () => sessionStorage);
    try {
      await create(table.lore, { tour: true, scenario: table.meta.scenario });
    } catch (problem) {
      other.textContent = String(/** @type {Error} */ (problem).message);
    }
  }

  /**
   * Do what all steps before one ask for, and begin there.
   * @param {number} wanted
   */
  async function catchUp(wanted) {
    running = true;
    other.hidden = false;
    other.textContent = t("tour.setting");
    for (number = 0; number < wanted; number += 1) {
      done = 0;
      mark();
      if (!(await finish())) break;
    }
    await settled();
    running = false;
    if (number === wanted) done = 0;
    if (el.isConnected) show(number, true);
  }

  function released() {
    if (!pressed) return;
    setTimeout(() => {
      pressed = false; // after the click that comes of it
      if (el.isConnected) settle();
    });
  }

  function changed() {
    if (steps[number] && !running) {
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

  const offs = [table.on("update", changed), table.on("shown", changed), table.on("acted", changed), table.on("options", draw), table.on("busy", draw)];
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
  const wanted = Number(recall(WANTED, () => sessionStorage)) || 0;
  note(WANTED, "", () => sessionStorage);
  if (wanted > 0 && wanted < steps.length && table.now.moment === 0) void catchUp(wanted);
  else show(number, true);
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
    await create(table.lore, { tour: true, scenario: table.meta.scenario });
  } catch (problem) {
    dialog(t("tour.title"), h("p", { role: "alert" }, String(/** @type {Error} */ (problem).message)), { close: t("tour.stay") });
  }
}
