/** What the page on soft lookup prints and a reader can move. The names are those of its numbers in Python. */

import { blend, entriesRead, powers, reading, sharesOnArrival, softLookup, softWeights } from "../lookup.js";
import { byWord, placesOf } from "./by-word.js";

// Values that are vectors, as the page has them: colours, and those of its snippet.
const COLOURS = [[0.72, 0.36, 0.16], [0.8, 0.87, 0.22], [0.14, 0.46, 0.27]];
const VECTORS = [[10, 1], [5, 0], [2, 0]];

export function quantities(state) {
  const { query, keys, values, words, temperature } = state;
  const { scores, weights, output } = reading(state);
  const raised = powers(scores, temperature);
  const soFar = (see) => byWord(words, words.map((_, j) => see(j + 1)));
  return {
    at: placesOf(state),
    scores: byWord(words, scores),
    exponentials: byWord(words, raised),
    exponential_sum: raised.reduce((sum, one) => sum + one, 0),
    weights: byWord(words, weights),
    products: byWord(words, weights.map((weight, j) => weight * values[j])),
    output,
    entries_read: entriesRead(weights),
    sum_so_far: soFar((count) => raised.slice(0, count).reduce((sum, one) => sum + one, 0)),
    share_on_arrival: byWord(words, sharesOnArrival(scores, temperature)),
    answer_so_far: soFar((count) => softLookup(query, keys.slice(0, count), values.slice(0, count), temperature)),
    own: byWord(words, keys.map((key) => softLookup(key, keys, values, temperature))),
    own_weights: byWord(words, keys.map((key) => byWord(words, softWeights(key, keys, temperature)))),
    blended_colour: blend(weights, COLOURS),
    blended_vector: blend(weights, VECTORS),
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
