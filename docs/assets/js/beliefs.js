/** What a number says about how it was found. Pure: no page, no element. */

import { dressedLike } from "./numerals.js";

/** The answer a number stands for: within half of its last digit, and clearly nearer than any other. */
function answerFor({ value, lastDigit }, answers, tolerance) {
  const reach = Math.max(Math.min(lastDigit / 2, tolerance), Math.abs(value) * 1e-9);
  const off = (answer) => Math.abs(answer.value - value);
  const [first, second] = answers.toSorted((one, other) => off(one) - off(other));
  const clear = !second || off(first) < off(second) / 2;
  return off(first) <= reach * (1 + 1e-9) && clear ? first : null;
}

/** The place of the answer among `answers` that a number stands for, the right one being 0; else −1. */
export function beliefIn(guess, { answers, tolerance }) {
  return answers.indexOf(answerFor(guess, answers, tolerance));
}

/** What a number says about how it was found, as the end of a sentence. */
export function meaning(guess, { answers, tolerance, outside, printed }) {
  const { value } = guess;
  const found = answerFor(guess, answers, tolerance);
  if (found) {
    return found.says;
  }
  if (outside && (value < outside.below || value > outside.above)) {
    return outside.says;
  }
  const right = answers[0];
  const side = value < right.value ? "below" : "above";
  return `that is ${dressedLike(printed, Math.abs(value - right.value))} ${side} the answer, and no belief that we know gives it.`;
}
