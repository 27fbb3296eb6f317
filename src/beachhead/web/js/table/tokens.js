// @ts-check
/**
 * The keys with which this page sits at a match. They come in the fragment of a link and are taken out of the address at once, so that
 * nobody gives a seat away by copying the address. The tab keeps them first: two tabs of a browser may hold different seats.
 */

/** @param {string} match */
const key = (match) => `beachhead.table.${match}`;

/**
 * @param {string} match
 * @returns {string[]}
 */
export function tokensOf(match) {
  const given = location.hash.slice(1).split(".").filter((token) => /^[\w-]{8,}$/.test(token));
  if (given.length > 0) {
    if (keepTokens(match, given)) history.replaceState(history.state, "", location.pathname + location.search);
    return given;
  }
  for (const store of stores()) {
    const kept = store.getItem(key(match));
    if (kept) return kept.split(".");
  }
  return [];
}

/**
 * @param {string} match
 * @param {string[]} tokens
 */
export function keepTokens(match, tokens) {
  try {
    sessionStorage.setItem(key(match), tokens.join("."));
    localStorage.setItem(key(match), tokens.join("."));
    return true;
  } catch {
    return false;
  }
}

/** @returns {Storage[]} */
function stores() {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}
