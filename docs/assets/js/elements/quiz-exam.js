/**
 * <quiz-exam>: all questions of the page as one exam, and <quiz-due>: how many are due again.
 *
 * Without a script the page lists its questions. Awake, the exam shows them one at a time, and in the end sends
 * the reader back to the pages behind the mistakes. Progress stays in this browser; it can be saved to a file,
 * loaded from one, and erased.
 */

import { daysUntil, isDue, readRecords } from "../schedule.js";
import { recall } from "../storage.js";
import { define, given, make } from "./parts.js";

function button(text, act, className = "quiet") {
  const made = make("button", { type: "button", textContent: text, className });
  made.addEventListener("click", act);
  return made;
}

function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The questions of a page with the link of the heading that they stand under. */
function questionsOf(page) {
  let heading = null;
  const found = [];
  for (const part of page.querySelectorAll("h2, quiz-question")) {
    if (part.localName === "h2") {
      heading = part.querySelector("a[href]:not(.headerlink)");
    } else {
      const block = part.closest(".asked-question");
      found.push({ key: part.dataset.key, element: part, block, heading });
    }
  }
  return found;
}

/** The closest element that holds all of them. */
function around(parts) {
  let whole = parts[0].parentElement;
  while (!parts.every((part) => whole.contains(part))) {
    whole = whole.parentElement;
  }
  return whole;
}

class QuizExam extends HTMLElement {
  connectedCallback() {
    this.questions = questionsOf(document);
    this.home = around(this.questions.map((one) => one.block));
    this.round = null;
    this.said = make("p", { className: "said", role: "status" });
    this.choices = make("div", { className: "choices practice" });
    this.summary = make("div", { className: "summary" });
    this.replaceChildren(this.said, this.choices, this.summary, this.#keeping());
    this.ending = new AbortController();
    const { signal } = this.ending;
    document.addEventListener("quiz-answered", (event) => this.#note(event.detail), { signal });
    document.addEventListener("practice-changed", () => this.#rest(), { signal });
    addEventListener("hashchange", () => this.#follow(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.classList.add("awake");
    this.#rest();
    this.#follow();
  }

  disconnectedCallback() {
    this.ending.abort();
    this.#uncover();
    this.classList.remove("awake");
    this.replaceChildren();
  }

  #follow() {
    const due = this.#rounds().due;
    if (location.hash === "#due" && due.length > 0) {
      this.#begin(due);
    }
  }

  // --- At rest --------------------------------------------------------------------------------------

  /** The questions by what is known of them. */
  #rounds() {
    const records = readRecords(recall("quiz"));
    const now = Date.now();
    const known = (question) => records.get(question.key);
    return {
      all: this.questions,
      solved: this.questions.filter((one) => known(one)?.solved),
      first: this.questions.filter((one) => known(one)?.solved && known(one).tries === 1),
      due: this.questions.filter((one) => isDue(known(one), now)),
      missed: this.questions.filter((one) => known(one) && !(known(one).solved && known(one).tries === 1)),
      met: this.questions.filter(known),
      next: Math.min(...[...records.values()].filter((one) => one.solved).map((one) => one.due)),
    };
  }

  #rest() {
    this.round = null;
    this.#uncover();
    this.said.after(this.choices);
    const { all, solved, first, due, missed, met, next } = this.#rounds();
    const days = daysUntil(next, Date.now());
    const again = due.length ? `${due.length} due again.` : `Nothing is due; the next in ${counted(days, "day")}.`;
    this.said.textContent = met.length
      ? `${solved.length} of ${all.length} found, ${first.length} at the first try. ${solved.length ? again : ""}`
      : `${all.length} questions, one at a time.`;
    this.choices.replaceChildren(
      button(met.length ? "All questions" : "Begin", () => this.#begin(all), "main"),
      ...(due.length ? [button(`What is due (${due.length})`, () => this.#begin(due))] : []),
      ...(missed.length ? [button(`What I missed (${missed.length})`, () => this.#begin(missed))] : []),
    );
  }

  // --- One at a time --------------------------------------------------------------------------------

  #begin(round) {
    this.round = round;
    this.results = new Map();
    this.summary.replaceChildren();
    round.forEach((one) => one.element.fresh());
    this.#cover();
    this.#show(0);
  }

  /** Leave nothing of the page but its title, the exam, and one question. */
  #cover() {
    this.home.classList.add("one-at-a-time");
    const whole = around([this, this.home]);
    whole.classList.add("in-exam");
    const parts = [...whole.children].filter((part) => part.contains(this) || part.contains(this.home));
    parts.forEach((part) => part.classList.add("exam-part"));
  }

  #show(place) {
    this.place = place;
    const { block, heading } = this.round[place];
    this.home.querySelector(".now")?.classList.remove("now");
    block.classList.add("now");
    this.said.textContent = `Question ${place + 1} of ${this.round.length}, from “${heading.textContent}”.`;
    this.next = button("", () => this.#step(1));
    this.choices.replaceChildren(
      ...(place > 0 ? [button("Back", () => this.#step(-1))] : []),
      this.next,
      button("Stop", () => this.#finish(), "skip"),
    );
    this.#name();
    block.append(this.choices); // behind the question, where the reader is when it is answered
    const asked = block.querySelector("p");
    asked.tabIndex = -1;
    asked.focus({ preventScroll: true });
    this.scrollIntoView({ block: "start" });
  }

  /** What the button that goes on is called. */
  #name() {
    const last = this.place === this.round.length - 1;
    const found = this.results.get(this.round[this.place].key)?.right;
    this.next.textContent = last ? "Finish" : found ? "Next" : "Skip";
    this.next.className = found ? "main" : "quiet";
  }

  #step(by) {
    const place = this.place + by;
    if (place < this.round.length) {
      this.#show(place);
    } else {
      this.#finish();
    }
  }

  #key(event) {
    if (event.key === "Escape" && this.round) {
      this.#finish();
    }
  }

  #note({ key, right }) {
    if (!this.round) {
      this.#rest();
      return;
    }
    const before = this.results.get(key) ?? { wrong: 0, right: false };
    if (!before.right) {
      this.results.set(key, { wrong: before.wrong + (right ? 0 : 1), right });
    }
    this.#name();
  }

  #uncover() {
    this.home.classList.remove("one-at-a-time");
    document.querySelector(".in-exam")?.classList.remove("in-exam");
    this.home.querySelector(".now")?.classList.remove("now");
  }

  // --- In the end -----------------------------------------------------------------------------------

  #finish() {
    const { round, results } = this;
    const met = round.filter((one) => results.has(one.key));
    const wrong = met.filter((one) => results.get(one.key).wrong > 0);
    this.#rest();
    document.dispatchEvent(new CustomEvent("practice-changed"));
    if (met.length > 0) {
      const told = `${met.length - wrong.length} of ${counted(met.length, "question")} found at the first try.`;
      this.summary.replaceChildren(make("p", { textContent: told }), ...this.#readAgain(wrong));
    }
    this.choices.querySelector("button").focus({ preventScroll: true });
    this.scrollIntoView({ block: "start" });
  }

  /** The pages behind the mistakes, the most mistakes first. */
  #readAgain(wrong) {
    if (wrong.length === 0) {
      return [make("p", { textContent: "No page to read again." })];
    }
    const pages = Map.groupBy(wrong, (one) => one.heading);
    const links = [...pages]
      .sort(([, some], [, others]) => others.length - some.length)
      .map(([{ href, textContent }, behind]) =>
        make("li", {}, make("a", { href, textContent }), ` ${counted(behind.length, "mistake")}`),
      );
    return [make("p", { textContent: "Read again:" }), make("ul", {}, ...links)];
  }

  // --- What is kept ---------------------------------------------------------------------------------

  #keeping() {
    this.file = make("input", { type: "file", accept: ".json,application/json", hidden: true });
    this.file.addEventListener("change", () => this.#load());
    this.told = make("p", { className: "told", role: "status" });
    const fold = make(
      "details",
      { className: "keeping" },
      make("summary", { textContent: "My progress" }),
      make("p", { textContent: "It is kept in this browser and nowhere else." }),
      make(
        "div",
        { className: "choices" },
        button("Save to a file", () => this.#save()),
        button("Load from a file", () => this.file.click()),
        button("Erase", () => this.#erase()),
        this.file,
      ),
      this.told,
    );
    return fold;
  }

  async #save() {
    const { written } = await import("../progress.js");
    const href = URL.createObjectURL(new Blob([written()], { type: "application/json" }));
    make("a", { href, download: "soft-lookup-progress.json" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
    this.told.textContent = "Saved.";
  }

  async #load() {
    const [file] = this.file.files;
    this.file.value = "";
    const { load } = await import("../progress.js");
    const found = load(
      await file.slice(0, 1_000_000).text(),
      this.questions.map((one) => one.key),
    );
    document.dispatchEvent(new CustomEvent("practice-changed"));
    this.told.textContent = found === null ? "This file does not hold your progress. Nothing was changed." : `Loaded: ${counted(found, "answer")}.`;
  }

  async #erase() {
    const { erase, everything, restore } = await import("../progress.js");
    const before = everything();
    erase();
    document.dispatchEvent(new CustomEvent("practice-changed"));
    const undo = button("Undo", () => {
      restore(before);
      document.dispatchEvent(new CustomEvent("practice-changed"));
      this.told.textContent = "All is back.";
    });
    this.told.replaceChildren("Erased: answers, guesses and exercises. ", undo);
  }
}

/** One quiet line where practice begins. */
class QuizDue extends HTMLElement {
  connectedCallback() {
    const known = new Set(given(this).keys);
    const now = Date.now();
    const due = [...readRecords(recall("quiz"))].filter(([key, record]) => known.has(key) && isDue(record, now)).length;
    this.line = make("span", { className: "due" });
    if (due > 0) {
      const href = `${this.querySelector("a").href}#due`;
      const text = `${counted(due, "question")} ${due === 1 ? "is" : "are"} due`;
      this.line.append(" ", make("a", { href, textContent: text }), ".");
    }
    this.querySelector("p").append(this.line);
  }

  disconnectedCallback() {
    this.line.remove();
  }
}

define("quiz-exam", QuizExam);
define("quiz-due", QuizDue);
