/**
 * <run-python>: Run and Edit in the title of a snippet. What they need is fetched when one is pressed, or
 * when this browser keeps a text of the reader's own.
 */

import { recall } from "../storage.js";
import { define, make } from "./parts.js";

class RunPython extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) {
      return; // moved, not new
    }
    const here = recall("python.engine") === this.dataset.engine;
    const size = make("small", { textContent: here ? "" : ` · loads ${this.dataset.size}` });
    this.run = make("button", { type: "button" }, "Run", size);
    this.edit = make("button", { type: "button", textContent: "Edit" });
    this.append(this.run, this.edit);
    this.run.addEventListener("click", () => this.#wake("run"));
    this.edit.addEventListener("click", () => this.#wake("edit"));
    if (typeof recall(`python.${this.dataset.snippet}`)?.text === "string") {
      this.#wake("recall");
    }
  }

  async #wake(asked) {
    try {
      this.workbench ??= import("../python/workbench.js").then(({ Workbench }) => new Workbench(this));
      (await this.workbench).press(asked);
    } catch {
      this.workbench = null;
      this.title = "This needs the network: reload the page when you are back.";
      this.run.textContent = "Run (offline?)";
    }
  }
}

define("run-python", RunPython);
