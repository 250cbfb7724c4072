/** A guess that is a number, typed. */

import { meaning } from "../beliefs.js";
import { readNumber, short } from "../numerals.js";
import { make } from "./parts.js";

const UNREADABLE = "I cannot read that as a number. Write it like 8.5, 85 %, 2/3 or 1e-3.";
const LONGEST = 30;

/** Where a value lies on the line, from 0 to 1; at its edge when it lies outside. */
function placeOf(value, { from, to, logarithmic }) {
  const part = logarithmic
    ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
    : (value - from) / (to - from);
  return Math.min(1, Math.max(0, part));
}

export class Guess {
  constructor(host, facts) {
    this.facts = facts;
    this.drawing = host.querySelector(".gap");
    this.field = make("input", { type: "text", inputMode: "decimal", autocomplete: "off" });
    this.field.maxLength = LONGEST;
    const label = make("label", {}, `${facts.label} `, this.field);
    this.parts = [label, make("button", { textContent: "Compare" })];
    this.focus = this.field;
  }

  /** What was typed; null when nothing was. */
  get taken() {
    return this.field.value.trim() || null;
  }

  readable(written) {
    return typeof written === "string" && written.length <= LONGEST && readNumber(written) !== null;
  }

  /** Show a guess; its meaning. */
  show(written) {
    const guess = readNumber(written);
    this.field.value = written;
    this.field.removeAttribute("aria-invalid");
    const mark = this.drawing.querySelector(".guess");
    mark.setAttribute("x", `${placeOf(guess.value, this.facts) * 100}%`);
    mark.querySelector("text").textContent = short(guess.value, 3);
    this.drawing.classList.add("guessed");
    return `${written.trim()}: ${meaning(guess, this.facts)}`;
  }

  refuse() {
    this.field.setAttribute("aria-invalid", "true");
    return UNREADABLE;
  }

  clear() {
    this.field.value = "";
    this.field.removeAttribute("aria-invalid");
    this.drawing.classList.remove("guessed");
  }

  end() {
    this.clear();
  }
}
