/** The doctor at work: a field for the reader's function, examples to start from, and the report. */

import { given, make } from "../elements/parts.js";
import { forget, keep, recall } from "../storage.js";
import { stop } from "./engine.js";
import { Field } from "./field.js";
import { Report } from "./report.js";

const UNKEPT = "This browser keeps nothing for this page (its storage is full or forbidden): copy your text before you leave.";
const START = "def attention(q, k, v, mask=None):\n    \n";

export class Clinic {
  constructor(element) {
    this.element = element;
    this.source = element.querySelector("pre.source");
    this.result = element.querySelector(".result");
    this.examples = given(element).examples;
    this.first = this.source.textContent;
    this.field = new Field("Your function; Control and Enter examine it", this.first, () => this.#typed());
    this.report = new Report();
    this.warning = make("p", { className: "unkept", role: "alert" });
    this.source.replaceWith(this.field.element);
    this.field.element.after(this.warning, this.report.element);
    this.#controls();
    this.field.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.#examine();
      }
    });
    addEventListener("beforeunload", (event) => this.unkept && event.preventDefault());
  }

  #controls() {
    this.stop = make("button", { type: "button", textContent: "Stop", hidden: true });
    this.stop.addEventListener("click", () => stop());
    const choices = this.examples.map(({ title }, place) => make("option", { value: place, textContent: title }));
    const none = make("option", { value: "", textContent: "A mistake made in public …" });
    this.choice = make("select", { ariaLabel: "Examples" }, none, ...choices);
    this.choice.addEventListener("change", () => this.#example(this.choice.value));
    this.element.examine.after(this.stop, this.choice);
  }

  press(asked) {
    if (asked === "examine") {
      return this.#examine();
    }
    if (asked === "recall") {
      this.#put(recall("doctor"));
      return this.report.say("This is your own text, kept in this browser.");
    }
    return this.#own();
  }

  /** Room for the reader's function; what stood there and was theirs stays. */
  #own() {
    if (this.examples.some(({ text }) => text === this.field.text) || this.field.text === this.first) {
      this.#put(START);
    }
    this.field.area.focus();
    this.field.area.select();
  }

  #example(place) {
    if (place === "") {
      return;
    }
    const mine = this.#mine() ? this.field.text : undefined;
    this.#put(this.examples[place].text);
    if (mine !== undefined) {
      const back = make("button", { type: "button", className: "go", textContent: "Bring mine back" });
      back.addEventListener("click", () => {
        this.#put(mine);
        this.#save();
        this.report.say("");
      });
      this.report.say("Your text gave way to the example. ", back);
    }
  }

  #mine() {
    const { text } = this.field;
    return text !== START && text !== this.first && this.examples.every((one) => one.text !== text);
  }

  #put(text) {
    this.field.text = text;
    this.result.hidden = text !== this.first;
    this.report.clear();
  }

  #typed() {
    this.result.hidden = true; // it was said of another text
    this.choice.value = "";
    this.#save();
  }

  #save() {
    if (this.#mine()) {
      this.unkept = !keep("doctor", this.field.text);
    } else {
      forget("doctor");
      this.unkept = false;
    }
    this.warning.textContent = this.unkept ? UNKEPT : "";
  }

  async #examine() {
    const { engine, files } = this.element.dataset;
    const { examine } = this.element;
    const { text } = this.field;
    examine.hidden = true;
    this.stop.hidden = false;
    this.choice.disabled = true; // an example in its place would be taken for what is examined
    this.result.hidden = true;
    const task = { engine, files: files.split(" "), module: "doctor", function: "examine_source" };
    const found = await this.report.ask({ ...task, given: { text } });
    examine.textContent = "Examine";
    examine.hidden = false;
    this.stop.hidden = true;
    this.choice.disabled = false;
    if (found && text !== this.field.text) {
      this.report.say("The text has changed meanwhile: examine it again.");
    } else if (found) {
      this.report.say("");
      this.result.innerHTML = found.html; // written by our own Python, with everything escaped
      this.result.hidden = false;
    }
  }
}
