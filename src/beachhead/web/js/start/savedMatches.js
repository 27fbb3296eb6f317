// @ts-check
/** The keys of matches that this browser holds. They never leave it except to the service they came from. */

const PLACE = "beachhead.matches";
const NAME = "beachhead.name";

/**
 * `tokens` are those of the own seats, `given` those of seats whose link goes to somebody else.
 * @typedef {{match: string, game: string, scenario: string, tokens: Record<string, string>, given: Record<string, string>,
 *   spectator: string|null, host: string|null, at: number}} Kept
 */

/** @returns {Kept[]} newest first */
export function all() {
  try {
    const found = JSON.parse(recall(PLACE) || "[]");
    return Array.isArray(found) ? found.filter((one) => one && typeof one.match === "string").map((one) => ({ ...one, at: Number(one.at) || 0 })) : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} list */
function write(list) {
  note(PLACE, JSON.stringify(list.slice(0, 200)));
}

/**
 * Keep the keys of a match; what is already kept of it is completed, never lost.
 * @param {Partial<Kept> & {match: string}} keys
 */
export function keep(keys) {
  const before = find(keys.match);
  /** @type {Kept} */
  const kept = {
    match: keys.match,
    game: keys.game ?? before?.game ?? "",
    scenario: keys.scenario ?? before?.scenario ?? "",
    tokens: { ...before?.tokens, ...keys.tokens },
    given: { ...before?.given, ...keys.given },
    spectator: keys.spectator ?? before?.spectator ?? null,
    host: keys.host ?? before?.host ?? null,
    at: keys.at ?? before?.at ?? Date.now(),
  };
  write([kept, ...all().filter((one) => one.match !== kept.match)]);
  return kept;
}

/** @param {string} match */
export function find(match) {
  return all().find((one) => one.match === match) ?? null;
}

/** @param {string} match */
export function forget(match) {
  write(all().filter((one) => one.match !== match));
}

/**
 * A small thing that was noted down; "" if there is none, or if the browser keeps nothing.
 * @param {string} key
 * @param {() => Storage} [where]
 */
export function recall(key, where = () => localStorage) {
  try {
    return where().getItem(key) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} key
 * @param {string} value
 * @param {() => Storage} [where]
 */
export function note(key, value, where = () => localStorage) {
  try {
    where().setItem(key, value);
  } catch {
    // A browser that keeps nothing: the link is all there is.
  }
}

/** The name that the player goes by. */
export const myName = () => recall(NAME);

/** @param {string} name */
export const keepName = (name) => note(NAME, name.trim().slice(0, 40));

/**
 * The address of a match for these seats.
 * @param {string} match
 * @param {string[]} tokens
 */
export function address(match, tokens) {
  return `/m/${encodeURIComponent(match)}#${tokens.join(".")}`;
}
