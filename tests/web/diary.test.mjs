// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { chartsOf, numbered } from "../../src/beachhead/web/js/panels/curves.js";

const count = (more) => ({ measure: "", units: "", only: {}, ...more });

test("curves with one measure share a chart and its scale, others have their own, and what was told once has none", () => {
  const told = [{ ours: 0, theirs: 0, ground: 0 }, { ours: 2, theirs: 8, ground: 1, luck: 3 }];
  const names = { ours: "Ours", ground: "Ground", theirs: "Theirs", luck: "Luck" };
  const counts = { ours: count({ measure: "units", units: "us" }), theirs: count({ measure: "units", only: { side: "jp" } }), ground: count() };
  assert.deepEqual(chartsOf(told, names, counts).map(({ most, lines }) => [most, lines.map(({ name, side, now }) => [name, side, now])]), [
    [8, [["ours", "us", 2], ["theirs", "jp", 8]]],
    [1, [["ground", "", 1]]],
  ]);
});

test("a turn that does not tell a number is left out of its curve, and points below zero lower the scale", () => {
  const [chart] = chartsOf([{}, { net: 4 }, { net: -3 }], { net: "Net" }, {});
  assert.deepEqual(chart.lines[0].points, [[1, 4], [2, -3]]);
  assert.deepEqual([chart.least, chart.most], [-3, 4]);
});

test("as many turns are numbered as there is room for", () => {
  const turns = (from, to) => [null, ...Array.from({ length: to - from + 1 }, (_, at) => from + at)];
  const shown = (from, to) => numbered(turns(from, to)).map((spot) => turns(from, to)[spot]);
  assert.deepEqual(shown(1, 6), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(shown(1, 14), [1, 2, 4, 6, 8, 10, 12, 14]);
  assert.deepEqual(shown(1, 66), [1, 10, 20, 30, 40, 50, 60]);
  assert.deepEqual(shown(22, 45), [22, 25, 30, 35, 40, 45]);
});
