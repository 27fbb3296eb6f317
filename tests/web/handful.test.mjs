import assert from "node:assert/strict";
import { test } from "node:test";
import { chancesOf, diceOf, facesOf, firersOf, hitChances, isHit, isRocket, less, mean, minusOf, part, partName, partsOf } from "../../src/beachhead/web/js/board/dice.js";
import { actionsFor, rowOf } from "../../src/beachhead/web/js/table/lossOrderLogic.js";
import { beginning, chosen, click, NOTHING, optionsOf, sticky } from "../../src/beachhead/web/js/table/selection.js";

const HITS = [5, 6];
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-12, `${a} is not ${b}`);

test("the faces of a throw, and which of them hit", () => {
  const data = { dice: [1, 5, 6, 3], rocket: 4, hits: 6, minus: { bdv: 2, caves: 0 } };
  assert.deepEqual(facesOf(data), [1, 5, 6, 3, 4]);
  assert.deepEqual(facesOf(data).map((face, index) => isHit(data, index, face, HITS)), [false, true, true, false, true], "the rocket's face counts whatever it is");
  assert.deepEqual([isRocket(data, 4), isRocket(data, 3), isRocket({ dice: [1] }, 0)], [true, false, false]);
  assert.deepEqual([facesOf({ die: 4 }), facesOf({ dice: 5 }), facesOf(undefined)], [[], [], []]);
  assert.deepEqual([diceOf({ dice: 7 }), diceOf({ dice: [1, 2] }), diceOf({ faces: [1, 2, 3] })], [7, 2, 3]);
  const words = { minus: { bdv: "ground", caves: { one: "Cave", other: "Caves" } } };
  assert.deepEqual([["bdv", 2], ["caves", 1], ["caves", 2], ["luck", 1]].map(([name, n]) => partName(words, name, n)), ["ground", "Cave", "Caves", undefined]);
  assert.deepEqual([partsOf(data), minusOf(data), minusOf({ protection: 3 }), minusOf({})], [[["bdv", 2]], 2, 3, 0]);
  assert.deepEqual([firersOf({ units: ["a"] }), firersOf({ firers: ["b"] }), firersOf({})], [["a"], ["b"], []]);
});

test("chances of hits are binomial, a rocket adds the face of one die", () => {
  const chances = hitChances(2, 1 / 3);
  [4 / 9, 4 / 9, 1 / 9].forEach((chance, hits) => near(chances[hits], chance));
  near(mean(hitChances(25, 1 / 3)), 25 / 3);
  const rocket = hitChances(0, 1 / 3, true);
  assert.equal(rocket[0], 0);
  near(rocket[6], 1 / 6);
  near(mean(hitChances(3, 1 / 3, true)), 4.5);
});

test("damage is never below zero", () => {
  const chances = less([0.25, 0.5, 0.25], 1);
  [0.75, 0.25].forEach((chance, damage) => near(chances[damage], chance));
  near(mean(less([0.25, 0.5, 0.25], 9)), 0);
});

test("the service's chances come first, in hits or in damage", () => {
  assert.deepEqual(chancesOf({ dice: 1, chances: { 0: "2/3", 2: "1/3" } }, HITS), [2 / 3, 0, 1 / 3]);
  near(chancesOf({ dice: 2, minus: { bdv: 1 } }, HITS)[1], 1 / 9);
  near(chancesOf({ dice: 2, minus: { bdv: 1 }, of: "hits" }, HITS)[1], 4 / 9);
  assert.deepEqual([part("1/4"), part("0"), part(undefined)], [0.25, 0, 0]);
});

const offer = (verb, kinds, args) => ({ verb, kinds, args, says: "" });
const unit = (side, place) => ({ side, place, arm: "infantry", values: {}, marks: [] });
const view = {
  decision: { side: "jp", step: "x", prompt: "", case: "" },
  units: { 309: unit("jp", "funami"), 310: unit("jp", "nidan"), "23/4": unit("us", "okina"), "24/4": unit("us", "okina"), "Nav 1": unit("us", "support"), "3/3": unit("us", "reserve") },
};
const SPACES = { funami: {}, nidan: {}, okina: {}, chidori: {} };
const context = (offers, seat, selection = NOTHING) => ({ offers, selection, view, seat, verbs: [], spaces: SPACES, asides: ["reveal", "show", "activate"], grave: ["reveal", "rank"] });
const pick = (kind, value) => ({ kind, value });

test("a row starts as proposed; as it stands it is accepted, otherwise it is picked one by one but for the last", () => {
  const offers = [offer("rank", ["unit"], ["309", "310", "23/4"]), offer("accept", [], []), offer("reveal", ["unit"], ["309"])];
  const table = { lore: { theme: { order: { verb: "rank", accept: "accept", from: "fight", rows: [["proposed", "row"], ["hidden proposed", "hidden row"]] } } }, now: { offers, view: { fight: { proposed: ["310", "309"], row: ["9"] } } } };
  const row = rowOf(table);
  assert.deepEqual([row.proposed, row.ranked, row.accept], [["310", "309", "23/4"], ["9"], true]);
  assert.deepEqual(actionsFor(["310", "309", "23/4"], row), ["accept"]);
  assert.deepEqual(actionsFor(["309", "310", "23/4"], row), ["rank 309", "rank 310"]);
  assert.equal(rowOf({ ...table, now: { offers: [offer("rank", ["unit"], ["309"])], view: {} } }), null, "one alone has no order");
  const hidden = rowOf({ ...table, now: { offers, view: { fight: { row: ["9"], "hidden proposed": ["309"], "hidden row": ["8"] } } } });
  assert.deepEqual([hidden.proposed, hidden.ranked], [["309", "310", "23/4"], ["8"]], "the private row has a proposal of its own");
});

test("what may be done in passing rings nobody, and a click on it only chooses", () => {
  const offers = [offer("stand", ["unit"], ["309"]), offer("retreat", ["unit"], ["309"]), offer("reveal", ["unit"], ["310"]), offer("show", ["space"], ["nidan"])];
  const options = optionsOf(context(offers, "jp"));
  assert.deepEqual([options.ready, options.goals, options.asides.map((one) => [one.verb, one.count])], [["309"], [], [["reveal", 1], ["show", 1]]]);
  const answer = click(context(offers, "jp"), "unit", "310");
  assert.deepEqual(answer, { select: chosen([pick("unit", "310")]) }, "to be shown is grave: the button does it");
  assert.deepEqual(optionsOf(context(offers, "jp", answer.select)).list.map((action) => action.text), ["reveal 310"]);
  assert.deepEqual(optionsOf(context(offers, "jp", chosen([], "show"))).goals.map((goal) => goal.space), ["nidan"]);
});

test("a unit on its way is chosen, whoever else might be called for", () => {
  const offers = [offer("move", ["unit", "space"], { "23/4": ["chidori", "okina"] }), offer("stop", [], []), offer("activate", ["unit"], ["3/3"])];
  assert.deepEqual(beginning(offers, ["activate"]), chosen([pick("unit", "23/4")]));
  assert.deepEqual(beginning(offers), NOTHING);
});

test("units off the areas wait beside the map", () => {
  const offers = [offer("bombard", ["unit", "space"], { "Nav 1": ["funami", "nidan"] })];
  const options = optionsOf(context(offers, "us"));
  assert.deepEqual([options.ready, options.away], [[], ["Nav 1"]]);
});

test("named plans are a list of their own; a verb of spaces waits to be named", () => {
  const offers = [offer("plan", ["plan"], ["default", "random"]), offer("deploy", ["unit", "space"], { 309: ["funami", "nidan"] }), offer("dig", ["space"], ["funami", "nidan"])];
  const options = optionsOf(context(offers, "jp"));
  assert.deepEqual(options.named.map((action) => action.text), ["plan default", "plan random"]);
  assert.deepEqual([options.openers.map((one) => one.verb), options.goals], [["dig"], []]);
  const digging = chosen([], "dig");
  assert.deepEqual(click(context(offers, "jp", digging), "space", "nidan"), { act: "dig nidan" });
  assert.deepEqual(sticky(offers, digging, "dig nidan"), digging, "and stays for the next");
  assert.equal(sticky(offers.slice(0, 2), digging, "dig nidan"), null);
});

test("a target stays chosen for the next who fires at it", () => {
  const offers = [offer("bombard", ["unit", "space"], { "Nav 1": ["funami", "nidan"] })];
  const target = chosen([pick("space", "funami")]);
  assert.deepEqual(sticky(offers, target, "bombard Nav 2 funami"), target);
  assert.equal(sticky(offers, chosen([pick("unit", "Nav 1")]), "bombard Nav 1 funami"), null);
  assert.equal(sticky(offers, chosen([pick("space", "okina")]), "bombard Nav 2 okina"), null);
});
