/** <gate-dial>: one factor in two places, on what a head returns and on its scores. */

import { fixed, short } from "../numerals.js";
import { Explorable } from "./explorable.js";
import { define, dial, turn } from "./parts.js";

class GateDial extends Explorable {
  begin() {
    const { factors, printed } = this.given;
    this.stops = factors.map(String);
    this.dial = dial(`${this.id}-factor`, "Factor", this.stops.length - 1);
    this.on(this.dial.slider, "input", () => this.set({ g: this.stops[this.dial.slider.value] }));
    this.controls.append(this.dial.whole);
    return { g: String(printed) };
  }

  allows(name, text) {
    return this.stops.includes(text);
  }

  #reading({ gated }) {
    const { scores, values } = this.given;
    return gated(scores, values, Number(this.state.g));
  }

  show() {
    turn(this.dial, this.stops.indexOf(this.state.g), short(Number(this.state.g)));
  }

  draw(model) {
    for (const [name, { weights, output, total }] of Object.entries(this.#reading(model))) {
      const side = this.querySelector(`.at-${name}`);
      side.querySelectorAll("tbody tr").forEach((row, j) => {
        row.querySelector(".bar rect").setAttribute("width", `${weights[j] * 100}%`);
        row.querySelector(".weight").textContent = fixed(weights[j], 3);
      });
      side.querySelector(".total").textContent = fixed(total, 2);
      side.querySelector(".out").textContent = fixed(output, 2);
    }
  }

  say(model) {
    const { output, scores } = this.#reading(model);
    return `on the output the answer is ${fixed(output.output, 2)}, on the scores ${fixed(scores.output, 2)}`;
  }
}

define("gate-dial", GateDial);
