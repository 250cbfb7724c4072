/**
 * <endless-exercise>: one exercise, and as many others like it as the reader wants.
 *
 * The page prints one instance with its worked answer behind a click. Awake, it takes an answer and says which
 * error leads to it; “another one” fetches the file of all instances, which Python computed and checked at build,
 * and fills the same text with other numbers. Nothing is computed here.
 *
 * #masks-3@17 is instance 17 of the exercise masks-3, and #masks-3@17:hide the same without its answer.
 */

import { beliefIn, meaning } from "../beliefs.js";
import { readNumber } from "../numerals.js";
import { keep, recall } from "../storage.js";
import { define, given, make } from "./parts.js";

const ADDRESS = /^#([a-z]+(?:-[a-z]+)*-\d{1,2})@(\d{1,6})(:hide)?$/u;
const LONGEST = 30;
const UNREADABLE = "I cannot read that as a number. Write it like 8.5, 85 %, 2/3 or 1e-3.";
const OFFLINE = "The other numbers could not be fetched. Are you offline? These stay.";

/** A button that says what it does. */
function button(text, act, className = "quiet") {
  const made = make("button", { type: "button", textContent: text, className });
  made.addEventListener("click", act);
  return made;
}

/** A text with its names filled in; what stands between backticks is code. */
function filled(template, fills) {
  const text = template.replaceAll(/\{(\w+)\}/gu, (_, name) => fills.get(name) ?? "");
  return text.split("`").map((part, i) => (i % 2 ? make("code", { textContent: part }) : part));
}

class EndlessExercise extends HTMLElement {
  connectedCallback() {
    const { name, printed, answer, answers, tolerance } = given(this);
    this.name = name;
    this.number = this.first = printed;
    this.facts = { printed: answer, answers, tolerance };
    this.asleep = [...this.childNodes].map((node) => node.cloneNode(true));
    this.answer = this.querySelector("details");
    this.#furnish();
    this.ending = new AbortController();
    const { signal } = this.ending;
    addEventListener("hashchange", () => this.#follow(), { signal });
    addEventListener("pageshow", () => this.#follow(), { signal });
    document.addEventListener("practice-changed", () => this.#recall(), { signal });
    this.classList.add("awake");
    this.#recall();
    this.#follow();
  }

  disconnectedCallback() {
    this.ending.abort();
    this.classList.remove("awake", "no-answers");
    this.replaceChildren(...this.asleep);
  }

  #furnish() {
    this.field = make("input", { type: "text", inputMode: "decimal", autocomplete: "off", maxLength: LONGEST });
    this.field.setAttribute("aria-describedby", `${this.name}-asks`); // other numbers are heard with the field
    this.field.addEventListener("input", () => this.#keep());
    this.check = make("button", { textContent: "Check" });
    this.form = make(
      "form",
      {},
      make("label", {}, "Your answer ", this.field),
      this.check,
      button("Another one", () => this.#another()),
      button("Share", () => this.#share(), "skip"),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#compare();
    });
    this.reply = make("p", { className: "said", role: "status" });
    this.shared = make("p", { className: "shared", hidden: true });
    this.querySelector(".room").append(this.form, this.shared, this.reply);
  }

  /** What is typed stays, with the numbers that it belongs to. */
  #keep() {
    keep(`drill.${this.name}`, [this.number, this.field.value.slice(0, LONGEST)]);
  }

  #recall() {
    const [number, written] = Object.values(recall(`drill.${this.name}`) ?? {});
    this.field.value = number === this.number && typeof written === "string" ? written.slice(0, LONGEST) : "";
  }

  #compare() {
    const guess = readNumber(this.field.value);
    if (this.classList.contains("no-answers")) {
      this.reply.textContent = "Kept. The answers are off in this link.";
      return;
    }
    this.field.toggleAttribute("aria-invalid", !guess);
    this.reply.classList.toggle("right", Boolean(guess) && beliefIn(guess, this.facts) === 0);
    this.reply.textContent = guess ? `${this.field.value.trim()}: ${meaning(guess, this.facts)}` : UNREADABLE;
  }

  // --- Other numbers --------------------------------------------------------------------------------

  async #fetch() {
    const address = new URL(`../../practice/${this.name}.json`, import.meta.url);
    const answered = await fetch(address);
    if (!answered.ok) {
      throw new Error(`${address} answered ${answered.status}`);
    }
    return answered.json();
  }

  /** Show instance `number`; whether its numbers could be had. */
  async #show(number) {
    try {
      this.all ??= await this.#fetch();
    } catch {
      this.reply.textContent = OFFLINE;
      return false;
    }
    const { names, rows, says, steps, asks, given: table } = this.all;
    const [texts, values, shown] = rows[(number - 1) % rows.length];
    const fills = new Map(names.map((name, i) => [name, texts[i]]));
    const spoken = ["that is right.", ...says.map((text) => textOf(filled(text, fills)))];
    this.number = number;
    this.facts = {
      printed: shown[0],
      answers: values.map((value, i) => ({ value, says: spoken[i] })),
      tolerance: Math.abs(values[0]) / 50 + 10 ** -this.all.decimals,
    };
    this.querySelector(".asks").replaceChildren(...filled(asks, fills));
    const cells = table.slice(1).flat();
    this.querySelectorAll(".given tbody td").forEach((cell, i) => cell.replaceChildren(...filled(cells[i], fills)));
    fillList(this.querySelector(".steps"), steps.map((step) => filled(step, fills)));
    fillList(
      this.querySelector(".errors"),
      says.map((text, i) => [make("b", { textContent: shown[i + 1] }), " ", ...filled(text, fills)]),
    );
    this.querySelector(".which").textContent = number === this.first ? this.name : `${this.name}@${number}`;
    this.answer.open = false;
    this.shared.hidden = true;
    this.field.removeAttribute("aria-invalid");
    this.reply.textContent = "";
    this.#recall();
    return true;
  }

  async #another() {
    const count = this.all?.rows.length ?? 200;
    const step = 1 + Math.floor(Math.random() * (count - 1));
    const number = ((this.number - 1 + step) % count) + 1;
    if (await this.#show(number)) {
      history.replaceState(history.state, "", this.#link(this.classList.contains("no-answers")));
      this.reply.textContent = "Other numbers.";
      this.field.focus();
    }
  }

  // --- The address ----------------------------------------------------------------------------------

  #link(hidden) {
    return `#${this.name}@${this.number}${hidden ? ":hide" : ""}`;
  }

  /** What the address asks of this exercise, if anything. */
  async #follow() {
    const [, name, number, hidden] = ADDRESS.exec(location.hash) ?? [];
    if (name !== this.name || Number(number) < 1) {
      return;
    }
    this.#hide(Boolean(hidden));
    if (Number(number) === this.number || (await this.#show(Number(number)))) {
      this.scrollIntoView({ block: "center" });
    }
  }

  #hide(hidden) {
    this.classList.toggle("no-answers", hidden);
    this.answer.hidden = hidden;
    this.check.textContent = hidden ? "Keep" : "Check";
    this.reply.textContent = hidden ? "The answers are off in this link." : "";
  }

  #share() {
    const links = [
      ["without the answer", true],
      ["with the answer", false],
    ].map(([text, hidden]) => make("a", { href: this.#link(hidden), textContent: text }));
    this.shared.replaceChildren("A link to these numbers: ", links[0], " or ", links[1], ".");
    this.shared.hidden = !this.shared.hidden;
  }
}

function fillList(list, items) {
  list.replaceChildren(...items.map((parts) => make("li", {}, ...parts)));
}

function textOf(parts) {
  return make("span", {}, ...parts).textContent;
}

define("endless-exercise", EndlessExercise);
