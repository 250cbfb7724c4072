/**
 * What the page on temperature prints and a reader can move: the query, and the temperature of the map. Its other
 * temperatures are named in its sentences and stay. The names are those of its numbers in Python.
 */

import { blend, entriesRead, entropy, powers, reading, softmax } from "../lookup.js";
import { byWord, each } from "./by-word.js";

const SETTINGS = { half: 0.5, one: 1, two: 2, root: Math.SQRT2 };

export function quantities(state) {
  const { values, words, temperature } = state;
  const { scores, weights, output } = reading(state);
  const at = each(SETTINGS, (setting) => softmax(scores, setting));
  const covariance = (numbers) =>
    blend(at.one, numbers.map((x, j) => x * scores[j])) - blend(at.one, numbers) * blend(at.one, scores);
  const raised = powers(scores, SETTINGS.half);
  return {
    scores: byWord(words, scores),
    output: each(at, (shares) => blend(shares, values)),
    entries: each(at, entriesRead),
    entropy: entropy(at.one),
    at_one: byWord(words, at.one),
    at_half: byWord(words, at.half),
    divided: byWord(words, scores.map((score) => score / SETTINGS.half)),
    raised: byWord(words, raised),
    raised_sum: raised.reduce((sum, one) => sum + one, 0),
    products: byWord(words, at.half.map((weight, j) => weight * values[j])),
    ratios_at_one: byWord(words, at.one.map((weight) => weight / at.one[0])),
    ratios_at_half: byWord(words, at.half.map((weight) => weight / at.half[0])),
    slope_down: covariance(values),
    score_variance: covariance(scores),
    here: { temperature, output, entries: entriesRead(weights) },
  };
}
