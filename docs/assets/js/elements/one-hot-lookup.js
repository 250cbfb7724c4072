/**
 * <one-hot-lookup>: two products of matrices as cells. The reader chooses which words the query holds and the
 * order of the entries, and may leave the transpose out.
 */

import { short } from "../numerals.js";
import { Explorable } from "./explorable.js";
import { choice, choose, define, make } from "./parts.js";

// Orders of three entries. An exchange of two is its own transpose; a turn of all three is not.
const ORDERS = ["012", "102", "120"];

class OneHotLookup extends Explorable {
  begin() {
    const { words, asked } = this.given;
    const inOrder = (order) => [order, [...order].map((j) => words[j]).join(", ")];
    this.choices = {
      order: choice(`${this.id}-order`, "Entries", ORDERS.map(inOrder)),
      keys: choice(`${this.id}-keys`, "Keys", [["upright", "transposed"], ["flat", "as they are"]]),
    };
    for (const [name, { radios }] of Object.entries(this.choices)) {
      radios.forEach((radio) => this.on(radio, "change", () => this.set({ [name]: radio.value })));
    }
    this.controls.append(this.#layBoxes(words), ...Object.values(this.choices).map(({ whole }) => whole));
    this.marks = [...this.querySelectorAll(".marks")].map(({ children }) =>
      [...children].map((mark) => ({ mark, x: mark.getAttribute("x"), y: mark.getAttribute("y") })),
    );
    return { q: words.map((_, j) => Number(j === asked)).join(""), order: ORDERS[0], keys: "upright" };
  }

  #layBoxes(words) {
    this.boxes = words.map(() => make("input", { type: "checkbox" }));
    const read = () => this.set({ q: this.boxes.map((box) => Number(box.checked)).join("") });
    this.boxes.forEach((box) => this.on(box, "change", read));
    const labels = this.boxes.map((box, j) => make("label", {}, box, make("span", { textContent: words[j] })));
    const legend = make("legend", { textContent: "Query" });
    return make("fieldset", { className: "one-of" }, legend, make("div", { className: "options" }, ...labels));
  }

  allows(name, text) {
    const allowed = {
      q: () => /^[01]{3}$/u.test(text),
      order: () => ORDERS.includes(text),
      keys: () => ["upright", "flat"].includes(text),
    };
    return allowed[name]();
  }

  /** The order of the entries, and every matrix in it. */
  #products({ blend, project, transpose }) {
    const order = [...this.state.order].map(Number);
    const query = [...this.state.q].map(Number);
    const keys = order.map((word) => query.map((_, j) => Number(j === word)));
    const prices = order.map((word) => this.given.values[word]);
    const met = this.state.keys === "upright" ? transpose(keys) : keys;
    const [weights] = project([query], met);
    return { order, query, met, weights, prices, answer: blend(weights, prices), keys };
  }

  show() {
    this.boxes.forEach((box, j) => {
      box.checked = this.state.q[j] === "1";
    });
    Object.entries(this.choices).forEach(([name, one]) => choose(one, this.state[name]));
  }

  draw(model) {
    const { order, query, met, weights, prices, answer, keys } = this.#products(model);
    this.#fill(".query", query);
    this.#fill(".keys", met.flat());
    this.#fill(".weights", weights);
    this.#fill(".prices", prices, weights);
    this.#fill(".answer", [answer]);
    for (const group of this.marks) {
      order.forEach((word, place) => {
        group[word].mark.setAttribute("x", group[place].x);
        group[word].mark.setAttribute("y", group[place].y);
      });
    }
    this.classList.toggle("flat", this.state.keys === "flat");
    this.#tell(answer, model.exactLookup(query, keys, prices));
  }

  /** Numbers into cells, lit where something counts. */
  #fill(part, numbers, counts = numbers) {
    this.querySelectorAll(`${part} .cell`).forEach((cell, j) => {
      cell.querySelector("text").textContent = short(numbers[j]);
      cell.classList.toggle("lit", counts[j] !== 0);
    });
  }

  #tell(answer, found) {
    this.querySelector(".products-say").textContent = short(answer);
    this.querySelector(".dictionary-says").textContent = found === undefined ? "KeyError" : short(found);
    this.querySelector(".told").classList.toggle("apart", found !== answer);
  }

  say() {
    return this.querySelector(".told").textContent;
  }
}

define("one-hot-lookup", OneHotLookup);
