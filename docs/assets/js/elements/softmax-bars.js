/**
 * <softmax-bars>: add a constant to every score, or multiply them, and see what softmax makes of it, beside
 * the form written in books, which overflows.
 */

import { fixed, short } from "../numerals.js";
import { Explorable } from "./explorable.js";
import { define, dial, turn } from "./parts.js";

class SoftmaxBars extends Explorable {
  begin() {
    const { added, factors } = this.given;
    this.stops = { add: added.map(String), times: factors.map(String) };
    this.dials = {
      add: dial(`${this.id}-add`, "Add to every score", added.length - 1),
      times: dial(`${this.id}-times`, "Multiply every score", factors.length - 1),
    };
    for (const [name, { slider, whole }] of Object.entries(this.dials)) {
      this.controls.append(whole);
      this.on(slider, "input", () => this.set({ [name]: this.stops[name][slider.value] }));
    }
    return { add: "0", times: "1" };
  }

  allows(name, text) {
    return this.stops[name].includes(text);
  }

  get scores() {
    const { add, times } = this.state;
    return this.given.scores.map((score) => score * Number(times) + Number(add));
  }

  told() {
    return { words: this.given.words, scores: this.scores };
  }

  show() {
    for (const [name, one] of Object.entries(this.dials)) {
      turn(one, this.stops[name].indexOf(this.state[name]), short(Number(this.state[name])));
    }
  }

  draw({ naiveSoftmax, softmax }) {
    const { scores } = this;
    const weights = softmax(scores);
    const naive = naiveSoftmax(scores);
    this.querySelectorAll("tbody tr").forEach((row, j) => {
      row.querySelector(".score").textContent = short(scores[j]);
      row.querySelector(".bar rect").setAttribute("width", `${weights[j] * 100}%`);
      row.querySelector(".weight").textContent = fixed(weights[j], 3);
      const cell = row.querySelector(".naive");
      cell.textContent = Number.isNaN(naive[j]) ? "nan" : fixed(naive[j], 3);
      cell.classList.toggle("broken", cell.textContent !== row.querySelector(".weight").textContent);
    });
  }

  say({ naiveSoftmax, softmax }) {
    const all = (weights) => weights.map((weight) => (Number.isNaN(weight) ? "nan" : fixed(weight, 3))).join(", ");
    return `softmax ${all(softmax(this.scores))}; without the shift ${all(naiveSoftmax(this.scores))}`;
  }
}

define("softmax-bars", SoftmaxBars);
