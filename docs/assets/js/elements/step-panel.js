/**
 * The panel under a snippet: one step of its recorded run at a time. The line that has just run is lit in the
 * code itself, names stand as small tables, and a pressed number lights up the numbers it was made from.
 */

import { Recording } from "../recording.js";
import { make } from "./parts.js";
import { drawn, labelled } from "./step-tables.js";

const KEYS = { ArrowRight: 1, ArrowLeft: -1 };

export class Panel {
  /** The panel of one snippet, with its record. */
  static async of(host) {
    const { snippet } = host.dataset;
    const address = new URL(`../../records/${snippet}.json`, import.meta.url);
    const [answer] = await Promise.all([fetch(address), styled()]);
    if (!answer.ok) {
      throw new Error(`${address}: ${answer.status}`);
    }
    return new Panel(host, new Recording(await answer.json()));
  }

  constructor(host, recording) {
    this.host = host;
    this.recording = recording;
    this.box = host.closest(".highlight");
    this.lines = [...this.box.querySelectorAll("pre > code > span")];
    this.step = 0;
    this.#lay();
  }

  toggle() {
    if (this.whole.isConnected) {
      this.close();
    } else {
      this.open();
    }
  }

  open() {
    this.box.append(this.whole);
    this.box.classList.add("stepping");
    this.host.button.ariaExpanded = "true";
    this.show(this.step);
    this.next.focus({ preventScroll: true });
  }

  close() {
    const inside = this.whole.contains(document.activeElement);
    this.whole.remove();
    this.box.classList.remove("stepping");
    this.lines.forEach(unlit);
    this.host.button.ariaExpanded = "false";
    if (inside) {
      this.host.button.focus();
    }
  }

  #lay() {
    const last = this.recording.states.length - 1;
    this.back = button("Back", () => this.show(this.step - 1));
    this.next = button("Next", () => this.show(this.step + 1));
    this.over = button("Skip the call", () => this.show(this.recording.over(this.step)));
    this.slider = make("input", { type: "range", min: 0, max: last, ariaLabel: "Step" });
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.count = make("span", { className: "count" });
    const shut = button("Close", () => this.close());
    shut.className = "shut";
    const drive = make("div", { className: "drive" }, this.back, this.next, this.over, this.slider, this.count, shut);
    this.says = make("p", { className: "says", ariaLive: "polite" });
    this.seen = make("div", { className: "seen" });
    this.made = make("p", { className: "made", ariaLive: "polite" });
    this.whole = make("section", { className: "step-panel" }, drive, this.says, this.seen, this.made);
    this.whole.ariaLabel = `${this.host.dataset.snippet}.py, step by step`;
    this.whole.addEventListener("keydown", (event) => this.#key(event));
    this.seen.addEventListener("click", (event) => this.#choose(event.target.closest("button")));
    this.seen.addEventListener("focusin", (event) => this.#choose(event.target.closest("button")));
  }

  show(step) {
    const { states } = this.recording;
    this.step = Math.min(Math.max(step, 0), states.length - 1);
    const state = states[this.step];
    this.slider.value = this.step;
    this.count.textContent = `${this.step + 1} of ${states.length}`;
    this.slider.ariaValueText = this.count.textContent;
    disable(this.back, this.step === 0, this.next);
    disable(this.next, this.step === states.length - 1, this.back);
    disable(this.over, !(states[this.step + 1]?.depth > state.depth), this.next);
    this.says.replaceChildren(...told(state, this.recording));
    this.#light(state);
    this.seen.replaceChildren(...drawn(this.recording, state));
    this.numbers = [...this.seen.querySelectorAll("button")];
    this.seen.tabIndex = this.numbers.length ? -1 : 0; // what scrolls can be reached
    const changed = this.seen.querySelector(".new, .changed");
    const first = changed?.querySelector("button") ?? this.numbers[0];
    first?.setAttribute("tabindex", 0);
    this.#reveal(changed);
    this.#explain(null);
  }

  /** The line that has just run, and, fainter, those that wait for this call. */
  #light({ lines }) {
    this.lines.forEach(unlit);
    this.recording.waiting(this.step).forEach((span) => this.#span(span).forEach((line) => (line.dataset.waits = "")));
    const lit = this.#span(lines);
    lit.forEach((line) => {
      delete line.dataset.waits;
      line.setAttribute("aria-current", "step");
    });
    lit[0]?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }

  #span([first, last = first]) {
    return this.lines.slice(first - 1, last);
  }

  /** What changed is in sight; only the panel's own room moves. */
  #reveal(part) {
    this.seen.scrollTop = 0;
    if (part) {
      const below = part.getBoundingClientRect().bottom - this.seen.getBoundingClientRect().bottom;
      this.seen.scrollTop = Math.max(0, below + 8);
    }
  }

  #choose(number) {
    if (number) {
      this.#explain(number);
    }
  }

  /** Light up what a number was made from; without a number, nothing is lit. */
  #explain(number) {
    this.chosen = number;
    const { near, behind } = number ? this.recording.origins(Number(number.dataset.id)) : { near: new Set(), behind: new Set() };
    for (const other of this.numbers) {
      const id = Number(other.dataset.id);
      other.classList.toggle("near", near.has(id));
      other.classList.toggle("behind", behind.has(id));
      other.ariaPressed = String(other === number);
      other.classList.toggle("same", number !== null && other !== number && other.dataset.id === number.dataset.id);
    }
    if (number) {
      this.numbers.forEach((other) => (other.tabIndex = other === number ? 0 : -1));
    }
    this.made.textContent = number ? labelled(this.recording, number, near, behind) : this.#hint();
  }

  #hint() {
    const state = this.recording.states[this.step];
    const tables = [...state.frames.at(-1).names.values()].map((at) => this.recording.tables[at]);
    if (tables.some(({ shape, part }) => String(shape) !== String(part))) {
      return "Arrays as large as these are shown by their first numbers, and not followed one by one.";
    }
    return this.numbers.length ? "Press a number to see what it was made from." : "";
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const number = event.target.closest(".seen button");
    if (event.key === "Escape" && number && this.chosen) {
      this.#explain(null);
    } else if (event.key === "Escape") {
      this.close();
    } else if (!(number ? this.#walk(event.key, number) : this.#drive(event.key))) {
      return;
    }
    event.preventDefault();
  }

  /** Arrow keys step. */
  #drive(key) {
    const { length } = this.recording.states;
    const target = {
      ArrowRight: this.step + 1,
      ArrowLeft: this.step - 1,
      ArrowDown: this.recording.over(this.step),
      Home: 0,
      End: length - 1,
    }[key];
    if (target === undefined) {
      return false;
    }
    this.show(target);
    return true;
  }

  /** Among the numbers, arrow keys go to the next one: along the row, or to the row above or below. */
  #walk(key, number) {
    const at = this.numbers.indexOf(number);
    let next = this.numbers[at + KEYS[key]];
    if (key === "ArrowDown" || key === "ArrowUp") {
      const cell = number.closest("td");
      const row = cell.parentElement;
      const other = key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
      next = other?.cells[cell.cellIndex]?.querySelector("button");
    } else if (!(key in KEYS)) {
      return false;
    }
    next?.focus();
    return true;
  }
}

/** The style comes with the panel; a page that nobody steps through does not load it. */
function styled() {
  const href = new URL("../../step-through.css", import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) {
    return null;
  }
  const link = make("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }));
  document.head.append(link);
  return loaded;
}

function button(text, act) {
  const made = make("button", { type: "button", textContent: text });
  made.addEventListener("click", act);
  return made;
}

/** A button that is shut must not take the focus along. */
function disable(button, off, instead) {
  const focused = document.activeElement === button;
  button.disabled = off;
  if (off && focused) {
    instead.disabled = false;
    instead.focus({ preventScroll: true });
  }
}

function unlit(line) {
  line.removeAttribute("aria-current");
  delete line.dataset.waits;
}

/** What a step did, in a few words. */
function told(state, recording) {
  const [first] = state.lines;
  const words = [];
  const code = (text) => make("code", { textContent: text });
  if (state.begins) {
    words.push(code(state.begins), " is called");
  } else if (state.raised) {
    words.push("raises ", code(state.raised));
  } else if (state.returned !== undefined) {
    words.push(code(state.frames.at(-1).call), " gives back its result");
  } else if (state.decided !== undefined) {
    words.push(`the condition is ${state.decided ? "true" : "false"}`);
  } else if (state.set.length) {
    state.set.forEach((name, i) => words.push(i ? ", " : "", code(name)));
    const fresh = state.set.every((name) => !state.before.has(name));
    words.push(fresh ? (state.set.length > 1 ? " are new" : " is new") : " changed");
  }
  if (state.said) {
    words.push(words.length ? ", and prints" : "prints a line");
  }
  return [`Line ${first}: `, ...(words.length ? words : ["done"])];
}
