/**
 * The state of an explorable in the address: #map-of-answers:q=1.2,0.8;t=0.5
 * An address is written by anybody: whatever is not exactly of this form is ignored as a whole.
 */

const LONGEST = 200;
const PLACE = /^(-?\d{1,2}(?:\.\d{1,2})?),(-?\d{1,2}(?:\.\d{1,2})?)$/u;

/** The parts behind `#id:`, text by name; null when the address is of another form, or of another element. */
export function readParts(fragment, id) {
  const start = `#${id}:`;
  if (fragment.length > LONGEST || !fragment.startsWith(start)) {
    return null;
  }
  const parts = new Map();
  for (const part of fragment.slice(start.length).split(";")) {
    const [name, text = "", ...rest] = part.split("=");
    if (rest.length > 0 || parts.has(name)) {
      return null;
    }
    parts.set(name, text);
  }
  return parts;
}

/** The address of some parts; empty when there are none. */
export function writeParts(id, parts) {
  const written = Object.entries(parts).map(([name, text]) => `${name}=${text}`);
  return written.length === 0 ? "" : `#${id}:${written.join(";")}`;
}

/** A place inside a box, or null. */
export function readPlace(text, box) {
  const found = PLACE.exec(text);
  const [x, y] = found ? [Number(found[1]), Number(found[2])] : [NaN, NaN];
  const inside = x >= box.left && x <= box.right && y >= box.bottom && y <= box.top;
  return inside ? [x, y] : null;
}

/** Whether Back or Forward went from a state of this element to an address that asks for none. */
export function wentBackToNone({ oldURL }, id) {
  return location.hash === "" && new URL(oldURL).hash.startsWith(`#${id}:`);
}

/** Let the address say where the reader is, without a new entry in the history. */
export function keepInAddress(id, address) {
  if (address || location.hash.startsWith(`#${id}:`)) {
    history.replaceState(history.state, "", location.pathname + location.search + address);
  }
}
