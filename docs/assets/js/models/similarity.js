/** What the page on similarity prints and a reader can move: the plane. The names are those in Python. */

import { dot, measures } from "../lookup.js";
import { byWord, each, onAxes, placesOf } from "./by-word.js";

const length = (vector) => Math.sqrt(dot(vector, vector));

export function quantities(state) {
  const { query, keys, words } = state;
  const doubled = keys[0].map((x) => 2 * x);
  const places = { ...byWord(words, keys), doubled };
  const found = each(places, (key) => measures(query, key));
  return {
    at: placesOf(state),
    doubled_at: onAxes(doubled),
    products: byWord(words, keys.map((key) => onAxes(key.map((x, i) => x * query[i])))),
    scores: each(found, ({ score }) => score),
    doubled_score: found.doubled.score,
    shadows: each(found, ({ shadow }) => shadow),
    plane_cosines: each(found, ({ cosine }) => cosine),
    plane_lengths: each(places, length),
    plane_distances: each(places, (key) => length(key.map((x, i) => x - query[i]))),
    tennis_length: length(query),
    tennis_squared: dot(query, query),
    racket_squared: dot(keys[0], keys[0]),
    racket_bound: length(query) * length(keys[0]),
    tennis_itself: dot(query, query),
  };
}

/** Sentences that can stop being true, each with its test. */
export function claims({ query, keys }) {
  const [racket, ...others] = keys.map((key) => dot(query, key));
  const middle = query.map((_, i) => keys.reduce((sum, key) => sum + key[i], 0) / keys.length);
  return {
    tennis_loses: others.every((score) => racket > score) && racket > dot(query, query),
    in_order: racket > others[0] && others[0] > others[1],
    in_the_middle: query.every((x, i) => x === middle[i]),
  };
}
