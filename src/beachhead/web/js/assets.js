// @ts-check
/** Where the page's files are. They lie in a folder that is called after their content (docs/protocol.md), so nobody writes it down. */

/**
 * The address of a file of the page.
 * @param {string} name
 */
export function asset(name) {
  return new URL(`../${name}`, import.meta.url).href;
}

/** The version of the page, or "" if it was loaded without one. */
export const version = /\/page\/([^/]+)\//.exec(import.meta.url)?.[1] ?? "";
