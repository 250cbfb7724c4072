// What every page does: folds open for links and print, code is copied, what scrolls can be reached by keyboard.
// Search and the notes on numbers are fetched when they are first wanted.
const here = document.currentScript.src;

/** A script or style sheet of ours, fetched once; a plain script works from a folder too, a module does not. */
const fetched = new Map();
function fetchOnce(name) {
  if (!fetched.has(name)) {
    const style = name.endsWith(".css");
    const element = document.createElement(style ? "link" : "script");
    if (style) element.rel = "stylesheet";
    element[style ? "href" : "src"] = new URL(name, here).href;
    const done = new Promise((resolve, reject) => {
      element.onload = resolve;
      element.onerror = () => {
        fetched.delete(name); // so that the next attempt asks again
        element.remove();
        reject(new Error(`${name} could not be loaded`));
      };
    });
    fetched.set(name, done);
    document.head.append(element);
  }
  return fetched.get(name);
}

// --- Light and dark ---

document.querySelector(".scheme")?.addEventListener("click", () => {
  const root = document.documentElement;
  const next = root.dataset.mdColorScheme === "slate" ? "light" : "dark";
  root.dataset.mdColorScheme = next === "dark" ? "slate" : "default";
  try {
    if (preferred.matches === (next === "dark")) localStorage.removeItem("scheme");
    else localStorage.setItem("scheme", next);
  } catch {
    // The choice holds for this page, then.
  }
});

// --- The list of pages begins where the reader is ---

const current = document.querySelector(".pages [aria-current]");
function showCurrent() {
  const list = current.closest(".pages");
  // Not scrollIntoView, which would move the page as well.
  list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}
if (current) {
  showCurrent();
  current.closest(".pages").addEventListener("toggle", showCurrent);
}

// --- Folds ---

function unfold() {
  let name;
  try {
    name = decodeURIComponent(location.hash.slice(1));
  } catch {
    return; // not an address of ours
  }
  const target = name && document.getElementById(name);
  for (let part = target; part; part = part.parentElement) if (part.localName === "details") part.open = true;
  target?.scrollIntoView();
}
addEventListener("hashchange", unfold);
if (location.hash) unfold();

let opened = []; // by us, for paper
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open], .option, .hint)")];
  for (const fold of opened) fold.open = true;
});
addEventListener("afterprint", () => {
  for (const fold of opened) fold.open = false;
});

// --- What scrolls is a stop of the keyboard, and nothing else is ---

function reach() {
  const every = [...document.querySelectorAll(".formula, .md-typeset__scrollwrap, pre > code, .arrays pre")];
  // Asking what lies in a closed fold would make the browser lay it out.
  const parts = every.filter((part) => part.checkVisibility?.() ?? true);
  const wide = parts.map((part) => part.scrollWidth > part.clientWidth); // all reads before all writes
  parts.forEach((part, n) => (wide[n] ? (part.tabIndex = 0) : part.removeAttribute("tabindex")));
}
let waiting = 0;
const reachSoon = () => {
  clearTimeout(waiting);
  waiting = setTimeout(reach, 150);
};
addEventListener("resize", reachSoon);
addEventListener("toggle", reachSoon, true);
addEventListener("load", () => document.fonts.ready.then(reachSoon));

// --- Copying code ---

for (const block of document.querySelectorAll(".md-typeset .highlight")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  block.append(button);
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button.copy");
  if (!button) return;
  const code = button.closest(".highlight").querySelector("code");
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(code); // forbidden here: the reader's own keys do the rest
    button.textContent = "Selected";
  }
  setTimeout(() => (button.textContent = "Copy"), 1600);
});

// --- Search ---

async function seek(words = "") {
  try {
    await Promise.all([fetchOnce("search.js"), fetchOnce("search.css")]);
  } catch {
    return;
  }
  openSearch(words, () => fetchOnce("search-index.js"));
}
const typing = (element) => element.closest("input, textarea, select, [contenteditable]");
addEventListener("keydown", (event) => {
  const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target);
  const k = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (!slash && !k) return;
  event.preventDefault();
  seek();
});
document.querySelector(".seek")?.addEventListener("click", () => seek());
const asked = new URLSearchParams(location.search).get("q");
if (asked) seek(asked);

// --- A list that is filtered by what one types ---

for (const field of document.querySelectorAll("input[data-filter]"))
  field.addEventListener("input", () => fetchOnce("filter.js").then(() => sift(field)));

// --- Checked numbers ---

const number = (event) => event.target.closest?.("data.checked");
document.addEventListener("click", async (event) => {
  const inspected = number(event);
  if (!inspected || inspected.closest("a, button, summary, label")) return;
  await Promise.all([fetchOnce("numbers.js"), fetchOnce("numbers.css")]);
  showNumber(inspected);
});
const inspect = document.querySelector("button.inspect");
inspect?.addEventListener("click", async () => {
  await Promise.all([fetchOnce("numbers.js"), fetchOnce("numbers.css")]);
  inspectNumbers(inspect);
});

// --- The list of sections stands open where there is room for it ---

const contents = document.querySelector("details.contents");
if (contents && matchMedia("(min-width: 76.25em)").matches) contents.open = true;
