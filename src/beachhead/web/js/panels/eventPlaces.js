// @ts-check
/** Where things happened: the spaces and units of an event, also when the units have long since moved on. */

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").View} View */

/**
 * The units that an event is about.
 * @param {GameEvent} event
 * @returns {string[]}
 */
export function unitsOf(event) {
  const data = event.data;
  if (data.unit) return [data.unit];
  return [...(data.attackers ?? []), ...(data.defenders ?? []), ...(Array.isArray(data.units) && !data.area ? data.units : [])];
}

/**
 * The spaces that an event names.
 * @param {GameEvent} event
 * @returns {string[]}
 */
export function spacesOf(event) {
  const data = event.data;
  if (Array.isArray(data.path)) return data.path;
  if (Array.isArray(data.hexes)) return data.hexes;
  if (Array.isArray(data.areas)) return data.areas;
  const space = data.hex ?? data.area;
  return typeof space === "string" && space ? [space] : [];
}

/**
 * What to point at for an event: its spaces, or where its units stood at that time.
 * @param {Moment[]} log
 * @param {GameEvent} event
 * @param {View} view the present
 * @param {import("../types.js").Theme} [theme] tells losses from arrivals, and places off the map from spaces
 * @returns {{spaces: string[], units: string[]}}
 */
export function placeOf(log, event, view, theme) {
  const spaces = spacesOf(event);
  const units = unitsOf(event);
  if (spaces.length) return { spaces, units: units.filter((unit) => spaces.includes(view.units[unit]?.place)) };
  return { spaces: units.map((unit) => stood(log, event, unit, view, theme)).filter((space) => space !== ""), units: [] };
}

/**
 * @param {Moment[]} log
 * @param {GameEvent} event
 * @param {string} unit
 * @param {View} view
 * @param {import("../types.js").Theme} [theme]
 */
function stood(log, event, unit, view, theme) {
  let before = "";
  let met = false;
  for (const moment of log) {
    for (const one of moment.events) {
      if (one === event) {
        met = true;
        if (before) return before;
      } else if (one.data.unit === unit && (one.data.hex || one.data.path)) {
        if (!met) before = one.data.hex ?? one.data.path.at(-1);
        else if (one.data.path) return one.data.path[0];
        else if (theme?.events.lost.includes(one.kind)) return one.data.hex;
      }
    }
  }
  const place = view.units[unit]?.place ?? "";
  return theme && place in theme.places ? "" : place;
}
