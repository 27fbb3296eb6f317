import assert from "node:assert/strict";
import { test } from "node:test";
import { toward } from "../../src/beachhead/web/js/board/bearings.js";
import { HALF, faceOf, fieldsOf, isHidden, paletteOf, valueLines, valuesText } from "../../src/beachhead/web/js/board/counters.js";
import { prepare } from "../../src/beachhead/web/js/board/drawing.js";
import { placesOf } from "../../src/beachhead/web/js/board/markers.js";
import { titleOf } from "../../src/beachhead/web/js/board/boxes.js";
import { layoutOf } from "../../src/beachhead/web/js/board/room.js";
import { arrange, boxOf, fan, slotOf } from "../../src/beachhead/web/js/board/stacks.js";
import { hasSecrets, knownSpaces, publicView } from "../../src/beachhead/web/js/board/visibility.js";
import { chosen, together } from "../../src/beachhead/web/js/table/selection.js";
import { inCommon, toldToAll } from "../../src/beachhead/web/js/table/hotSeat.js";

const THEME = {
  sides: { us: { palette: "navy" }, jp: { palette: "sand" } },
  palettes: { red: "crimson" },
  places: { sea: { box: "sea" }, lost: { box: { us: "sea", jp: "grave" } }, unset: { hidden: true, box: "sea" } },
  marks: { concealed: { hidden: true, badge: "unseen" }, fired: { spent: true } },
  values: { default: { fields: ["bombardment", "assault", "mp"], lines: [[0], [1, 2]] } },
  flags: { at: { field: "assault", sign: "▲" } },
  markers: [
    { from: "beachheads", id: "beachhead" }, { from: "shown", id: "cave" }, { from: "caves", id: "hidden", hidden: true },
    { from: "flag", when: ["due", "raised"], at: "top", id: "flag" },
  ],
};
const square = (x, y) => `M${x - 100} ${y - 100}l200 0 0 200-200 0z`;
const areas = () => prepare({
  kind: "areas", width: 900, height: 900, unit: 60, layers: [], labels: [],
  spaces: {
    top: { x: 400, y: 100, d: square(400, 100), near: ["left", "right"], title: "Top Hill", slots: [[350, 90], [450, 90], [450, 150]] },
    left: { x: 200, y: 300, d: square(200, 300), near: ["top", "right"], title: "Left" },
    right: { x: 600, y: 320, d: square(600, 320), near: ["top", "left"], title: "Right" },
    far: { x: 620, y: 700, d: square(620, 700), near: [], title: "Far" },
  },
  boxes: [{ id: "sea", kind: "hold", place: "sea", x: 0, y: 600, width: 400, height: 200 }, { id: "grave", kind: "hold", place: "lost", x: 0, y: 800, width: 400, height: 90 }],
}, THEME);
const unit = (side, place, marks = [], more = {}) => ({ side, arm: "infantry", values: { assault: 3, mp: 2 }, steps: 2, full: 2, place, marks, ...more });
const view = () => ({
  units: {
    a: unit("us", "top"), b: unit("us", "top"), c: unit("us", "top"), j: unit("jp", "top", ["fired"]), k: unit("jp", "top", ["concealed"]), l: unit("jp", "top", ["concealed"]),
    m: unit("jp", "left", ["concealed"]), s: unit("us", "sea"), t: unit("us", "sea"), x: unit("jp", "lost"), n: unit("jp", "unset"),
  },
  beachheads: ["left"], shown: { top: 1 }, caves: { left: 2, top: 1 }, flag: "box",
  known: { "last seen": { k: { place: "left", turn: 2, steps: 1 } }, searched: { right: 3 }, "caves checked": ["right", "top"] },
});

test("values by name stand as the theme lays them, with the sign of a flag", () => {
  const gun = { arm: "gun", values: { bombardment: 3, range: "one", assault: 3, mp: 0 }, at: true };
  assert.deepEqual(valueLines(gun, THEME), ["3", "▲3-0"]);
  assert.deepEqual(valueLines(unit("us", "top"), THEME), ["3-2"], "what a unit has not leaves no gap");
  assert.equal(valuesText(gun, THEME), "3/▲3-0");
  assert.equal(valuesText({ arm: "x", values: "5-4-8" }, { values: {} }), "5-4-8");
  assert.deepEqual(fieldsOf(gun, THEME), [["bombardment", "3"], ["assault", "▲3"], ["mp", "0"]]);
  assert.deepEqual([paletteOf({ colour: "red", side: "jp" }, THEME), paletteOf({ side: "jp" }, THEME)], ["crimson", "sand"]);
  assert.notEqual(faceOf(unit("us", "top")), faceOf({ ...unit("us", "top"), steps: 1 }), "a lost step is another face");
});

test("each side has its place in an area, and what only the owner sees lies apart", () => {
  const drawing = areas();
  const { spots, piles, held } = arrange(view(), drawing, THEME, new Set(["b"]), "a");
  assert.deepEqual(piles.filter((pile) => pile.place === "top").map((pile) => [pile.units, pile.key]), [[["a", "b", "c"], "top 0"], [["l", "k"], "top 3"]], "the chosen on top, then who can act");
  assert.equal(spots.get("j").pile, null);
  const side = HALF * 2 * spots.get("j").scale;
  const apart = (one, other) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
  for (const [one, other] of [["a", "j"], ["a", "l"], ["j", "l"]]) assert.ok(apart(spots.get(one), spots.get(other)) >= side, `${one} and ${other} do not lie on each other`);
  assert.ok(spots.get("a").x < spots.get("j").x, "the first side lies left of the second");
  assert.ok(spots.get("a").depth > spots.get("b").depth && spots.get("b").depth > spots.get("c").depth);
  assert.deepEqual(held, { sea: { sea: 2, unset: 1 }, grave: { lost: 1 } });
  assert.notDeepEqual([spots.get("s").x, spots.get("s").y], [spots.get("t").x, spots.get("t").y], "where there is room, every counter lies by itself");
  assert.equal(boxOf(drawing, THEME, "lost", "us").id, "sea");
});

test("without slots the groups of an area stand beside each other", () => {
  const drawing = areas();
  const points = [0, 1, 2, 3].map((slot) => slotOf(drawing, "left", slot, 2));
  for (const [index, one] of points.entries()) for (const other of points.slice(index + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 46);
});

test("a pile of an area fans out in rows of a finger's width", () => {
  for (const count of [2, 5, 10]) {
    const places = fan({ key: "x", x: 50, y: 50, units: Array.from({ length: count }, (_, index) => `u${index}`), scale: 1, box: null, place: "p", rows: true }, 52, { x: 0, y: 0, width: 390, height: 400 });
    for (const [index, one] of places.entries()) for (const other of places.slice(index + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 51);
  }
});

test("markers come from lists, counts and words", () => {
  const now = view();
  assert.deepEqual(THEME.markers.map((marker) => placesOf(marker, now)), [[["left", 1]], [["top", 1]], [["left", 2], ["top", 1]], []]);
  assert.deepEqual(placesOf(THEME.markers[3], { flag: "raised" }), [["top", 1]]);
});

test("what the enemy sees: nothing that is marked as hidden", () => {
  const now = view();
  assert.deepEqual(Object.keys(publicView(now, THEME).units), ["a", "b", "c", "j", "s", "t", "x"]);
  assert.equal(publicView(now, THEME).caves, undefined);
  assert.deepEqual(publicView(now, THEME).shown, { top: 1 });
  assert.ok(hasSecrets(now, THEME) && !hasSecrets(publicView(now, THEME), THEME));
  assert.ok(isHidden(now.units.n, THEME), "a place can be a secret too");
});

test("what the enemy has learnt, by area, in the words of the theme", () => {
  const shows = [{ from: "last seen", says: "{unit} seen T{turn}" }, { from: "searched", says: "searched T{turn}" }, { from: "caves checked", says: "none left", unless: "searched" }];
  const { spaces } = knownSpaces(view(), { ...THEME, known: { from: "known", shows } }, (key) => key);
  assert.deepEqual(spaces, { left: ["k seen T2"], right: ["searched T3"], top: ["none left"] });
});

test("counters are as large as their area allows, and smaller where more groups share it", () => {
  const drawing = areas();
  drawing.spaces.top = { ...drawing.spaces.top, d: "M325 25l150 0 0 150-150 0z", slots: [[360, 60], [440, 60], [400, 130]] };
  const one = layoutOf(drawing, "top", [0], 2);
  const three = layoutOf(drawing, "top", [0, 1, 3], 2);
  assert.ok(one.scale > three.scale && three.scale > 1, `${one.scale} ${three.scale}`);
  for (const { x, y } of three.points) assert.ok(Math.abs(x - 400) + HALF * three.scale <= 81 && Math.abs(y - 100) + HALF * three.scale <= 81, "all within their area, or hardly over its border");
  assert.equal(layoutOf(drawing, "left", [0], 2).scale, 1, "where the drawing has no slots, nothing is known of the room");
});

test("what is printed in an area stays readable", () => {
  const drawing = areas();
  drawing.labels = [{ text: "Top Hill", x: 400, y: 40, level: 0, class: "area-name" }];
  const { points, scale } = layoutOf(drawing, "top", [0, 1], 2);
  for (const { y } of points) assert.ok(y - HALF * scale >= 50, "no counter over the name");
});

test("a box is called by what lies in it", () => {
  const places = { lost: { name: "Lost" }, unset: { name: "Not set up" }, gone: { name: "Gone" } };
  const box = { place: "lost", title: "Lost unseen" };
  assert.equal(titleOf(box, {}, { places }), "Lost unseen");
  assert.equal(titleOf(box, { lost: 3 }, { places }), "Lost unseen");
  assert.equal(titleOf(box, { unset: 23 }, { places }), "Not set up");
  assert.equal(titleOf(box, { lost: 1, unset: 22 }, { places }), "Lost unseen, Not set up 22");
  assert.equal(titleOf(box, { unset: 2, gone: 1 }, { places }), "Not set up 2, Gone 1");
});

test("two players of one screen share what both see, piece by piece", () => {
  const [us, jp] = [publicView(view(), THEME), view()];
  const both = inCommon(jp, [{ ...us, caves: null }]);
  assert.deepEqual(Object.keys(both.units), Object.keys(us.units));
  assert.deepEqual([both.caves, both.beachheads, both.flag], [null, ["left"], "box"]);
  assert.deepEqual(inCommon({ list: [1, 2], deep: { a: 1, b: 2 } }, [{ list: [1], deep: { a: 1 } }]), { list: [], deep: { a: 1 } });
});

test("arrows go from area to area", () => {
  const drawing = areas();
  assert.equal(toward(drawing, "top", 0, 1), "left", "down, what lies nearest");
  assert.deepEqual([toward(drawing, "left", 1, 0), toward(drawing, "right", -1, 0), toward(drawing, "right", 0, 1), toward(drawing, "top", 0, -1)], ["right", "left", "far", null]);
});

test("on the cover stands what everybody was told of the dice, and nothing else", () => {
  const event = (kind, text, data = {}) => ({ kind, text, data, case: null });
  const roll = { ...event("roll", "6 dice on Funami Dai"), panel: { thrown: { text: "3 dice", dice: [{ face: 1 }, { face: 5, hit: true }] } } };
  const loss = event("loss", "309 loses a step");
  const secret = event("secret loss", "310 loses a step unseen");
  const old = { ...event("roll", "an older roll"), panel: { thrown: { text: "a card", cards: [{ card: "7" }] } } };
  const mine = [{ n: 1, side: "jp", events: [old] }, { n: 2, side: "jp", events: [roll, loss, secret, event("vp", "a point")] }];
  const theirs = [{ n: 1, side: "jp", events: [old, roll, loss, event("vp", "a point")] }];
  const kinds = ["loss", "secret loss"];
  assert.deepEqual(toldToAll(mine, [theirs], 1, kinds), [roll, loss]);
  assert.deepEqual(toldToAll(mine, [theirs], 0, kinds), [roll, loss]);
  assert.deepEqual(toldToAll(mine, [theirs], 2, kinds), []);
  assert.deepEqual(toldToAll(mine, [[]], 0, kinds), []);
});

test("several units are named in one go: those of an area, and those of an arm up to what an area may take", () => {
  const named = view();
  named.units.o = unit("us", "left");
  for (const id of ["s", "t", "u", "v"]) named.units[id] = unit("us", "sea", [], { arm: id === "v" ? "air" : "ship" });
  const act = (text) => ({ verb: text.split(" ")[0], kinds: text.split(" ").slice(1).map((_, index) => (index ? "space" : "unit")), args: text.split(" ").slice(1), text, says: "" });
  const rules = { assault: { says: "" }, bombard: { says: "", most: 2, from: "targets", of: ["ship", "air"] } };
  const context = (picks) => ({ view: named, seat: "us", offers: [], selection: chosen(picks) });
  const assaults = ["assault a", "assault b", "assault o", "move a left", "move b left"].map(act);
  assert.deepEqual(together(context([]), assaults, rules), [{ verb: "assault", place: "top", arm: "", texts: ["assault a", "assault b"] }]);
  assert.deepEqual(together(context([]), assaults, { assault: { says: "", side: "jp" } }), []);
  assert.deepEqual(together(context([]), assaults), []);
  const fire = ["s", "t", "u", "v"].map((id) => act(`bombard ${id} far`));
  assert.deepEqual(together(context([]), fire, rules), [], "against what?");
  assert.deepEqual(together(context([{ kind: "space", value: "far" }]), fire, rules), [{ verb: "bombard", place: "far", arm: "ship", texts: ["bombard s far", "bombard t far"] }]);
  named.targets = { far: ["v"] };
  assert.deepEqual(together(context([{ kind: "space", value: "far" }]), fire.slice(0, 3), rules), [], "one has room, and that one has a button of its own");
});

test("a space is filled with units of one formation: those of the space that was clicked, or of the only one that is offered", () => {
  const named = view();
  for (const id of ["s", "t", "u", "v", "w"]) named.units[id] = unit("us", "afloat", [], { formation: id < "v" ? "25th" : "33rd" });
  const act = (unitId, space) => ({ verb: "place", kinds: ["unit", "space"], args: [unitId, space], text: `place ${unitId} ${space}`, says: "" });
  const rules = { place: { says: "", by: "formation", most: 3 } };
  const context = (picks) => ({ view: named, seat: "us", offers: [], selection: chosen(picks) });
  const texts = (picks, ids, spaces) => together(context(picks), ids.flatMap((id) => spaces.map((space) => act(id, space))), rules).map((group) => [group.arm, group.texts]);
  const near = [{ kind: "space", value: "near" }];
  assert.deepEqual(texts([], ["s", "t", "u", "v", "w"], ["near", "far"]), [], "where to?");
  assert.deepEqual(texts(near, ["s", "t", "u", "v", "w"], ["near", "far"]),
    [["25th", ["place s near", "place t near", "place u near"]], ["33rd", ["place v near", "place w near"]]]);
  named.units.s.place = "near";
  assert.deepEqual(texts([], ["t", "u", "v", "w"], ["near"]), [["25th", ["place t near", "place u near"]]], "two have room beside the first");
});
