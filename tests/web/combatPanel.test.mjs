import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = globalThis;
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.document = { documentElement: { dataset: {} } };
const { arrange, compared, enough, heard, idle, tone } = await import("../../src/beachhead/web/js/table/combatPanel.js");
const { diceOf, isThrown, part, percent, sign, unitsOf } = await import("../../src/beachhead/web/js/board/dice.js");

const outcome = (text, chance, good = null, faces) => ({ text, says: text, chance, good, ...(faces ? { faces } : {}) });
const panel = (key, more = {}) => ({ title: key, case: "", key, label: "+1", says: "one", forces: [{ side: "us", title: "", rows: [{ unit: "a", value: "1" }], sum: "1" }], modifiers: [], outcomes: [], notes: [], ...more });
const rolled = (key) => panel(key, { thrown: { text: "4", dice: [{ face: 4 }] }, result: { text: "D1", good: "us", case: "" } });
const event = (kind, more = {}) => ({ kind, case: "", text: kind, data: {}, ...more });
const now = (more = {}) => ({ turn: 1, moment: 5, standing: false, own: false, ...more });
const KINDS = ["eliminated"];

test("what chance has brought is read from the panel: dice, cards, a single die's outcome", () => {
  const one = { ...rolled("a"), outcomes: [outcome("A1", "1/2", "jp", [1, 2, 3]), outcome("D2", "1/2", "us", [4, 5, 6])] };
  assert.deepEqual([diceOf({ ...event("combat"), panel: one }), diceOf(event("move")), diceOf(undefined)], [[{ face: 4 }], [], []]);
  assert.deepEqual([isThrown({ ...event("draw"), panel: panel("b", { thrown: { text: "the 7", cards: [{ card: "7" }] } }) }), isThrown({ ...event("x"), panel: panel("b") })], [true, false]);
  assert.deepEqual([sign(one), sign(rolled("a")), sign(undefined)], ["D2", "D1", ""]);
  const forces = [{ rows: [{ unit: "a" }, { title: "2 points" }] }, { rows: [{ unit: "b" }] }, { rows: [{ unit: "c" }] }];
  assert.deepEqual(unitsOf(panel("c", { forces })), [["a"], ["b", "c"]]);
});

test("chances are fractions, told as whole percents but never as never or always when they are not", () => {
  assert.deepEqual([part("1/4"), part("1"), part(undefined)], [0.25, 1, 0]);
  assert.deepEqual([1 / 6, 0, 1, 0.001, 0.999].map(percent), ["17%", "0%", "100%", "<1%", ">99%"]);
});

test("an outcome has the color of the viewer's side; spectators see none", () => {
  assert.deepEqual([tone("us", "us"), tone("jp", "us"), tone(null, "us"), tone("us", null)], ["good", "bad", "none", "neutral"]);
});

test("outcomes before and after a choice are paired by what they are", () => {
  const found = compared([outcome("D1", "1/2"), outcome("A1", "1/2")], [outcome("D2", "1/3"), outcome("D1", "2/3")]);
  assert.deepEqual(found.map(({ outcome: one, now: before, then }) => [one.text, before, then]), [["D1", 1 / 2, 2 / 3], ["A1", 1 / 2, 0], ["D2", 0, 1 / 3]]);
  assert.deepEqual(compared([outcome("D1", "1")]).map((one) => one.then), [1]);
});

test("results with the same words are one outcome with the chances of all", () => {
  const die = ["A1", "D1", "D2", "D3", "D4", "DE"].map((text, index) => ({ ...outcome(text, "1/6", "us", [index + 1]), says: "the defender is eliminated" }));
  const [only, ...others] = compared(die);
  assert.deepEqual([others, only.words, percent(only.now), percent(only.then)], [[], "the defender is eliminated", "100%", "100%"]);
  const drawn = [{ ...outcome("2 hits", "1/3"), says: "wiped out" }, outcome("1 hit", "1/3"), { ...outcome("3 hits", "1/3"), says: "wiped out" }];
  assert.deepEqual(compared(drawn, [outcome("1 hit", "1")]).map(({ words, now: before, then }) => [words, percent(before), percent(then)]), [["wiped out", "67%", "0%"], ["1 hit", "33%", "100%"]]);
  const before = { ...outcome("D1", "1"), says: "retreats" };
  const after = { ...outcome("D1", "1"), says: "eliminated" };
  assert.deepEqual(compared([before], [after]).map(({ words }) => words), ["retreats", "eliminated"], "never two bars of one name");
});

test("a choice that stays in the column has no further effect, and numbers have a natural stop", () => {
  const sums = (attack, defense) => [["us", attack], ["jp", defense]].map(([side, sum]) => ({ side, title: "", rows: [], sum }));
  const at = (column, label, defense = "3") => panel("a", { label, forces: sums(label, defense), strip: { title: "clear", columns: ["1", "2", "3"], at: column, last: column === 2 } });
  assert.equal(idle(at(2, "+13"), at(2, "+14")), "idle");
  assert.equal(idle(at(1, "+3"), at(1, "+4")), "same", "more of it would count");
  assert.equal(idle(at(1, "+3"), at(2, "+9")), null);
  assert.equal(idle(at(2, "+13"), at(2, "+13")), null, "nothing is added: to go on as it stands is not idle");
  assert.equal(idle(undefined, at(2, "+13")), null);
  const even = (...chances) => ({ outcomes: chances.map((chance, index) => outcome(`O${index}`, chance)) });
  assert.equal(idle({ ...at(1, "20%"), ...even("1/5", "4/5") }, { ...at(1, "48%"), ...even("1/2", "1/2") }), null, "the column is the same, the chances are not");
  assert.equal(enough([{ ...at(1, "20%"), ...even("1/5") }, { ...at(1, "48%"), ...even("1/2") }]), -1);
  const guarded = (column, label, defense) => ({ ...at(column, label, defense), forces: sums("15", defense) });
  assert.deepEqual([idle(guarded(2, "+12", "3"), guarded(2, "+11", "4")), idle(guarded(0, "−8", "23"), guarded(0, "−9", "24"))], ["same", "idle"], "the defender's own end is the first column");
  assert.equal(enough([at(0, "1"), at(1, "2"), at(2, "3"), at(2, "4"), at(2, "5")]), 2);
  assert.deepEqual([enough([at(0, "1"), at(1, "2")]), enough([undefined, undefined]), enough([])], [-1, -1, -1]);
});

test("hovering never replaces a result: the thought stands beside it", () => {
  const spent = heard(null, [event("combat", { panel: rolled("a") }), event("eliminated")], now(), KINDS);
  assert.deepEqual([spent.fresh, spent.lost], [true, ["eliminated"]]);
  const shown = arrange(null, panel("b"), spent, false);
  assert.deepEqual([shown.main.key, shown.real, shown.aside.key, shown.fold], ["a", true, "b", null]);
});

test("a combat that is being built is shown before and after the choice", () => {
  const shown = arrange(panel("a"), panel("a", { label: "+3" }), null, false);
  assert.deepEqual([shown.main.label, shown.after.label, shown.aside], ["+1", "+3", null]);
  const other = arrange(rolled("a"), panel("b"), null, false);
  assert.deepEqual([other.main.key, other.after, other.aside.key], ["a", null, "b"], "another combat changes nothing of this one");
});

test("a spent combat folds when its player goes on, and is gone with its turn", () => {
  const spent = heard(null, [event("combat", { panel: rolled("a") })], now(), KINDS);
  assert.equal(heard(spent, [event("forced")], now({ moment: 6 }), KINDS).fresh, true, "what had to happen begins nothing new");
  assert.equal(heard(spent, [event("retreat")], now({ moment: 6, standing: true }), KINDS).fresh, true, "it is still being settled");
  assert.equal(heard(spent, [event("phase")], now({ moment: 6 }), KINDS).fresh, true, "the viewer has not decided anything yet");
  assert.equal(heard(spent, [event("move", { data: { path: ["1", "2"] } })], now({ moment: 6 }), KINDS).fresh, false, "the others go on");
  const after = heard(spent, [event("named")], now({ moment: 6, own: true }), KINDS);
  assert.equal(after.fresh, false);
  assert.deepEqual([arrange(null, null, after, false).fold.key, arrange(null, null, after, false).main], ["a", null]);
  assert.equal(arrange(null, null, after, true).main.key, "a", "a click opens it again");
  assert.equal(arrange(null, panel("b"), after, false).main.key, "b");
  assert.equal(heard(spent, [event("move")], now({ turn: 2, moment: 9 }), KINDS), null);
  assert.equal(heard(spent, [], now({ moment: 4 }), KINDS), null, "undone");
});

test("a plan is shown below whatever else there is", () => {
  const plan = [{ side: "us", title: "Ridge", rows: [], sum: "3 dice" }];
  const bare = panel("plan", { forces: [], plan });
  assert.deepEqual([arrange(bare, null, null, false).main.plan, arrange(bare, panel("b"), null, false).main], [plan, { ...panel("b"), plan }]);
  const spent = heard(null, [event("roll", { panel: rolled("a") })], now(), KINDS);
  assert.deepEqual(arrange({ ...rolled("a"), plan }, null, spent, false).main, { ...spent.panel, plan });
  const next = arrange(bare, panel("b"), spent, false);
  assert.deepEqual([next.main, next.aside.key], [{ ...spent.panel, plan }, "b"], "the result stays while the next target is thought of");
});
