/**
 * <step-through>: a button in the title of a snippet. What steps through its recorded run, and the record,
 * are fetched at the first press.
 */

import { define, make } from "./parts.js";

class StepThrough extends HTMLElement {
  connectedCallback() {
    if (this.button) {
      return; // moved, not new
    }
    this.button = make("button", { type: "button", textContent: "Step through" });
    this.button.ariaExpanded = "false";
    this.button.addEventListener("click", () => this.#press());
    this.append(this.button);
  }

  disconnectedCallback() {
    this.panel?.close();
  }

  async #press() {
    try {
      this.fetching ??= import("./step-panel.js").then(({ Panel }) => Panel.of(this));
      this.panel = await this.fetching;
      this.button.textContent = "Step through";
      this.panel.toggle();
    } catch {
      this.fetching = null;
      this.button.textContent = "Step through (offline?)";
    }
  }
}

define("step-through", StepThrough);
