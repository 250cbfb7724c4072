/**
 * <streaming-feed>: entries are fed one by one, in the order the reader likes; three numbers are kept, and
 * the end is the same. The page prints one order.
 */

import { dot, finish, merge, NOTHING, readPart } from "../lookup.js";
import { fixed, short } from "../numerals.js";
import { define, given, make } from "./parts.js";

class StreamingFeed extends HTMLElement {
  connectedCallback() {
    this.given = given(this);
    this.body = this.querySelector("tbody");
    this.printed = [...this.body.childNodes];
    this.cards = this.given.entries.map((entry, j) =>
      make("button", { type: "button", textContent: entry.word, onclick: () => this.#feed(j) }),
    );
    const again = make("button", { type: "button", textContent: "begin again", onclick: () => this.#empty() });
    const title = make("span", { textContent: "Feed" });
    this.said = make("p", { className: "said", role: "status" });
    const presets = make("div", { className: "presets" }, title, ...this.cards, again);
    this.controls = make("div", { className: "live" }, presets, this.said);
    this.querySelector(".controls").append(this.controls);
    this.#asPrinted();
    this.classList.add("awake");
  }

  disconnectedCallback() {
    this.#asPrinted();
    this.controls.remove();
    this.classList.remove("awake");
  }

  #asPrinted() {
    this.body.replaceChildren(...this.printed);
    this.fed = this.given.entries.map((_, j) => j);
    this.#showCards();
    this.said.textContent = "Begin again, and feed them in another order.";
  }

  #empty() {
    this.body.replaceChildren();
    this.fed = [];
    this.kept = NOTHING;
    this.#showCards();
    this.said.textContent = "Nothing read: there is no answer yet.";
    this.cards[0].focus();
  }

  #feed(j) {
    const { query, entries } = this.given;
    const { word, key, value } = entries[j];
    this.kept = merge(this.kept, readPart(query, [key], [value]));
    this.fed.push(j);
    const { maximum, total, weighted } = this.kept;
    const answer = fixed(finish(this.kept), 3);
    const cells = [short(dot(query, key)), short(value), short(maximum), fixed(total, 3), fixed(weighted, 3)];
    const row = make("tr", {}, make("th", { scope: "row", textContent: word }));
    row.append(...cells.map((text) => make("td", { textContent: text })));
    row.append(make("td", { className: "out", textContent: answer }));
    this.body.append(row);
    const left = this.cards.length - this.fed.length;
    this.said.textContent = left === 0 ? `All fed: ${answer}, in any order.` : `So far: ${answer}.`;
    this.#showCards();
  }

  #showCards() {
    this.cards.forEach((card, j) => {
      card.disabled = this.fed.includes(j);
    });
  }
}

define("streaming-feed", StreamingFeed);
