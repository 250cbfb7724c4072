/**
 * What the page on masks prints and a reader can move: who may read what. Its sentences follow the second query,
 * which comes before tree. The names are those of its numbers in Python.
 */

import { blend, maskedWeights, powers } from "../lookup.js";
import { byWord } from "./by-word.js";

/** The row of the second query of three: the last but one, also when the first does not ask. */
const second = ({ mask }) => mask.at(-2);

export function quantities(state) {
  const { words, scores, values, empty } = state;
  const may = second(state);
  const left = powers(scores).map((power, j) => (may[j] ? power : 0));
  const shares = maskedWeights(scores, may, empty);
  return {
    may_read_second: byWord(words, may.map(Number)),
    left: byWord(words, left),
    left_sum: left.reduce((sum, one) => sum + one, 0),
    shares: byWord(words, shares),
    share_sum: shares.reduce((sum, one) => sum + one, 0),
    price: blend(shares, values),
  };
}

/** Sentences that can stop being true, each with its test. */
export function claims(state) {
  const [racket, ball, tree] = second(state);
  return { tree_is_hidden: racket && ball && !tree };
}
