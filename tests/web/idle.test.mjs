// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { isIdle } from "../../src/beachhead/web/js/table/idle.js";

const [END, MOVE, SHOW] = [{ verb: "done", kinds: [] }, { verb: "move", kinds: ["unit"] }, { verb: "show", kinds: [] }];
const now = (/** @type {any[]} */ offers, undo = false, step = "build") => ({ step, offers, undo });
const at = (/** @type {string} */ place, /** @type {number} */ moment) => ({ place, moment });

test("a step that has just begun and offers nothing but its end is idle", () => {
  assert.ok(isIdle(["build"], now([END]), at("b", 5), at("a", 4)));
  assert.ok(isIdle(["build"], now([END], true), at("b", 5), at("a", 4)), "what could be undone is of the step before");
  assert.ok(isIdle(["build"], now([END]), at("b", 5), null), "a page that is opened there");
});

test("a step in which there is or was something to do is not", () => {
  assert.ok(!isIdle(["build"], now([MOVE, END]), at("b", 5), at("a", 4)));
  assert.ok(!isIdle(["build"], now([SHOW]), at("b", 5), at("a", 4)), "the only action is no end");
  assert.ok(!isIdle(["build"], now([END]), at("b", 6), at("b", 5)), "they have acted here");
  assert.ok(!isIdle(["build"], now([END]), at("b", 4), at("c", 5)), "they have come back by undo");
  assert.ok(!isIdle(["build"], now([END], true), at("b", 5), null), "opened in the middle of it");
  assert.ok(!isIdle(["build"], now([END], false, "pass"), at("b", 5), at("a", 4)), "a window that nobody may see through");
});
