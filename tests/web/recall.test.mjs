import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../src/beachhead/web/js/table/history.js";
import { recall, since } from "../../src/beachhead/web/js/table/recall.js";

const moment = (n, side, kind = "moved") => ({ n, side, events: [{ kind, text: `${side} ${n}`, case: "", data: {} }] });
const LOG = [moment(1, "us"), moment(2, "jp"), moment(3, "us"), moment(4, "jp"), moment(5, "jp")];

test("since: what came after the last own act", () => {
  assert.deepEqual(since(LOG, "us"), { after: 3, moments: LOG.slice(3) });
  assert.equal(since(LOG, "jp"), null, "nothing has happened since");
  assert.deepEqual(since(LOG.slice(0, 1), "jp"), { after: 0, moments: LOG.slice(0, 1) }, "who has not acted yet has seen the beginning");
  assert.equal(since(LOG.slice(3), "us"), null, "the log does not reach back to it");
  assert.equal(since([LOG[2], moment(4, "jp", "forced")], "us"), null, "and nothing to look at is nothing");
});

test("recall: the position before, and the one after each act", async () => {
  const asked = [];
  const link = { ask: async (kind, body) => (asked.push([kind, body]), { view: { units: {}, turn: 1 }, then: [[[["turn"], 2]], []] }) };
  const found = await recall({ link, side: "us", history: new History(async () => ({})).begin(LOG, 5, []) });
  assert.deepEqual(asked, [["look", { at: 3, then: 2 }]]);
  assert.equal(found.base.turn, 1);
  assert.deepEqual(found.steps.map((step) => [step.n, step.view.turn, step.own]), [[4, 2, false], [5, 2, false]]);
  assert.equal(await recall({ link, side: null, history: new History(async () => ({})).begin(LOG, 5, []) }), null, "a spectator decides nothing");
});

test("recall: an answer in the turn of the other side ends nothing, nor one in a phase that passes quickly", async () => {
  const phases = [{ id: "us move", side: "us" }, { id: "jp move", side: "jp" }, { id: "end", side: "us", quick: true }];
  const chapters = [[1, "us move"], [4, "jp move"], [6, "end"]].map(([n, phase]) => ({ n, phase, turn: 1, kind: "phase", text: "" }));
  const log = [moment(1, "jp", "turn"), moment(2, "us"), moment(3, "us"), moment(4, "jp"), moment(5, "us"), moment(6, "jp"), moment(7, "us"), moment(8, "jp")];
  const asked = [];
  const link = { ask: async (kind, body) => (asked.push(body), { view: { units: {} }, then: Array.from({ length: 5 }, () => []) }) };
  const found = await recall({ link, side: "us", history: new History(async () => ({})).begin(log, 8, chapters) }, phases);
  assert.deepEqual(asked, [{ at: 3, then: 5 }]);
  assert.deepEqual(found.steps.map((step) => [step.n, step.own]), [[4, false], [5, true], [6, false], [7, true], [8, false]]);
});
