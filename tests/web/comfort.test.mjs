import assert from "node:assert/strict";
import test from "node:test";
import { HALF } from "../../src/beachhead/web/js/board/counters.js";
import { SIZES, layoutOf } from "../../src/beachhead/web/js/board/room.js";
import { isFirst, tipsFor } from "../../src/beachhead/web/js/table/advice.js";
import { mayAsk } from "../../src/beachhead/web/js/table/hintLogic.js";
import { LEAST, afterKey, boundsOf, within } from "../../src/beachhead/web/js/table/layoutLogic.js";
import { pagesOf } from "../../src/beachhead/web/js/table/printing.js";
import { NOTES, cuesOf, cuesOfChange } from "../../src/beachhead/web/js/table/soundLogic.js";

const UNIT = 60;
/** @type {any} */
const lattice = { kind: "hexes", unit: UNIT, cell: "m0 0", spaces: { a: { x: 0, y: 0, d: "M0 0", near: [] } }, labels: [], boxes: [] };

test("counters in a cell grow with their size until they would touch the next row", () => {
  const scales = ["small", "normal", "large", "largest"].map((size) => layoutOf(lattice, "a", [0], 2, size).scale);
  assert.deepEqual([...scales].sort((a, b) => a - b), scales);
  assert.equal(scales[1], 1);
  assert.ok(scales[0] < 1);
  for (const scale of scales) assert.ok(scale * HALF * 2 <= 0.866 * UNIT, `${scale} overlaps the row below`);
});

test("groups that share a cell never lie over each other, whatever their size", () => {
  for (const size of Object.keys(SIZES)) {
    for (const count of [2, 3, 4]) {
      const { points, scale } = layoutOf(lattice, "a", Array.from({ length: count }, (_, index) => index), 2, size);
      for (const [index, one] of points.entries()) {
        for (const other of points.slice(index + 1)) assert.ok(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) >= HALF * 2 * scale, `${size} ${count}`);
      }
      const wide = Math.max(...points.map(({ x }) => Math.abs(x))) + HALF * scale;
      assert.ok(wide <= UNIT * 0.62, `${size} ${count}: ${wide}`);
    }
  }
});

test("the panel stays between its bounds, and keys move its edge the way they point", () => {
  assert.equal(within("width", 100, 1280), LEAST.width);
  assert.equal(within("width", 5000, 1280), boundsOf("width", 1280).most);
  assert.equal(afterKey("right", "ArrowLeft", false, 400, 1280), 416);
  assert.equal(afterKey("right", "ArrowRight", true, 400, 1280), 336);
  assert.equal(afterKey("left", "ArrowRight", false, 400, 1280), 416);
  assert.equal(afterKey("below", "ArrowUp", false, 300, 800), 316);
  assert.equal(afterKey("below", "ArrowLeft", false, 300, 800), null);
  assert.equal(afterKey("right", "Home", false, 400, 1280), LEAST.width);
  assert.equal(afterKey("right", "End", false, 400, 1280), boundsOf("width", 1280).most);
  assert.equal(afterKey("right", "Enter", false, 400, 1280), 0);
  assert.equal(afterKey("right", "x", false, 400, 1280), null);
  const { least, most } = boundsOf("width", 320);
  assert.ok(least <= most, "even in a window that is too small");
});

test("a roll and a loss are heard, other events are not", () => {
  const thrown = /** @type {any} */ ({ kind: "fight", data: {}, panel: { thrown: { text: "4" } } });
  const lost = /** @type {any} */ ({ kind: "gone", data: {} });
  assert.deepEqual(cuesOf([lost, thrown], ["gone"]), ["thrown", "loss"]);
  assert.deepEqual(cuesOf([lost], []), []);
  assert.ok(Object.values(NOTES).every((notes) => notes.length > 0 && notes.every((note) => note.at + note.for < 1.5)), "short ones");
});

test("your move is heard when others have acted, the end once", () => {
  const waiting = { ready: false, over: false, moment: 4 };
  assert.deepEqual(cuesOfChange(waiting, { ready: true, over: false, moment: 6 }), ["move"]);
  assert.deepEqual(cuesOfChange(waiting, { ready: true, over: false, moment: 4 }), [], "nothing has happened: the page was opened, or something was closed");
  assert.deepEqual(cuesOfChange({ ready: true, over: false, moment: 4 }, { ready: true, over: false, moment: 5 }), [], "an act of one's own");
  assert.deepEqual(cuesOfChange(waiting, { ready: false, over: true, moment: 7 }), ["over"]);
  assert.deepEqual(cuesOfChange({ ready: false, over: true, moment: 7 }, { ready: false, over: true, moment: 7 }), []);
});

test("hints are asked for only where this page holds every seat of a person", () => {
  const [person, bot] = [{ kind: "person" }, { kind: "player" }];
  assert.ok(mayAsk({ us: person, jp: bot }, ["us"]));
  assert.ok(mayAsk({ us: person, jp: person }, ["us", "jp"]));
  assert.ok(!mayAsk({ us: person, jp: person }, ["us"]));
  assert.ok(!mayAsk({ us: bot, jp: bot }, []));
});

test("the tips of one's own side come first, only those of the scenario, and only at a first match", () => {
  const tips = [{ says: "all" }, { says: "ours", side: "us" }, { says: "theirs", side: "jp" }, { says: "ours in the short one", side: "us", scenarios: ["short"] }];
  const shown = (/** @type {string[]} */ sides, /** @type {string} */ scenario) => tipsFor(tips, sides, scenario).map((tip) => tip.says);
  assert.deepEqual(shown(["us"], "long"), ["ours", "all"]);
  assert.deepEqual(shown([], "long"), ["all"]);
  assert.deepEqual(shown(["us"], "short"), ["ours", "ours in the short one", "all"]);
  assert.ok(isFirst({}, "game", "m1"));
  assert.ok(isFirst({ game: "m1" }, "game", "m1"), "the same match, loaded again");
  assert.ok(!isFirst({ game: "m1" }, "game", "m2"));
  assert.ok(!isFirst({ game: "" }, "game", "m1"), "dismissed");
});

test("the log is printed by turns and phases, without empty ones", () => {
  const event = (/** @type {string} */ kind, /** @type {string} */ text, data = {}) => ({ kind, text, case: "1", data });
  const pages = pagesOf(/** @type {any} */ ([
    { n: 1, side: "us", events: [event("set", "A is set up")] },
    { n: 2, side: "us", events: [event("turn", "Turn 1"), event("phase", "Move"), event("go", "A moves"), event("forced", "x", { action: "done" })] },
    { n: 3, side: "jp", events: [event("phase", "Rest"), event("phase", "Fight"), event("fight", "A wins")] },
    { n: 4, side: "jp", events: [event("turn", "Turn 2")] },
  ]), "Before");
  assert.deepEqual(pages.map((turn) => [turn.title, turn.phases.map((phase) => [phase.title, phase.lines.map((line) => line.text)])]),
    [["Before", [["", ["A is set up"]]]], ["Turn 1", [["Move", ["A moves"]], ["Fight", ["A wins"]]]]]);
});
