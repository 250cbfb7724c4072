/**
 * <attention-doctor>: a function to paste, and what is wrong with it. The page prints one case; what examines
 * another is fetched when a button is pressed, or when this browser keeps a text of the reader's own.
 */

import { recall } from "../storage.js";
import { define, make } from "./parts.js";

class AttentionDoctor extends HTMLElement {
  connectedCallback() {
    if (!this.dataset.engine || this.own) {
      return; // a build without Python, or moved
    }
    const here = recall("python.engine") === this.dataset.engine;
    const size = make("small", { textContent: here ? "" : ` · loads ${this.dataset.size}` });
    this.own = make("button", { type: "button", textContent: "Paste your own" });
    this.examine = make("button", { type: "button" }, "Examine", size);
    this.own.addEventListener("click", () => this.#wake("own"));
    this.examine.addEventListener("click", () => this.#wake("examine"));
    this.querySelector(".controls").append(this.own, this.examine);
    this.classList.add("awake");
    if (typeof recall("doctor") === "string") {
      this.#wake("recall");
    }
  }

  async #wake(asked) {
    this.clinic ??= import("../python/clinic.js").then(({ Clinic }) => new Clinic(this));
    (await this.clinic).press(asked);
  }
}

define("attention-doctor", AttentionDoctor);
