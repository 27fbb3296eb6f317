// @ts-check
/**
 * The words of the page: one catalogue per language, read once. Whatever a language does not have yet is taken from English, key by
 * key (docs/languages.md).
 */
import { asset } from "./assets.js";

/** The languages there are catalogues for, each under its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", ja: "日本語" };
export const FIRST = "en";

/** The catalogues to look in, the chosen language first. @type {{texts: Record<string, any>, plurals: Intl.PluralRules}[]} */
let catalogues = [];
let spoken = FIRST;
let numbers = new Intl.NumberFormat(FIRST, /** @type {any} */ ({ useGrouping: "min2" }));

/** The language that the page speaks, for dates, numbers and lists too. */
export const language = () => spoken;

/** The language for the dates of a campaign: in English, the day comes before the month. */
export const dateLanguage = () => (spoken === FIRST ? "en-GB" : spoken);

/**
 * The language to speak: the one that was chosen, or else the first that the browser asks for and we have.
 * @param {string} chosen "" if none was
 * @param {readonly string[]} [wanted]
 */
export function languageFor(chosen, wanted = typeof navigator === "undefined" ? [] : navigator.languages ?? []) {
  const known = [chosen, ...wanted].map((tag) => tag.toLowerCase().split("-")[0]);
  return known.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? FIRST;
}

/**
 * Read the catalogue of a language, and the English one for what it lacks. If only the former is missing, the page speaks English.
 * @param {string} [wanted]
 */
export async function loadTexts(wanted = FIRST) {
  const own = wanted === FIRST ? null : read(wanted).catch(() => null);
  const english = await read(FIRST);
  const found = await own;
  if (found) setTexts(found, wanted, english);
  else setTexts(english);
  if (typeof document !== "undefined") document.documentElement.lang = spoken;
}

/** @param {string} name */
async function read(name) {
  const answer = await fetch(asset(`texts/${name}.json`));
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  return answer.json();
}

/**
 * @param {Record<string, any>} texts
 * @param {string} [name] the language they are in
 * @param {Record<string, any>|null} [english] what is taken where they have nothing
 */
export function setTexts(texts, name = FIRST, english = null) {
  catalogues = [{ texts, plurals: new Intl.PluralRules(name) }, ...(english ? [{ texts: english, plurals: new Intl.PluralRules(FIRST) }] : [])];
  spoken = name;
  numbers = new Intl.NumberFormat(name, /** @type {any} */ ({ useGrouping: "min2" }));
}

/**
 * A text by its key, with {names} filled in. A text with forms ({"one": …, "other": …}) is chosen by the parameter n.
 * A missing text is its key: visible to whoever tests, harmless to whoever plays.
 * @param {string} key
 * @param {Record<string, any>} [params]
 * @returns {string}
 */
export function t(key, params) {
  const found = find(key, params);
  if (found === null) return key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (params && name in params ? said(params[name]) : whole));
}

/**
 * A text of a theme with its {names} filled in; one with a form for one and for many goes by the parameter n. Themes are English.
 * @param {string|{one: string, other: string}} text
 * @param {Record<string, any>} params
 * @returns {string}
 */
export function fill(text, params) {
  const form = typeof text === "string" ? text : Number(params.n) === 1 ? text.one : text.other;
  return form.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name] ?? "") : whole));
}

/**
 * Whether there is such a text.
 * @param {string} key
 */
export function has(key) {
  return find(key, { n: 1 }) !== null;
}

/**
 * Several things in a row, as the language says it: "a, b and c".
 * @param {string[]} parts
 */
export function listed(parts) {
  return new Intl.ListFormat(spoken, { type: "conjunction" }).format(parts);
}

/** @param {any} value */
function said(value) {
  return typeof value === "number" && Math.abs(value) >= 10000 ? numbers.format(value) : String(value);
}

/**
 * @param {string} key
 * @param {Record<string, any>} [params]
 * @returns {string|null}
 */
function find(key, params) {
  const path = key.split(".");
  for (const { texts, plurals } of catalogues) {
    /** @type {any} */
    let found = texts;
    for (const part of path) found = typeof found === "object" && found !== null && Object.hasOwn(found, part) ? found[part] : undefined;
    if (typeof found === "string") return found;
    if (typeof found?.other === "string") return found[plurals.select(Number(params?.n ?? 0))] ?? found.other;
  }
  return null;
}
