/** An action belongs to the position that was on the screen when it was chosen. */
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = globalThis;
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.document = { documentElement: { dataset: {} } };
const { Requests } = await import("../../src/beachhead/web/js/table/requests.js");

class Table extends Requests {
  selection = null;

  get onScreen() {
    return this.here.now.tag;
  }
}

/** A seat whose service answers when the test says so, with the next position. */
function seated() {
  const table = new Table();
  const sent = [];
  const answers = [];
  table.here = {
    side: "us", now: { tag: "first", moment: 1 },
    link: { ask: (kind, body) => (sent.push({ kind, ...body }), new Promise((resolve) => answers.push((tag) => ((table.here.now = { tag, moment: 2 }), resolve({ t: "update" }))))) },
  };
  const words = [];
  table.on("notice", (kind) => words.push(kind));
  return { table, sent, answers, words };
}

const settle = async () => {
  for (let i = 0; i < 10; i += 1) await null;
};

test("two keys before the answer close one decision only", async () => {
  const { table, sent, answers, words } = seated();
  const first = table.act("done");
  const second = table.act("done");
  await settle();
  assert.equal(sent.length, 1);
  answers[0]("second");
  await settle();
  assert.equal(sent.length, 1, "the other one was meant for what was on the screen then");
  assert.equal((await first).ok, true);
  assert.deepEqual(await second, { ok: false, kind: "stale", dropped: true });
  assert.deepEqual(words, ["passed"], "and a quiet word says so");
});

test("an undo after an action is dropped like any other", async () => {
  const { table, sent, answers } = seated();
  void table.act("move A 0101");
  const undo = table.undo();
  await settle();
  answers[0]("second");
  assert.equal((await undo).kind, "stale");
  assert.equal(sent.length, 1);
});

test("what is chosen for the new position goes through", async () => {
  const { table, sent, answers } = seated();
  const first = table.act("done");
  await settle();
  answers[0]("second");
  await first;
  void table.acts(["lose A", "lose B"]);
  await settle();
  assert.equal(sent[1].tag, "second");
  assert.deepEqual(sent[1].texts, ["lose A", "lose B"]);
});

test("nothing is sent while what has happened is still being shown", async () => {
  const { table, sent, words } = seated();
  Object.defineProperty(table, "onScreen", { get: () => "" });
  assert.equal((await table.act("done")).ok, false);
  assert.deepEqual([sent, words], [[], ["passed"]]);
});
