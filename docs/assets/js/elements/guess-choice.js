/** A guess that is one of a few options. */

import { make } from "./parts.js";

export class Guess {
  constructor(host, facts, take) {
    this.facts = facts;
    this.places = [...host.querySelectorAll(".options li")];
    this.told = [...host.querySelectorAll(".told li")];
    this.buttons = facts.choices.map(({ option }, i) => {
      const button = make("button", { type: "button", textContent: option });
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => take(i));
      this.places[i].replaceChildren(button);
      return button;
    });
    this.parts = [];
    this.focus = this.buttons[0];
  }

  get taken() {
    return null;
  }

  readable(chosen) {
    return Number.isInteger(chosen) && chosen in this.facts.choices;
  }

  show(chosen) {
    this.clear();
    this.buttons[chosen].setAttribute("aria-pressed", "true");
    this.told[chosen].classList.add("guessed");
    const { option, says } = this.facts.choices[chosen];
    return `“${option}” ${says}`;
  }

  clear() {
    for (const [i, button] of this.buttons.entries()) {
      button.setAttribute("aria-pressed", "false");
      this.told[i].classList.remove("guessed");
    }
  }

  end() {
    this.clear();
    this.places.forEach((place, i) => place.replaceChildren(this.facts.choices[i].option));
  }
}
