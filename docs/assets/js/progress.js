/** A reader's progress as a text that can be saved, and read again without trusting it. */

import { merged, readRecords } from "./schedule.js";
import { forget, keep, names, recall } from "./storage.js";

const FORMAT = "softlookup progress 1";
const LONGEST = 500_000; // characters of a file
const NAME = /^(?:guess|drill)\.[a-z][\w.-]{0,80}$/u;
const MOST = 500;

function others() {
  return [...names("guess."), ...names("drill.")];
}

/** Everything that was kept, by name. */
export function everything() {
  return new Map(["quiz", ...others()].map((name) => [name, recall(name)]));
}

export function restore(kept) {
  for (const [name, content] of kept) {
    if (content !== null) {
      keep(name, content);
    }
  }
}

export function erase() {
  ["quiz", ...others()].forEach(forget);
}

export function written() {
  const rest = Object.fromEntries(others().map((name) => [name, recall(name)]));
  return JSON.stringify({ format: FORMAT, quiz: recall("quiz") ?? {}, rest }, null, 1);
}

/** A guess or a typed answer: a short text, a small number, or a short list of these. */
function isPlain(value, nested = false) {
  if (Array.isArray(value)) {
    return !nested && value.length <= 8 && value.every((part) => isPlain(part, true));
  }
  return (typeof value === "string" && value.length <= 40) || (Number.isSafeInteger(value) && value >= 0);
}

/** Take in a saved text; how many answers it held of the questions that there are, or null if it is none of ours. */
export function load(text, questions) {
  const saved = parsed(text);
  if (saved === null) {
    return null;
  }
  const known = new Set(questions);
  const theirs = [...readRecords(saved.quiz)].filter(([key]) => known.has(key));
  keep("quiz", Object.fromEntries(merged(readRecords(recall("quiz")), theirs)));
  const rest = saved.rest && typeof saved.rest === "object" ? Object.entries(saved.rest) : [];
  for (const [name, value] of rest.slice(0, MOST)) {
    if (NAME.test(name) && isPlain(value) && recall(name) === null) {
      keep(name, value);
    }
  }
  return theirs.length;
}

function parsed(text) {
  if (text.length > LONGEST) {
    return null;
  }
  try {
    const saved = JSON.parse(text);
    return saved?.format === FORMAT ? saved : null;
  } catch {
    return null;
  }
}
