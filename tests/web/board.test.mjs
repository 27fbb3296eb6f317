import assert from "node:assert/strict";
import { test } from "node:test";
import { designation, valueLines } from "../../src/beachhead/web/js/board/counters.js";
import { Cells, classes, cornersOf, pathOf, prepare } from "../../src/beachhead/web/js/board/drawing.js";
import { along } from "../../src/beachhead/web/js/board/motion.js";
import { arrange, fan } from "../../src/beachhead/web/js/board/stacks.js";
import { pips, symbol } from "../../src/beachhead/web/js/board/symbols.js";

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
  assert.deepEqual(held, { pool: 3 });
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
  for (const kind of ["infantry", "artillery", "armour", "engineer"]) assert.ok(symbol(kind, 20, 12).line || symbol(kind, 20, 12).fill);
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((face) => pips(face, 30).split("M").length - 1), [1, 2, 3, 4, 5, 6]);
});
