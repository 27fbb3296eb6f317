import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsFor, rowOf } from "../../src/beachhead/web/js/table/lossOrderLogic.js";
import { beginning, chosen, click, NOTHING, optionsOf, sticky } from "../../src/beachhead/web/js/table/selection.js";

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
