// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowsOf, fightOf } from "../../src/beachhead/web/js/table/arrows.js";

const unit = (side, place) => ({ side, place });
const units = { A: unit("us", "0511"), B: unit("us", "0511"), C: unit("us", "0609"), J: unit("jp", "0610") };
const spaces = Object.fromEntries(["0511", "0609", "0610"].map((id) => [id, {}]));
const view = (combat) => /** @type {any} */ ({ units, combat, decision: { side: "us" } });
const table = (combat) => /** @type {any} */ ({ shown: { view: view(combat) }, lore: { theme: {} }, drawing: { spaces } });
const drawn = (combat) => arrowsOf(table(combat)).map(({ units: some, to }) => `${some.join(",")} > ${to.value}`);

test("an attack being built is an arrow from each place of its attackers, however the game names them", () => {
  assert.deepEqual(drawn({ attackers: ["A", "B", "C"], defenders: ["J"] }), ["A,B > J", "C > J"]);
  assert.deepEqual(drawn({ units: [{ unit: "A" }, { unit: "C" }], hex: "0610" }), ["A > 0610", "C > 0610"]);
  assert.deepEqual(drawn({ attackers: [], defenders: [], from: ["0511"], target: "0610" }), ["A,B > 0610"]);
});

test("there is no arrow once chance has spoken, within a space, or to what is not on the map", () => {
  assert.equal(fightOf(view({ attackers: ["A"], defenders: ["J"], die: 3 }), spaces), null);
  assert.equal(fightOf(view({ units: [{ unit: "A" }], hex: "0610", read: true }), spaces), null);
  assert.deepEqual(drawn({ units: [{ unit: "J" }, { unit: "A" }], hex: "0610" }), ["A > 0610"]);
  assert.deepEqual(drawn({ units: [{ unit: "A" }], hex: "9999" }), []);
  assert.deepEqual(drawn(undefined), []);
});
