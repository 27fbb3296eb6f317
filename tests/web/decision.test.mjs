import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTexts } from "../../src/beachhead/web/js/texts.js";
import { dutiesOf, dutyWords } from "../../src/beachhead/web/js/table/duties.js";
import { laidOut, pilesOf } from "../../src/beachhead/web/js/table/hand.js";
import { readList } from "../../src/beachhead/web/js/table/lists.js";
import { actionWords, plainWords, spaceNoun, spaceWord, unitName, valueWord } from "../../src/beachhead/web/js/table/names.js";
import { settle } from "../../src/beachhead/web/js/table/steady.js";

setTexts(JSON.parse(readFileSync(new URL("../../src/beachhead/web/texts/en.json", import.meta.url), "utf8")));

const unit = (side, place, more = {}) => ({ side, place, arm: "infantry", values: "5-4-8", marks: [], ...more });
const table = (seat, { view = {}, theme = {}, spaces = { 1103: {}, 1203: {} } } = {}) => {
  const whole = { decision: { side: "us", step: "x", prompt: "", case: "" }, units: { "U:1/6": unit("us", "1203"), "J:16": unit("jp", "1103"), "?7": unit("jp", "1103", { back: "bunker" }) }, ...view };
  return {
    seat, present: whole, shown: { view: whole }, now: { view: whole, offers: [] }, drawing: { spaces },
    lore: { theme: { sides: {}, backs: { bunker: { name: "bunker" } }, ...theme }, side_names: { us: "U.S.", jp: "Japan" }, cases: [] },
  };
};

test("one name for a unit wherever it is spoken of, and none for one that lies face down", () => {
  const here = table("us");
  assert.equal(unitName(here, "U:1/6"), "1/6");
  assert.equal(unitName(here, "?7"), "bunker");
  assert.equal(plainWords(here, "U:1/6 attacks J:16 in 1103; J:161 does not exist."), "1/6 attacks 16 in 1103; J:161 does not exist.");
  assert.equal(valueWord(here, "unit", "J:16"), "16");
  // one that has come to light by now has its name in the log before the map shows it
  here.now = { ...here.now, view: { ...here.present, units: { ...here.present.units, "J:417": unit("jp", "1103") } } };
  assert.equal(plainWords(here, "J:417 (4-4) is turned up at 1103, next to U:1/6"), "417 (4-4) is turned up at 1103, next to 1/6");
});

test("spaces are called as the theme says, or by their name if they have one", () => {
  const named = { a: { title: "Alpha" }, b: { title: "Bravo" } };
  assert.equal(spaceWord(table("us", { spaces: named }), "a"), "Alpha");
  assert.equal(spaceWord(table("us", { spaces: named, theme: { space: { numbered: true } } }), "a"), "a");
  assert.equal(spaceWord(table("us", { spaces: { 1203: { title: "1203 Town" } } }), "1203"), "1203");
  assert.deepEqual(spaceNoun(table("us", { theme: { space: { noun: "hex", plural: "hexes" } } })), { space: "hex", spaces: "hexes" });
});

test("an action in the theme's words, with a form for one and for many", () => {
  const here = table("us", { theme: { acts: { support: { 2: { one: "{a} point against {b}", other: "{a} points against {b}" } } }, kinds: { card: "cards" }, cards: { c1: { title: "Storm" } } } });
  const act = (...args) => ({ verb: "support", kinds: ["number", "unit"], args, text: "", says: "" });
  assert.equal(actionWords(here, act("1", "J:16")), "1 point against 16");
  assert.equal(actionWords(here, act("2", "J:16")), "2 points against 16");
  assert.equal(valueWord(here, "card", "c1"), "Storm");
});

test("duties are told from where one sits: mine are mine, spectators hear names", () => {
  const theme = { duties: { "be attacked": { name: "must be attacked", mark: "attacked", order: 2 }, attack: { name: "must attack", mark: "attack", order: 1 }, told: { name: "excused", mark: "none", order: 3 } } };
  const view = { duties: { "be attacked": ["J:16"], attack: ["U:1/6"], told: [] } };
  const words = (seat) => dutiesOf(table(seat, { view, theme })).map((duty) => dutyWords(table(seat, { view, theme }), duty));
  assert.deepEqual(words("us"), ["1 of your units must attack", "1 enemy unit must be attacked"]);
  assert.deepEqual(words("jp"), ["1 enemy unit must attack", "1 of your units must be attacked"]);
  assert.deepEqual(words(null), ["U.S.: 1 unit must attack", "Japan: 1 unit must be attacked"]);
  const own = { duties: { ...theme.duties, attack: { ...theme.duties.attack, own: { one: "{n} unit of yours has to fight", other: "…" } } } };
  assert.equal(dutyWords(table("us", { view, theme: own }), dutiesOf(table("us", { view, theme: own }))[0]), "1 unit of yours has to fight");
});

test("duties of spaces, with what is done; a kind that the theme does not know is shown and binding", () => {
  const here = table("us", { view: { duties: { search: { left: ["1103", "1203"], done: 5 }, over: { left: [], done: 3 }, none: { left: [], done: 0 } } }, theme: { space: { noun: "hex", plural: "hexes" } } });
  const found = dutiesOf(here);
  assert.deepEqual(found.map(({ kind, left, done, binding }) => [kind, left.length, done, binding]), [["search", 2, 5, true], ["over", 0, 3, true]]);
  assert.equal(dutyWords(here, found[0]), "2 hexes search");
});

test("a list that changes under the pointer keeps the places of what is left and leaves gaps for what is gone", () => {
  const before = ["a", "b", "c"].map((key) => ({ key, height: 40 }));
  assert.deepEqual(settle(before, ["a", "c"]), ["a", 40, "c"]);
  assert.deepEqual(settle(before, ["c", "d"]), [40, 40, "c", "d"]);
  assert.equal(settle(before, ["x", "y"]), null, "another list altogether");
});

test("piles: the hand first, of discards the top card, of a deck nothing", () => {
  const theme = { piles: { deck: { name: "Deck", kind: "deck" }, hand: { name: "Hand", kind: "hand", side: "us" }, theirs: { name: "Hand", kind: "hand", side: "jp" }, old: { name: "Discards", kind: "discards" } } };
  const view = { cards: { deck: { count: 30 }, theirs: { count: 4 }, hand: { count: 2, cards: ["c1", "c2"], part: { c1: "upper" } }, old: { count: 3, cards: ["c7", "c8", "c9"] } } };
  const piles = pilesOf(table("us", { view, theme }));
  assert.deepEqual(piles.map((pile) => pile.pile), ["hand", "theirs", "old", "deck"]);
  assert.deepEqual(piles.map((pile) => laidOut(pile)), [["c1", "c2"], [], ["c9"], []]);
  assert.deepEqual(laidOut(piles[2], true), ["c9", "c8", "c7"]);
  assert.deepEqual(piles[0].part, { c1: "upper" });
  assert.deepEqual(pilesOf(table("us")), []);
});

const LISTS = { attack: { with: "from", first: "attack {each} {target}", then: "join {each}" }, bombard: { with: "by", first: "bombard {each} {target}" } };
const KNOWN = { 2324: "J:16", 2223: "U:1/6", 2123: "U:2", "U:2": "U:2", 2: "U:2", "2 tk": "U:2 Tk", suribachi: "suribachi", "mount suribachi": "suribachi" };
const find = (name) => KNOWN[name.toLowerCase()] ?? KNOWN[name] ?? null;

test("a typed list stands for the single actions", () => {
  assert.deepEqual(readList("attack 2324 from 2223 2123", LISTS, find), { texts: ["attack 2223 2324", "join 2123"], alone: ["attack 2223 2324", "attack 2123 2324"], names: ["2223", "2123"] });
  assert.deepEqual(readList("Attack 2324 FROM 2223, 2 Tk and 2123", LISTS, find), { texts: ["attack 2223 2324", "join 2 Tk", "join 2123"], alone: ["attack 2223 2324", "attack 2 Tk 2324", "attack 2123 2324"], names: ["2223", "2 Tk", "2123"] });
  const fire = ["bombard 2223 mount suribachi", "bombard 2123 mount suribachi"];
  assert.deepEqual(readList("bombard mount suribachi by 2223 2123", LISTS, find), { texts: fire, alone: fire, names: ["2223", "2123"] });
  const members = (verb, name) => (verb === "attack" && name === "2223" ? ["2 Tk", "2123"] : [name]);
  assert.deepEqual(readList("attack 2324 from 2223", LISTS, find, members)?.texts, ["attack 2 Tk 2324", "join 2123"], "a space is all who are in it");
  assert.equal(readList("attack 2223 2324", LISTS, find), null, "no list");
  assert.equal(readList("move 2324 from 2223", LISTS, find), null, "no such form");
  assert.equal(readList("attack 2324 from 2223", undefined, find), null);
});

test("a bad list says what is wrong", () => {
  assert.deepEqual(readList("attack from 2223", LISTS, find), { problem: "target", what: "from" });
  assert.deepEqual(readList("attack 2324 from", LISTS, find), { problem: "empty", what: "from" });
  assert.deepEqual(readList("attack 9999 from 2223", LISTS, find), { problem: "unknown", what: "9999" });
  assert.deepEqual(readList("attack 2324 from 2223 9999", LISTS, find), { problem: "unknown", what: "9999" });
  assert.deepEqual(readList("attack 2324 from 2123 2223 U:2", LISTS, find), { problem: "twice", what: "U:2" });
});
