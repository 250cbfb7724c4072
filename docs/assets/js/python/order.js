/** Lines to put in order, by buttons, so that a keyboard and a thumb can do it. The build knows every right order. */

import { given, make } from "../elements/parts.js";
import { keep, recall } from "../storage.js";

export function wake(element) {
  const { accepted } = given(element);
  const list = element.querySelector("ol");
  const lines = [...list.children];
  const shelf = `order.${element.dataset.key}`;
  const status = make("p", { className: "said", role: "status" });
  const check = make("button", { type: "button", textContent: "Check" });
  for (const line of lines) {
    line.append(mover(line, "up", "↑"), mover(line, "down", "↓"));
  }
  const now = () => [...list.children].map((line) => lines.indexOf(line));
  list.addEventListener("moved", () => {
    keep(shelf, now());
    status.textContent = "";
    limit(list);
  });
  check.addEventListener("click", () => (status.textContent = told(now(), accepted)));
  element.append(make("div", { className: "code-buttons" }, check), status);
  restore(list, lines, recall(shelf));
  limit(list);
}

function mover(line, way, sign) {
  const ariaLabel = `Move ${way}: ${line.textContent.trim()}`;
  const button = make("button", { type: "button", className: way, textContent: sign, ariaLabel });
  button.addEventListener("click", () => {
    if (way === "up") {
      line.previousElementSibling?.before(line);
    } else {
      line.nextElementSibling?.after(line);
    }
    line.dispatchEvent(new Event("moved", { bubbles: true }));
    (button.disabled ? line.querySelector("button:not(:disabled)") : button).focus();
  });
  return button;
}

/** The first line cannot go up, nor the last one down. */
function limit(list) {
  for (const line of list.children) {
    line.querySelector(".up").disabled = line === list.firstElementChild;
    line.querySelector(".down").disabled = line === list.lastElementChild;
  }
}

function restore(list, lines, kept) {
  const whole = Array.isArray(kept) && kept.length === lines.length && new Set(kept).size === lines.length;
  if (whole && kept.every((place) => lines[place])) {
    list.append(...kept.map((place) => lines[place]));
  }
}

function told(order, accepted) {
  const begun = accepted.map((right) => right.findIndex((place, at) => place !== order[at]));
  if (begun.includes(-1)) {
    return "Right: in this order the program prints what the snippet prints.";
  }
  const good = Math.max(...begun);
  return good === 0
    ? "Not yet: another line comes first."
    : `Not yet: the first ${good === 1 ? "line stands" : `${good} lines stand`} right, and then another one comes.`;
}
