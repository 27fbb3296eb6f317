// @ts-check
/** The words of the page: one catalogue a language, read once. */

/** @type {Record<string, any>} */
let catalogue = {};
let plurals = new Intl.PluralRules("en");

/**
 * Read the catalogue.
 * @param {string} [language]
 */
export async function loadTexts(language = "en") {
  const answer = await fetch(`/static/texts/${language}.json`);
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  setTexts(await answer.json(), language);
}

/**
 * @param {Record<string, any>} texts
 * @param {string} [language]
 */
export function setTexts(texts, language = "en") {
  catalogue = texts;
  plurals = new Intl.PluralRules(language);
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
  return found.replace(/\{(\w+)\}/g, (whole, name) => (params && name in params ? String(params[name]) : whole));
}

/**
 * A text of a theme with its {names} filled in; one with a form for one and for many goes by the parameter n.
 * @param {string|{one: string, other: string}} text
 * @param {Record<string, any>} params
 * @returns {string}
 */
export function fill(text, params) {
  const form = typeof text === "string" ? text : plurals.select(Number(params.n)) === "one" ? text.one : text.other;
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
 * @param {string} key
 * @param {Record<string, any>} [params]
 * @returns {string|null}
 */
function find(key, params) {
  /** @type {any} */
  let found = catalogue;
  for (const part of key.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return null;
    found = found[part];
  }
  if (typeof found === "string") return found;
  if (found && typeof found === "object" && typeof found.other === "string") {
    return found[plurals.select(Number(params?.n ?? 0))] ?? found.other;
  }
  return null;
}
