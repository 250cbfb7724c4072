/** What the first page prints and a reader can move. The names are those of its numbers in Python. */

import { reading } from "../lookup.js";
import { byWord } from "./by-word.js";

export function quantities(state) {
  const { values, words } = state;
  const { scores, weights, output } = reading(state);
  return {
    answer: output,
    scores: byWord(words, scores),
    weights: byWord(words, weights),
    best: values[scores.indexOf(Math.max(...scores))],
  };
}

export { claims } from "./soft_lookup.js";
