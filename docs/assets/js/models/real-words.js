/**
 * What any word asks of any others. The vectors of all words are fetched once: numbers of two bytes, in
 * ten-thousandths above the least of all. This file is fetched with them, when a hand comes near.
 */

import { best, scoresBy, softmax } from "../lookup.js";

const PLACE = new URL("../../words.bin", import.meta.url);
const UNIT = 10_000;

/** Bytes as vectors, a row for each word; nothing is lost, because the numbers have four decimals. */
export function unpack(bytes, count, least) {
  const numbers = new DataView(bytes);
  const width = bytes.byteLength / 2 / count;
  const offset = Math.round(least * UNIT);
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: width }, (__, c) => (numbers.getUint16((i * width + c) * 2, true) + offset) / UNIT),
  );
}

/** One vector for each word, by its name. */
export async function fetchVectors({ words, least }) {
  const answer = await fetch(PLACE);
  if (!answer.ok) {
    throw new Error(`${PLACE} answers ${answer.status}`);
  }
  const rows = unpack(await answer.arrayBuffer(), words.length, least);
  return new Map(words.map((word, i) => [word, rows[i]]));
}

/** Scores and weights of some words. */
export function asked(vectors, query, keys, measure, temperature) {
  const scores = scoresBy(measure, vectors.get(query), keys.map((key) => vectors.get(key)));
  return { scores, weights: softmax(scores, temperature) };
}

/** The other words that score best, best first. */
export function nearest(vectors, query, measure, count) {
  const words = [...vectors.keys()];
  const scores = scoresBy(measure, vectors.get(query), [...vectors.values()]);
  const first = best(scores, count + 1).map((j) => words[j]);
  return first.filter((word) => word !== query).slice(0, count);
}
