/**
 * <quiz-question> beside the options of one question, and <quiz-progress> for the page.
 *
 * Options are <details> that say why they tempt; that works without a script. Awake, one option is open at a
 * time, the choice is marked as right or not, and what was chosen is kept in this browser alone.
 */

import { forget, keep, recall } from "../storage.js";
import { define } from "./parts.js";

const SHELF = "quiz";

/** {key: {tries, solved}} of every question met, whatever else may stand in the storage. */
function results() {
  const kept = recall(SHELF);
  const found = new Map();
  for (const [key, one] of Object.entries(kept && typeof kept === "object" ? kept : {})) {
    if (Number.isInteger(one?.tries) && one.tries > 0) {
      found.set(key, { tries: one.tries, solved: one.solved === true });
    }
  }
  return found;
}

function note(key, right) {
  const all = results();
  const before = all.get(key) ?? { tries: 0, solved: false };
  if (!before.solved) {
    all.set(key, { tries: before.tries + 1, solved: right });
    keep(SHELF, Object.fromEntries(all));
  }
}

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
    document.addEventListener("quiz-erased", () => this.#clear(), { signal });
    if (results().get(this.dataset.key)?.solved) {
      this.#mark(this.options.find(isRight));
    }
  }

  disconnectedCallback() {
    this.ending.abort();
    this.#clear();
  }

  #choose(option) {
    for (const other of this.options.filter((one) => one !== option)) {
      other.open = false;
    }
    this.#mark(option);
    note(this.dataset.key, isRight(option));
    document.dispatchEvent(new CustomEvent("quiz-answered"));
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

class QuizProgress extends HTMLElement {
  connectedCallback() {
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.said = document.createElement("span");
    this.said.setAttribute("role", "status");
    this.erase = document.createElement("button");
    this.erase.type = "button";
    this.erase.textContent = "Erase my answers";
    this.erase.addEventListener("click", () => this.#erase(), { signal });
    this.replaceChildren(this.said, this.erase);
    document.addEventListener("quiz-answered", () => this.#count(), { signal });
    this.#count();
  }

  disconnectedCallback() {
    this.ending.abort();
  }

  #count() {
    const here = [...document.querySelectorAll("quiz-question")].map((one) => one.dataset.key);
    const all = results();
    const met = here.map((key) => all.get(key)).filter(Boolean);
    const solved = met.filter((one) => one.solved);
    const first = solved.filter((one) => one.tries === 1);
    this.said.textContent =
      met.length === 0
        ? ""
        : `${solved.length} of ${here.length} found, ${first.length} at the first try. Kept in this browser only.`;
    this.erase.hidden = met.length === 0;
  }

  #erase() {
    forget(SHELF);
    document.dispatchEvent(new CustomEvent("quiz-erased"));
    this.#count();
  }
}

define("quiz-question", QuizQuestion);
define("quiz-progress", QuizProgress);
