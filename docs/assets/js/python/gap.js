/** A missing line: the reader writes it, Python runs the snippet with it, and a known belief is named. */

import { given, make } from "../elements/parts.js";
import { keep, recall } from "../storage.js";
import { isAwake, stop } from "./engine.js";
import { Report } from "./report.js";

const FILES = ["judge.py"];
const snippets = new URL("../../../snippets/", import.meta.url);

export function wake(element) {
  const content = given(element);
  const { key, engine, size } = element.dataset;
  const shelf = `line.${key}`;
  const field = make("input", { type: "text", autocomplete: "off", spellcheck: false, value: kept(shelf) });
  field.setAttribute("autocapitalize", "off");
  field.setAttribute("autocorrect", "off");
  const loads = isAwake() || recall("python.engine") === engine ? "" : ` · loads ${size}`;
  const button = make("button", {}, "Try it", make("small", { textContent: loads }));
  const halt = make("button", { type: "button", textContent: "Stop", hidden: true });
  halt.addEventListener("click", () => stop());
  const label = make("label", {}, make("span", { textContent: "Your line" }), field);
  const form = make("form", { className: "code-buttons" }, label, button, halt);
  const report = new Report();
  element.append(form, report.element);
  field.addEventListener("input", () => keep(shelf, field.value));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (field.value.trim() === "") {
      report.say("Write the line first.");
      return;
    }
    halt.hidden = false;
    try {
      report.say(...(await judged(content, field.value, engine, report)));
    } finally {
      halt.hidden = true;
      button.textContent = "Try it";
    }
  });
}

function kept(shelf) {
  const text = recall(shelf);
  return typeof text === "string" ? text.slice(0, 500) : "";
}

async function judged({ snippet, place, right, beliefs, probe }, written, engine, report) {
  const response = await fetch(new URL(`${snippet}.py`, snippets)).catch(() => null);
  if (!response?.ok) {
    return ["The snippet could not be fetched. Are you offline? Try again."];
  }
  const task = { snippet: await response.text(), place, written, right, beliefs, probe };
  const found = await report.ask({ engine, files: FILES, module: "judge", function: "judge", given: task });
  return found ? verdict(found) : [...report.status.childNodes];
}

/** What to say, with names of code as code. */
function verdict({ verdict, belief, found, wanted }) {
  const said = {
    right: () => `Right: it does what the missing line did, and gives ${found}.`,
    belief: () => `Not this. The belief behind it: ${belief}. It gives ${found}, and should give ${wanted}.`,
    error: () => `It fails with ${found}`,
    wrong: () => `Not this: it gives ${found}, and should give ${wanted}. No belief that we know gives that.`,
  }[verdict]();
  return said.split("`").map((part, place) => (place % 2 ? make("code", { textContent: part }) : part));
}
