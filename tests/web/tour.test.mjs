// What the tour asks for: read as actions of the game, done however the player did it, possible or not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actionOf, fulfilled, isOffered, taskOf } from "../../src/beachhead/web/js/tour/tasks.js";

const verbs = [
  { word: "end", kinds: [], says: "" }, { word: "shell", kinds: ["unit", "space"], says: "" }, { word: "go", kinds: ["unit", "space"], says: "" },
  { word: "spend", kinds: ["number"], says: "" }, { word: "spend", kinds: ["number", "unit"], says: "" }, { word: "go", kinds: ["unit", "space", "space"], says: "" },
];
const table = (more = {}, view = {}) => ({
  lore: { verbs }, drawing: { spaces: { hill: {}, "east hill": {}, "1203": {} } }, deciding: true, acted: [],
  now: { moment: 4, undo: false, view: { decision: { step: "walk" }, units: { "Nav 1": { place: "sea" }, Nav: { place: "sea" } }, ...view },
    offers: [{ verb: "shell", kinds: ["unit", "space"], says: "", args: { "Nav 1": ["hill"] } }, { verb: "spend", kinds: ["number"], says: "", args: [1, 2] }, { verb: "end", kinds: [], says: "", args: [] }] },
  ...more,
});
const before = { step: "walk", moment: 3 };

test("a text is read as an action: the longest name that fits is meant", () => {
  assert.deepEqual(actionOf("shell Nav 1 east hill", table())?.args, ["Nav 1", "east hill"]);
  assert.deepEqual(actionOf("go Nav 1203 hill", table())?.args, ["Nav", "1203", "hill"]);
  assert.deepEqual(actionOf("spend 2 Nav 1", table())?.args, ["2", "Nav 1"]);
  assert.deepEqual(actionOf("spend 2", table())?.args, ["2"]);
  assert.equal(actionOf("shell Nobody hill", table()), null);
});

test("a task is done when it was sent, or when the unit is where it should be", () => {
  const task = taskOf("shell Nav 1 hill");
  assert.equal(fulfilled(task, table(), before), false);
  assert.equal(fulfilled(task, table({ acted: [{ text: "shell Nav 1 hill", moment: 4 }] }), before), true);
  assert.equal(fulfilled(task, table({ acted: [{ text: "shell Nav 1 hill", moment: 3 }] }), before), false, "that was before it was asked for");
  assert.equal(fulfilled(taskOf("go Nav hill"), table({}, { units: { Nav: { place: "hill" } } }), before), true);
  assert.equal(fulfilled(taskOf("undo"), table(), { step: "walk", moment: 5 }), true);
  assert.equal(fulfilled(taskOf("undo"), table(), before), false);
});

test("what ends a step is done when another step has come", () => {
  const task = taskOf({ act: "end", at: "walk" });
  assert.equal(fulfilled(task, table(), before), false);
  assert.equal(fulfilled(task, table({}, { decision: { step: "fight" } }), before), true);
});

test("a task that is not offered cannot be done", () => {
  assert.equal(isOffered(taskOf("shell Nav 1 hill"), table()), true);
  assert.equal(isOffered(taskOf("shell Nav hill"), table()), false);
  assert.equal(isOffered(taskOf("spend 2"), table()), true);
  assert.equal(isOffered(taskOf("spend 3"), table()), false);
  assert.equal(isOffered(taskOf({ act: "end", at: "fight" }), table()), false);
  assert.equal(isOffered(taskOf({ act: "end", at: "walk" }), table()), true);
  assert.equal(isOffered(taskOf("undo"), table()), false);
});
