import assert from "node:assert/strict";
import test from "node:test";
import { headings, seatSaved } from "../../src/beachhead/web/js/start/upload.js";
import { filesOf } from "../../src/beachhead/web/js/table/record.js";

const person = { kind: "person", name: "", here: true, taken: true };
const bot = { kind: "player", name: "sergeant", here: true, taken: true };
const kept = (/** @type {any} */ more) => ({ match: "m", host: "h", tokens: { us: "a" }, given: {}, ...more });

test("a match alone or hot seat can be saved, one with somebody else's seat cannot", () => {
  const may = (/** @type {any} */ seats, /** @type {any} */ own, ended = null) => filesOf({ seats, ended }, own).mayResume;
  assert.ok(may({ us: person, jp: bot }, kept()));
  assert.ok(may({ us: person, jp: person }, kept({ tokens: { us: "a", jp: "b" } })));
  assert.ok(!may({ us: person, jp: person }, kept({ given: { jp: "b" } })));
  assert.ok(!may({ us: person, jp: person }, kept({ tokens: { us: "a", jp: "b" }, given: { jp: "b" } })));
  assert.ok(!may({ us: person, jp: bot }, kept({ host: null })), "a seat alone is not the host");
  assert.ok(!may({ us: bot, jp: bot }, kept({ tokens: {} })));
  assert.ok(!may({ us: person, jp: bot }, null));
  assert.deepEqual(filesOf({ seats: { us: person }, ended: { winner: "us" } }, kept()), { over: true, mayResume: false });
});

test("a record is resumed by whoever played it when it was saved", () => {
  const head = headings('[Game "toy"]\n[Scenario "first"]\n[Seat-a "human"]\n[Seat-b "sergeant"]\n\nmove\n[Game "other"]\n');
  assert.equal(head.Game, "toy");
  assert.equal(head.Scenario, "first");
  assert.equal(seatSaved(head, ["a", "b"]), "a");
  assert.equal(seatSaved({ "Seat-a": "human", "Seat-b": "human" }, ["a", "b"]), "both");
  assert.equal(seatSaved({}, ["a", "b"]), null);
});
