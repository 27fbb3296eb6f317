import assert from "node:assert/strict";
import { test } from "node:test";
import { cellState, digitOf } from "../../src/beachhead/web/js/board/boxes.js";
import { HALF, designation, fitted, valueLines, valuesText } from "../../src/beachhead/web/js/board/counters.js";
import { Cells, classes, cornersOf, follow, has, pathOf, prepare } from "../../src/beachhead/web/js/board/drawing.js";
import { along } from "../../src/beachhead/web/js/board/motion.js";
import { arrange, fan } from "../../src/beachhead/web/js/board/stacks.js";
import { markersBySpace, markersChanged, placesOf } from "../../src/beachhead/web/js/board/markers.js";
import { freeCorner } from "../../src/beachhead/web/js/board/minimap.js";
import { legendLines, outlineOf } from "../../src/beachhead/web/js/board/overlays.js";
import { backOf, chipWords, chipsOf, propertiesOf, stackOrder } from "../../src/beachhead/web/js/board/properties.js";
import { SYMBOLS, circle, pips, shift, symbol } from "../../src/beachhead/web/js/board/symbols.js";
import { contentsOf, heardOf } from "../../src/beachhead/web/js/table/inspector.js";

const THEME = {
  sides: { us: { palette: "olive" }, jp: { palette: "brick" } },
  places: { pool: { box: "pool" }, absent: { rest: true } },
  terrain: { clear: { name: "open ground" } },
  values: { default: { lines: [[0, 1, 2]] }, artillery: { lines: [[0, 1, 2], [3, 4]] } },
};
const hexes = () => ({
  kind: "hexes", width: 300, height: 300, unit: 60, cell: "m0-34l30 17 0 34-30 17-30-17 0-34z", layers: [], labels: [],
  spaces: { "0101": { x: 60, y: 100, terrain: "clear" }, "0102": { x: 120, y: 100, terrain: "clear", facts: ["beach"] }, "0201": { x: 90, y: 48, sea: true }, "0301": { x: 60, y: 204, title: "Far" } },
  boxes: [{ id: "pool", kind: "hold", place: "pool", x: 0, y: 220, width: 280, height: 80 }],
});
const unit = (place, values = "5-4-8", side = "us") => ({ side, arm: "infantry", values, place, marks: [] });

test("what the wire leaves out is filled in", () => {
  const drawing = prepare(hexes(), THEME);
  assert.deepEqual(drawing.spaces["0101"].near, ["0102", "0201"]);
  assert.equal(drawing.spaces["0101"].d, "M60 100m0-34l30 17 0 34-30 17-30-17 0-34z");
  assert.equal(drawing.spaces["0101"].title, "0101 open ground");
  assert.equal(drawing.spaces["0201"].terrain, "sea");
  assert.deepEqual([drawing.spaces["0301"].title, drawing.spaces["0301"].near], ["Far", []]);
  assert.deepEqual(prepare(drawing, THEME), drawing);
});

test("a point finds its hex, or none", () => {
  const cells = new Cells(prepare(hexes(), THEME));
  assert.equal(cells.at(61, 95), "0101");
  assert.equal(cells.at(100, 60), "0201");
  assert.equal(cells.at(250, 250), null);
});

test("a point finds its area", () => {
  const d = "M0 0m10 10l100 0 0 50-100 0z";
  assert.deepEqual(cornersOf(d), [[10, 10], [110, 10], [110, 60], [10, 60]]);
  const cells = new Cells(prepare({ kind: "areas", unit: 60, layers: [], labels: [], boxes: [], spaces: { A: { x: 60, y: 35, d, near: [] } } }, THEME));
  assert.deepEqual([cells.at(20, 20), cells.at(109, 59), cells.at(120, 20)], ["A", "A", null]);
});

test("paths are used again and stamped", () => {
  assert.equal(pathOf({ use: "coast" }, { coast: "m1 1z" }), "m1 1z");
  assert.equal(pathOf({ stamp: "h.1", at: [10, 10, 5, -3] }, {}), "M10 10h.1M15 7h.1");
  assert.equal(classes("tint rough"), "m-tint m-rough");
});

test("values stand on one line or two", () => {
  assert.deepEqual(valueLines({ arm: "infantry", values: "5-4-8" }, THEME), ["5-4-8"]);
  assert.deepEqual(valueLines({ arm: "artillery", values: "4-4-13/1-4" }, THEME), ["4-4-13", "1-4"]);
  assert.deepEqual(valueLines({ arm: "artillery", values: "9" }, THEME), ["9"]);
  assert.equal(designation("U:1/6"), "1/6");
});

test("counters lie on their spaces, in stacks and in piles", () => {
  const drawing = prepare(hexes(), THEME);
  const view = { units: { a: unit("0101"), b: unit("0102"), c: unit("0102"), d: unit("pool"), e: unit("pool"), f: unit("pool", "4-3-8"), g: unit("absent"), h: unit("eliminated") } };
  const { spots, piles, held } = arrange(view, drawing, THEME, new Set(["e"]));
  assert.deepEqual([...spots.keys()].sort(), ["a", "b", "c", "d", "e", "f"]);
  assert.deepEqual([spots.get("a").x, spots.get("a").y, spots.get("a").pile], [60, 100, null]);
  assert.ok(spots.get("c").depth > spots.get("b").depth && spots.get("b").x < spots.get("c").x);
  assert.deepEqual(held, { pool: { pool: 3 } });
  const pile = piles.find((one) => one.units.includes("d"));
  assert.deepEqual(pile.units, ["e", "d"], "what can act comes first");
  assert.equal(spots.get("e").depth, 1, "and lies on top");
  for (const id of ["d", "f"]) assert.ok(spots.get(id).y > 220 && spots.get(id).x < 280);
});

test("a fan gives every counter room", () => {
  for (const [count, box] of [[2, null], [6, null], [7, null], [19, "pool"]]) {
    const places = fan({ key: "x", x: 50, y: 50, units: Array.from({ length: count }, (_, index) => `u${index}`), scale: 1, box, place: "p" }, 52, { x: 0, y: 0, width: 500, height: 400 });
    assert.equal(places.length, count);
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 50, `${count}`);
    }
  }
});

test("a way has a beginning, a middle and an end", () => {
  const points = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 30 }];
  assert.deepEqual([0, 0.25, 0.5, 1].map((part) => along(points, part)), [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }, { x: 10, y: 30 }]);
});

test("symbols and dice are drawn", () => {
  for (const kind of Object.keys(SYMBOLS).filter((name) => name !== "none")) {
    const { line, fill } = symbol(kind, 20, 12);
    assert.ok(line || fill, kind);
    for (const d of [line, fill]) assert.ok(!d || d.startsWith("M"), `${kind} begins where it says`);
  }
  assert.deepEqual(symbol("armour", 20, 12), symbol("armor", 20, 12));
  assert.deepEqual([symbol("kaiten base", 20, 12), symbol("Kempeitai", 20, 12)], [{ text: "KB" }, { text: "KE" }], "what nobody has drawn is written");
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((face) => pips(face, 30).split("M").length - 1), [1, 2, 3, 4, 5, 6]);
});

test("a path can be drawn somewhere else without a transform", () => {
  assert.equal(shift("M1 2L3-4H5V6Z", 10, 20), "M11 22L13 16H15V26Z");
  assert.equal(shift("M0-1.5A2 2 0 1 0 .5-1.5", 1, 1), "M1 -0.5A2 2 0 1 0 1.5 -0.5");
  assert.equal(shift(circle(0, 0, 5), 10, 10), "M5 10a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", "what is relative stays");
});

test("what a map is like follows from its drawing, unless the theme says otherwise", () => {
  assert.deepEqual(propertiesOf(hexes()), { lattice: true, numbered: true, slots: "shared", hover: false, opening: "decision" });
  assert.deepEqual(propertiesOf({ kind: "areas" }), { lattice: false, numbered: false, slots: "sides", hover: true, opening: "land" });
  const theme = { space: { numbered: false, hover: true, opening: "land" } };
  assert.deepEqual(propertiesOf(hexes(), theme), { lattice: true, numbered: false, slots: "shared", hover: true, opening: "land" });
});

test("a stack lies as the game has laid it, and two sides lie apart", () => {
  const drawing = prepare(hexes(), THEME);
  const units = { a: unit("0101"), b: unit("0101"), c: unit("0101"), j: unit("0102", "2-3-8", "jp"), k: unit("0102") };
  const view = { units, stacks: { "0101": ["c", "a", "b", "gone"] } };
  const { spots, piles } = arrange(view, drawing, THEME, new Set(["c"]), "a");
  assert.deepEqual(piles.map((pile) => [pile.key, pile.units, pile.ordered]), [["0101 0", ["b", "a", "c"], true]], "neither who can act nor who is chosen leaves its place");
  assert.deepEqual(stackOrder(view, "0101", ["a", "b", "c", "new"]), ["c", "a", "b", "new"], "who is not named lies on top");
  assert.equal(stackOrder(view, "0102", ["j"]), null);
  const [us, jp] = [spots.get("k"), spots.get("j")];
  assert.ok(us.x < jp.x && jp.x - us.x >= HALF * 2 * us.scale, "beside each other, the first side left");
  assert.equal(spots.get("b").scale, 1, "alone, a side has its space for itself");
  const loose = arrange({ units }, drawing, THEME, new Set(["a"]));
  assert.deepEqual(loose.piles[0].units[0], "a", "without an order, who can act lies on top");
});

test("a face-down counter has neither name nor values", () => {
  const theme = { ...THEME, backs: { hidden: { name: "Unknown unit", says: "face down" } }, chips: { hero: { name: "hero" }, loss: { name: "losses", sign: "L", tone: "bad" } } };
  const covered = { side: "jp", back: "hidden", place: "0101", marks: [], chips: { loss: 2, hero: true } };
  assert.equal(backOf(covered, theme).name, "Unknown unit");
  assert.equal(backOf(unit("0101"), theme), null);
  assert.deepEqual([designation("secret-7", covered), valueLines(covered, theme), valuesText(covered, theme)], ["", [], ""]);
  assert.deepEqual(chipsOf(covered, theme).map((chip) => [chip.id, chip.n, chip.sign]), [["hero", true, "H"], ["loss", 2, "L"]], "in the order of the theme");
  assert.deepEqual(chipsOf(covered, theme).map(chipWords), ["hero", "losses 2"]);
  assert.equal(heardOf("secret-7", covered, theme), "Unknown unit, hero, losses 2");
  const found = contentsOf({ units: { "secret-7": covered, a: unit("0101") } }, prepare(hexes(), theme), theme, "0101");
  assert.equal(JSON.stringify({ ...found, groups: found.groups.map((group) => ({ ...group, units: [] })) }).includes("secret"), false);
});

test("the inspector has the units from above, their sums, and what lies in the space", () => {
  const theme = {
    ...THEME, values: { default: { fields: ["attack", "defense", "movement"], lines: [[0, 1, 2]] } }, value_names: { movement: { short: "movement", sum: false } },
    markers: [{ from: "mines", id: "mine", name: "Mine" }], control: { from: "holder" }, regions: { from: "sectors", states: { done: { name: "cleared" } } },
  };
  const drawing = { ...prepare(hexes(), theme), regions: { one: { title: "Sector 1", spaces: ["0102"] } } };
  const view = {
    units: { a: unit("0102"), b: unit("0102", "2-3-8"), j: unit("0102", "1-1-8", "jp") }, stacks: { "0102": ["b", "a", "j"] },
    mines: { "0102": 2 }, holder: { "0102": "us" }, sectors: { one: "done" },
  };
  const found = contentsOf(view, drawing, theme, "0102");
  assert.deepEqual(found.groups.map((group) => [group.side, group.units, group.sums]), [["us", ["a", "b"], [["attack", 7], ["defense", 7]]], ["jp", ["j"], [["attack", 1], ["defense", 1]]]]);
  assert.deepEqual([found.title, found.facts, found.held, found.markers, found.regions], ["0102", ["open ground", "beach"], "us", [{ name: "Mine", says: "", count: 2 }], ["Sector 1: cleared"]]);
  assert.deepEqual(contentsOf(view, drawing, theme, "0301").groups, []);
});

test("markers that had their time do not come back, and are drawn anew only when they change", () => {
  const noted = { from: "noted", until: "flags", turns: [0, 1] };
  assert.deepEqual(placesOf(noted, { turn: 1, noted: ["0101"], flags: [] }), [["0101", 1]]);
  assert.deepEqual(placesOf(noted, { turn: 1, noted: ["0101"], flags: ["0102"] }), []);
  assert.deepEqual(placesOf(noted, { turn: 4, noted: ["0101"], flags: [] }), [], "the last flag has fallen, and the time is over all the same");
  const plain = { from: "beachheads", unless: "forts" };
  const still = { turn: 2, beachheads: [], forts: [] };
  assert.deepEqual([plain, { ...plain, rim: true }].map((one) => markersChanged({ ...still, units: {} }, { ...still, beachheads: still.beachheads, units: {} }, { markers: [one] })),
    [false, true], "one at the rim makes way for counters");
  assert.deepEqual(placesOf(plain, { turn: 2, beachheads: ["0101", "0102"], forts: ["0102"] }), [["0101", 1]], "where another marker says more");
  assert.equal(markersChanged({ turn: 2, units: {}, beachheads: [], forts: [] }, { turn: 2, units: {}, beachheads: [], forts: ["0102"] }, { markers: [plain] }), true);
  const theme = { markers: [noted, { from: "mines", id: "mine" }, { from: "forts", id: "fort" }] };
  const view = { turn: 2, units: {}, mines: { "0101": 5 }, forts: ["0101", "0102"] };
  const rows = markersBySpace(view, prepare(hexes(), THEME), theme);
  assert.deepEqual([...rows].map(([id, row]) => [id, row.map(({ marker, count }) => [marker.id, count])]), [["0101", [["mine", 5], ["fort", 1]]], ["0102", [["fort", 1]]]]);
  assert.equal(markersChanged(view, { ...view, units: {} }, theme), false);
  assert.equal(markersChanged(view, { ...view, mines: { "0101": 4 } }, theme), true);
  assert.equal(markersChanged(view, { ...view, units: {} }, { ...theme, towards: ["storms"] }), true);
});

test("the line around several spaces runs between none of them", () => {
  const drawing = prepare(hexes(), THEME);
  const strokes = (ids) => outlineOf(drawing, ids).split("L").length - 1;
  assert.equal(strokes(["0301"]), 5, "six corners, closed");
  assert.equal(strokes(["0101", "0102"]), 10, "twelve sides, of which two lie between them");
  assert.equal(strokes(["0101", "0102", "0201"]), 12);
});

test("every overlay has its legend", () => {
  const theme = { sides: { us: { short: "U.S." }, jp: { short: "JPN" } } };
  assert.deepEqual(legendLines({ spaces: { A: ["jp"] } }, theme), [{ look: "key-tint grade-2 tone-side-1", text: "JPN" }]);
  const legend = [{ kind: "cut", tone: "bad", text: "cut" }, { level: 4, tone: "us", text: "strong" }];
  assert.deepEqual(legendLines({ legend }, theme).map(({ look }) => look), ["key-line kind-cut tone-bad", "key-tint grade-4 tone-side-0"]);
  assert.deepEqual(legendLines({ legend: [{ level: 4, text: "Red", part: "red" }] }, theme), [{ part: "red", text: "Red", look: "key-tint grade-4 tone-plain" }], "what has parts can be switched by them");
});

test("what is printed follows the course of a match", () => {
  const view = { invasion: "east", cleared: [1, "Suribachi"], sectors: { 1: "cleared", 2: "open" } };
  assert.deepEqual([["invasion", "west"], ["invasion", "west", "east"], ["cleared", "1"], ["cleared", "Suribachi"], ["cleared", "2"], ["flag", "true"], ["sectors/1", "cleared"], ["sectors/2", "cleared"], ["other/2", "cleared"]].map((wanted) => has(view, wanted)),
    [false, true, true, true, false, false, true, false, false]);
  const element = (depends) => {
    const names = new Set();
    return { depends, names, classList: { toggle: (name, on) => (on ? names.add(name) : names.delete(name)) } };
  };
  const [dead, alive, pale] = [element({ when: ["cleared", "1"] }), element({ when: ["cleared", "2"] }), element({ pale: ["invasion", "east"] })];
  follow([dead, alive, pale], view);
  assert.deepEqual([dead, alive, pale].map(({ names }) => [...names]), [[], ["is-off"], ["is-pale"]]);
  follow([dead, pale], { invasion: null, cleared: [] });
  assert.deepEqual([dead, pale].map(({ names }) => [...names]), [["is-off"], []]);
});

test("tracks shorten and fill", () => {
  const turns = { from: "turn", of: "turns" };
  assert.deepEqual([1, 2, 3, 8, 9].map((number) => cellState(number, turns, { turn: 2, turns: 8 })), ["done", "now", "", "", "gone"]);
  assert.deepEqual([0, 1, 2, 3].map((number) => cellState(number, { from: "losses", first: 1, last: 9, fills: true }, { losses: 2 })), ["", "filled", "filled", ""]);
  const digits = [100, 10, 1].map((digit) => digitOf(1349, { digit, last: digit === 100 ? 14 : 9 }));
  assert.deepEqual(digits, [13, 4, 9], "three markers tell a large number");
  assert.equal(cellState(4, { from: "losses", digit: 10, first: 0, last: 9 }, { losses: 349 }), "now");
});

test("the map of the map stands where nothing lies that matters", () => {
  const frame = { width: 1000, height: 800, top: 0 };
  const size = { width: 180, height: 200 };
  assert.equal(freeCorner(frame, size, [], "bottom"), "bottom");
  assert.equal(freeCorner(frame, size, [{ x: 60, y: 700 }], "bottom"), "top");
  assert.equal(freeCorner(frame, size, [{ x: 600, y: 700 }], "top"), "top", "it does not move without need");
  assert.equal(freeCorner(frame, size, [{ x: 60, y: 700 }, { x: 60, y: 60 }], "bottom"), null);
  assert.equal(freeCorner(frame, size, [], "bottom", [{ x: 60, y: 700 }]), "top", "other counters are better seen than covered");
  assert.equal(freeCorner({ width: 380, height: 700, top: 0 }, size, [], "bottom"), null, "a phone has no room for it");
});

test("what is written on a counter stays on it", () => {
  for (const text of ["die/0-1", "3/▲3-0", "5-4-8", "12-12-12"]) assert.ok(fitted(text, 44, 15) * text.length * 0.4 <= 44);
  assert.equal(fitted("1", 44, 15), 15);
  assert.ok(fitted("die/0-1", 44, 15) < fitted("0-1", 44, 15));
});
