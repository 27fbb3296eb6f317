import assert from "node:assert/strict";
import { test } from "node:test";
import { caught, closing, createTrace, within } from "../../src/beachhead/web/js/board/lasso.js";
import { ableOf, actionFor, deedsOf, goalsOf, likeOf, targetsOf } from "../../src/beachhead/web/js/table/group.js";
import { click, NOTHING, sticky, chosen } from "../../src/beachhead/web/js/table/selection.js";

const unit = (side, place, arm = "infantry") => ({ side, place, arm, values: "5-4-8", marks: [] });
const view = {
  decision: { side: "us", step: "x", prompt: "", case: "" },
  units: { A: unit("us", "1203"), B: unit("us", "1203"), C: unit("us", "1204"), T: unit("us", "1203", "tank"), J: unit("jp", "1305") },
};
const offer = (verb, kinds, args) => ({ verb, kinds, args, says: "" });
const spaces = Object.fromEntries(["1203", "1204", "1305", "1306"].map((id) => [id, {}]));
const context = (offers, more = {}) => ({ offers, selection: NOTHING, view, seat: "us", verbs: [], spaces, ...more });
const MOVE = [offer("move", ["unit", "space"], { A: ["1305", "1306"], B: ["1306"], C: ["1306"] }), offer("done", [], [])];
const to = (kind, value) => ({ kind, value });

test("the goals of a group are those of its units, the ones that most can reach first", () => {
  const found = targetsOf(context(MOVE), ["A", "B", "C"]);
  assert.deepEqual(found.map((one) => [one.value, [...one.actions.keys()]]), [["1306", ["A", "B", "C"]], ["1305", ["A"]]]);
});

test("what is done on purpose is no goal until it is named", () => {
  const offers = [...MOVE, offer("dig", ["unit", "space"], { A: ["1204"], B: ["1204"] })];
  assert.ok(!targetsOf(context(offers, { deliberate: ["dig"] }), ["A", "B"]).some((one) => one.value === "1204"));
  assert.equal(targetsOf(context(offers, { deliberate: ["dig"] }), ["A", "B"], "dig")[0].value, "1204");
});

test("a group that can do nothing else goes where several can on purpose", () => {
  const dig = offer("dig", ["unit", "space"], { A: ["1204"], B: ["1204", "1305"] });
  const goals = (offers) => goalsOf(context(offers, { deliberate: ["dig"] }), ["A", "B"]).map((one) => `${one.verb} ${one.value}`);
  assert.deepEqual(goals([dig]), ["dig 1204"]);
  assert.deepEqual(goals([dig, ...MOVE]), ["move 1306", "move 1305"]);
  assert.deepEqual(goals([dig, offer("rest", ["unit"], ["A", "B"])]), []);
});

test("a unit goes to the target, and does nothing else if it cannot", () => {
  const order = { units: ["A", "B"], target: to("space", "1305"), verb: "move" };
  assert.equal(actionFor(context(MOVE), "A", order)?.text, "move A 1305");
  assert.equal(actionFor(context([...MOVE, offer("dig", ["unit"], ["B"])]), "B", order), null);
});

test("the first opens an attack, the others join it once the game asks who else takes part", () => {
  const order = { units: ["A", "B"], target: to("space", "1305"), verb: "attack" };
  assert.equal(actionFor(context([offer("attack", ["unit", "space"], { A: ["1305"], B: ["1305"] })]), "A", order)?.text, "attack A 1305");
  assert.equal(actionFor(context([offer("join", ["unit"], ["B"]), offer("done", [], [])]), "B", order, true)?.text, "join B");
});

test("a space stands for the enemy in it, and the enemy for its space", () => {
  const attack = [offer("attack", ["unit", "unit"], { A: ["J"] })];
  assert.equal(actionFor(context(attack), "A", { units: ["A"], target: to("space", "1305"), verb: null })?.text, "attack A J");
  const storm = [offer("storm", ["unit", "space"], { A: ["1305"] })];
  assert.equal(actionFor(context(storm), "A", { units: ["A"], target: to("unit", "J"), verb: null })?.text, "storm A 1305");
});

test("where actions name spaces, a unit stands for its own", () => {
  const attack = [offer("attack", ["space", "space"], { 1305: ["1203", "1204"] })];
  assert.deepEqual(ableOf(context(attack)), ["A", "B", "C", "T"]);
  const [only] = targetsOf(context(attack), ["A", "C"]);
  assert.deepEqual([only.value, only.actions.get("C")?.text], ["1305", "attack 1305 1204"]);
  assert.equal(actionFor(context([offer("join", ["space"], ["1204"])]), "C", { units: ["C"], target: to("space", "1305"), verb: "attack" }, true)?.text, "join 1204");
});

test("deeds need no target, and grave ones are never for several", () => {
  const offers = [offer("assault", ["unit"], ["A", "B"]), offer("banzai", ["unit"], ["A", "B"])];
  assert.deepEqual(deedsOf(context(offers, { grave: ["banzai"] }), ["A", "B", "C"]).map((one) => [one.verb, one.actions.size]), [["assault", 2]]);
});

test("those who are like a unit lie with it and are of its arm", () => {
  assert.deepEqual(likeOf(context(MOVE), "A", ["A", "B", "C", "T"]), ["A", "B"]);
});

test("a unit that can only act on purpose is chosen by a click, not its space", () => {
  const offers = [offer("move", ["unit", "space"], { C: ["1203"] }), offer("dig", ["unit", "space"], { A: ["1204"] })];
  assert.deepEqual(click(context(offers, { deliberate: ["dig"] }), "unit", "A"), { select: chosen([to("unit", "A")]) });
});

test("a verb that asks for one unit stays chosen", () => {
  assert.deepEqual(sticky([offer("activate", ["unit"], ["B"])], chosen([], "activate"), "activate A"), chosen([], "activate"));
});

test("a loop catches what lies in it", () => {
  const loop = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }, { x: 6, y: 4 }, { x: 0, y: 10 }];
  assert.ok(within({ x: 2, y: 5 }, loop));
  assert.ok(!within({ x: 6, y: 8 }, loop));
  const where = { A: { x: 2, y: 5 }, B: { x: 6, y: 8 }, C: null };
  assert.deepEqual(caught(loop, ["A", "B", "C"], (id) => where[id]), ["A"]);
});

test("a drag leads through the spaces where it rests", async (context_) => {
  context_.mock.timers.enable({ apis: ["setTimeout"] });
  const heard = [];
  const trace = createTrace((spaces_) => heard.push(spaces_.length));
  trace.to("a");
  trace.to("b");
  context_.mock.timers.tick(300);
  trace.to("c");
  assert.deepEqual(trace.spaces, ["b", "c"]);
  trace.clear();
  assert.deepEqual([heard, trace.spaces], [[1, 0], []]);
});

test("a line that crosses itself closes a loop; the rest of it is a rope", () => {
  const line = [{ x: -2, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }, { x: 0, y: 10 }];
  assert.equal(closing(line), null, "it is open");
  const found = closing([...line, { x: 0, y: -5 }]);
  assert.deepEqual(found?.at, { x: 0, y: 0 });
  assert.deepEqual(caught(found?.loop ?? [], ["A", "B"], (id) => ({ A: { x: 5, y: 5 }, B: { x: 0, y: -4 } })[id]), ["A"]);
  assert.equal(closing([...line, { x: 0, y: -5 }, { x: -5, y: -5 }]), null, "only the last stretch counts");
});
