/**
 * The state of a map in the address: #map-of-answers:q=1.2,0.8;k1=2,0.5;t=0.5
 * Whatever is not exactly of this form, or lies outside the map, is ignored as a whole.
 */

const PLACE = /^(-?\d{1,2}(?:\.\d{1,2})?),(-?\d{1,2}(?:\.\d{1,2})?)$/u;
const LONGEST = 200;

function inside([x, y], box) {
  return x >= box.left && x <= box.right && y >= box.bottom && y <= box.top;
}

function readPlace(text, box) {
  const found = PLACE.exec(text);
  const place = found && [Number(found[1]), Number(found[2])];
  return place && inside(place, box) ? place : null;
}

/**
 * {query, keys, stop} of an address, or null. `keys` maps the number of a key to its place; `stops` are the
 * names of the temperatures, and `stop` the number of one.
 */
export function readFragment(fragment, id, box, keyCount, stops) {
  const start = `#${id}:`;
  if (fragment.length > LONGEST || !fragment.startsWith(start)) {
    return null;
  }
  const state = { query: null, keys: new Map(), stop: null };
  for (const part of fragment.slice(start.length).split(";")) {
    if (!readPart(part, state, box, keyCount, stops)) {
      return null;
    }
  }
  return state;
}

function readPart(part, state, box, keyCount, stops) {
  const [name, text = "", ...rest] = part.split("=");
  if (rest.length > 0) {
    return false;
  }
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
  const parts = [];
  if (!same(query, printed.query)) {
    parts.push(`q=${query}`);
  }
  keys.forEach((key, j) => {
    if (!same(key, printed.keys[j])) {
      parts.push(`k${j}=${key}`);
    }
  });
  if (stop !== printed.stop) {
    parts.push(`t=${stops[stop]}`);
  }
  return parts.length === 0 ? "" : `#${id}:${parts.join(";")}`;
}
