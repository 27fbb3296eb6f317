/** Where the decision is, and what part of the map to go to for it. */
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = globalThis;
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.document = { documentElement: { dataset: {} } };
const { densest, subjectOf } = await import("../../src/beachhead/web/js/table/focus.js");
const { freeOf, lookBox } = await import("../../src/beachhead/web/js/board/camera.js");

const spaces = { a: {}, b: {}, c: {}, d: {} };
const view = { units: { A: { place: "a" }, B: { place: "b" }, P: { place: "pool" } } };

test("the combat under way comes first, those who are attacked before all", () => {
  const found = subjectOf({ ...view, combat: { attackers: ["A"], defenders: ["B"] } }, [{ verb: "move", kinds: ["space"], args: ["d"] }], spaces);
  assert.deepEqual(found, { spaces: ["b", "a"], all: true });
  assert.deepEqual(subjectOf({ ...view, combat: { defenders: ["B"], die: 4 } }, [{ verb: "move", kinds: ["space"], args: ["d"] }], spaces).spaces, ["d"], "a die that has fallen is past");
});

test("the units that may act, or the spaces for those that are not on the map; nothing done in passing", () => {
  assert.deepEqual(subjectOf(view, [{ verb: "move", kinds: ["unit", "space"], args: { A: ["c", "d"] } }], spaces).spaces, ["a"]);
  assert.deepEqual(subjectOf(view, [{ verb: "land", kinds: ["unit", "space"], args: { P: ["c", "d"] } }], spaces).spaces, ["c", "d"]);
  assert.deepEqual(subjectOf(view, [{ verb: "land", kinds: ["unit", "space"], args: { P: null } }], spaces).spaces, [], "not listed yet");
  assert.deepEqual(subjectOf(view, [{ verb: "show", kinds: ["unit"], args: ["A"] }, { verb: "hit", kinds: ["unit"], args: ["B"] }], spaces, ["show"]).spaces, ["b"]);
  assert.deepEqual(subjectOf(view, [{ verb: "done", kinds: [], args: [] }], spaces).spaces, []);
});

const frame = { width: 1000, height: 800, k: 1, unit: 60 };
const seen = ({ x, y }) => x > 20 && x < 980 && y > 20 && y < 780;

test("what is in view is left alone, what is not is gone to", () => {
  assert.equal(lookBox([{ x: 500, y: 400 }, { x: 100, y: 100 }], seen, frame, true), null);
  assert.equal(lookBox([], seen, frame, true), null);
  const box = lookBox([{ x: 500, y: 400 }, { x: 1200, y: 400 }], seen, frame, true);
  assert.ok(box.left < 500 && box.right > 1200);
  assert.ok(lookBox([{ x: 500, y: 50 }], (point) => seen(point) && point.y > 200, frame, true), "under something is not in view");
});

test("of many places most are enough", () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ x: 60 + index * 22, y: 300 }));
  assert.equal(lookBox([...many, { x: 1500, y: 300 }], seen, frame, false), null);
});

test("many places that fit at a legible size are all shown; others by where most of them are", () => {
  const row = (n, from, y = 2000) => Array.from({ length: n }, (_, index) => ({ x: from + index * 30, y }));
  const fitting = lookBox(row(31, 3000), seen, frame, false);
  assert.ok(fitting.left < 3000 && fitting.right > 3900);
  const apart = lookBox([...row(10, 9000), ...row(25, 3000), ...row(5, 15000)], seen, frame, false);
  assert.ok(apart.left < 3000 && apart.right > 3700 && apart.right < 5000);
});

test("on a small screen the map opens where most of the places are", () => {
  const points = [{ x: 0, y: 0 }, { x: 500, y: 0 }, { x: 560, y: 40 }, { x: 540, y: 90 }, { x: 1200, y: 10 }];
  assert.deepEqual(densest(points, 100, 100), points.slice(1, 4));
  assert.deepEqual(densest(points, 2000, 100), points, "all of them, where there is room");
  assert.deepEqual(densest([], 100, 100), []);
});

test("the largest part of the frame beside what covers it", () => {
  assert.deepEqual(freeOf(1000, 800, []), { left: 0, top: 0, right: 1000, bottom: 800 });
  const card = { left: 10, top: 10, right: 540, bottom: 110 };
  const tools = { left: 940, top: 10, right: 990, bottom: 300 };
  assert.deepEqual(freeOf(1000, 800, [tools, card]), { left: 0, top: 110, right: 940, bottom: 800 });
  assert.deepEqual(freeOf(1000, 800, [{ left: 1000, top: 0, right: 1400, bottom: 800 }]), { left: 0, top: 0, right: 1000, bottom: 800 }, "a panel beside it");
  assert.deepEqual(freeOf(400, 800, [{ left: 0, top: 440, right: 400, bottom: 800 }]), { left: 0, top: 0, right: 400, bottom: 440 }, "a sheet over it");
  assert.deepEqual(freeOf(400, 800, [{ left: 0, top: 40, right: 400, bottom: 800 }]), { left: 0, top: 0, right: 400, bottom: 800 }, "what covers nearly all");
});
