/**
 * <mask-grid>: who may read what, cell by cell. Rows ask, columns answer.
 *
 * A cell is a switch and shows the weight; at the end of its row stands the answer. A row with nothing to read is
 * answered in three ways, because libraries do; the same mask can be read with the wrong meaning of True; and when
 * only the last queries ask, the corner of a causal mask can be laid in two places. In the address a mask is its
 * cells, row by row, as 1 and 0.
 */

import { fixed } from "../numerals.js";
import { Explorable } from "./explorable.js";
import { choice, choose, define, make } from "./parts.js";

const EMPTY = ["zeros", "nan", "even"];

class MaskGrid extends Explorable {
  begin() {
    const { masks, words } = this.given;
    this.count = words.length;
    this.lengths = Object.values(masks).flatMap((group) => Object.values(group).map((m) => m.length));
    this.rows = [...this.querySelectorAll("tbody tr")];
    this.cells = this.rows.map((row) => [...row.querySelectorAll("td:not(.out)")]);
    this.#laySwitches();
    Object.entries(masks).forEach(([title, group]) => this.#layMasks(title, group));
    this.#layChoices();
    return { m: this.given.printed, true: "read", empty: "zeros" };
  }

  end() {
    this.cells.flat().forEach((cell) => cell.replaceChildren(cell.textContent));
  }

  #laySwitches() {
    const { words } = this.given;
    this.cells.forEach((row, i) => {
      row.forEach((cell, j) => {
        const button = make("button", { type: "button" });
        button.dataset.reads = `query ${i + 1} reads ${words[j]}`;
        write(button, cell.textContent);
        this.on(button, "click", () => this.#toggle(i, j));
        cell.replaceChildren(button);
      });
    });
  }

  #layMasks(title, masks) {
    const presets = Object.entries(masks).map(([name, m]) => {
      const button = make("button", { type: "button", textContent: name, value: m });
      this.on(button, "click", () => this.set({ m }));
      return button;
    });
    const group = make("div", { className: "presets", role: "group", ariaLabel: title });
    group.append(make("span", { textContent: title }), ...presets);
    this.controls.append(group);
  }

  #layChoices() {
    this.choices = {
      true: choice(`${this.id}-true`, "True means", [["read", "may be read"], ["hidden", "hidden"]]),
      empty: choice(`${this.id}-empty`, "An empty row gives", EMPTY.map((name) => [name, name])),
    };
    for (const [name, { radios }] of Object.entries(this.choices)) {
      radios.forEach((radio) => this.on(radio, "change", () => this.set({ [name]: radio.value })));
    }
    this.controls.append(...Object.values(this.choices).map(({ whole }) => whole));
  }

  allows(name, text) {
    const allowed = {
      m: () => /^[01]+$/u.test(text) && this.lengths.includes(text.length),
      true: () => ["read", "hidden"].includes(text),
      empty: () => EMPTY.includes(text),
    };
    return allowed[name]();
  }

  /** The cells that are True: a row for each query that asks. */
  get mask() {
    const { m } = this.state;
    const rows = m.length / this.count;
    return Array.from({ length: rows }, (_, i) =>
      [...m.slice(i * this.count, (i + 1) * this.count)].map((cell) => cell === "1"),
    );
  }

  /** The cells that may be read. */
  get allowed() {
    return this.mask.map((row) => row.map((cell) => cell === (this.state.true === "read")));
  }

  #toggle(i, j) {
    const mask = this.mask;
    const row = mask[i - this.silent];
    row[j] = !row[j];
    this.set({ m: written(mask) });
  }

  /** How many of the first queries do not ask. */
  get silent() {
    return this.count - this.mask.length;
  }

  show() {
    const { mask, silent } = this;
    this.cells.slice(silent).forEach((row, i) => {
      row.forEach((cell, j) => cell.firstElementChild.setAttribute("aria-pressed", mask[i][j]));
    });
    this.controls.querySelectorAll(".presets button").forEach((preset) => {
      preset.setAttribute("aria-pressed", preset.value === this.state.m);
    });
    for (const [name, one] of Object.entries(this.choices)) {
      choose(one, this.state[name]);
    }
  }

  draw({ blend, maskedWeights }) {
    const { scores, values } = this.given;
    const { allowed, silent } = this;
    this.rows.forEach((row, i) => {
      row.classList.toggle("silent", i < silent);
    });
    allowed.forEach((may, i) => {
      const weights = maskedWeights(scores, may, this.state.empty);
      this.cells[i + silent].forEach((cell, j) => showCell(cell, weights[j], may[j]));
      this.rows[i + silent].querySelector(".out").textContent = shown(blend(weights, values), 3);
    });
  }

  told() {
    const { words, scores, values } = this.given;
    return { words, scores, values, mask: this.allowed, empty: this.state.empty };
  }

  say() {
    const open = this.allowed.flat().filter(Boolean).length;
    return `${this.mask.length} queries ask, and ${open} cells are open`;
  }
}

function shown(number, digits) {
  return Number.isNaN(number) ? "nan" : fixed(number, digits);
}

function showCell(cell, weight, open) {
  write(cell.firstElementChild, shown(weight, 2));
  cell.classList.toggle("shut", !open);
  cell.dataset.tenths = Math.round((weight || 0) * 10);
}

function write(button, text) {
  button.textContent = text;
  button.setAttribute("aria-label", `${button.dataset.reads}: ${text}`);
}

function written(mask) {
  return mask.flat().map(Number).join("");
}

define("mask-grid", MaskGrid);
