/**
 * <head-split>: two tokens cut into heads, by split and by a bare reshape. Every number keeps the colour of its
 * token, so that a head which compares a token with itself shows.
 */

import { Explorable } from "./explorable.js";
import { choice, choose, define, make } from "./parts.js";

class HeadSplit extends Explorable {
  begin() {
    const { heads, printed } = this.given;
    this.choice = choice(`${this.id}-heads`, "Heads", heads.map((count) => [String(count), String(count)]));
    this.choice.radios.forEach((radio) => this.on(radio, "change", () => this.set({ h: radio.value })));
    this.controls.append(this.choice.whole);
    return { h: String(printed) };
  }

  allows(name, text) {
    return this.given.heads.map(String).includes(text);
  }

  show() {
    choose(this.choice, this.state.h);
  }

  draw({ reshapeHeads, splitHeads }) {
    const { rows } = this.given;
    const heads = Number(this.state.h);
    const shape = [heads, rows.length, rows[0].length / heads].join(", ");
    this.#fill(".right", `split(rows, ${heads})`, splitHeads(rows, heads));
    this.#fill(".wrong", `rows.reshape(${shape})`, reshapeHeads(rows, heads));
  }

  #fill(band, title, blocks) {
    this.querySelector(`${band} code`).textContent = title;
    this.querySelector(`${band} .blocks`).replaceChildren(...blocks.map((block, head) => this.#block(block, head)));
  }

  #block(block, head) {
    const rows = block.map((row) => make("div", { className: "row" }, ...row.map((number) => this.#cell(number))));
    return make("div", { className: "block" }, make("p", { className: "head", textContent: `head ${head}` }), ...rows);
  }

  #cell(number) {
    const first = this.given.rows[0].includes(number);
    return make("span", { className: `cell of-${first ? "A" : "B"}`, textContent: number });
  }

  say({ reshapeHeads, splitHeads }) {
    const { rows } = this.given;
    const heads = Number(this.state.h);
    const same = String(splitHeads(rows, heads)) === String(reshapeHeads(rows, heads));
    return same ? `With ${heads} head the two agree.` : `With ${heads} heads the two differ.`;
  }
}

define("head-split", HeadSplit);
