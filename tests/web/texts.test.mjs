// What a catalogue lacks is said in English, key by key; forms follow each language's own rules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, has, language, languageFor, listed, setTexts, t } from "../../src/beachhead/web/js/texts.js";

const ENGLISH = { hello: "Hello {name}", n: { one: "{n} ship", other: "{n} ships" }, deep: { er: "Deeper", only: "Only here" } };
const JAPANESE = { hello: "こんにちは、{name}", n: { other: "{n}隻" }, deep: { er: "もっと深く" } };

test("each key by itself falls back to English", () => {
  setTexts(JAPANESE, "ja", ENGLISH);
  assert.equal(language(), "ja");
  assert.equal(t("hello", { name: "A" }), "こんにちは、A");
  assert.equal(t("deep.er"), "もっと深く");
  assert.equal(t("deep.only"), "Only here");
  assert.equal(t("nowhere"), "nowhere");
  assert.equal(has("deep.only"), true);
  assert.equal(has("deep"), false);
});

test("forms go by the rules of the language they are in", () => {
  setTexts(JAPANESE, "ja", ENGLISH);
  assert.equal(t("n", { n: 1 }), "1隻");
  setTexts({}, "ja", ENGLISH);
  assert.equal(t("n", { n: 1 }), "1 ship");
  assert.equal(t("n", { n: 2 }), "2 ships");
  setTexts({ n: { one: "{n} okręt", few: "{n} okręty", many: "{n} okrętów", other: "{n} okrętu" } }, "pl", ENGLISH);
  assert.deepEqual([1, 3, 5].map((n) => t("n", { n })), ["1 okręt", "3 okręty", "5 okrętów"]);
});

test("themes stay English, whatever the page speaks", () => {
  setTexts(JAPANESE, "ja", ENGLISH);
  assert.equal(fill({ one: "{n} unit", other: "{n} units" }, { n: 1 }), "1 unit");
});

test("numbers and lists as the language writes them", () => {
  setTexts(ENGLISH);
  assert.equal(t("n", { n: 1944 }), "1944 ships");
  assert.equal(t("n", { n: 12345 }), "12,345 ships");
  assert.equal(listed(["a", "b"]), "a and b");
  setTexts(JAPANESE, "ja", ENGLISH);
  assert.equal(listed(["a", "b"]), "a、b");
});

test("the chosen language, or the first that the browser asks for and there is", () => {
  assert.equal(languageFor("", ["fr-FR", "ja-JP", "en"]), "ja");
  assert.equal(languageFor("en", ["ja-JP"]), "en");
  assert.equal(languageFor("", ["fr", "de"]), "en");
  assert.equal(languageFor("klingon", []), "en");
});
