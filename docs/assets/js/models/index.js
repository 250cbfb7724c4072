/** What the first page prints and a reader can move. The names are those of its numbers in Python. */

import { reading } from "../lookup.js";
import { byWord, placesOf } from "./by-word.js";

export function quantities(state) {
  const { values, words } = state;
  const { scores, weights, output } = reading(state);
  return {
    at: placesOf(state),
    answer: output,
    scores: byWord(words, scores),
    weights: byWord(words, weights),
    products: byWord(words, weights.map((weight, j) => weight * values[j])),
    best: values[scores.indexOf(Math.max(...scores))],
  };
}

export { claims } from "./soft_lookup.js";
