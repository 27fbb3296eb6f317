/** What has happened, found from positions and events alone. */
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = globalThis;
globalThis.document = { documentElement: { dataset: {} } };
const { numberSpot, tracesOf, whyOf } = await import("../../src/beachhead/web/js/board/trails.js");

const drawing = { spaces: { a: {}, b: {}, c: {}, d: {} } };
const at = (places) => ({ units: Object.fromEntries(Object.entries(places).map(([unit, place]) => [unit, { place }])) });
const step = (view, ...events) => ({ n: 1, side: "jp", view, events: events.map(([kind, data = {}]) => ({ kind, case: "1", text: kind, data })) });
const short = (traces) => traces.map(({ step, kind, way, at: where, from }) => [step, kind, way.join(""), where, from.join("")]);

test("a move by its way, a landing by its place, a change without a word as a straight line", () => {
  const found = tracesOf(at({ A: "a", B: "pool", C: "c" }), [
    step(at({ A: "c", B: "pool", C: "c" }), ["move", { unit: "A", path: ["a", "b", "c"] }]),
    step(at({ A: "c", B: "b", C: "c" }), ["land", { unit: "B", hex: "b" }]),
    step(at({ A: "c", B: "b", C: "d" }), ["phase"]),
  ], drawing);
  assert.deepEqual(short(found), [[0, "move", "abc", "c", ""], [1, "move", "b", "b", ""], [2, "move", "cd", "d", ""]]);
});

test("a fight where the defenders stood, losses where the lost stood, also after a retreat in the same act", () => {
  const before = at({ A: "a", B: "b", C: "c" });
  const found = tracesOf(before, [
    step(at({ A: "b", B: "eliminated", C: "d" }), ["combat", { die: 3, attackers: ["A"], defenders: ["B", "C"] }], ["retreat", { unit: "C", path: ["c", "d"] }], ["eliminated", { unit: "B" }], ["advance", { unit: "A", path: ["a", "b"] }]),
  ], drawing, { aftermath: ["eliminated"] });
  assert.deepEqual(short(found), [[0, "fight", "", "b", "a"], [0, "move", "cd", "d", ""], [0, "loss", "", "b", ""], [0, "move", "ab", "b", ""]]);
});

test("dice by the handful for an area, losses as the theme names them, and a die of the weather is no fight", () => {
  const view = at({ A: "a" });
  const found = tracesOf(view, [step(view, ["attack", { dice: [1, 6], faces: [1, 6], area: "d", firers: ["A"] }], ["step loss", { unit: "A" }], ["weather", { die: 2 }])], drawing, { aftermath: ["step loss"] });
  assert.deepEqual(short(found).map((one) => one[1]), ["fight", "loss", "other"]);
  assert.equal(found[1].at, "a");
});

test("a counter that is seen no more is no loss, and one that comes into sight has not moved", () => {
  const found = tracesOf(at({ A: "a" }), [step(at({}), ["forced"]), step(at({ B: "b" }), ["turn"])], drawing);
  assert.deepEqual(found, []);
});

test("the reason of an act", () => {
  const why = { text: "nearest objective", case: "30.1", goal: "d" };
  assert.equal(whyOf(step(at({}), ["move", {}], ["move", { why }])), why);
  assert.equal(whyOf(step(at({}), ["move", {}])), null);
});

test("the number of a way is not on the counter of somebody else", () => {
  const way = [{ x: 100, y: 100 }, { x: 150, y: 100 }, { x: 200, y: 100 }];
  assert.deepEqual(numberSpot(way, 50, false), { x: 100, y: 100 });
  assert.deepEqual(numberSpot(way, 50, true), { x: 125, y: 100 });
  assert.deepEqual(numberSpot([way[0], { x: 100, y: 500 }], 50, true), { x: 100, y: 125 });
  assert.notDeepEqual(numberSpot([way[0]], 50, true), way[0]);
});
