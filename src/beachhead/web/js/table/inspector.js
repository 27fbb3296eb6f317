// @ts-check
/**
 * The inspector: what is in the space under the pointer, the keyboard's cursor or the finger, in a strip of its own under the map. All
 * units in the order in which they lie, what they add up to, what lies on them; one, some or all of them can be picked here. The strip
 * has its room whether anything is in it or not, so the map never moves for it, and it never lies over the map.
 */
import { designation, fieldsOf, isHidden, valuesText } from "../board/counters.js";
import { markersBySpace } from "../board/markers.js";
import { backOf, chipWords, chipsOf, propertiesOf, stackOrder, sums } from "../board/properties.js";
import { mayHide } from "../board/visibility.js";
import { h, on, put } from "../dom.js";
import { t } from "../texts.js";
import { carry } from "./carry.js";
import { sideColours, sideName } from "./names.js";
import { mini } from "./smallCounter.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {{side: string, units: string[], ordered: boolean, sums: [string, number][], covered: number}} Group */
/** @typedef {{space: string, title: string, facts: string[], held: string|null, markers: {name: string, says: string, count: number}[], groups: Group[], regions: string[]}} Contents */

/** The pointer has to rest so long on a space before the strip follows it: on its way to the strip it crosses others. */
const REST = 220;

/**
 * What is in a space, for whoever looks at this view.
 * @param {View} view
 * @param {import("../types.js").Drawing} drawing
 * @param {Theme} theme
 * @param {string} space
 * @returns {Contents}
 */
export function contentsOf(view, drawing, theme, space) {
  const found = drawing.spaces[space];
  const here = Object.keys(view.units).filter((unit) => view.units[unit].place === space);
  const order = stackOrder(view, space, here);
  const sides = Object.keys(theme.sides ?? {});
  const present = [...new Set(here.map((unit) => view.units[unit].side))].sort((a, b) => sides.indexOf(a) - sides.indexOf(b));
  const groups = present.map((side) => {
    const units = (order ?? here).filter((unit) => view.units[unit].side === side).reverse();
    /** @type {Map<string, number>} */
    const whole = new Map();
    for (const unit of units) for (const [field, n] of numbers(view.units[unit], theme)) whole.set(field, (whole.get(field) ?? 0) + n);
    return { side, units, ordered: Boolean(order) && units.length > 1, sums: [...whole].filter(([, n]) => n > 0), covered: units.filter((unit) => view.units[unit].back).length };
  });
  const terrain = theme.terrain?.[found?.terrain ?? ""]?.name ?? found?.terrain ?? "";
  const name = /** @type {any} */ (found)?.place ?? found?.title ?? "";
  const title = propertiesOf(drawing, theme).numbered ? [space, name].filter(Boolean).join(" ") : found?.title ?? space;
  const states = view[theme.regions?.from ?? ""] ?? {};
  const regions = Object.entries(/** @type {any} */ (drawing).regions ?? {}).filter(([, region]) => region.spaces.includes(space)).map(([id, region]) => {
    const state = theme.regions?.states?.[states[id]]?.name;
    return state ? `${region.title ?? id}: ${state}` : region.title ?? id;
  });
  return {
    space, regions, groups,
    title: title || space,
    facts: [title.includes(terrain) ? "" : terrain, ...(found?.facts ?? [])].filter(Boolean),
    held: theme.control ? view[theme.control.from]?.[space] ?? null : null,
    markers: (markersBySpace(view, drawing, theme).get(space) ?? []).map(({ marker, count }) => ({ name: marker.name, says: marker.says ?? "", count })),
  };
}

/**
 * @param {import("../types.js").Unit} unit
 * @param {Theme} theme
 * @returns {[string, number][]}
 */
function numbers(unit, theme) {
  if (unit.back) return [];
  return (fieldsOf(unit, theme) ?? []).flatMap(([field, value]) => {
    const n = Number(String(value).replace(/^\D+/, ""));
    return sums(theme, field) && String(value) !== "" && !Number.isNaN(n) ? [/** @type {[string, number]} */ ([field, n])] : [];
  });
}

/**
 * A unit of the strip in words: its name, or that of its back; marks and chips.
 * @param {string} id
 * @param {import("../types.js").Unit} unit
 * @param {Theme} theme
 */
export function heardOf(id, unit, theme) {
  const chips = chipsOf(unit, theme).map(chipWords);
  const marks = (unit.marks ?? []).map((mark) => theme.marks?.[mark]?.name ?? mark);
  const back = backOf(unit, theme);
  if (back) return [back.name, ...chips].join(", ");
  const steps = unit.full && unit.full > 1 && unit.steps !== undefined ? t("inspector.steps", { n: unit.steps, of: unit.full }) : "";
  return [designation(id, unit), theme.arms?.[unit.arm]?.name ?? unit.arm, valuesText(unit, theme), steps, ...chips, ...marks].filter(Boolean).join(", ");
}

/**
 * @param {Store} table
 * @param {Controller} control
 * @param {() => void} home where the keyboard came from
 */
export function createInspector(table, control, home) {
  const body = h("div", { class: "inspector-body" });
  const el = h("section", { class: "inspector", "aria-label": t("inspector.title"), tabindex: -1 }, body);
  /** @type {string|null} */
  let space = null;
  /** Whether clicks on units pick several. */
  let several = false;
  /** What is drawn now: as long as the same is to be seen, the elements stay, and a click finds what it was meant for. */
  let drawn = "";
  /** @type {any} */
  let timer = null;

  /** @param {string|null} wanted */
  function show(wanted) {
    if (wanted === space) return;
    space = wanted;
    several = false;
    draw();
  }

  function draw() {
    const { view } = table.shown;
    const theme = table.lore.theme ?? {};
    const open = space && table.covered === null && table.drawing.spaces[space] ? space : null;
    const found = open ? contentsOf(view, table.drawing, theme, open) : null;
    const now = JSON.stringify([found, found?.groups.flatMap((group) => group.units).map((unit) => [
      view.units[unit], table.picked.includes(unit), table.selection.unit === unit, control.options.ready.includes(unit),
    ]), several]);
    if (now === drawn) return;
    drawn = now;
    const focused = el.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key ?? "" : null;
    if (!found) {
      el.removeAttribute("data-space");
      el.removeAttribute("data-many");
      put(body, h("p", { class: "inspector-none muted" }, t("inspector.none")));
      return;
    }
    el.dataset.space = found.space;
    el.toggleAttribute("data-many", found.groups.reduce((sum, group) => sum + group.units.length, 0) > 1);
    put(body, facts(found), found.groups.map((group) => groupOf(group, theme)), found.groups.length ? null : h("p", { class: "inspector-none muted" }, t(mayHide(view, theme, table.seat) ? "inspector.unseen" : "inspector.empty")), pickers(found));
    if (focused) /** @type {HTMLElement|null} */ (body.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? body.querySelector("button"))?.focus();
  }

  /** @param {Contents} found */
  function facts(found) {
    const lines = [...found.facts, found.held ? t("inspector.held", { side: sideName(table, found.held) }) : "", ...found.regions].filter(Boolean);
    return h("div", { class: "inspector-space" }, h("p", { class: "inspector-title" }, found.title), lines.length ? h("p", { class: "inspector-facts muted" }, lines.join(", ")) : null,
      found.markers.length ? h("p", { class: "inspector-markers" }, found.markers.map(({ name, says, count }) => h("span", { class: "inspector-tag", title: says }, count > 1 ? t("inspector.times", { name, n: count }) : name))) : null);
  }

  /**
   * @param {Group} group
   * @param {Theme} theme
   */
  function groupOf(group, theme) {
    const { units } = table.shown.view;
    const added = group.sums.map(([field, n]) => t("inspector.sum", { name: theme.value_names?.[field]?.short ?? field, n }));
    const head = [t("inspector.count", { side: theme.sides?.[group.side]?.short ?? sideName(table, group.side), n: group.units.length }), ...(group.units.length > 1 ? added : [])].join(" · ");
    return h("div", { class: "inspector-group", vars: sideColours(table, group.side), role: "group", "aria-label": head },
      h("p", { class: "inspector-head", title: group.ordered ? theme.stacks?.says ?? "" : "" }, head),
      h("div", { class: "inspector-units" }, group.units.map((unit, index) => {
        const picked = table.picked.includes(unit);
        const label = group.ordered ? (index === 0 ? theme.stacks?.top || t("inspector.top") : String(index + 1)) : "";
        const made = /** @type {HTMLElement} */ (mini(table, unit, { onclick: () => {}, onpointerdown: (event) => carry(control, unit, event), label, chosen: picked || table.selection.unit === unit, key: `inspect ${unit}` }));
        made.setAttribute("aria-label", [heardOf(unit, units[unit], theme), label].filter(Boolean).join(", "));
        made.classList.toggle("picked", picked);
        made.classList.toggle("ready", control.options.ready.includes(unit));
        made.classList.toggle("hidden-unit", isHidden(units[unit], theme));
        made.onclick = (event) => choose(unit, event.shiftKey || several);
        return made;
      })));
  }

  /** @param {Contents} found */
  function pickers(found) {
    const ready = readyOf(found);
    if (ready.length < 2) return null;
    const all = ready.every((unit) => table.picked.includes(unit));
    return h("div", { class: "inspector-pick" },
      h("button", { class: "inspector-button", type: "button", "data-key": "several", "aria-pressed": String(several), title: t("inspector.severalSays"), onclick: () => {
        several = !several;
        draw();
      } }, t("inspector.several")),
      h("button", { class: "inspector-button", type: "button", "data-key": "all", "aria-pressed": String(all), onclick: () => (all ? table.select(null) : pick(ready)) }, t("inspector.all", { n: ready.length })));
  }

  /** @param {Contents} found */
  function readyOf(found) {
    const able = new Set(control.options.ready);
    const chosen = table.selection.unit;
    return found.groups.flatMap((group) => group.units).filter((unit) => able.has(unit) || unit === chosen || table.picked.includes(unit));
  }

  /**
   * One click is a click on the map; with Shift, or while several are picked, it picks one more.
   * @param {string} unit
   * @param {boolean} more
   */
  function choose(unit, more) {
    if (more) control.several.add([unit]);
    else {
      if (table.picked.length) table.pick([]);
      control.clicked("unit", unit);
    }
    draw();
  }

  /** @param {string[]} units */
  function pick(units) {
    control.several.add(units, "stack");
    draw();
  }

  function onward() {
    const { picked, selection } = table;
    if (!control.active || control.orders.running || picked.length === 0 || selection.picks.length > 0) return;
    const next = picked.find((unit) => control.options.ready.includes(unit));
    if (next) table.select(next);
  }

  /** @param {{unit?: string, space?: string}|null} what */
  function pointed(what) {
    stay();
    const place = what?.unit ? table.shown.view.units[what.unit]?.place : what?.space;
    if (!place || !table.drawing.spaces[place]) return;
    el.toggleAttribute("data-turning", true); // for whoever waits for it
    timer = setTimeout(() => {
      stay();
      show(place);
    }, REST);
  }

  /** The pointer has not come to another place. */
  function stay() {
    clearTimeout(timer);
    el.removeAttribute("data-turning");
  }

  table.on("hover", pointed);
  for (const kind of ["options", "picked", "cover", "seat"]) table.on(kind, draw);
  table.on("select", (/** @type {import("../types.js").Selection} */ selection) => {
    const place = selection.unit ? table.shown.view.units[selection.unit]?.place : null;
    if (place && table.drawing.spaces[place]) show(place);
    if (selection.picks.length === 0 && table.picked.length) table.pick([]);
    draw();
  });
  table.on("shown", () => {
    const { units } = table.shown.view;
    const left = table.picked.filter((unit) => units[unit] && (control.options.ready.includes(unit) || table.selection.unit === unit));
    if (left.length !== table.picked.length) table.pick(left.length > 1 ? left : []);
    if (table.selection.unit === null) onward();
    draw();
  });
  on(el, "keydown", (/** @type {KeyboardEvent} */ event) => {
    const buttons = /** @type {HTMLElement[]} */ ([...body.querySelectorAll("button")]);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step && at >= 0) buttons[(at + step + buttons.length) % buttons.length].focus();
    else if (event.key === "Escape" || event.key === "ArrowUp") {
      if (event.key === "Escape" && table.picked.length > 0) table.select(null);
      if (event.key === "Escape" && table.picked.length > 0) table.pick([]);
      home();
    }
    else if (event.key === "Enter" && event.shiftKey && at >= 0) buttons[at].dispatchEvent(new MouseEvent("click", { shiftKey: true, bubbles: true }));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  draw();

  return {
    el,
    show,
    /**
     * The keyboard comes to the strip.
     * @param {string|null} [wanted]
     */
    focus(wanted) {
      stay();
      if (wanted) show(wanted);
      const first = body.querySelector("button");
      if (first instanceof HTMLElement) first.focus();
      else el.focus();
    },
  };
}
