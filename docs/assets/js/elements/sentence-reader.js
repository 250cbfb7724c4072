/**
 * <sentence-reader>: press a word, or walk to it with the arrow keys, and see what it reads of the others: with
 * the vectors as they are, and through learned matrices. The weights of all words come with the page.
 */

import { fixed } from "../numerals.js";
import { Explorable } from "./explorable.js";
import { define, make } from "./parts.js";

class SentenceReader extends Explorable {
  begin() {
    const { words, asks } = this.given;
    this.rows = [...this.querySelectorAll("tbody tr")];
    this.radios = this.rows.map((row, i) => {
      const radio = make("input", { type: "radio", name: `${this.id}-asks`, value: i });
      const word = make("span", { className: "word", textContent: words[i] });
      row.querySelector("th").replaceChildren(make("label", {}, radio, word));
      this.on(radio, "change", () => this.set({ word: radio.value }));
      return radio;
    });
    return { word: String(asks) };
  }

  end() {
    for (const row of this.rows) {
      row.querySelector("th").replaceChildren(row.querySelector(".word"));
    }
  }

  /** The weights of all words came with the page. */
  async fetch() {
    return this.given;
  }

  allows(name, text) {
    return /^(?:\d|[1-9]\d)$/u.test(text) && Number(text) < this.given.words.length;
  }

  show() {
    this.radios[this.state.word].checked = true;
  }

  draw(weights) {
    const asking = Number(this.state.word);
    this.rows.forEach((row, j) => {
      row.classList.toggle("asking", j === asking);
      for (const side of ["raw", "learned"]) {
        const weight = weights[side][asking][j];
        row.querySelector(`.${side} rect`).setAttribute("width", `${weight * 100}%`);
        row.querySelector(`.${side} .weight`).textContent = `${fixed(weight * 100, 0)} %`;
      }
    });
  }

  say({ words, ...weights }) {
    const asking = Number(this.state.word);
    const [raw, learned] = ["raw", "learned"].map((side) => most(weights[side][asking], words));
    return `${words[asking]} reads most of: ${raw}, as it is; ${learned}, through learned matrices`;
  }
}

/** The word that is read most, and how much of it. */
function most(weights, words) {
  const largest = Math.max(...weights);
  return `${words[weights.indexOf(largest)]} ${fixed(largest * 100, 0)} %`;
}

define("sentence-reader", SentenceReader);
