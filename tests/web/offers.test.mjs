import assert from "node:assert/strict";
import { test } from "node:test";
import { actionCalled, actionsOf, countOf, graft, meter, missing, total } from "../../src/beachhead/web/js/table/offers.js";
import { choose, chosen, click, completions, NOTHING, optionsOf, questions, withoutChoice } from "../../src/beachhead/web/js/table/selection.js";

const UNITS = 300;
const SPACES = 200;
const unit = (side, place) => ({ side, place, arm: "infantry", values: "5-4-8", marks: [] });
const units = {};
for (let n = 0; n < UNITS; n += 1) units[`U:${n}`] = unit("us", `a${n}`);
units["J:1"] = unit("jp", "s7");
const view = { decision: { side: "us", step: "x", prompt: "", case: "" }, units };
const spaces = Object.fromEntries([...Array.from({ length: UNITS }, (_, n) => [`a${n}`, {}]), ...Array.from({ length: SPACES }, (_, n) => [`s${n}`, {}])]);
const all = () => Array.from({ length: SPACES }, (_, n) => `s${n}`);
const whole = () => [
  { verb: "move", kinds: ["unit", "space"], says: "", args: Object.fromEntries(Array.from({ length: UNITS }, (_, n) => [`U:${n}`, all()])) },
  { verb: "done", kinds: [], says: "", args: [] },
];
const partial = () => [
  { verb: "move", kinds: ["unit", "space"], says: "", count: UNITS * SPACES, args: Object.fromEntries(Array.from({ length: UNITS }, (_, n) => [`U:${n}`, null])) },
  { verb: "done", kinds: [], says: "", count: 1, args: [] },
];
const context = (offers, selection = NOTHING) => ({ offers, selection, view, seat: "us", verbs: [], spaces });
const visits = (work) => {
  meter.visits = 0;
  const found = work();
  return [meter.visits, found];
};
const pick = (kind, value) => ({ kind, value });

test("sixty thousand actions: a click touches what it leads to and nothing else", () => {
  const offers = whole();
  assert.equal(total(offers), UNITS * SPACES + 1);
  const [before, options] = visits(() => optionsOf(context(offers)));
  assert.equal(before, 0, "before anything is chosen no branch is opened");
  assert.equal(options.ready.length, UNITS);
  assert.equal(options.count, UNITS * SPACES);
  assert.deepEqual(options.list, []);
  const [first, answer] = visits(() => click(context(offers), "unit", "U:17"));
  assert.deepEqual(answer, { select: chosen([pick("unit", "U:17")]) });
  assert.ok(first < 10, `${first} visits to choose a unit`);
  const [second, act] = visits(() => click(context(offers, answer.select), "space", "s9"));
  assert.deepEqual(act, { act: "move U:17 s9" });
  assert.ok(second < 10, `${second} visits to choose its goal`);
  const [third, goals] = visits(() => optionsOf(context(offers, answer.select)));
  assert.equal(goals.goals.length, SPACES);
  assert.ok(third < 2 * SPACES, `${third} visits for the goals of one unit`);
  const [asked, prefixes] = visits(() => questions(context(offers, answer.select)));
  assert.deepEqual(prefixes, [{ verb: "move", args: ["U:17"] }]);
  assert.ok(asked < 4 * SPACES, `${asked} visits to know what to ask`);
  assert.deepEqual(visits(() => questions(context(offers)))[1], []);
});

test("sixty thousand actions: the goal first, then the unit", () => {
  const offers = whole();
  const [first, answer] = visits(() => click(context(offers), "space", "s9"));
  assert.deepEqual(answer, { select: chosen([pick("space", "s9")]) });
  assert.ok(first < 10, `${first} visits`);
  assert.deepEqual(click(context(offers, answer.select), "unit", "U:3"), { act: "move U:3 s9" });
});

test("sixty thousand actions: typing looks along the line", () => {
  const offers = whole();
  const [cost, action] = visits(() => actionCalled(offers, "MOVE u:299 S199"));
  assert.equal(action.text, "move U:299 s199");
  assert.ok(cost <= UNITS + SPACES);
  assert.equal(actionCalled(offers, "move U:299 s999"), null);
  assert.equal(actionCalled(offers, "done").text, "done");
  assert.deepEqual(completions(offers, view, "move 299 s19").length, 11);
  assert.deepEqual(completions(offers, view, "mo"), ["move"]);
});

test("branches that were not sent are asked for when a click needs one", () => {
  const offers = partial();
  assert.equal(countOf(offers[0]), UNITS * SPACES);
  assert.equal(optionsOf(context(offers)).ready.length, UNITS);
  const answer = click(context(offers), "unit", "U:5");
  assert.deepEqual(answer, { select: chosen([pick("unit", "U:5")]) }, "chosen, although nobody knows its goals yet");
  const wanted = missing(offers, answer.select.picks, null);
  assert.deepEqual(wanted.map(({ offer, args }) => [offer.verb, args]), [["move", ["U:5"]]]);
  assert.deepEqual(optionsOf(context(offers, answer.select)).goals, []);
  graft(wanted[0].offer, wanted[0].args, ["s1", "s2"]);
  assert.deepEqual(missing(offers, answer.select.picks, null), []);
  assert.deepEqual(optionsOf(context(offers, answer.select)).goals.map((goal) => goal.space), ["s1", "s2"]);
  assert.deepEqual(click(context(offers, answer.select), "space", "s2"), { act: "move U:5 s2" });
  assert.deepEqual(missing(offers, [], null), [], "nothing is asked for before something is chosen");
  assert.deepEqual(missing(offers, [pick("space", "s1")], null), [], "a goal alone would need every branch");
});

test("a second missing level is asked for in its turn; numbers that come first are asked for by their verb", () => {
  const deep = [{ verb: "ship", kinds: ["unit", "space", "space"], says: "", args: { "U:1": null } }];
  graft(deep[0], ["U:1"], { s1: null, s2: ["s3"] });
  assert.deepEqual(missing(deep, [pick("unit", "U:1"), pick("space", "s1")], null).map((one) => one.args), [["U:1", "s1"]]);
  const numbers = [{ verb: "support", kinds: ["number", "unit"], says: "", count: 4000, args: { 1: null, 2: null } }];
  assert.deepEqual(missing(numbers, [], "support").map((one) => one.args), [["1"], ["2"]]);
  assert.deepEqual(missing(numbers, [], null), []);
});

test("a card is chosen before it is played, alone or with what it is played on", () => {
  const offers = [
    { verb: "play", kinds: ["card"], says: "", args: ["c1"] },
    { verb: "use", kinds: ["card", "unit"], says: "", args: { c2: ["U:1", "U:2"] } },
    { verb: "done", kinds: [], says: "", args: [] },
  ];
  const at = (selection = NOTHING) => ({ ...context(offers, selection), cards: ["card"] });
  const fresh = optionsOf(at());
  assert.deepEqual(fresh.cards.map((one) => one.value), ["c1", "c2"]);
  assert.deepEqual(fresh.named, [], "a card is not a plan");
  const one = choose(at(), pick("card", "c1"));
  assert.deepEqual(one, { select: chosen([pick("card", "c1")]) }, "one click looks at it");
  assert.deepEqual(optionsOf(at(one.select)).list.map((action) => action.text), ["play c1"]);
  const two = choose(at(one.select), pick("card", "c2"));
  assert.deepEqual(two, { select: chosen([pick("card", "c2")]) }, "another card takes its place");
  assert.deepEqual(optionsOf(at(two.select)).ready, ["U:1", "U:2"]);
  assert.deepEqual(click(at(two.select), "unit", "U:2"), { act: "use c2 U:2" });
  assert.deepEqual(choose(at(two.select), pick("card", "c2")), { select: NOTHING });
  assert.equal(choose(at(), pick("card", "c9")), null);
});

test("names from a list: alone they are a plan, with more to choose they are a choice", () => {
  const offers = [
    { verb: "plan", kinds: ["plan"], says: "", args: ["north", "south"] },
    { verb: "assign", kinds: ["task", "unit"], says: "", args: { dig: ["U:1", "U:2"], rest: ["U:1"] } },
  ];
  const fresh = optionsOf(context(offers));
  assert.deepEqual(fresh.named.map((action) => action.text), ["plan north", "plan south"]);
  assert.deepEqual(fresh.choices.map(({ kind, value, count }) => [kind, value, count]), [["task", "dig", 2], ["task", "rest", 1]]);
  const dig = choose(context(offers), pick("task", "dig"));
  assert.deepEqual(click(context(offers, dig.select), "unit", "U:2"), { act: "assign dig U:2" });
});

test("what is due and has one way only is done without a choice", () => {
  const offers = [
    { verb: "support", kinds: ["number", "unit"], says: "", args: { 1: ["J:1", "J:2"], 2: ["J:3"] } },
    { verb: "barrage", kinds: ["unit", "unit"], says: "", args: { "U:1": ["J:2"] } },
    { verb: "show", kinds: ["unit"], says: "", args: ["J:3"] },
  ];
  const due = ["J:1", "J:2", "J:3", "J:4"];
  assert.deepEqual(withoutChoice(offers, due).map((action) => action.text), ["support 1 J:1"]);
  assert.deepEqual(withoutChoice(offers, due, ["show"]).map((action) => action.text), ["support 1 J:1", "support 2 J:3"]);
  assert.deepEqual(withoutChoice(partial(), ["U:1"]), [], "what is not known may be a choice");
});

test("where a number is no choice, the least is meant; another verb or unit stays a choice", () => {
  const offers = [
    { verb: "support", kinds: ["number", "unit"], says: "", args: { 3: ["J:1", "J:2"], 1: ["J:1"], 2: ["J:1", "J:2", "J:3"] } },
    { verb: "barrage", kinds: ["unit", "unit"], says: "", args: { "U:1": ["J:3"] } },
  ];
  const due = ["J:1", "J:2", "J:3"];
  const texts = (/** @type {boolean} */ least) => withoutChoice(offers, due, [], least).map((action) => action.text);
  assert.deepEqual(texts(true), ["support 1 J:1", "support 2 J:2"]);
  assert.deepEqual(texts(false), []);
});

test("every action once, also where a value is both arguments", () => {
  const offers = [{ verb: "swap", kinds: ["unit", "unit"], says: "", args: { a: ["a", "b"], b: ["a"] } }];
  assert.deepEqual(actionsOf(offers).map((action) => action.text), ["swap a a", "swap a b", "swap b a"]);
  const found = optionsOf({ ...context(offers, chosen([pick("unit", "a")])), seat: null });
  assert.deepEqual(found.list.map((action) => action.text).sort(), ["swap a a", "swap a b", "swap b a"]);
});
