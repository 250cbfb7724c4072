/**
 * <predict-first>: takes a guess before the answer, and tells the reader what their number means.
 *
 * The page prints the question, and the answer behind a click. The JSON child holds the right answer and
 * what each known belief gives, computed at build; no two of them can be confused.
 */

import { dressedLike, readNumber, short } from "../numerals.js";
import { forget, keep, recall } from "../storage.js";
import { define, given, make } from "./parts.js";

const UNREADABLE = "I cannot read that as a number. Write it like 8.5, 85 %, 2/3 or 1e-3.";

class PredictFirst extends HTMLElement {
  connectedCallback() {
    this.given = given(this);
    this.answer = this.querySelector("details");
    this.place = this.querySelector(".room");
    this.field = make("input", { type: "text", inputMode: "decimal", autocomplete: "off" });
    this.field.maxLength = 30;
    this.button = make("button", { textContent: "Compare" });
    const byKey = make("span", { className: "by-key", textContent: " (Esc)" });
    this.skip = make("button", { type: "button", className: "skip" }, "Skip", byKey);
    this.form = make("form", {}, make("label", {}, "Your guess ", this.field), this.button, this.skip);
    this.reply = make("p", { className: "said", role: "status" });
    this.drawing = this.querySelector(".gap");
    this.place.append(this.form, this.reply);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#take(this.field.value);
    });
    this.skip.addEventListener("click", () => this.#skip());
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        this.#skip();
      }
    });
    this.classList.add("awake");
    this.#recall();
  }

  disconnectedCallback() {
    this.classList.remove("awake", "answered");
    this.form.remove();
    this.reply.remove();
  }

  #recall() {
    const kept = recall(this.#name());
    if (typeof kept === "string" && readNumber(kept.slice(0, 30))) {
      this.field.value = kept.slice(0, 30);
      this.#show(this.field.value);
    }
  }

  #name() {
    return `guess.${this.given.key}`;
  }

  #take(written) {
    if (written.trim() === "") {
      this.#skip();
      return;
    }
    if (!readNumber(written)) {
      this.reply.textContent = UNREADABLE;
      this.field.setAttribute("aria-invalid", "true");
      return;
    }
    keep(this.#name(), written);
    this.#show(written);
  }

  #skip() {
    forget(this.#name());
    this.field.value = "";
    this.field.removeAttribute("aria-invalid");
    this.reply.textContent = "";
    this.drawing.classList.remove("guessed");
    this.#open();
  }

  #open() {
    this.answer.open = true;
    this.classList.add("answered");
  }

  #show(written) {
    const guess = readNumber(written);
    this.field.removeAttribute("aria-invalid");
    this.reply.textContent = `${written.trim()}: ${meaning(guess, this.given)}`;
    this.#draw(guess.value);
    this.#open();
  }

  /** The guess on the line of answers, at its edge when it lies outside. */
  #draw(value) {
    const { from, to } = this.given;
    const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
    const mark = this.drawing.querySelector(".guess");
    mark.setAttribute("x", `${part * 100}%`);
    mark.querySelector("text").textContent = short(value, 3);
    this.drawing.classList.add("guessed");
  }
}

/** The answer a number stands for: within half of its last digit, and clearly nearer than any other. */
function answerFor({ value, lastDigit }, answers, tolerance) {
  const reach = Math.max(Math.min(lastDigit / 2, tolerance), Math.abs(value) * 1e-9);
  const off = (answer) => Math.abs(answer.value - value);
  const [first, second] = answers.toSorted((one, other) => off(one) - off(other));
  const clear = !second || off(first) < off(second) / 2;
  return off(first) <= reach * (1 + 1e-9) && clear ? first : null;
}

/** What a number says about how it was found. */
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

define("predict-first", PredictFirst);
