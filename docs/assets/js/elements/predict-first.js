/**
 * <predict-first>: takes a guess before the answer, and tells the reader what their guess means.
 *
 * The page prints the question, and the answer behind a click. The JSON child holds the right answer and
 * what each known belief gives, computed at build; no two of them can be confused. A guess is a number, a
 * choice or an order; each kind has a module that knows how to ask for it, how to read it, and how to draw it
 * beside the truth, and a page fetches the kinds that it uses.
 */

import { forget, keep, recall } from "../storage.js";
import { define, given, make } from "./parts.js";

const KINDS = {
  number: () => import("./guess-number.js"),
  choice: () => import("./guess-choice.js"),
  order: () => import("./guess-order.js"),
};

class PredictFirst extends HTMLElement {
  async connectedCallback() {
    const facts = given(this);
    const { Guess } = await KINDS[facts.kind]();
    if (!this.isConnected || this.guess) {
      return; // taken out, or put back, while the script was on its way
    }
    this.name = `guess.${facts.key}`;
    this.answer = this.querySelector("details");
    this.guess = new Guess(this, facts, (guess) => this.#take(guess));
    const byKey = make("span", { className: "by-key", textContent: " (Esc)" });
    this.skip = make("button", { type: "button", className: "skip" }, "Skip", byKey);
    this.form = make("form", {}, ...this.guess.parts, this.skip);
    this.reply = make("p", { className: "said", role: "status" });
    this.querySelector(".room").append(this.form, this.reply);
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#take(this.guess.taken);
    });
    this.skip.addEventListener("click", () => this.#skip());
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    document.addEventListener("practice-changed", () => this.#recall(), { signal });
    this.classList.add("awake");
    this.#recall();
  }

  disconnectedCallback() {
    if (!this.guess) {
      return;
    }
    this.ending.abort();
    this.classList.remove("awake", "answered");
    this.guess.end();
    this.guess = null;
    this.form.remove();
    this.reply.remove();
  }

  #key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      this.#skip();
    }
  }

  #recall() {
    const kept = recall(this.name);
    if (this.guess.readable(kept)) {
      this.#show(kept);
    }
  }

  #take(guess) {
    if (guess === null) {
      this.#skip();
    } else if (this.guess.readable(guess)) {
      keep(this.name, guess);
      this.#show(guess);
    } else {
      this.reply.textContent = this.guess.refuse();
    }
  }

  #skip() {
    forget(this.name);
    this.guess.clear();
    this.reply.textContent = "";
    this.#open();
  }

  #open() {
    this.answer.open = true;
    this.classList.add("answered");
  }

  #show(guess) {
    this.reply.textContent = this.guess.show(guess);
    this.#open();
  }
}

define("predict-first", PredictFirst);
