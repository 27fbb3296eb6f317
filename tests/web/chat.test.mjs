import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { speaker } from "../../src/beachhead/web/js/table/names.js";
import { setTexts } from "../../src/beachhead/web/js/texts.js";

setTexts(JSON.parse(readFileSync(new URL("../../src/beachhead/web/texts/en.json", import.meta.url), "utf8")));
const table = { lore: { side_names: { us: "U.S.", jp: "Japan" }, theme: {} } };

test("a spectator who calls himself by the name of a side is still a spectator", () => {
  assert.deepEqual(speaker(table, { side: null, name: "Japan", text: "" }), { name: "Japan", role: "spectator" });
  assert.deepEqual(speaker(table, { side: "jp", name: "", text: "" }), { name: "Japan", role: "" });
});

test("a player is shown with his side, whatever he calls himself", () => {
  assert.deepEqual(speaker(table, { side: "us", name: "Japan", text: "" }), { name: "Japan", role: "U.S." });
  assert.deepEqual(speaker(table, { side: "us", name: "spectator", text: "" }), { name: "spectator", role: "U.S." });
});

test("somebody without a name is what he is", () => {
  assert.deepEqual(speaker(table, { side: null, name: "", text: "" }), { name: "spectator", role: "" });
});
