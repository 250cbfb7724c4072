/** What the page on softmax prints and a reader can move: three scores. The names are those in Python. */

import { powers, softmax } from "../lookup.js";
import { byWord } from "./by-word.js";

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

export function quantities({ words, scores }) {
  const weights = softmax(scores);
  const raised = powers(scores);
  const total = sum(scores);
  const tenfold = softmax(scores.map((score) => 10 * score));
  const lifted = (added) => softmax(scores.map((score, j) => score + added[j]));
  const cut = weights.map((weight) => Math.floor(1000 * weight) / 1000);
  const top = scores.indexOf(Math.max(...scores));
  return {
    scores: byWord(words, scores),
    linear: byWord(words, scores.map((score) => score / total)),
    winner: byWord(words, scores.map((_, j) => Number(j === top))),
    exponentials: byWord(words, raised),
    exponential_sum: sum(raised),
    weights: byWord(words, weights),
    ratios: byWord(words, weights.map((weight, j) => weight / weights[j + 1])),
    cut: byWord(words, cut),
    cut_sum: sum(cut),
    slope: weights[0] * (1 - weights[0]),
    tenfold: byWord(words, tenfold),
    tenfold_slope: tenfold[0] * (1 - tenfold[0]),
    raised_score: scores[1] + 1,
    raised: byWord(words, lifted([0, 1, 0])),
    with_bias: lifted([0, 0, 5])[2],
  };
}

/** Sentences that can stop being true, each with its test. A common factor leaves this one alone. */
export function claims({ scores }) {
  const whole = sum(scores);
  return { half_third_sixth: [2, 3, 6].every((part, j) => Math.abs(scores[j] / whole - 1 / part) < 1e-9) };
}
