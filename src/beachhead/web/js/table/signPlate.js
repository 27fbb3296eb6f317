// @ts-check
/** A plate over the map for a state of affairs that nobody must overlook: its sign, its name and what it means. */
import { signOf } from "../board/properties.js";
import { MARKERS } from "../board/symbols.js";
import { h, put, s } from "../dom.js";

/** @param {import("../types.js").Store} table */
export function createSignPlate(table) {
  const el = h("p", { class: "sign-plate", hidden: true });
  function draw() {
    const found = table.covered === null ? signOf(table.shown.view, table.lore.theme) : undefined;
    el.hidden = !found;
    if (!found) return;
    const figure = MARKERS[found.sign] ?? MARKERS.disc;
    put(el, s("svg", { viewBox: "-13 -13 26 26", "aria-hidden": "true" }, s("path", { d: figure.fill ?? figure.line ?? "" })),
      h("b", null, found.name), found.says ? h("span", { class: "sign-says" }, found.says) : null);
    el.title = found.says ?? "";
  }
  for (const kind of ["shown", "seat", "cover"]) table.on(kind, draw);
  draw();
  return el;
}
