/** A field for code: a plain textarea with line numbers. Tab leaves it, as it leaves every field. */

import { make } from "../elements/parts.js";

export class Field {
  constructor(label, text, changed) {
    this.numbers = make("span", { className: "numbers", ariaHidden: "true" });
    this.wrong = make("span", { className: "wrong-line", hidden: true });
    this.area = make("textarea", { spellcheck: false, autocomplete: "off", wrap: "off", ariaLabel: label });
    this.area.setAttribute("autocapitalize", "off");
    this.area.setAttribute("autocorrect", "off");
    this.element = make("div", { className: "code-field" }, this.numbers, this.wrong, this.area);
    this.area.addEventListener("input", () => {
      this.#fit();
      this.mark(null);
      changed?.();
    });
    this.area.addEventListener("keydown", (event) => event.key === "Enter" && this.#enter(event));
    this.text = text;
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.mark(null);
    this.#fit();
  }

  /** Show which line is wrong; null is none. */
  mark(line) {
    this.wrong.hidden = !line;
    this.wrong.style.setProperty("--line", line ? line - 1 : 0);
    this.area.toggleAttribute("aria-invalid", Boolean(line));
  }

  /** Put the cursor on a line. */
  goTo(line) {
    const before = this.area.value.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, one) => sum + one.length + 1, 0);
    const end = this.area.value.indexOf("\n", start);
    this.area.focus();
    this.area.setSelectionRange(start, end < 0 ? this.area.value.length : end);
  }

  /** As large as its text, so that only the box around it scrolls. */
  #fit() {
    const lines = this.area.value.split("\n");
    this.area.rows = lines.length;
    this.area.cols = Math.max(20, ...lines.map((line) => line.length)) + 1;
    this.numbers.textContent = lines.map((_, place) => place + 1).join("\n");
  }

  /** A new line begins where the last one did, and deeper after a colon. */
  #enter(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
      return;
    }
    const before = this.area.value.slice(0, this.area.selectionStart).split("\n").at(-1);
    const indent = before.match(/^ */)[0] + (/:\s*(#.*)?$/.test(before) ? "    " : "");
    if (indent) {
      event.preventDefault();
      document.execCommand("insertText", false, `\n${indent}`); // the one way that can be undone
    }
  }
}
