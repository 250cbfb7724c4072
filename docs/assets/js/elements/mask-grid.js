/**
 * <mask-grid>: who may read what, cell by cell. Rows ask, columns answer.
 *
 * A cell is a switch and shows the weight. A row with nothing to read is answered in three ways, because
 * libraries do; and the same mask can be read with the wrong meaning of True.
 */

import { attentionWeights, causalMask, windowMask } from "../lookup.js";
import { fixed } from "../numerals.js";
import { define, given, make } from "./parts.js";

const EMPTY_ROWS = ["zeros", "nan", "even"];

class MaskGrid extends HTMLElement {
  connectedCallback() {
    this.given = given(this);
    this.ending = new AbortController();
    this.cells = [...this.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")]);
    this.#laySwitches();
    this.#layControls();
    this.classList.add("awake");
    this.#begin();
  }

  disconnectedCallback() {
    this.#begin();
    this.ending.abort();
    this.cells.flat().forEach((cell) => cell.replaceChildren(cell.textContent));
    this.controls.remove();
    this.classList.remove("awake");
  }

  #begin() {
    this.mask = this.given.mask.map((row) => [...row]);
    this.flipped = false;
    this.convention = EMPTY_ROWS[0];
    this.#show();
  }

  #laySwitches() {
    const { signal } = this.ending;
    const { words } = this.given;
    this.cells.forEach((row, i) => {
      row.forEach((cell, j) => {
        const button = make("button", { type: "button" });
        button.dataset.reads = `${words[i]} reads ${words[j]}`;
        button.addEventListener("click", () => this.#toggle(i, j), { signal });
        cell.replaceChildren(button);
      });
    });
  }

  #layControls() {
    const count = this.given.words.length;
    const everything = causalMask(count, count).map((row) => row.map(() => true));
    this.masks = new Map([
      ["everything", everything],
      ["causal", causalMask(count, count)],
      ["window", windowMask(count, count, 1)],
    ]);
    const buttons = [...this.masks.keys()].map((name) => this.#button(name, () => this.#take(name)));
    this.flip = this.#button("True means hidden", () => {
      this.flipped = !this.flipped;
      this.#show();
    });
    this.choices = EMPTY_ROWS.map((name) =>
      this.#button(name, () => {
        this.convention = name;
        this.#show();
      }),
    );
    this.controls = make(
      "div",
      { className: "live" },
      group("Mask", ...buttons),
      group("Read it as if", this.flip),
      group("An empty row gives", ...this.choices),
    );
    this.querySelector(".controls").append(this.controls);
  }

  #button(text, act) {
    const button = make("button", { type: "button", textContent: text });
    button.addEventListener("click", act, { signal: this.ending.signal });
    return button;
  }

  #take(name) {
    this.mask = this.masks.get(name).map((row) => [...row]);
    this.#show();
  }

  #toggle(i, j) {
    this.mask[i][j] = !this.mask[i][j];
    this.#show();
  }

  #show() {
    const { vectors } = this.given;
    const allowed = this.mask.map((row) => row.map((may) => may !== this.flipped));
    const weights = attentionWeights(vectors, vectors, { mask: allowed });
    this.cells.forEach((row, i) => {
      const empty = !allowed[i].includes(true);
      row.forEach((cell, j) => {
        const weight = empty ? emptyWeight(this.convention, row.length) : weights[i][j];
        const text = Number.isNaN(weight) ? "nan" : fixed(weight, 2);
        const button = cell.firstElementChild;
        button.textContent = text;
        button.setAttribute("aria-pressed", this.mask[i][j]);
        button.setAttribute("aria-label", `${button.dataset.reads}: ${text}`);
        cell.classList.toggle("shut", !allowed[i][j]);
        cell.dataset.tenths = Math.round((weight || 0) * 10);
      });
    });
    this.flip.setAttribute("aria-pressed", this.flipped);
    for (const choice of this.choices) {
      choice.setAttribute("aria-pressed", choice.textContent === this.convention);
    }
  }
}

/** What a row with nothing to read is given. */
function emptyWeight(convention, count) {
  if (convention === "nan") {
    return NaN;
  }
  return convention === "even" ? 1 / count : 0;
}

function group(title, ...buttons) {
  return make("div", { className: "presets" }, make("span", { textContent: title }), ...buttons);
}

define("mask-grid", MaskGrid);
