/** The model of each page, under the name that its numbers have in Python. */

import * as index from "./index.js";
import * as softLookup from "./soft_lookup.js";

const MODELS = new Map([
  ["index", index],
  ["soft_lookup", softLookup],
]);

// soft_lookup.output, soft_lookup.weights[racket]
const NAME = /^(\w+)\.(\w+)(?:\[([^[\]]+)\])?$/u;

/** The number of that name in a state, or undefined when it does not move with it. */
export function quantity(name, state) {
  const [, page, variable, key] = NAME.exec(name) ?? [];
  const found = MODELS.get(page)?.quantities(state);
  if (!found || !Object.hasOwn(found, variable)) {
    return undefined;
  }
  return key === undefined ? found[variable] : found[variable][key];
}

/** Whether a sentence still holds: index.racket_wins. A name nobody knows holds only as printed. */
export function holds(name, state) {
  const [, page, claim] = NAME.exec(name) ?? [];
  return MODELS.get(page)?.claims(state)[claim] ?? state.asPrinted;
}
