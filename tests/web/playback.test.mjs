/** The playback of the others' acts: nothing is dropped, and step, back, play, pause and skip do what they say. */
import assert from "node:assert/strict";
import { test } from "node:test";

const { Playback, telling } = await import("../../src/beachhead/web/js/table/playback.js");

const START = { at: 0 };
const act = (n, more = {}) => ({ n, side: "jp", view: { at: n }, events: [{ kind: "move", case: "5.0", text: `act ${n}`, data: { unit: `J:${n}`, path: ["a", "b"] } }], ...more });
const acts = (from, to, more) => Array.from({ length: to - from + 1 }, (_, index) => act(from + index, more));

/** A stage without a clock: what is waited for ends when the test says so. */
function stage(speed = "normal", how = {}) {
  const seen = [];
  const waiting = [];
  const pending = () => new Promise((resolve) => waiting.push(resolve));
  let changes = 0;
  const made = {
    seen, waiting, paces: [], speed_: speed, own: 1, decides: true, newest: START,
    show: (step, own) => seen.push(step ? step.view.at : own ? "newest, own" : "newest"),
    animate: (step, pace) => (made.paces.push(pace), seen.push(`acting ${step.n}`), pending()),
    wait: () => pending(),
    duration: (events) => events.length * 300,
    speed: () => made.speed_,
    ownPace: () => made.own,
    mine: () => made.decides,
    changed: () => (changes += 1),
    /** Let time pass until nothing waits any more. */
    async end(most = 1000) {
      for (let turn = 0; turn < most && waiting.length > 0; turn += 1) {
        waiting.shift()();
        for (let i = 0; i < 5; i += 1) await null;
      }
    },
    async once() {
      waiting.shift()?.();
      for (let i = 0; i < 5; i += 1) await null;
    },
    ...how,
  };
  return made;
}

test("forty acts of one update are forty steps, each shown with its own position", async () => {
  const on = stage();
  const playback = new Playback(on);
  playback.add(acts(1, 40), START);
  assert.equal(playback.steps.length, 40);
  assert.ok(playback.behind);
  await on.end();
  assert.deepEqual(on.seen.filter((one) => typeof one === "number"), Array.from({ length: 39 }, (_, index) => index + 1));
  assert.equal(on.seen.at(-1), "newest");
  assert.equal(on.seen.filter((one) => String(one).startsWith("acting")).length, 40);
  assert.ok(!playback.behind && !playback.running);
  assert.equal(playback.steps.length, 40, "they stay until the player acts");
});

test("forty acts take about fifteen seconds at normal speed, as long as they like at slow", async () => {
  const total = async (speed, steps) => {
    const on = stage(speed);
    new Playback(on).add(steps, START);
    await on.end();
    return on.paces.reduce((sum, pace) => sum + pace * (300 + 520), 0);
  };
  assert.ok((await total("normal", acts(1, 40))) < 15500);
  assert.ok((await total("normal", acts(1, 400))) < 25000, "even the least pace for each");
  assert.ok((await total("fast", acts(1, 40))) < 6500);
  assert.ok((await total("slow", acts(1, 40))) > 60000);
  const few = stage();
  new Playback(few).add(acts(1, 5), START);
  await few.end();
  assert.ok(few.paces.every((pace) => pace === 1), "a few acts are not hurried");
});

test("more that comes while others wait is not dropped either", async () => {
  const on = stage();
  const playback = new Playback(on);
  playback.add(acts(1, 13), START);
  await on.once();
  playback.add(acts(14, 30), { at: 13 });
  await on.end();
  assert.deepEqual(on.seen.filter((one) => typeof one === "number"), Array.from({ length: 29 }, (_, index) => index + 1));
});

test("pause, step, back, play", async () => {
  const on = stage();
  const playback = new Playback(on);
  playback.add(acts(1, 6), START);
  playback.pause();
  assert.equal(on.seen.at(-1), 1, "what was under way is brought to its end");
  assert.ok(playback.held && playback.behind);
  await on.end();
  assert.equal(playback.cursor, 0, "nothing moves by itself");
  playback.add(acts(7, 8), { at: 6 });
  await on.end();
  assert.equal(playback.cursor, 0, "what comes waits");
  playback.forward();
  assert.equal(playback.current, 1);
  await on.end();
  assert.equal(on.seen.at(-1), 2);
  playback.back();
  assert.equal(on.seen.at(-1), 1);
  playback.back();
  assert.equal(on.seen.at(-1), 0, "before the first act");
  playback.back();
  assert.equal(playback.cursor, -1);
  playback.play();
  assert.ok(playback.running);
  await on.end();
  assert.equal(on.seen.at(-1), "newest");
  assert.equal(playback.steps.length, 8);
  playback.back();
  assert.equal(on.seen.at(-1), 7, "back from the decision");
  assert.ok(playback.behind);
  playback.forward();
  await on.end();
  assert.equal(on.seen.at(-1), "newest");
  assert.ok(!playback.held);
  playback.play();
  assert.equal(on.seen.at(-2), 0, "all of it once more");
  await on.end();
  assert.equal(on.seen.at(-1), "newest");
});

test("skip goes to the decision, and what comes before it is there goes by as well", async () => {
  const on = stage("normal", { decides: false });
  const playback = new Playback(on);
  assert.equal(playback.skip(), false);
  playback.add(acts(1, 5), START);
  assert.equal(playback.skip(), true);
  assert.ok(!playback.behind);
  assert.equal(on.seen.at(-1), "newest");
  const acted = on.paces.length;
  playback.add(acts(6, 8), { at: 5 });
  assert.ok(!playback.behind);
  on.decides = true;
  playback.add(acts(9, 9), { at: 8 });
  assert.ok(!playback.behind);
  assert.equal(on.paces.length, acted, "nothing of it was acted out");
  assert.equal(playback.steps.length, 9, "but all of it can be looked at");
  playback.add(acts(10, 11), { at: 9 });
  assert.ok(playback.behind, "the next time it plays again");
});

test("one act is shown again, and then it waits", async () => {
  const on = stage();
  const playback = new Playback(on);
  playback.add(acts(1, 5), START);
  await on.end();
  playback.again(2);
  assert.equal(on.seen.at(-2), 2, "the position before it");
  assert.equal(on.seen.at(-1), "acting 3");
  await on.end();
  assert.equal(on.seen.at(-1), 3);
  assert.ok(playback.behind && !playback.running);
  playback.skip();
  assert.equal(on.seen.at(-1), "newest");
});

test("an own act ends what was before it, and moves although the others do not", async () => {
  const on = stage("instant");
  const playback = new Playback(on);
  playback.add(acts(1, 4), START);
  assert.equal(on.seen.at(-1), "newest", "at once");
  assert.equal(playback.steps.length, 4);
  playback.add([act(5, { own: true, ends: true, side: "us" }), ...acts(6, 9)], { at: 4 });
  assert.ok(playback.own);
  assert.deepEqual(on.seen.at(-1), "acting 5");
  await on.end();
  assert.equal(on.seen.at(-1), "newest");
  assert.deepEqual(playback.steps.map((step) => step.n), [6, 7, 8, 9]);
  assert.equal(playback.base.at, 5);
  on.own = 0;
  playback.add([act(10, { own: true, ends: true })], { at: 9 });
  assert.equal(on.seen.at(-1), "newest, own");
  assert.equal(playback.steps.length, 0);
});

test("where nothing moves the steps are there, and can be stepped through and played", async () => {
  const on = stage("instant");
  const playback = new Playback(on);
  playback.add(acts(1, 3), START);
  playback.back();
  assert.equal(on.seen.at(-1), 2);
  playback.back();
  playback.forward();
  await on.end();
  assert.equal(on.seen.at(-1), 2);
  playback.back();
  playback.play();
  await on.end();
  assert.equal(on.seen.at(-1), "newest");
  assert.ok(on.seen.includes("acting 3"), "one by one, as it was asked for");
});

test("quiet acts take no time and no step of their own", async () => {
  const on = stage();
  const playback = new Playback(on);
  const quiet = act(2, { events: [{ kind: "forced", case: "", text: "", data: {} }] });
  assert.ok(!telling(quiet));
  playback.add([act(1), quiet, act(3)], START);
  await on.end();
  assert.ok(!on.seen.includes("acting 2"));
  playback.back();
  assert.equal(on.seen.at(-1), 1);
  playback.forward();
  await on.end();
  assert.equal(on.seen.at(-1), "newest");
});

test("what is undone has not happened", async () => {
  const on = stage();
  const playback = new Playback(on);
  playback.add(acts(1, 5), START);
  await on.end();
  playback.rewind(3);
  assert.deepEqual(playback.steps.map((step) => step.n), [1, 2, 3]);
  assert.equal(on.seen.at(-1), "newest");
  assert.ok(!playback.behind);
});

test("another player looks: nothing remains, and what was his is there again", async () => {
  const on = stage();
  const playback = new Playback(on);
  playback.add(acts(1, 5), START);
  const { base, steps } = playback;
  playback.reset();
  await on.end();
  assert.deepEqual([playback.steps, playback.base, playback.behind], [[], null, false]);
  assert.ok(!on.seen.includes(2));
  playback.restore(base, steps);
  assert.ok(!playback.behind && playback.steps.length === 5);
  playback.back();
  assert.equal(on.seen.at(-1), 4);
});

test("an answer in between ends nothing: what came before it is still to be seen", async () => {
  const on = stage();
  const playback = new Playback(on);
  playback.add(acts(1, 3), START);
  await on.end();
  playback.add([act(4, { side: "us", own: true, ends: false })], { at: 3 });
  await on.end();
  playback.add(acts(5, 6), { at: 4 });
  await on.end();
  assert.deepEqual(playback.steps.map((step) => step.n), [1, 2, 3, 4, 5, 6]);
  assert.equal(playback.base, START);
  playback.add([act(7, { side: "us", own: true, ends: true })], { at: 6 });
  await on.end();
  assert.deepEqual(playback.steps, []);
});
