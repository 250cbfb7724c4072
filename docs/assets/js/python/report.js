/** What Python is doing and what it says: progress while it loads, one line of status, and the output. */

import { make } from "../elements/parts.js";
import { keep } from "../storage.js";
import { Busy, Stopped, ask, isAwake } from "./engine.js";

const PATIENCE = 150; // milliseconds after which a run is worth a word

export class Report {
  constructor() {
    this.status = make("p", { className: "status", role: "status" });
    this.progress = make("progress", { hidden: true, ariaLabel: "Loading Python" });
    this.code = make("code");
    this.output = make("pre", { hidden: true }, this.code);
    this.element = make("div", { className: "ran" }, this.status, this.progress, this.output);
  }

  /** Ask Python, showing what happens; null when it was stopped, lost or busy, which is said. */
  async ask(task) {
    this.clear();
    const slow = setTimeout(() => this.say(isAwake() ? "Running …" : "Loading Python …"), PATIENCE);
    try {
      const found = await ask(task, (heard) => this.#hear(heard));
      keep("python.engine", task.engine);
      return found;
    } catch (error) {
      this.say(why(error));
      return null;
    } finally {
      clearTimeout(slow);
      this.progress.hidden = true;
    }
  }

  say(...parts) {
    this.status.replaceChildren(...parts);
  }

  print(text) {
    this.code.append(text);
    this.output.hidden = this.code.textContent === "";
  }

  clear() {
    this.say("");
    this.code.textContent = "";
    this.output.hidden = true;
  }

  #hear({ said, loaded, of, starting }) {
    if (said) {
      this.say("Running …");
      this.print(said);
    } else if (loaded) {
      this.progress.hidden = false;
      this.progress.max = of;
      this.progress.value = loaded;
    } else if (starting) {
      this.progress.removeAttribute("value");
      this.say(`Starting Python and ${starting} …`);
    }
  }
}

function why(error) {
  if (error instanceof Stopped || error instanceof Busy) {
    return error.message;
  }
  const offline = navigator.onLine ? "" : " You seem to be offline.";
  return `Python is gone: ${error.message}.${offline} Press again to start a new one.`;
}
