// The note on a checked number: what computes it, with all its digits, and the way to its line in the list.
const note = document.createElement("div");
note.className = "number-note";
note.popover = "auto"; // closed by Escape and by a click elsewhere
note.setAttribute("role", "status");
document.body.append(note);

function showNumber(number) {
  note.hidePopover?.();
  document.querySelector(".inspected")?.classList.remove("inspected");
  const name = number.dataset.name;
  const page = name.split(".")[0];
  const line = paragraph("");
  const link = document.createElement("a");
  link.href = new URL(`numbers/#${lineOf(name)}`, new URL(document.documentElement.dataset.base + "/", location)).href;
  link.textContent = "its line in the list";
  line.append(link);
  note.replaceChildren(
    paragraph("Computed: ", number.getAttribute("value")),
    paragraph("Name: ", name),
    paragraph("In: ", `src/softlookup/pages/${page}/numbers.py`),
    line,
  );
  note.showPopover();
  number.classList.add("inspected");
  place(number);
}

/** The address of a number’s line on the page of all numbers; that page writes it in the same way. */
function lineOf(name) {
  return name.replace(/[^\w]+/g, "-").replace(/-$/, "");
}

function paragraph(label, code) {
  const made = document.createElement("p");
  made.append(label);
  if (code) made.append(Object.assign(document.createElement("code"), { textContent: code }));
  return made;
}

/** Under the number, or above it where there is no room; inside the window. */
function place(number) {
  const at = number.getBoundingClientRect();
  const size = note.getBoundingClientRect();
  const left = Math.max(12, Math.min(at.left, document.documentElement.clientWidth - size.width - 12));
  const below = at.bottom + 6;
  const top = below + size.height > innerHeight ? Math.max(4, at.top - size.height - 6) : below;
  note.style.left = `${left + scrollX}px`;
  note.style.top = `${top + scrollY}px`;
}

note.addEventListener("toggle", (event) => {
  if (event.newState === "closed") document.querySelector(".inspected")?.classList.remove("inspected");
});

/** One stop of the keyboard for all numbers of a page: arrows go from one to the next, Escape back to the button. */
function inspectNumbers(button) {
  const numbers = [...document.querySelectorAll(".md-content data.checked")].filter((n) => n.checkVisibility?.() ?? true);
  let at = -1;
  const go = (step) => {
    numbers[at]?.removeAttribute("tabindex");
    at = (at + step + numbers.length) % numbers.length;
    const number = numbers[at];
    number.tabIndex = 0;
    number.focus({ preventScroll: true });
    number.scrollIntoView({ block: "center" });
    showNumber(number);
  };
  const press = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      leave();
      note.hidePopover();
      button.focus();
    } else if (event.key === "Enter") {
      note.querySelector("a").click();
    } else if (step) {
      go(step);
    } else return;
    event.preventDefault();
  };
  const leave = () => {
    numbers[at]?.removeAttribute("tabindex");
    document.removeEventListener("keydown", press, true);
    document.removeEventListener("pointerdown", leave, true);
  };
  document.addEventListener("keydown", press, true);
  document.addEventListener("pointerdown", leave, true);
  if (numbers.length) go(1);
}
