/**
 * <real-words>: type any word that has a vector as the query or as a key, and see scores and weights, by dot
 * product or by cosine, at a temperature of choice. The vectors are fetched when a hand comes near.
 */

import { fixed } from "../numerals.js";
import { Explorable } from "./explorable.js";
import { choice, choose, define, dial, make, turn } from "./parts.js";

const MEASURES = { cosine: "cosine", dot: "dot product" };

class RealWords extends Explorable {
  begin() {
    const { asked, answering, temperatures, words } = this.given;
    this.known = new Set(words);
    this.stops = temperatures.map(String);
    this.list = make("datalist", { id: `${this.id}-words` });
    this.fields = [...this.querySelectorAll(".field")].map((field, i) => this.#field(field, i));
    this.measure = choice(`${this.id}-by`, "Score by", Object.entries(MEASURES));
    this.dial = dial(`${this.id}-temperature`, "Temperature", this.stops.length - 1);
    this.nearest = make("button", { type: "button", textContent: "take the nearest words as keys" });
    this.said = make("p", { className: "said", role: "alert" });
    const presets = make("div", { className: "presets" }, this.nearest);
    this.controls.append(this.list, presets, this.measure.whole, this.dial.whole, this.said);
    this.#listen();
    return { q: asked, k: answering.join(","), by: "cosine", t: "1" };
  }

  end() {
    this.fields.forEach(({ input, printed }) => input.replaceWith(printed));
  }

  #field(printed, i) {
    const input = make("input", { className: "field", type: "text", autocomplete: "off", spellcheck: false });
    input.setAttribute("list", this.list.id);
    input.ariaLabel = i === 0 ? "query" : `key ${i}`;
    printed.replaceWith(input);
    return { input, printed };
  }

  #listen() {
    this.fields.forEach(({ input }) => {
      this.on(input, "input", () => this.#read(input, false));
      this.on(input, "change", () => this.#read(input, true));
    });
    this.measure.radios.forEach((radio) => this.on(radio, "change", () => this.set({ by: radio.value })));
    this.on(this.dial.slider, "input", () => this.set({ t: this.stops[this.dial.slider.value] }));
    this.on(this.nearest, "click", async () => {
      await this.load();
      if (this.model) {
        const { q, by } = this.state;
        const keys = this.model.nearest(this.model.vectors, q, by, this.given.answering.length);
        this.set({ k: keys.join(",") });
      }
    });
  }

  /** A word that is known is taken at once; another is named when the reader has left it, and stays. */
  #read(input, finished) {
    const word = input.value.trim().toLowerCase();
    const known = this.known.has(word);
    input.toggleAttribute("aria-invalid", finished && !known);
    this.said.textContent = finished && !known ? `There is no vector here for “${word}”.` : "";
    if (known) {
      const [q, ...k] = this.fields.map((field, i) => (field.input === input ? word : this.#words[i]));
      this.set({ q, k: k.join(",") });
    }
  }

  /** The query, then the keys. */
  get #words() {
    return [this.state.q, ...this.state.k.split(",")];
  }

  allows(name, text) {
    const allowed = {
      q: () => this.known.has(text),
      k: () => text.split(",").length === this.given.answering.length && text.split(",").every((w) => this.known.has(w)),
      by: () => Object.hasOwn(MEASURES, text),
      t: () => this.stops.includes(text),
    };
    return allowed[name]();
  }

  async fetch() {
    if (this.list.childElementCount === 0) {
      this.list.append(...this.given.words.map((value) => make("option", { value })));
    }
    const model = await import("../models/real-words.js");
    return { ...model, vectors: await model.fetchVectors(this.given) };
  }

  goBack() {} // what the reader typed stays

  show() {
    choose(this.measure, this.state.by);
    turn(this.dial, this.stops.indexOf(this.state.t), `T = ${this.state.t}`);
    this.querySelector(".measure").textContent = MEASURES[this.state.by];
    this.#showWords();
  }

  #showWords() {
    this.fields.forEach(({ input }, i) => {
      const kept = input.hasAttribute("aria-invalid") && !this.isAsPrinted;
      if (!kept && input.value.trim().toLowerCase() !== this.#words[i]) {
        input.value = this.#words[i];
        input.removeAttribute("aria-invalid");
      }
    });
    this.said.textContent = this.isAsPrinted ? "" : this.said.textContent;
  }

  #reading({ asked, vectors }) {
    const [query, ...keys] = this.#words;
    return asked(vectors, query, keys, this.state.by, Number(this.state.t));
  }

  draw(model) {
    const { scores, weights } = this.#reading(model);
    this.querySelectorAll("tbody tr").forEach((row, j) => {
      row.querySelector(".score").textContent = fixed(scores[j], 2);
      row.querySelector(".bar rect").setAttribute("width", `${weights[j] * 100}%`);
      row.querySelector(".weight").textContent = fixed(weights[j], 3);
    });
  }

  say(model) {
    const { scores, weights } = this.#reading(model);
    const [query, ...keys] = this.#words;
    return `${query}: ${keys.map((key, j) => `${key} ${fixed(scores[j], 2)}, weight ${fixed(weights[j], 3)}`).join("; ")}`;
  }
}

define("real-words", RealWords);
