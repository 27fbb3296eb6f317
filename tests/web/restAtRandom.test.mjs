import assert from "node:assert/strict";
import { test } from "node:test";
import { dealRest, dealt, restOf } from "../../src/beachhead/web/js/table/restAtRandom.js";

const OFFER = { verb: "deploy", kinds: ["unit", "space"], args: { A: null, B: null, C: null }, says: "", count: 9 };
const RULES = { deploy: { says: "The remaining {n}" } };

test("rest: offered while several units are left, by the theme's words", () => {
  assert.equal(restOf([OFFER], RULES)?.says, "The remaining 3");
  assert.equal(restOf([OFFER], {}), null);
  assert.equal(restOf([{ ...OFFER, args: { A: null } }], RULES), null);
});

test("rest: each unit gets a space of its own, and every lot counts", () => {
  const spaces = ["1", "2", "3"];
  const deals = new Set();
  for (let a = 0; a < 3; a += 1) for (let b = 0; b < 2; b += 1) {
    const lots = [a, b, 0];
    deals.add(dealt("deploy", ["A", "B", "C"], spaces, () => /** @type {number} */ (lots.shift())).join());
  }
  assert.equal(deals.size, 6, "all ways to deal three");
  assert.deepEqual(dealt("deploy", ["A", "B"], ["1"], () => 0), ["deploy A 1"], "no more than there is room for");
  assert.equal(new Set(dealt("deploy", [..."ABCDEFGH"], [..."12345678"]).map((text) => text.split(" ")[2])).size, 8);
});

test("rest: one request, with spaces that the service was asked for; nothing if the position has passed", async () => {
  const sent = [];
  const table = {
    now: { tag: "t" }, ask: async (/** @type {any[]} */ ...asked) => (sent.push(asked), { t: "listed", args: ["1", "2", "3"] }),
    acts: async (/** @type {string[]} */ texts) => sent.push(texts),
  };
  const rest = /** @type {any} */ (restOf([OFFER], RULES));
  await dealRest(/** @type {any} */ (table), rest);
  assert.deepEqual(sent[0], ["actions", { tag: "t", verb: "deploy", kinds: ["unit", "space"], args: ["A"] }]);
  assert.equal(sent[1].length, 3);
  table.ask = async () => ((table.now = { tag: "later" }), { t: "listed", args: ["1", "2", "3"] });
  await dealRest(/** @type {any} */ (table), rest);
  assert.equal(sent.length, 2);
});
