/**
 * A snippet that can be run and changed where it is printed. What the reader types is kept in this browser;
 * where that is impossible the page says so, and asks before it is left.
 */

import { make } from "../elements/parts.js";
import { forget, keep, recall } from "../storage.js";
import { stop } from "./engine.js";
import { Field } from "./field.js";
import { Report } from "./report.js";

const FILES = ["in_page.py"];
const UNKEPT = "This browser keeps nothing for this page (its storage is full or forbidden): copy your text before you leave.";

export class Workbench {
  constructor(element) {
    this.element = element;
    this.box = element.closest(".highlight");
    this.pre = this.box.querySelector("pre");
    this.name = element.dataset.snippet;
    this.original = this.pre.querySelector("code").textContent;
    this.printed = printedBelow(this.box);
    this.report = new Report();
    this.warning = make("p", { className: "unkept", role: "alert" });
    this.box.classList.add("workbench");
    this.box.append(this.warning, this.report.element);
    this.#buttons();
    addEventListener("beforeunload", (event) => this.unkept && event.preventDefault());
  }

  #buttons() {
    const button = (textContent, act) => {
      const made = make("button", { type: "button", textContent, hidden: true });
      made.addEventListener("click", act);
      return made;
    };
    const { run, edit } = this.element;
    this.stop = button("Stop", () => stop());
    this.reset = button("Reset", () => (this.undone === undefined ? this.#reset() : this.#undo()));
    this.copy = button("Copy", () => this.#copy());
    this.download = button("Download", () => this.#download());
    run.after(this.stop);
    edit.after(this.reset, this.copy, this.download);
  }

  press(asked) {
    if (asked === "run") {
      return this.#run();
    }
    if (asked === "edit") {
      return this.field ? this.#close() : this.#open(this.closed ?? this.original).area.focus();
    }
    return this.#recall();
  }

  // --- Running ----------------------------------------------------------------------------------

  async #run() {
    const { run } = this.element;
    const { engine } = this.element.dataset;
    const code = this.field?.text ?? this.original;
    const hadFocus = document.activeElement === run;
    run.hidden = true;
    this.stop.hidden = false;
    if (hadFocus) {
      this.stop.focus();
    }
    this.field?.mark(null);
    this.#beside(null);
    const given = { code, name: `${this.name}.py` };
    const found = await this.report.ask({ engine, files: FILES, module: "in_page", function: "run", given });
    const stopHadFocus = document.activeElement === this.stop;
    run.textContent = "Run";
    run.hidden = false;
    this.stop.hidden = true;
    if (stopHadFocus) {
      run.focus();
    }
    if (found?.error) {
      this.#fail(found);
    } else if (found) {
      this.#succeed(found);
    }
  }

  #fail({ error, line }) {
    const last = error.split("\n").at(-1);
    this.report.print(`${error}\n`);
    this.#beside(false);
    if (line && this.field) {
      this.field.mark(line);
      const go = make("button", { type: "button", className: "go", textContent: `line ${line}` });
      go.addEventListener("click", () => this.field.goTo(line));
      this.report.say("Failed at ", go, `: ${last}`);
    } else {
      this.report.say(last);
    }
  }

  #succeed({ seconds, turns }) {
    const said = this.report.code.textContent;
    const same = this.printed !== null && said === this.printed.textContent;
    const nothing = said === "" ? ", and printed nothing" : "";
    const alike = same ? ": the same output as when the site was built." : `${nothing}.`;
    const shared = turns ? " Its threads took turns: a browser gives Python one." : "";
    this.#beside(same);
    this.report.say(`Ran here in ${duration(seconds)}${alike}${shared}`);
  }

  /** What was printed when the site was built gives way to the same, and says what it is beside another. */
  #beside(same) {
    const block = this.printed?.closest(".highlight");
    block?.classList.toggle("said-again", same === true);
    block?.classList.toggle("as-printed", same === false);
  }

  // --- Editing ----------------------------------------------------------------------------------

  #open(text) {
    this.field = new Field(`${this.name}.py, to edit; Control and Enter run it`, text, () => this.#typed());
    this.field.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.#run();
      }
    });
    this.pre.after(this.field.element);
    this.box.classList.add("editing");
    this.element.edit.textContent = "Close";
    this.#show();
    return this.field;
  }

  /** Back to the printed snippet. What was typed is kept, and Edit brings it back. */
  #close() {
    this.closed = this.field.text;
    this.field.element.remove();
    this.field = null;
    this.box.classList.remove("editing");
    this.element.edit.textContent = this.closed === this.original ? "Edit" : "Edit yours";
    this.#show();
  }

  #show() {
    const changed = Boolean(this.field) && this.field.text !== this.original;
    this.reset.hidden = !this.field || (!changed && this.undone === undefined);
    this.reset.textContent = this.undone === undefined ? "Reset" : "Undo reset";
    this.copy.hidden = !this.field;
    this.download.hidden = !this.field;
  }

  #typed() {
    this.undone = undefined;
    this.#save();
    this.#show();
  }

  #save() {
    const { text } = this.field;
    const shelf = `python.${this.name}`;
    if (text === this.original && this.undone === undefined) {
      forget(shelf);
      this.unkept = false;
    } else {
      this.unkept = !keep(shelf, { text, undone: this.undone }) && text !== this.original;
    }
    this.warning.textContent = this.unkept ? UNKEPT : "";
  }

  #reset() {
    this.undone = this.field.text;
    this.field.text = this.original;
    this.#save();
    this.#show();
  }

  #undo() {
    this.field.text = this.undone;
    this.undone = undefined;
    this.#save();
    this.#show();
  }

  #recall() {
    const kept = recall(`python.${this.name}`);
    if (typeof kept?.undone === "string") {
      this.undone = kept.undone;
    }
    this.#open(kept.text);
    this.report.say("This is your own text, kept in this browser. Reset brings the snippet back.");
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.field.text);
      this.report.say("Copied.");
    } catch {
      this.field.area.select();
      this.report.say("This browser lets no page copy: your text is selected, copy it yourself.");
    }
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.field.text], { type: "text/x-python" }));
    make("a", { href: address, download: `${this.name}.py` }).click();
    URL.revokeObjectURL(address);
  }
}

/** What the snippet printed when the site was built, which stands below it on most pages. */
function printedBelow(box) {
  const next = box.nextElementSibling;
  return next?.matches(".language-text.highlight") ? next.querySelector("code") : null;
}

function duration(seconds) {
  return seconds < 1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${seconds.toFixed(1)} s`;
}
