import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = globalThis;
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.document = { documentElement: { dataset: {} } };
const { animate } = await import("../../src/beachhead/web/js/board/animation.js");

test("an event of a kind that has no scene moves nothing, and the next one is shown", async () => {
  const asked = [];
  const stage = { motion: { skipped: 0 }, lost: [], group: (unit) => (asked.push(unit), null) };
  await animate(stage, [
    { kind: "skipped", case: "8.45", text: "No Final Protective Fire", data: { step: "protect" } },
    { kind: "move", case: "5.0", text: "U:A moves", data: { unit: "U:A", path: ["0101", "0102"] } },
  ], { speed: 1 });
  assert.deepEqual(asked, ["U:A"]);
});
