/** What the first page prints and a reader can move. The names are those of its numbers in Python. */

import { reading } from "../lookup.js";
import { byWord } from "./by-word.js";

export function quantities(state) {
  const { values, words } = state;
  const { scores, weights, output } = reading(state);
  return {
    output,
    weights: byWord(words, weights),
    best_match: values[scores.indexOf(Math.max(...scores))],
    head_output: output, // the head of that page is made to compute the same lookup
  };
}

export { claims } from "./soft_lookup.js";
