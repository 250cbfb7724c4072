/** What the page on soft lookup prints and a reader can move. The names are those of its numbers in Python. */

import { entriesRead, powers, reading, sharesOnArrival, softLookup } from "../lookup.js";
import { byWord } from "./by-word.js";

export function quantities(state) {
  const { keys, values, words, temperature } = state;
  const { scores, weights, output } = reading(state);
  return {
    exponentials: byWord(words, powers(scores, temperature)),
    weights: byWord(words, weights),
    output,
    entries_read: entriesRead(weights),
    share_on_arrival: byWord(words, sharesOnArrival(scores, temperature)),
    own: byWord(words, keys.map((key) => softLookup(key, keys, values, temperature))),
  };
}

/** Sentences that can stop being true, each with its test. */
export function claims(state) {
  const { weights } = reading(state);
  const [first, ...others] = weights;
  return {
    racket_wins: others.every((weight) => first > weight),
    in_order: weights.every((weight, j) => j === 0 || weights[j - 1] > weight),
  };
}
