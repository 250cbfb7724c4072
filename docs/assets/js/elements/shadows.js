/** What a <similarity-plane> draws and says: arrows, shadows and their numbers. Fetched at the first touch. */

import { measures } from "../lookup.js";
import { fixed, short } from "../numerals.js";

const FAR = 10; // where the direction of the query ends, beyond the plane

export function draw(plane) {
  const { places, pins } = plane;
  const { box } = plane.given;
  const [query, ...keys] = places;
  places.forEach((place, i) => {
    const [x, y] = percent(place, box);
    pins[i].setAttribute("x", x);
    pins[i].setAttribute("y", y);
  });
  const length = Math.hypot(...query);
  const end = query.map((x) => (length === 0 ? 0 : (x / length) * FAR));
  lay(plane.querySelector(".ray"), [0, 0], end, box);
  lay(plane.querySelector(".arrow.asking"), [0, 0], query, box);
  const rows = plane.querySelectorAll("tbody tr");
  plane.querySelectorAll(".cast").forEach((cast, j) => {
    const found = measures(query, keys[j]);
    const foot = found.foot.map((x) => (Number.isNaN(x) ? 0 : x));
    lay(cast.querySelector(".shadow"), [0, 0], foot, box);
    lay(cast.querySelector(".fall"), keys[j], foot, box);
    lay(cast.querySelector(".arrow"), [0, 0], keys[j], box);
    write(rows[j], pins[j + 1], found);
  });
}

function percent([x, y], { left, right, bottom, top }) {
  return [`${((x - left) / (right - left)) * 100}%`, `${((top - y) / (top - bottom)) * 100}%`];
}

function lay(line, start, end, box) {
  const [x1, y1] = percent(start, box);
  const [x2, y2] = percent(end, box);
  Object.entries({ x1, y1, x2, y2 }).forEach(([name, part]) => line.setAttribute(name, part));
}

function write(row, pin, { score, shadow, cosine, angle }) {
  row.querySelector(".score").textContent = short(score);
  row.querySelector(".shadow").textContent = fixed(shadow, 2);
  row.querySelector(".cosine").textContent = fixed(cosine, 2);
  row.querySelector(".angle").textContent = `${fixed(angle, 0)}${Number.isNaN(angle) ? "" : "°"}`;
  pin.querySelector(".score").textContent = short(score);
}

export function say({ places, given }) {
  const [query, ...keys] = places;
  const told = given.entries.map(({ word }, j) => {
    const { score, angle } = measures(query, keys[j]);
    return `${word} scores ${short(score)} at ${fixed(angle, 0)} degrees`;
  });
  return told.join(", ");
}
