/** A guess that is an order: words, pressed one after another. */

import { make } from "./parts.js";

export class Guess {
  constructor(host, facts, take) {
    this.facts = facts;
    this.places = [...host.querySelectorAll(".options li")];
    this.words = this.places.map((place) => place.textContent);
    this.truth = host.querySelector(".told");
    this.chosen = [];
    this.buttons = this.words.map((word, i) => {
      const button = make("button", { type: "button", textContent: word });
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => this.#press(word, take));
      this.places[i].replaceChildren(button);
      return button;
    });
    this.drawn = make("ol", { className: "told guess" });
    this.parts = [];
    this.focus = this.buttons[0];
  }

  #press(word, take) {
    const before = this.chosen.length === this.words.length ? [] : this.chosen;
    const again = before.indexOf(word);
    this.#choose(again < 0 ? [...before, word] : before.slice(0, again));
    if (this.chosen.length === this.words.length) {
      take(this.chosen);
    }
  }

  #choose(words) {
    this.chosen = words;
    this.words.forEach((word, i) => {
      const place = words.indexOf(word);
      this.buttons[i].setAttribute("aria-pressed", String(place >= 0));
      this.buttons[i].textContent = place < 0 ? word : `${place + 1}. ${word}`;
    });
  }

  get taken() {
    return null;
  }

  readable(words) {
    return Array.isArray(words) && words.length === this.words.length && this.words.every((word) => words.includes(word));
  }

  show(words) {
    this.#choose(words);
    this.drawn.replaceChildren(...words.map((word) => make("li", { textContent: word })));
    this.truth.after(this.drawn);
    const found = this.facts.orders.find((order) => order.words.every((word, i) => word === words[i]));
    return `${words.join(", ")}: ${found ? found.says : this.facts.otherwise}`;
  }

  clear() {
    this.#choose([]);
    this.drawn.remove();
  }

  end() {
    this.drawn.remove();
    this.places.forEach((place, i) => place.replaceChildren(this.words[i]));
  }
}
