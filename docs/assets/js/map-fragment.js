/** The state of a map in the address: #map-of-answers:q=1.2,0.8;k1=2,0.5;t=0.5 */

import { readParts, readPlace, writeParts } from "./fragment.js";

/**
 * {query, keys, stop} of an address, or null. `keys` maps the number of a key to its place; `stops` are the
 * names of the temperatures, and `stop` the number of one.
 */
export function readFragment(fragment, id, box, keyCount, stops) {
  const parts = readParts(fragment, id);
  const state = { query: null, keys: new Map(), stop: null };
  for (const [name, text] of parts ?? []) {
    if (!readPart(name, text, state, box, keyCount, stops)) {
      return null;
    }
  }
  return parts && state;
}

function readPart(name, text, state, box, keyCount, stops) {
  if (name === "t") {
    const stop = stops.indexOf(text);
    state.stop = stop;
    return stop >= 0;
  }
  const place = readPlace(text, box);
  if (name === "q") {
    state.query = place;
    return place !== null;
  }
  const number = /^k\d$/u.test(name) ? Number(name.slice(1)) : keyCount;
  state.keys.set(number, place);
  return number < keyCount && place !== null;
}

/** The address of what differs from the printed state; empty when nothing does. */
export function writeFragment(id, { query, keys, stop }, printed, stops) {
  const same = (one, other) => one[0] === other[0] && one[1] === other[1];
  const parts = {};
  if (!same(query, printed.query)) {
    parts.q = query;
  }
  keys.forEach((key, j) => {
    if (!same(key, printed.keys[j])) {
      parts[`k${j}`] = key;
    }
  });
  if (stop !== printed.stop) {
    parts.t = stops[stop];
  }
  return writeParts(id, parts);
}
