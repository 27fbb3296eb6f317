import assert from "node:assert/strict";
import { test } from "node:test";
import { chaptersAfter, chapterKind, momentsOf, patch, positions } from "../../src/beachhead/web/js/table/updates.js";

const view = { decision: { side: "jp" }, units: { a: { place: "1", marks: [] }, b: { place: "2", marks: ["moved"] } }, turn: 3 };
const event = (kind, data = {}, text = kind) => ({ kind, case: "", text, data });
const act = (n, changes, events = [event("move")]) => ({ n, side: "jp", events, changes });
const update = (more) => ({
  t: "update", re: null, from: "t0", tag: "t1", moment: 2, acts: [], offers: [], undo: false, autopass: false, ...more,
});

test("a patched view shares what has not changed, and the old one stays as it was", () => {
  const before = structuredClone(view);
  const after = patch(view, [[["units", "a", "place"], "9"], [["units", "c"], { place: "5" }], [["units", "c", "place"], "6"], [["turn"]]]);
  assert.deepEqual(view, before);
  assert.deepEqual(after.units, { a: { place: "9", marks: [] }, b: { place: "2", marks: ["moved"] }, c: { place: "6" } });
  assert.equal("turn" in after, false);
  assert.equal(after.units.b, view.units.b);
  assert.equal(after.units.a.marks, view.units.a.marks);
  assert.equal(patch(view, []), view);
  assert.equal(patch(view, null), view);
});

test("a value of a change is not changed by a later one", () => {
  const value = { place: "5" };
  patch(view, [[["units", "c"], value], [["units", "c", "place"], "6"]]);
  assert.equal(value.place, "5");
});

test("null is a value, and no value is none", () => {
  assert.deepEqual(patch({ a: 1, b: 2 }, [[["a"], null], [["b"]]]), { a: null });
});

test("every act has its position, and what changed without an act comes last", () => {
  const message = update({
    acts: [act(1, [[["units", "a", "place"], "8"]]), act(2, [[["units", "a", "place"], "9"]])], changes: [[["turn"], 4]],
  });
  const { steps, view: last } = positions(view, message);
  assert.deepEqual(steps.map((step) => [step.act.n, step.view.units.a.place, step.view.turn]), [[1, "8", 3], [2, "9", 3]]);
  assert.equal(last.turn, 4);
  assert.deepEqual(momentsOf(view, message).map((one) => [one.moment, one.events.length, one.view.turn]), [[1, 1, 3], [2, 1, 3], [2, 0, 4]]);
});

test("the last act of an update has what belongs to the present", () => {
  const offers = [{ verb: "done", kinds: [], says: "", args: [] }];
  const moments = momentsOf(view, update({ acts: [act(1, []), act(2, [[["turn"], 4]])], offers, undo: true }));
  assert.deepEqual(moments.map((one) => [one.tag, one.offers.length, one.undo]), [["t1 1", 0, false], ["t1", 1, true]]);
});

test("a whole view replaces what the client has", () => {
  const other = { ...view, turn: 7 };
  const { steps, view: last } = positions(view, update({ from: null, view: other, acts: [act(5, null)] }));
  assert.equal(last, other);
  assert.equal(steps[0].view, other);
  assert.deepEqual(momentsOf(view, update({ from: null, view: other })).map((one) => one.view), [other]);
});

test("chapters: turns, phases and fights", () => {
  assert.equal(chapterKind(event("weather", { die: 3 })), null);
  assert.equal(chapterKind(event("combat", { die: 3, result: "D2" })), "fight");
  assert.equal(chapterKind(event("roll", { dice: [1, 2] })), "fight");
  assert.equal(chapterKind(event("drawn", { cards: ["c7"] })), "fight");
  const first = chaptersAfter([], [act(1, [], [event("turn", { turn: 2 }), event("phase", { turn: 2, phase: "us combat" })]), act(2, [], [event("roll", { dice: [] })])], 2);
  assert.deepEqual(first.map(({ n, turn, phase, kind }) => [n, turn, phase, kind]), [[1, 2, "", "turn"], [1, 2, "us combat", "phase"], [2, 2, "us combat", "fight"]]);
  assert.deepEqual(chaptersAfter(first, [], 1).map(({ kind }) => kind), ["turn", "phase"]);
  assert.deepEqual(chaptersAfter(first, [act(2, null, [event("move")])], 3).map(({ n }) => n), [1, 1]);
});
