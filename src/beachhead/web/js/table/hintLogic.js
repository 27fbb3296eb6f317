// @ts-check
/** Who may ask the sergeant. Pure, no page. */

/**
 * Whether this page holds every seat that a person has: whether it may ask at all. The service decides.
 * @param {Record<string, {kind: string}>} seats
 * @param {string[]} places the seats of this page
 */
export function mayAsk(seats, places) {
  return places.length > 0 && Object.keys(seats).every((id) => seats[id].kind !== "person" || places.includes(id));
}
