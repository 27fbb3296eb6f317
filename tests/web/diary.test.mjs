// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "../../src/beachhead/web/js/panels/diary.js";

test("curves with one measure share their height, others have their own, and what was never told has none", () => {
  const told = [{ ours: 0, theirs: 0, ground: 0 }, { ours: 2, theirs: 8, ground: 1 }];
  const names = { ours: "Ours", theirs: "Theirs", ground: "Ground", luck: "Luck" };
  const lines = linesOf(told, names, { ours: { measure: "units" }, theirs: { measure: "units" }, ground: { measure: "" } });
  assert.deepEqual(lines.map(({ name, most, now, parts }) => [name, most, now, parts.at(-1)]), [
    ["ours", 2, 2, [1, 0.25]],
    ["theirs", 8, 8, [1, 1]],
    ["ground", 1, 1, [1, 1]],
  ]);
});

test("a turn that does not tell a number is left out of its curve", () => {
  const [line] = linesOf([{}, { lost: 0 }, { lost: 4 }], { lost: "Lost" }, {});
  assert.deepEqual(line.parts, [[1, 0], [2, 1]]);
});
