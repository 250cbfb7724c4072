/** What the page on scaling prints and a reader can move: the width of eight keys. The names are those in Python. */

import { spread } from "../lookup.js";

export function quantities({ width, scores }) {
  const root = Math.sqrt(width);
  return { shown: { width, spread: spread(scores), rooted: spread(scores) / root } };
}
