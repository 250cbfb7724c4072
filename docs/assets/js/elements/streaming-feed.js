/**
 * <streaming-feed>: entries are fed one by one, in the order the reader likes; three numbers are kept, and
 * the end is the same. The page prints one order. The state is the order of what was fed: 02 is the first, then
 * the third.
 */

import { fixed, short } from "../numerals.js";
import { Explorable } from "./explorable.js";
import { define, make } from "./parts.js";

const AT_FIRST = "Press the one that is to come first.";

class StreamingFeed extends Explorable {
  begin() {
    this.body = this.querySelector("tbody");
    this.cards = this.given.entries.map(({ word }) => make("button", { type: "button", textContent: word }));
    this.cards.forEach((card, j) => {
      this.on(card, "click", () => this.#feed(j));
    });
    this.said = make("p", { className: "said", textContent: AT_FIRST });
    const title = make("span", { textContent: "Feed" });
    this.controls.append(make("div", { className: "presets" }, title, ...this.cards), this.said);
    return { fed: this.cards.map((_, j) => j).join("") };
  }

  /** When all are fed, the next one begins again. */
  #feed(j) {
    this.set({ fed: this.isWhole ? String(j) : `${this.state.fed}${j}` });
    this.cards.find((card) => !card.disabled).focus(); // the pressed one can no longer hold it
  }

  get isWhole() {
    return this.state.fed.length === this.cards.length;
  }

  allows(name, text) {
    const known = [...text].every((digit) => this.printed.fed.includes(digit));
    return text !== "" && known && new Set(text).size === text.length;
  }

  show() {
    this.cards.forEach((card, j) => {
      card.disabled = !this.isWhole && this.state.fed.includes(j);
    });
  }

  draw({ dot, finish, merge, NOTHING, readPart }) {
    const { fed } = this.state;
    const { query, entries } = this.given;
    let kept = NOTHING;
    const rows = [...fed].map((digit) => {
      const { word, key, value } = entries[digit];
      kept = merge(kept, readPart(query, [key], [value]));
      return row(word, dot(query, key), value, kept, finish(kept));
    });
    this.body.replaceChildren(...rows);
    this.said.textContent = this.#told(fed, fixed(finish(kept), 3));
  }

  #told(fed, answer) {
    if (fed === this.printed.fed) {
      return AT_FIRST;
    }
    return this.isWhole ? `All fed: ${answer}, in any order.` : `So far: ${answer}.`;
  }

  say() {
    return this.said.textContent;
  }
}

function row(word, score, value, { maximum, total, weighted }, answer) {
  const texts = [short(score), short(value), short(maximum), fixed(total, 3), fixed(weighted, 3)];
  const cells = texts.map((textContent) => make("td", { textContent }));
  const soFar = make("td", { className: "out", textContent: fixed(answer, 3) });
  return make("tr", {}, make("th", { scope: "row", textContent: word }), ...cells, soFar);
}

define("streaming-feed", StreamingFeed);
