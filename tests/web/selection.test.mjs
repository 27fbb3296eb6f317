import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsOf, beginning, chosen, click, completions, drop, NOTHING, optionsOf, questions } from "../../src/beachhead/web/js/table/selection.js";

const unit = (side, place) => ({ side, place, arm: "infantry", values: "5-4-8", marks: [] });
const view = {
  decision: { side: "us", step: "x", prompt: "", case: "" },
  units: { "U:1": unit("us", "1203"), "U:2": unit("us", "1204"), "U:9": unit("us", "pool"), "J:1": unit("jp", "1103"), "J:2": unit("jp", "2000") },
};
const pick = (kind, value) => ({ kind, value });
const offer = (verb, kinds, args) => ({ verb, kinds, args, says: "" });
const spaces = Object.fromEntries(["1103", "1203", "1204", "2000"].map((id) => [id, {}]));
const context = (offers, selection = NOTHING) => ({ offers, selection, view, seat: "us", verbs: [], spaces });
const MOVE = [offer("move", ["unit", "space"], { "U:1": ["1305", "1306"], "U:2": ["1305"] }), offer("done", [], [])];
const COMBAT = [
  offer("attack", ["unit", "unit"], { "U:1": ["J:1"], "U:2": ["J:1"] }),
  offer("barrage", ["unit", "unit"], { "U:2": ["J:1", "J:2"] }),
  offer("support", ["number", "unit"], { 1: ["J:1", "J:2"], 2: ["J:1", "J:2"] }),
];
const LAND = [
  offer("land", ["unit", "space"], { "U:9": ["0702"] }),
  offer("land", ["unit", "space", "space"], { "U:9": { "0801": ["0802"], "1102": ["1103", "1203"] } }),
];

test("every offered action has its text", () => {
  assert.deepEqual(actionsOf(LAND).map((action) => action.text).sort(), ["land U:9 0702", "land U:9 0801 0802", "land U:9 1102 1103", "land U:9 1102 1203"]);
  assert.equal(actionsOf(MOVE).length, 4);
});

test("a unit, then a space", () => {
  const first = click(context(MOVE), "unit", "U:1");
  assert.deepEqual(first, { select: chosen([pick("unit", "U:1")]) });
  assert.deepEqual(click(context(MOVE, first.select), "space", "1306"), { act: "move U:1 1306" });
});

test("the first click of a longer action never carries it out, even if only one is left", () => {
  assert.deepEqual(click(context(MOVE), "unit", "U:2"), { select: chosen([pick("unit", "U:2")]) });
});

test("clicking the chosen unit lets it go, another own unit takes its place", () => {
  const selection = chosen([pick("unit", "U:1")]);
  assert.deepEqual(click(context(MOVE, selection), "unit", "U:1"), { select: chosen([]) });
  assert.deepEqual(click(context(MOVE, selection), "unit", "U:2"), { select: chosen([pick("unit", "U:2")]) });
});

test("what is not possible asks why, in the words most likely meant", () => {
  const selection = chosen([pick("unit", "U:2")]);
  assert.deepEqual(click(context(MOVE, selection), "space", "1306"), { why: "move U:2 1306" });
  assert.deepEqual(click(context(COMBAT, chosen([pick("unit", "U:1")])), "unit", "J:2"), { why: "attack U:1 J:2" });
  assert.deepEqual(click(context(MOVE, selection), "unit", "J:1"), { why: "move U:2 1103" }, "an enemy in the way is a space to move to");
});

test("an own unit that can do nothing is asked about, even while another is chosen", () => {
  const offers = [offer("move", ["unit", "space"], { "U:1": ["1305", "1306"] })];
  assert.deepEqual(click(context(offers, chosen([pick("unit", "U:1")])), "unit", "U:2"), { about: pick("unit", "U:2") });
});

test("the target first, then the attacker", () => {
  const first = click(context(COMBAT), "unit", "J:1");
  const found = optionsOf(context(COMBAT, first.select));
  assert.deepEqual(found.ready, ["U:1", "U:2"]);
  assert.deepEqual(found.numbers, [{ verb: "support", values: [1, 2], actions: actionsOf(COMBAT).filter((action) => action.text.endsWith("J:1") && action.verb === "support") }]);
  assert.deepEqual(click(context(COMBAT, first.select), "unit", "U:1"), { act: "attack U:1 J:1" });
});

test("two verbs for the same clicks wait for the verb", () => {
  const selection = chosen([pick("unit", "U:2")]);
  const second = click(context(COMBAT, selection), "unit", "J:1");
  assert.deepEqual(second.select.picks.length, 2);
  const { verbs, list } = optionsOf(context(COMBAT, second.select));
  assert.deepEqual(verbs.map((one) => one.verb), ["attack", "barrage"]);
  assert.deepEqual(list.map((one) => one.text), ["attack U:2 J:1", "barrage U:2 J:1"]);
  assert.deepEqual(click(context(COMBAT, { ...selection, verb: "barrage" }), "unit", "J:1"), { act: "barrage U:2 J:1" });
});

test("a number is never chosen by a click on the map", () => {
  const answer = click(context(COMBAT, chosen([], "support")), "unit", "J:2");
  assert.deepEqual(answer, { select: chosen([pick("unit", "J:2")], "support") });
  const lone = [offer("support", ["number", "unit"], { 1: ["J:2"] })];
  assert.ok("select" in click(context(lone, chosen([], "support")), "unit", "J:2"));
});

test("all enemies are not targets before support points are asked for", () => {
  assert.deepEqual(optionsOf(context(COMBAT)).targets, []);
  assert.deepEqual(optionsOf(context(COMBAT)).openers.map((one) => one.verb), ["support"]);
  assert.deepEqual(optionsOf(context(COMBAT, chosen([], "support"))).targets.map((one) => one.unit), ["J:1", "J:2"]);
});

test("three arguments: whatever is forced needs no click", () => {
  const selection = chosen([pick("unit", "U:9")]);
  assert.deepEqual(beginning(LAND), selection, "there is only this unit to land");
  assert.deepEqual(optionsOf(context(LAND, selection)).goals.map((goal) => goal.space).sort(), ["0702", "0801", "0802", "1102", "1103", "1203"]);
  assert.deepEqual(click(context(LAND, selection), "space", "0801"), { act: "land U:9 0801 0802" });
  assert.deepEqual(click(context(LAND, selection), "space", "0802"), { act: "land U:9 0801 0802" });
  const sea = click(context(LAND, selection), "space", "1102");
  assert.deepEqual(optionsOf(context(LAND, sea.select)).goals.map((goal) => goal.space), ["1103", "1203"]);
  assert.deepEqual(click(context(LAND, sea.select), "unit", "J:1"), { act: "land U:9 1102 1103" }, "an enemy on the beach is the beach");
});

test("a unit dropped on a space or on an enemy", () => {
  assert.deepEqual(drop(context(MOVE), "U:1", "1305"), { act: "move U:1 1305" });
  assert.deepEqual(drop(context(MOVE), "U:1", "9999"), { why: "move U:1 9999" });
  assert.deepEqual(drop(context(COMBAT), "U:1", "1103"), { act: "attack U:1 J:1" });
});

test("questions for the service end before the last argument", () => {
  assert.deepEqual(questions(context(MOVE, chosen([pick("unit", "U:1")]))), [{ verb: "move", args: ["U:1"] }]);
  assert.deepEqual(questions(context([offer("join", ["unit"], ["U:1"])])), [{ verb: "join", args: [] }]);
  const many = [offer("move", ["unit", "space"], { "U:1": Array.from({ length: 20 }, (_, n) => String(1000 + n)) })];
  assert.deepEqual(questions(context(many)), [], "before a unit is chosen, only a short list is worth asking for");
  assert.deepEqual(questions(context(MOVE)), [{ verb: "move", args: ["U:1"] }, { verb: "move", args: ["U:2"] }]);
});

test("typing is completed; a unit answers to its name and to its place", () => {
  assert.deepEqual(completions(MOVE, view, "mo"), ["move"]);
  assert.deepEqual(completions(MOVE, view, "move 1203 "), ["move U:1 1305", "move U:1 1306"]);
  assert.deepEqual(completions(MOVE, view, "move 2"), ["move U:2"]);
  assert.deepEqual(completions(MOVE, view, "fly"), []);
  const tanks = [offer("move", ["unit", "space"], { "U:2 Tk": ["1305"], "U:2": ["1306"] })];
  assert.deepEqual(completions(tanks, view, "move 2 tk 1"), ["move U:2 Tk 1305"], "a name may hold a blank");
});

test("a deliberate verb takes its button or a drag: a mere click on another unit selects that unit", () => {
  const offers = [...MOVE, offer("exchange", ["unit", "unit"], { "U:1": ["U:2"] })];
  const deliberate = ["exchange"];
  const first = chosen([pick("unit", "U:1")]);
  assert.deepEqual(click({ ...context(offers, first), deliberate }, "unit", "U:2"), { select: chosen([pick("unit", "U:2")]) });
  assert.deepEqual(click({ ...context(offers, { ...first, verb: "exchange" }), deliberate }, "unit", "U:2"), { act: "exchange U:1 U:2" });
  assert.deepEqual(drop({ ...context(offers), deliberate }, "U:2", "1203"), { act: "exchange U:1 U:2" });
  assert.deepEqual(optionsOf({ ...context(offers, first), deliberate }).verbs.map((one) => one.verb).sort(), ["exchange", "move"]);
});

test("a unit of one's own is asked about before any verb is, and verbs for other actions are never asked", () => {
  const offers = [offer("join", ["unit"], ["U:1"]), offer("call", ["unit"], ["U:9"])];
  assert.deepEqual(click({ ...context(offers), asides: ["call"] }, "unit", "U:2"), { about: pick("unit", "U:2"), why: "join U:2" });
  const alone = [offer("call", ["unit"], ["U:9"]), offer("done", [], [])];
  assert.deepEqual(click({ ...context(alone), asides: ["call"] }, "unit", "U:2"), { about: pick("unit", "U:2") });
  assert.deepEqual(click({ ...context(alone, chosen([], "call")), asides: ["call"] }, "unit", "U:2"), { why: "call U:2" }, "it was chosen");
});

test("a verb that leads from space to space begins with a click into the first, or on a unit there", () => {
  const assault = [offer("assault", ["space", "space"], { 1203: ["1103", "1104"], 1204: ["1104"] })];
  assert.deepEqual(optionsOf(context(assault)).goals.map((goal) => [goal.space, goal.last]), [["1203", false], ["1204", false]]);
  const first = click(context(assault), "unit", "U:1");
  assert.deepEqual(first, { select: chosen([pick("space", "1203")]) });
  assert.deepEqual(optionsOf(context(assault, first.select)).goals.map((goal) => goal.space), ["1103", "1104"]);
  assert.deepEqual(click(context(assault, first.select), "unit", "J:1"), { act: "assault 1203 1103" });
});

test("what a space alone can do stands beside what its unit can do", () => {
  const one = [offer("retreat", ["unit", "space"], { "U:1": ["1305", "1306"] }), offer("stand", ["space"], ["1203"])];
  const start = beginning(one, [], view);
  assert.deepEqual(start, chosen([pick("unit", "U:1")]), "everything is about this unit");
  const found = optionsOf(context(one, start));
  assert.deepEqual(found.goals.map((goal) => goal.space), ["1305", "1306"]);
  assert.deepEqual(found.plain.map((action) => action.text), ["stand 1203"]);
  assert.deepEqual(click(context(one, start), "space", "1306"), { act: "retreat U:1 1306" });
  assert.deepEqual(beginning([one[0], offer("stand", ["space"], ["1204"])], [], view), NOTHING, "another space is another matter");

  const two = [offer("retreat", ["unit", "space"], { "U:1": ["1305"], "U:2": ["1306"] }), offer("stand", ["space"], ["1203", "1204"])];
  assert.deepEqual(beginning(two, [], view), NOTHING);
  assert.deepEqual(optionsOf(context(two)).plain.map((action) => action.text), ["stand 1203", "stand 1204"]);
  assert.deepEqual(optionsOf(context(two, chosen([pick("unit", "U:2")]))).plain.map((action) => action.text), ["stand 1204"]);
  assert.deepEqual(optionsOf(context([two[0], offer("dig", ["space"], ["1203", "2000"])])).openers.map((one) => one.verb), ["dig"], "spaces of others wait for the verb");
});

test("a unit that can only do what is done on purpose is chosen by a click, and no more", () => {
  const offers = [...MOVE, offer("rebuild", ["unit"], ["U:9", "U:1"])];
  const deliberate = { ...context(offers), deliberate: ["rebuild"] };
  assert.deepEqual(click(deliberate, "unit", "U:9"), { select: chosen([pick("unit", "U:9")]) });
  assert.deepEqual(click(deliberate, "unit", "U:1"), { select: chosen([pick("unit", "U:1")]) });
  assert.deepEqual(click({ ...deliberate, selection: chosen([pick("unit", "U:1")]) }, "space", "1306"), { act: "move U:1 1306" });
});

test("a look at an enemy asks for nothing, so nothing is refused", () => {
  const offers = [offer("join", ["unit"], ["U:1"]), offer("search", ["space"], ["1203"])];
  assert.deepEqual(click(context(offers), "unit", "J:2"), { about: pick("unit", "J:2") });
  assert.deepEqual(click(context(offers, chosen([], "join")), "unit", "J:2"), { why: "join J:2" }, "a verb was chosen");
});
