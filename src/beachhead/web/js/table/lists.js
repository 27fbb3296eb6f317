// @ts-check
/**
 * Lists in the typed shorthand: `attack 2324 from 2223 2123` stands for the single actions that the game knows. Which verbs have such a form, and what
 * it stands for, is the theme's: `lists: {attack: {with: from, first: "attack {each} {target}", then: "join {each}"}}`.
 */

/**
 * `texts` are played in this order; `alone` is what each of the list (`names`) would do if it were the only one.
 * `with` is the word between the target and the list; `first` is played for the first of the list, `then` (or `first` again) for every other.
 * @typedef {{with: string, first: string, then?: string}} ListRule
 * @typedef {{texts: string[], alone: string[], names: string[]}|{problem: "target"|"empty"|"unknown"|"twice", what: string}} Reading
 */

/**
 * The names at the beginning of a text, longest first, for names may hold blanks; commas part them too.
 * @param {string} text
 * @param {(name: string) => string|null} find the thing that a name means, or null
 * @returns {{names: string[], unknown: string}}
 */
function namesIn(text, find) {
  const words = text.replaceAll(",", " ").split(/\s+/).filter((word) => word && word.toLowerCase() !== "and");
  /** @type {string[]} */
  const names = [];
  for (let at = 0; at < words.length;) {
    let end = words.length;
    while (end > at && find(words.slice(at, end).join(" ")) === null) end -= 1;
    if (end === at) return { names, unknown: words[at] };
    names.push(words.slice(at, end).join(" "));
    at = end;
  }
  return { names, unknown: "" };
}

/**
 * What a line with a list stands for; null if it is none.
 * @param {string} line
 * @param {Record<string, ListRule>|undefined} rules
 * @param {(name: string) => string|null} find the unit or space that a name means, or null
 * @param {(verb: string, name: string) => string[]} [members] the units that a name of the list stands for, if it is a space with several
 * @returns {Reading|null}
 */
export function readList(line, rules, find, members = (_, name) => [name]) {
  const words = line.trim().split(/\s+/);
  const verb = words[0]?.toLowerCase() ?? "";
  const rule = rules && Object.hasOwn(rules, verb) ? rules[verb] : null;
  if (!rule) return null;
  const at = words.findIndex((word, index) => index > 0 && word.toLowerCase() === rule.with);
  if (at < 0) return null;
  const target = words.slice(1, at).join(" ");
  if (!target) return { problem: "target", what: rule.with };
  if (find(target) === null) return { problem: "unknown", what: target };
  const { names: typed, unknown } = namesIn(words.slice(at + 1).join(" "), find);
  if (unknown) return { problem: "unknown", what: unknown };
  const names = typed.flatMap((name) => members(verb, name));
  if (names.length === 0) return { problem: "empty", what: rule.with };
  const twice = names.find((name, index) => names.findIndex((other) => find(other) === find(name)) < index);
  if (twice) return { problem: "twice", what: twice };
  const fill = (/** @type {string} */ form, /** @type {string} */ each) => form.replaceAll("{target}", target).replaceAll("{each}", each);
  return {
    names, texts: names.map((name, index) => fill(index === 0 ? rule.first : rule.then ?? rule.first, name)),
    alone: names.map((name) => fill(rule.first, name)),
  };
}
