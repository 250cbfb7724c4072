/**
 * <width-weights>: eight weights at a width the reader chooses, with and without the division by its root.
 *
 * The page prints one width; the JSON child holds the scores of the same query and keys at every width.
 */

import { entriesRead, softmax } from "../lookup.js";
import { fixed } from "../numerals.js";
import { define, dial, given, make } from "./parts.js";

class WidthWeights extends HTMLElement {
  connectedCallback() {
    this.given = given(this);
    const { widths, printed } = this.given;
    const { slider, shown, whole } = dial(`${this.id}-width`, "Width of a key, d", widths.length - 1);
    this.slider = slider;
    this.shown = shown;
    this.controls = make("div", { className: "live" }, whole);
    this.querySelector(".controls").append(this.controls);
    this.slider.value = widths.indexOf(printed);
    this.slider.addEventListener("input", () => this.#show());
    this.classList.add("awake");
    this.#show();
  }

  disconnectedCallback() {
    this.slider.value = this.given.widths.indexOf(this.given.printed);
    this.#show();
    this.controls.remove();
    this.classList.remove("awake");
  }

  #show() {
    const { widths, scores } = this.given;
    const stop = Number(this.slider.value);
    const width = widths[stop];
    this.shown.textContent = `d = ${width}`;
    this.slider.setAttribute("aria-valuetext", `d = ${width}`);
    this.#bars(".raw", softmax(scores[stop]));
    this.#bars(".rooted", softmax(scores[stop], Math.sqrt(width)));
  }

  #bars(side, weights) {
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
