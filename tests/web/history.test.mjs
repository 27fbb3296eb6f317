/** The log by pages: a long match opens with its newest page, and nothing else is fetched until it is wanted. */
import assert from "node:assert/strict";
import { test } from "node:test";

const { History, PAGE } = await import("../../src/beachhead/web/js/table/history.js");

const moment = (n, events = [{ kind: "move", case: "", text: `act ${n}`, data: {} }]) => ({ n, side: n % 2 ? "us" : "jp", events });
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => moment(from + index));

function long(last = 5000, give = PAGE) {
  const asked = [];
  const history = new History(async ({ after, most }) => {
    asked.push(after);
    return { log: range(after + 1, Math.min(last, after + Math.min(most, give))) };
  });
  history.begin(range(last - PAGE + 1, last), last, [{ n: 1, turn: 1, phase: "", kind: "turn", text: "Turn 1" }]);
  return { history, asked };
}

test("five thousand moments open with one page and no request", () => {
  const { history, asked } = long();
  assert.equal(history.tail.length, PAGE);
  assert.equal(history.first, 4801);
  assert.deepEqual(asked, []);
});

test("a range is fetched once, by whole pages, and only what is missing", async () => {
  const { history, asked } = long();
  await Promise.all([history.load(390, 420), history.load(395, 410)]);
  assert.deepEqual(asked, [200, 400]);
  assert.deepEqual(history.range(399, 402).map(({ n }) => n), [399, 400, 401, 402]);
  assert.equal(history.first, 4801, "what is fetched far back leaves a gap");
  await history.load(390, 420);
  await history.load(4900, 5000);
  assert.equal(asked.length, 2);
});

test("a service that gives less at a time is asked again", async () => {
  const { history, asked } = long(5000, 50);
  await history.load(1, PAGE);
  assert.deepEqual(asked, [0, 50, 100, 150]);
  assert.equal(history.range(1, PAGE).length, PAGE);
});

test("acts follow, an undo takes them away, with their chapters", () => {
  const { history } = long(300);
  history.follow([{ ...moment(301, [{ kind: "phase", case: "", text: "Combat", data: { turn: 2, phase: "combat" } }]), changes: [] }, { ...moment(302), changes: [] }], 302);
  assert.equal(history.last, 302);
  assert.deepEqual(history.chapters.map(({ n, turn, kind }) => [n, turn, kind]), [[1, 1, "turn"], [301, 2, "phase"]]);
  const { version } = history;
  history.follow([], 300);
  assert.equal(history.last, 300);
  assert.equal(history.tail.at(-1).n, 300);
  assert.equal(history.chapters.length, 1);
  assert.ok(history.version > version);
});
