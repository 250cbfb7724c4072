/**
 * <shape-tape>: four queries through two products. A cell of the scores, the weights or the output says what it
 * is made of. The softmax can be sent down the columns, and some answers then give it away.
 */

import { fixed, short } from "../numerals.js";
import { Explorable } from "./explorable.js";
import { choice, choose, define, make } from "./parts.js";

const AXES = [
  ["rows", "along each row"],
  ["columns", "down each column"],
];

class ShapeTape extends Explorable {
  begin() {
    this.cells = new Map();
    for (const matrix of "QKSAVO") {
      this.querySelectorAll(`.grid.${matrix} tbody tr`).forEach((row, i) => {
        row.querySelectorAll("td").forEach((cell, j) => this.cells.set(`${matrix}${i}${j}`, cell));
      });
    }
    this.radios = [...this.cells].filter(([name]) => "SAO".includes(name[0])).map(([name, cell]) => this.#lay(name, cell));
    this.axis = choice(`${this.id}-axis`, "Softmax", AXES);
    this.axis.radios.forEach((radio) => this.on(radio, "change", () => this.set({ axis: radio.value })));
    this.controls.append(this.axis.whole);
    return { cell: this.given.pressed, axis: "rows" };
  }

  end() {
    this.radios.forEach((radio) => {
      const cell = radio.closest("td");
      cell.replaceChildren(cell.textContent);
    });
  }

  /** A cell that can be pressed; arrow keys walk from one to the next. */
  #lay(name, cell) {
    const radio = make("input", { type: "radio", name: `${this.id}-cell`, value: name });
    this.on(radio, "change", () => this.set({ cell: name }));
    cell.replaceChildren(make("label", {}, radio, make("span", { textContent: cell.textContent })));
    return radio;
  }

  allows(name, text) {
    return name === "axis" ? ["rows", "columns"].includes(text) : this.radios.some((radio) => radio.value === text);
  }

  #matrices({ blend, project, softmax, softmaxDown, transpose }) {
    const { queries, keys, values } = this.given;
    const scores = project(queries, transpose(keys));
    const weights = this.state.axis === "rows" ? scores.map((row) => softmax(row)) : softmaxDown(scores);
    return { scores, weights, output: weights.map((row) => blend(row, values)) };
  }

  show() {
    choose(this.axis, this.state.axis);
    for (const radio of this.radios) {
      radio.checked = radio.value === this.state.cell;
    }
  }

  draw(model) {
    const { scores, weights, output } = this.#matrices(model);
    this.#fill("S", scores);
    this.#fill("A", weights);
    this.#fill("O", output.map((answer) => [answer]));
    const sources = new Set(this.#sources());
    for (const [name, cell] of this.cells) {
      cell.classList.toggle("source", sources.has(name));
      cell.classList.toggle("pressed", name === this.state.cell);
    }
    this.querySelector(".made").textContent = this.say(model);
  }

  #fill(matrix, rows) {
    const { values } = this.given;
    const [least, most] = [Math.min(...values), Math.max(...values)];
    rows.forEach((row, i) => {
      row.forEach((number, j) => {
        const cell = this.cells.get(`${matrix}${i}${j}`);
        cell.querySelector("span").textContent = written(number);
        cell.classList.toggle("impossible", matrix === "O" && (number < least || number > most));
      });
    });
  }

  /** The cells from which the pressed one is made. */
  #sources() {
    const [matrix, i, j] = this.state.cell;
    const { queries, keys } = this.given;
    if (matrix === "S") {
      return keys[0].flatMap((_, c) => [`Q${i}${c}`, `K${c}${j}`]);
    }
    if (matrix === "O") {
      return keys.flatMap((_, key) => [`A${i}${key}`, `V${key}0`]);
    }
    return this.state.axis === "rows" ? keys.map((_, key) => `S${i}${key}`) : queries.map((_, q) => `S${q}${j}`);
  }

  /** The same in a line. */
  say(model) {
    const [matrix, i, j] = this.state.cell;
    const { queries, keys, values, names, words } = this.given;
    const { scores, weights, output } = this.#matrices(model);
    const sum = (ones, others) => ones.map((one, c) => `${written(one)} · ${written(others[c])}`).join(" + ");
    if (matrix === "S") {
      return `${names[i]}, ${words[j]}: ${sum(queries[i], keys[j])} = ${written(scores[i][j])}`;
    }
    if (matrix === "A") {
      const shared = this.state.axis === "rows" ? scores[i] : scores.map((row) => row[j]);
      const powers = shared.map(power).join(" + ");
      return `${names[i]}, ${words[j]}: ${power(scores[i][j])} / (${powers}) = ${written(weights[i][j])}`;
    }
    const told = `${names[i]}: ${sum(weights[i], values)} = ${written(output[i])}`;
    const outside = this.cells.get(this.state.cell).classList.contains("impossible");
    return outside ? `${told}, and no average of the values can be that` : told;
  }
}

const RAISED = Object.fromEntries([..."0123456789−"].map((sign, i) => [sign, "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"[i]]));

/** e to a whole score, as one writes it. */
function power(score) {
  return `e${[...short(score)].map((sign) => RAISED[sign]).join("")}`;
}

/** Whole numbers bare, others with two digits. */
function written(number) {
  return Number.isInteger(number) ? short(number) : fixed(number, 2);
}

define("shape-tape", ShapeTape);
