/**
 * <pulled-numbers models="softmax">: lets every named number of the page follow what the reader moves.
 *
 * A number bears its name: <data class="checked" data-name="soft_lookup.output">; so do the cells of tables and
 * the numbers of formulas. `models` are the pages whose models are moved here. What differs from the printed text
 * is marked; one button, and Escape, bring the printed text back. A sentence in an element with
 * data-only-as-printed says so when it no longer holds.
 */

import { fetchModels, readState } from "../models/all.js";
import { dressedLike } from "../numerals.js";
import { define, make } from "./parts.js";

class PulledNumbers extends HTMLElement {
  connectedCallback() {
    this.printed = new Map(); // element -> its text and value as printed
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.models = fetchModels(this.getAttribute("models").split(" "));
    document.addEventListener("lookup-change", (event) => this.#follow(event.detail), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  disconnectedCallback() {
    this.ending.abort();
    this.#restore();
  }

  async #follow(state) {
    this.state = state;
    const models = await this.models;
    if (this.state !== state || this.ending.signal.aborted) {
      return; // the reader has moved on
    }
    if (state.asPrinted) {
      this.#restore();
      return;
    }
    const { quantity, holds } = readState(models, state);
    document.querySelectorAll("[data-name]").forEach((element) => {
      this.#pull(element, quantity(element.dataset.name));
    });
    document.querySelectorAll("[data-only-as-printed]").forEach((element) => {
      element.classList.toggle("not-now", !holds(element.dataset.onlyAsPrinted));
    });
    // What moved may be nothing that the text speaks of.
    if (document.querySelector(".pulled, .not-now")) {
      this.#showBar();
    } else {
      this.replaceChildren();
    }
  }

  #pull(element, number) {
    if (number === undefined) {
      return;
    }
    if (!this.printed.has(element)) {
      this.printed.set(element, { text: element.textContent, value: element.getAttribute("value") });
    }
    const { text } = this.printed.get(element);
    element.textContent = dressedLike(text, number);
    element.classList.toggle("pulled", element.textContent !== text);
    if (element.hasAttribute("value")) {
      element.setAttribute("value", number);
    }
  }

  #restore() {
    for (const [element, { text, value }] of this.printed) {
      element.textContent = text;
      element.classList.remove("pulled");
      if (value !== null) {
        element.setAttribute("value", value);
      }
    }
    document.querySelectorAll("[data-only-as-printed]").forEach((element) => {
      element.classList.remove("not-now");
    });
    this.printed.clear();
    this.replaceChildren();
  }

  #showBar() {
    if (this.firstChild) {
      return;
    }
    const hint = make("span", { className: "by-key", textContent: " (Esc)" }); // for those who have a keyboard
    const back = make("button", { type: "button", onclick: askForThePrintedState }, "As printed", hint);
    this.append(make("span", { textContent: "The marked numbers follow your hand." }), back);
  }

  #key(event) {
    const searching = document.querySelector("dialog[open], :popover-open");
    const moved = this.state && !this.state.asPrinted;
    if (event.key === "Escape" && moved && !event.defaultPrevented && !searching) {
      askForThePrintedState();
    }
  }
}

function askForThePrintedState() {
  document.dispatchEvent(new CustomEvent("lookup-as-printed"));
}

define("pulled-numbers", PulledNumbers);
