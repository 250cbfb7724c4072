/**
 * <width-weights>: eight weights at a width the reader chooses, with and without the division by its root.
 *
 * The page prints one width; the JSON child holds the scores of the same query and keys at every width.
 */

import { fixed } from "../numerals.js";
import { Explorable } from "./explorable.js";
import { define, dial, turn } from "./parts.js";

class WidthWeights extends Explorable {
  begin() {
    const { widths, printed } = this.given;
    this.widths = widths.map(String);
    this.dial = dial(`${this.id}-width`, "Width of a key, d", widths.length - 1);
    this.controls.append(this.dial.whole);
    this.on(this.dial.slider, "input", () => this.set({ d: this.widths[this.dial.slider.value] }));
    return { d: String(printed) };
  }

  allows(name, text) {
    return this.widths.includes(text);
  }

  get stop() {
    return this.widths.indexOf(this.state.d);
  }

  told() {
    return { width: this.given.widths[this.stop], scores: this.given.scores[this.stop] };
  }

  show() {
    turn(this.dial, this.stop, `d = ${this.state.d}`);
  }

  draw({ entriesRead, softmax }) {
    const scores = this.given.scores[this.stop];
    const root = Math.sqrt(this.given.widths[this.stop]);
    this.#bars(".raw", softmax(scores), entriesRead);
    this.#bars(".rooted", softmax(scores, root), entriesRead);
  }

  say() {
    const [raw, rooted] = [".raw", ".rooted"].map((side) => this.querySelector(`${side} .largest`).textContent);
    return `largest weight ${raw}, and ${rooted} after the division`;
  }

  #bars(side, weights, entriesRead) {
    const part = this.querySelector(side);
    const bars = part.querySelectorAll("rect");
    const labels = part.querySelectorAll("text");
    weights.forEach((weight, j) => {
      bars[j].setAttribute("y", `${(1 - weight) * 100}%`);
      bars[j].setAttribute("height", `${weight * 100}%`);
      labels[j].setAttribute("y", `${(1 - weight) * 100}%`);
      labels[j].textContent = fixed(weight, 2);
    });
    part.querySelector(".largest").textContent = fixed(Math.max(...weights), 2);
    part.querySelector(".entries").textContent = fixed(entriesRead(weights), 1);
  }
}

define("width-weights", WidthWeights);
