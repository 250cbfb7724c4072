/**
 * <softmax-bars>: add a constant to every score, or multiply them, and see what softmax makes of it, beside
 * the form written in books, which overflows.
 */

import { naiveSoftmax, softmax } from "../lookup.js";
import { fixed, short } from "../numerals.js";
import { define, dial, given, make } from "./parts.js";

class SoftmaxBars extends HTMLElement {
  connectedCallback() {
    this.given = given(this);
    const { added, factors } = this.given;
    this.adding = dial(`${this.id}-add`, "Add to every score", added.length - 1);
    this.multiplying = dial(`${this.id}-times`, "Multiply every score", factors.length - 1);
    const dials = [this.adding, this.multiplying];
    this.controls = make("div", { className: "live" }, ...dials.map((one) => one.whole));
    this.querySelector(".controls").append(this.controls);
    for (const { slider } of dials) {
      slider.addEventListener("input", () => this.#show());
    }
    this.classList.add("awake");
    this.#begin();
  }

  disconnectedCallback() {
    this.#begin();
    this.controls.remove();
    this.classList.remove("awake");
  }

  #begin() {
    this.adding.slider.value = this.given.added.indexOf(0);
    this.multiplying.slider.value = this.given.factors.indexOf(1);
    this.#show();
  }

  #show() {
    const constant = this.given.added[this.adding.slider.value];
    const factor = this.given.factors[this.multiplying.slider.value];
    say(this.adding, short(constant));
    say(this.multiplying, short(factor));
    const scores = this.given.scores.map((score) => score * factor + constant);
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
}

function say({ slider, shown }, text) {
  shown.textContent = text;
  slider.setAttribute("aria-valuetext", text);
}

define("softmax-bars", SoftmaxBars);
