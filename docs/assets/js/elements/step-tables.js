/** The names of a state as small tables, and where a number came from, in words. */

import { places } from "../recording.js";
import { make } from "./parts.js";

// The grammar of colours, by the last word of a name.
const ROLES = {
  query: ["query", "queries", "q", "tennis"],
  key: ["key", "keys", "k"],
  value: ["value", "values", "v", "vectors"],
  weight: ["weight", "weights"],
  output: ["output", "outputs", "answer", "the result"],
};
const MOST_NAMED = 6; // numbers that a sentence lists one by one

/** Everything that a state shows: the result first found, then the names of each call, the innermost first. */
export function drawn(recording, state) {
  const shown = new Set();
  const parts = [];
  [...state.frames].reverse().forEach(({ call, names }, outward) => {
    const inner = outward === 0;
    const tables = [...names].filter(([, at]) => inner || !shown.has(at));
    tables.forEach(([, at]) => shown.add(at));
    const views = tables.map(([name, at]) => {
      const before = inner ? recording.tables[state.before.get(name)] : undefined;
      const mark = inner && state.set.includes(name) ? (before ? "changed" : "new") : "";
      return view(recording.tables[at], name, mark, before);
    });
    if (inner && state.returned !== undefined) {
      views.push(view(recording.tables[state.returned], "the result", "new"));
    }
    if (views.length) {
      const title = call ? `in ${call}` : inner ? "in the file" : "outside, in the file";
      parts.push(make("div", { className: "frame" }, make("p", { className: "where", textContent: title }), ...views));
    }
  });
  if (state.printed) {
    const printed = make("pre", {}, make("code", { textContent: state.printed }));
    printed.tabIndex = 0;
    parts.push(make("div", { className: "frame printed" }, make("p", { className: "where", textContent: "printed so far" }), printed));
  }
  return parts;
}

function role(name) {
  const last = name.split(/[._]/).at(-1);
  return Object.keys(ROLES).find((kind) => ROLES[kind].includes(last)) ?? "";
}

/** One name: a table for each matrix in it, or its text. */
function view(content, name, mark, before) {
  const className = ["seen-name", mark, role(name)].join(" ");
  if (content.text !== undefined) {
    const text = make("code", { className: "text", textContent: content.text });
    return make("div", { className }, make("p", { className: "caption" }, ...caption(name, mark)), text);
  }
  const rest = content.part.slice(0, -2);
  const matrix = content.part.slice(-2);
  const size = matrix.reduce((product, length) => product * length, 1);
  const tables = places(rest).map((lead, i) => table(content, name, mark, before, lead, matrix, i * size));
  return make("div", { className }, ...tables);
}

function caption(name, mark, shape = "") {
  const parts = [make("span", { className: "name", textContent: name }), " ", make("span", { className: "shape", textContent: shape })];
  return mark ? [...parts, " ", make("span", { className: "mark", textContent: mark })] : parts;
}

function table(content, name, mark, before, lead, [rows, columns], start) {
  const full = `${name}${lead.length ? `[${lead.join(", ")}]` : ""}`;
  const [height, width] = columns === undefined ? [1, rows ?? 1] : [rows, columns];
  const body = make("tbody");
  for (let i = 0; i < height; i += 1) {
    const row = make("tr");
    if (columns !== undefined) {
      row.append(make("th", { scope: "row", textContent: content.rows[i] ?? i }));
    }
    for (let j = 0; j < width; j += 1) {
      row.append(cell(content, name, before, start + i * width + j));
    }
    body.append(row);
  }
  const made = make("table", {}, make("caption", { className: "unseen" }, ...caption(full, mark, shape(content))));
  if (rows !== undefined) {
    made.append(make("thead", {}, heading(width, columns === undefined ? content.rows : [], columns !== undefined)));
  }
  made.append(body);
  // A caption would stretch the columns; the one that is seen stands above, and is not read twice.
  const seen = make("p", { className: "caption", ariaHidden: "true" }, ...caption(full, mark, shape(content)));
  return make("div", {}, seen, made);
}

function heading(width, names, corner) {
  const row = make("tr", {}, ...(corner ? [make("td")] : []));
  for (let j = 0; j < width; j += 1) {
    row.append(make("th", { scope: "col", textContent: names[j] ?? j }));
  }
  return row;
}

function cell(content, name, before, at) {
  const text = content.numbers[at];
  const moved = before?.numbers && before.numbers.length === content.numbers.length && before.numbers[at] !== text;
  const className = moved ? "moved" : "";
  if (!content.ids) {
    return make("td", { className, textContent: text });
  }
  const number = make("button", { type: "button", textContent: text, tabIndex: -1 });
  number.dataset.id = content.ids[at];
  number.dataset.name = name;
  number.dataset.place = content.places[at].join(", ");
  return make("td", { className }, number);
}

/** (3, 2) as NumPy writes it; what is no array says what it is. */
function shape({ shape: sizes, part, says }) {
  const text = says || `(${sizes.join(", ")}${sizes.length === 1 ? "," : ""})`;
  return String(part) === String(sizes) ? text : `${text}, its first numbers`;
}

/** Where a number came from, as a sentence. */
export function labelled(recording, number, near, behind) {
  const { name, place } = number.dataset;
  const here = `${whole(name, place)} = ${number.textContent}`;
  if (!near.size) {
    return `${here} was there from the start.`;
  }
  const direct = [...near].map((id) => recording.born.get(id)).map((born) => whole(born.name, born.place.join(", ")));
  const from = direct.length <= MOST_NAMED ? listed(direct) : listed(counted(recording, near));
  const back = counted(recording, behind);
  return `${here} was made from ${from}${back.length ? `, back to ${listed(back)}` : ""}.`;
}

function whole(name, place) {
  return place ? `${name}[${place}]` : name;
}

/** How many numbers of each name. */
function counted(recording, ids) {
  const names = new Map();
  for (const id of ids) {
    const { name } = recording.born.get(id);
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return [...names].map(([name, count]) => (count > 1 ? `${count} of ${name}` : name));
}

function listed(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words[0];
}
