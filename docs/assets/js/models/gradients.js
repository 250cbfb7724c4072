/**
 * What the page on gradients prints and a reader can move: query, keys and temperature. The slopes are those of
 * the lookup as it stands, so a temperature divides them. The names are those of its numbers in Python.
 */

import { dot, reading, slopesOf } from "../lookup.js";
import { byWord, each, onAxes } from "./by-word.js";

const TARGET = 9;
const STEPS = [0, 1, 2, 3];
const FACTORS = { 1: 1, 2: 2, 5: 5, 10: 10 };

/** Move the query until the lookup returns the target, each time as far as the slope says. */
function walk(state) {
  let { query } = state;
  return STEPS.map(() => {
    const slope = slopesOf({ ...state, query }).query;
    const { output } = reading({ ...state, query });
    const far = (TARGET - output) / dot(slope, slope);
    const step = { query, output, slope, move: slope.map((x) => far * x) };
    query = query.map((x, i) => x + step.move[i]);
    return step;
  });
}

function longer(state, factor) {
  const other = { ...state, query: state.query.map((x) => factor * x) };
  const slopes = slopesOf(other);
  const steepness = Math.sqrt(dot(slopes.query, slopes.query));
  return { output: reading(other).output, steepness, values: byWord(state.words, slopes.values) };
}

export function quantities(state) {
  const { keys, values, words, temperature } = state;
  const { scores, weights, output } = reading(state);
  const slopes = slopesOf(state);
  const best = scores.indexOf(Math.max(...scores));
  const steps = walk(state);
  const pull = weights.map((weight, j) => weight * (values[j] - output));
  const lengthened = each(FACTORS, (factor) => longer(state, factor));
  const steepness = each(lengthened, (found) => found.steepness);
  return {
    output,
    missing: TARGET - output,
    soft: {
      query: onAxes(slopes.query),
      keys: byWord(words, slopes.keys.map(onAxes)),
      values: byWord(words, slopes.values),
    },
    hard: { values: byWord(words, values.map((_, j) => Number(j === best))) },
    weights: byWord(words, weights),
    above: byWord(words, values.map((value) => value - output)),
    pulls: byWord(words, pull),
    parts: byWord(words, keys.map((key, j) => onAxes(key.map((x) => (pull[j] * x) / temperature)))),
    slope_sum: weights.reduce((sum, weight) => sum + weight * (1 - weight), 0),
    slope_squared: dot(slopes.query, slopes.query),
    steps: steps.map(({ output: found, ...places }) => ({ output: found, ...each(places, onAxes) })),
    after: steps.map((step) => step.output),
    slope_size: steps.map(({ slope }) => Math.sqrt(dot(slope, slope))),
    left: steps.map((step) => TARGET - step.output),
    longer: lengthened,
    steepness,
    died: steepness[1] / steepness[10],
    mean_key: onAxes(keys[0].map((_, i) => keys.reduce((sum, key, j) => sum + weights[j] * key[i], 0))),
    jacobian: byWord(
      words,
      weights.map((one, i) => byWord(words, weights.map((other, j) => one * (Number(i === j) - other)))),
    ),
  };
}

export { claims } from "./soft_lookup.js";
