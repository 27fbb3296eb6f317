// The small picture of a position: dots where counters lie, and the same part of the map as the server draws.
import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOf, snapshot } from "../../src/beachhead/web/js/start/snapshots.js";

const DRAWING = { kind: "hexes", width: 1000, height: 800, unit: 60, spaces: { a: { x: 300, y: 300 }, b: { x: 500, y: 420 }, sea: { x: 900, y: 700, sea: true } } };
const THEME = { sides: { us: { colour: "us" }, jp: { colour: "jp" } } };

test("a dot for each side in a space, with how many lie there", () => {
  const units = { 1: { side: "us", place: "a" }, 2: { side: "us", place: "a" }, 3: { side: "jp", place: "b" }, 4: { side: "jp", place: "pool" }, 5: { side: "us", place: "b" } };
  const { dots } = snapshot({ units }, DRAWING, THEME);
  assert.deepEqual(dots, [[300, 300, "us", 2], [521, 420, "jp", 1], [479, 420, "us", 1]]);
});

test("the land with a margin, within the map", () => {
  assert.deepEqual(boxOf(DRAWING), [150, 150, 500, 420]);
  assert.deepEqual(boxOf({ ...DRAWING, kind: "areas" }), [0, 0, 800, 720]);
});
