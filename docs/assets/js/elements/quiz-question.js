/**
 * <quiz-question> beside the options of one question.
 *
 * Options are <details> that say why they tempt; that works without a script. Awake, one option is open at a
 * time, the choice is marked as right or not, and what was chosen is kept in this browser alone. A question that
 * is due again is asked as if it were new.
 */

import { afterChoice, isDue, readRecords } from "../schedule.js";
import { keep, recall } from "../storage.js";
import { define } from "./parts.js";

const SHELF = "quiz";

class QuizQuestion extends HTMLElement {
  connectedCallback() {
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.options = [...this.closest(".asked-question").querySelectorAll("details.option")];
    for (const option of this.options) {
      // A click, also by keyboard: what a search within the page opens is no choice.
      const summary = option.querySelector("summary");
      summary.addEventListener("click", () => option.open || this.#choose(option), { signal });
    }
    document.addEventListener("practice-changed", () => this.#recall(), { signal });
    this.#recall();
  }

  disconnectedCallback() {
    this.ending.abort();
    this.#clear();
  }

  #recall() {
    this.#clear();
    const record = readRecords(recall(SHELF)).get(this.dataset.key);
    if (record?.solved && !isDue(record, Date.now())) {
      this.#mark(this.options.find(isRight));
    }
  }

  /** Ask as if for the first time. */
  fresh() {
    this.#clear();
    this.takenAgain = true;
  }

  #choose(option) {
    for (const other of this.options.filter((one) => one !== option)) {
      other.open = false;
    }
    this.#mark(option);
    const records = readRecords(recall(SHELF));
    const { key } = this.dataset;
    records.set(key, afterChoice(records.get(key), isRight(option), Date.now(), this.takenAgain));
    this.takenAgain = false;
    keep(SHELF, Object.fromEntries(records));
    const detail = { key, right: isRight(option) };
    document.dispatchEvent(new CustomEvent("quiz-answered", { detail }));
  }

  #mark(option) {
    const verdict = option.querySelector(".verdict") ?? document.createElement("span");
    verdict.className = "verdict";
    verdict.textContent = isRight(option) ? "✓ right" : "✗ not this, try again";
    option.querySelector("summary").append(verdict);
    option.classList.add(isRight(option) ? "found-right" : "found-wrong");
  }

  #clear() {
    for (const option of this.options) {
      option.open = false;
      option.classList.remove("found-right", "found-wrong");
      option.querySelector(".verdict")?.remove();
    }
  }
}

function isRight(option) {
  return option.dataset.right === "true";
}

define("quiz-question", QuizQuestion);
