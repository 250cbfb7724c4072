// Search: a box over the page, and a list of links under it. The index comes after the box, and is asked for once.

// --- Finding; src/softlookup/site/search.py writes the index with the same words ---

const IDLE = new Set(
  "a about an and are as at be between by can do does for from how i in into is it its of on or that the their this to we what when where which why with you".split(" "),
);

/** The words of a text without their endings: "dividing" and "divide" are one. */
function wordsOf(text) {
  const plain = text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f’']/g, "");
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
}
function stem(word) {
  if (word.length > 4 && word.endsWith("ies")) return word.slice(0, -3) + "y";
  for (const end of ["ing", "ed", "es", "s", "e"])
    if (word.length - end.length > 2 && word.endsWith(end) && !word.endsWith("ss")) return word.slice(0, -end.length);
  return word;
}

/** The index as it is searched: for each word the sections that hold it, with a weight. */
function unpacked(index) {
  const held = new Map();
  for (const line of index.words.split("\n")) {
    const [word, ...places] = line.split(" ");
    let section = 0;
    const found = places.map((place) => {
      const weight = "!?".indexOf(place.at(-1)) + 1; // 2 in the title or what people ask, 1 in a heading, 0 in the text
      section += parseInt(weight ? place.slice(0, -1) : place, 36);
      return [section, [1, 8, 5][weight]];
    });
    held.set(word, found);
  }
  return held;
}

/** How far a word of the index answers a word of the query, from 0 to 1. */
function nearness(word, typed, last) {
  if (word === typed) return 1;
  if (typed.length > 2 && word.startsWith(typed)) return last ? 0.8 : 0.5;
  if (word.length > 3 && typed.startsWith(word) && typed.length - word.length < 3) return 0.5;
  return 0;
}
/** Whether one letter more, less, other or out of turn is all the difference. */
function isSlip(word, typed) {
  if (typed.length < 5 || Math.abs(word.length - typed.length) > 1) return false;
  let start = 0;
  while (start < typed.length && word[start] === typed[start]) start += 1;
  const rest = [word.slice(start), typed.slice(start)];
  const swapped = rest[1][1] + rest[1][0] + rest[1].slice(2);
  return (
    rest[0].slice(1) === rest[1].slice(1) || rest[0].slice(1) === rest[1] || rest[0] === rest[1].slice(1) || rest[0] === swapped
  );
}

/** The sections that answer a query, best first, the best three of a page at most. */
function find(index, query) {
  index.held ??= unpacked(index);
  const all = wordsOf(query);
  const asking = all.filter((word) => !IDLE.has(word));
  const words = asking.length ? asking : all;
  const scores = new Map();
  words.forEach((typed, n) => {
    const best = new Map();
    const note = (word, near) => {
      const places = index.held.get(word);
      const rare = Math.log(1 + index.sections.length / places.length);
      for (const [section, weight] of places) best.set(section, Math.max(best.get(section) ?? 0, near * weight * rare));
    };
    for (const word of index.held.keys()) {
      const near = nearness(word, typed, n === words.length - 1);
      if (near) note(word, near);
    }
    if (!best.size) for (const word of index.held.keys()) if (isSlip(word, typed)) note(word, 0.5);
    for (const [section, score] of best) {
      const [sum, hits] = scores.get(section) ?? [0, 0];
      scores.set(section, [sum + score, hits + 1]);
    }
  });
  const ranked = [...scores].map(([section, [sum, hits]]) => {
    const [page] = index.sections[section];
    // The first section of a page is the page itself, and usually the better place to begin.
    const whole = index.sections[section][1] ? 1 : 1.2;
    return { section, score: sum * (hits / words.length) ** 2 * index.pages[page][2] * whole };
  });
  ranked.sort((one, other) => other.score - one.score || one.section - other.section);
  const shown = new Map();
  return ranked
    .filter(({ section }) => {
      const [page] = index.sections[section];
      shown.set(page, (shown.get(page) ?? 0) + 1);
      return shown.get(page) <= 3;
    })
    .slice(0, 12)
    .map(({ section }) => {
      const [page, anchor, heading, text] = index.sections[section];
      const [address, title] = index.pages[page];
      return { address: address + (anchor && `#${anchor}`), title, heading, text };
    });
}

// --- The box ---

let box; // made when it is first wanted

function openSearch(words, fetchIndex) {
  box ??= makeBox(fetchIndex);
  if (!box.open) box.showModal();
  const input = box.querySelector("input");
  if (words) input.value = words;
  input.focus();
  input.select();
  input.dispatchEvent(new Event("input"));
}

function makeBox(fetchIndex) {
  const made = document.createElement("dialog");
  made.className = "search";
  made.setAttribute("aria-label", "Search");
  made.innerHTML = `<form method="dialog" role="search">
      <input type="search" aria-label="Search" placeholder="kv cache, why √d, overflow&nbsp;…"
        autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search">
      <button type="submit" class="tool" formnovalidate>Close</button>
    </form><p class="found" role="status"></p><ol></ol>`;
  document.body.append(made);
  const input = made.querySelector("input");
  const said = made.querySelector(".found");
  const list = made.querySelector("ol");
  let last = 0;

  async function answer() {
    const turn = ++last; // a slow index must not answer an old question
    const words = input.value.trim();
    if (!words) {
      list.replaceChildren();
      said.textContent = made.dataset.answered = "";
      fetchIndex().catch(() => {}); // it will be wanted
      return;
    }
    try {
      await fetchIndex();
    } catch {
      said.textContent = "The index could not be loaded. Press Enter to try again.";
      return;
    }
    if (turn !== last) return;
    const found = find(SEARCH_INDEX, words);
    list.replaceChildren(...found.map(entry));
    list.scrollTop = 0;
    made.dataset.answered = words;
    const [one] = wordsOf(words);
    said.textContent = found.length
      ? `${found.length} ${found.length === 1 ? "place" : "places"}, the best first`
      : `Nothing here speaks of “${words}”. Try one word of it${one ? "" : ", in letters"}.`;
  }

  input.addEventListener("input", answer);
  made.addEventListener("keydown", (event) => walk(event, input, list, answer));
  made.addEventListener("click", (event) => {
    const outside = event.target === made; // the dialog itself is its backdrop
    if (outside || event.target.closest("a")) shut(made);
  });
  return made;
}

/** Close the box and let go of its field: a browser lets go only when it next draws, and until then “/” would be typed into it. */
function shut(made) {
  made.close();
  if (made.contains(document.activeElement)) document.activeElement.blur();
}

/** Arrows walk from the box into the list and back; Enter in the box takes the first place. */
function walk(event, input, list, answer) {
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "Enter" && document.activeElement === input) {
    event.preventDefault(); // the form would close the box
    if (links.length) links[0].click();
    else answer();
    return;
  }
  if (event.key === "Escape") {
    event.preventDefault(); // some browsers would first empty the field
    shut(event.currentTarget);
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !links.length) return;
  event.preventDefault();
  (links[at + step] ?? (step < 0 ? input : links[at])).focus();
}

function entry({ address, title, heading, text }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = new URL(address, new URL(document.documentElement.dataset.base + "/", location)).href;
  const head = document.createElement("b");
  head.textContent = heading || title;
  link.append(head);
  if (heading) {
    const home = document.createElement("small");
    home.textContent = title;
    link.append(home);
  }
  const said = document.createElement("span");
  said.textContent = text;
  link.append(said);
  item.append(link);
  return item;
}
