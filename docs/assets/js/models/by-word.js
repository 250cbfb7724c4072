/** One number for each word, as Python's dict(zip(words, numbers)). */
export function byWord(words, numbers) {
  return Object.fromEntries(words.map((word, j) => [word, numbers[j]]));
}

/** The same things under the same names, each seen through a function. */
export function each(things, see) {
  return Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, see(thing)]));
}

/** A place of the plane, and places by their words. */
export function onAxes([sport, outdoors]) {
  return { sport, outdoors };
}

export function placesOf({ query, keys, words }) {
  return { tennis: onAxes(query), ...byWord(words, keys.map(onAxes)) };
}
