/** One number for each word, as Python's dict(zip(words, numbers)). */
export function byWord(words, numbers) {
  return Object.fromEntries(words.map((word, j) => [word, numbers[j]]));
}
