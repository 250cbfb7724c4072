/**
 * What the hands on a map set in motion: the canvas, the lines, the threads, the numbers, the spoken word and
 * the address. Loaded at the first touch, because until then everything stands as printed.
 */

import { contour, placeLabel } from "../contours.js";
import { keepInAddress } from "../fragment.js";
import { readFragment, writeFragment } from "../map-fragment.js";
import { answersOver, borders, reading, slopesOf } from "../lookup.js";
import { fixed, short } from "../numerals.js";
import { NAMES, STOPS } from "../temperatures.js";
import { paint, ramp } from "./map-canvas.js";

const REST = 140; // milliseconds without a move after which the map is painted finely
const SAY_AFTER = 500;
const CONTOUR_CELL = 6;
const THINNEST = 1;
const THICKEST = 11;
const UNREAD = 0.0005; // a weight that rounds to 0.000
const PIXELS_PER_SLOPE = 22; // as in answer_map.py
const LONGEST_ARROW = 110;
const WORD_WIDTH = 56; // of the word above a pin, in pixels
const WORD_HEIGHT = 20;
const FLAT = 0.0005; // a slope that rounds to 0.000

export class MapDrawing {
  constructor(map) {
    this.map = map;
    this.printed = map.printed;
    this.plane = map.querySelector(".plane");
    this.overlay = map.querySelector(".overlay");
    this.contours = map.querySelector(".contours");
    this.printedContours = [...this.contours.childNodes];
    this.labelPlaces = new Map();
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.plane.prepend(this.canvas);
    this.status = document.createElement("p");
    this.status.className = "unseen";
    this.status.setAttribute("role", "status");
    map.append(this.status);
    this.mapDrawn = "";
    this.#measure();
    this.#watch(map.ending.signal);
  }

  /** Leave the page as it was printed. */
  remove() {
    this.watching.forEach((watcher) => watcher.disconnect());
    cancelAnimationFrame(this.frame);
    [this.resting, this.saying, this.addressing].forEach(clearTimeout);
    this.#drawNow();
    this.canvas.remove();
    this.status.remove();
    this.map.classList.remove("painted", "exact", "missed");
  }

  #watch(signal) {
    const recolour = () => {
      this.colours = null;
      this.#redraw();
    };
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", recolour, { signal });
    const scheme = new MutationObserver(recolour);
    for (const root of [document.documentElement, document.body]) {
      scheme.observe(root, { attributeFilter: ["data-md-color-scheme", "class"] });
    }
    const size = new ResizeObserver(() => {
      this.#measure();
      this.#redraw();
    });
    size.observe(this.plane);
    this.watching = [scheme, size];
  }

  /** Asked once for each size: asking while drawing would make the browser lay out the page again. */
  #measure() {
    this.width = this.plane.clientWidth;
    this.height = this.plane.clientHeight;
  }

  /** The map must be painted again, whatever was painted before. */
  #redraw() {
    this.mapDrawn = "";
    this.#drawSoon();
  }

  #drawSoon() {
    this.frame ||= requestAnimationFrame(() => this.#drawNow());
  }

  #drawNow() {
    this.frame = 0;
    this.draw();
    if (this.untold) {
      this.tellThePage();
    }
  }

  /** Something moved: draw in the next frame, paint finely and speak when it has come to rest. */
  changed() {
    this.moving = true;
    this.untold = true; // a frame that was asked for by a change of size tells it as well
    this.#drawSoon();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.#rest(), REST);
    clearTimeout(this.saying);
    this.saying = setTimeout(() => this.#say(), SAY_AFTER);
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => this.#writeAddress(), SAY_AFTER);
  }

  #rest() {
    this.moving = false;
    if (this.paintedCoarsely) {
      this.#redraw();
    }
  }

  // --- What others hear --------------------------------------------------------------------------

  tellThePage() {
    this.untold = false;
    const { words } = this.printed;
    const detail = { ...this.map.lookup, words, asPrinted: this.map.isAsPrinted };
    this.map.dispatchEvent(new CustomEvent("lookup-change", { bubbles: true, detail }));
  }

  #say() {
    const { weights, output } = reading(this.map.lookup);
    const { words, decimals } = this.printed;
    const stop = STOPS[this.map.state.stop].words;
    const shares = words.map((word, j) => `${word} ${fixed(weights[j], decimals)}`).join(", ");
    this.status.textContent = Number.isNaN(output)
      ? `${stop}: no key is equal, so there is no answer`
      : `${stop}: answer ${fixed(output, decimals)}; weights ${shares}`;
  }

  /** The state that the address asks for, or null. */
  addressed() {
    const { box, movableKeys } = this.printed;
    return readFragment(location.hash, this.map.id, box, movableKeys, NAMES);
  }

  #writeAddress() {
    keepInAddress(this.map.id, writeFragment(this.map.id, this.map.state, this.printed, NAMES));
  }

  // --- Drawing -----------------------------------------------------------------------------------

  draw() {
    const found = reading(this.map.lookup);
    const { keys, stop } = this.map.state;
    const wanted = String([keys, stop]); // the map does not depend on the query
    if (wanted !== this.mapDrawn) {
      this.#drawMap();
      this.mapDrawn = wanted;
    }
    this.#drawPins(found);
    this.#drawPanel(found);
    this.#drawSlope(this.overlay.querySelector(".slope"));
  }

  /** The way in which the answer rises fastest from the query; a map without an arrow has none. */
  #drawSlope(arrow) {
    if (!arrow) {
      return;
    }
    const { query } = this.map.lookup;
    const [right, up] = slopesOf(this.map.lookup).query;
    const steepness = Math.hypot(right, up);
    const length = Math.min(steepness * PIXELS_PER_SLOPE, LONGEST_ARROW);
    const [x, y] = this.#fractions(query);
    arrow.setAttribute("x", `${x * 100}%`);
    arrow.setAttribute("y", `${y * 100}%`);
    const turn = (Math.atan2(-up, right) * 180) / Math.PI;
    arrow.querySelector("g").setAttribute("transform", `rotate(${turn})`);
    arrow.querySelector("line").setAttribute("x2", length);
    arrow.querySelector("path").setAttribute("transform", `translate(${length})`);
    arrow.classList.toggle("flat", steepness < FLAT);
    this.map.querySelector(".steepness span").textContent = fixed(steepness, this.printed.decimals);
  }

  #drawMap() {
    const { lookup } = this.map;
    this.map.classList.toggle("exact", lookup.exact);
    this.contours.replaceChildren(...this.#lines());
    this.paintedCoarsely = Boolean(this.moving);
    if (!lookup.exact && this.width > 0) {
      this.colours ??= ramp(this.map);
      const { width, height } = this;
      const plane = { box: this.printed.box, width, height };
      paint(this.canvas, this.colours, plane, lookup, this.moving);
    }
    this.map.classList.add("painted");
  }

  /** The lines of equal answer with their values; of the best match its borders, of a dictionary none. */
  #lines() {
    const { keys, stop } = this.map.state;
    if (stop === this.printed.stop && String(keys) === String(this.printed.keys)) {
      return this.printedContours;
    }
    if (NAMES[stop] === "exact") {
      return [];
    }
    return NAMES[stop] === "0" ? this.#borderLines() : this.#contourLines();
  }

  #contourLines() {
    const { keys, values, temperature } = this.map.lookup;
    const { box, levels } = this.printed;
    const { width, height } = this;
    const columns = Math.max(2, Math.round(width / CONTOUR_CELL));
    const rows = Math.max(2, Math.round(height / CONTOUR_CELL));
    const answers = answersOver(widened(box, columns, rows), columns, rows, keys, values, temperature);
    // From the middle of the first cell to the middle of the last is the whole plane.
    const size = [width / (columns - 1), height / (rows - 1)];
    const pins = [this.map.state.query, ...keys].map((place) => this.#pixels(place));
    const taken = pins.flatMap(([x, y]) => [
      [x, y],
      ...[-1, 0, 1].map((side) => [x + (side * WORD_WIDTH) / 2, y - WORD_HEIGHT]),
    ]);
    const spacing = (x, y) => spacingAt(answers, columns, rows, x / size[0], y / size[1]) * size[0];
    const drawn = [];
    for (const level of levels) {
      const pieces = contour(answers, columns, rows, level).map((piece) =>
        piece.map((cells, i) => (cells - 0.5) * size[i % 2]),
      );
      drawn.push(line(this.overlay, "contour", pieces));
      const place = placeLabel(pieces, width, height, taken, this.labelPlaces.get(level), spacing);
      this.labelPlaces.set(level, place);
      if (place) {
        taken.push(place);
        drawn.push(label(this.overlay, level, place));
      }
    }
    return drawn;
  }

  #borderLines() {
    const origin = this.#pixels([0, 0]);
    const far = this.printed.box.right - this.printed.box.left;
    const rays = borders(this.map.state.keys).map((direction) => [
      ...origin,
      ...this.#pixels(direction.map((x) => x * far * 2)),
    ]);
    return [line(this.overlay, "contour border", rays)];
  }

  #fractions([x, y]) {
    const { box } = this.printed;
    return [(x - box.left) / (box.right - box.left), (box.top - y) / (box.top - box.bottom)];
  }

  #pixels(place) {
    const [x, y] = this.#fractions(place);
    return [x * this.width, y * this.height];
  }

  /** Whether the words above two pins would cover each other. */
  #areClose(one, other) {
    const [x, y] = this.#pixels(one);
    const [otherX, otherY] = this.#pixels(other);
    return Math.abs(x - otherX) < WORD_WIDTH && Math.abs(y - otherY) < WORD_HEIGHT;
  }

  /** Pins and threads stand at percentages of the plane, so that no change of size moves them. */
  #drawPins({ weights, output }) {
    const { query, keys } = this.map.state;
    const places = [query, ...keys].map((place) => this.#fractions(place).map((part) => `${part * 100}%`));
    const pins = [".pin.asking", ".pin:not(.asking)"].flatMap((which) => [
      ...this.overlay.querySelectorAll(which),
    ]);
    const close = keys.map((key) => this.#areClose(query, key));
    const crowded = [close.includes(true), ...close]; // the query by some key, a key by the query
    places.forEach(([x, y], number) => {
      pins[number].setAttribute("x", x);
      pins[number].setAttribute("y", y);
      turnLabels(pins[number], Number.parseFloat(x), Number.parseFloat(y), crowded[number]);
    });
    this.overlay.querySelectorAll(".thread").forEach((thread, j) => {
      const weight = weights[j] || 0;
      thread.setAttribute("x1", places[0][0]);
      thread.setAttribute("y1", places[0][1]);
      thread.setAttribute("x2", places[j + 1][0]);
      thread.setAttribute("y2", places[j + 1][1]);
      thread.setAttribute("stroke-width", THINNEST + weight * (THICKEST - THINNEST));
      thread.classList.toggle("cut", weight < UNREAD);
    });
    this.overlay.querySelector(".found").textContent = this.#answer(output);
  }

  #answer(output) {
    return Number.isNaN(output) ? "KeyError" : fixed(output, this.printed.decimals);
  }

  #drawPanel({ scores, weights, output }) {
    const { printed } = this;
    const { query } = this.map.state;
    const write = (selector, text) => {
      this.map.querySelector(selector).textContent = text;
    };
    write(".reply .number", this.#answer(output));
    write(".reply .place", `(${query.map((x) => short(x)).join(", ")})`);
    this.map.classList.toggle("missed", Number.isNaN(output));
    this.map.querySelectorAll("tbody tr").forEach((row, j) => {
      row.querySelector(".score").textContent = short(scores[j]);
      row.querySelector(".weight").textContent = fixed(weights[j], printed.decimals);
      row.querySelector(".bar rect").setAttribute("width", `${(weights[j] || 0) * 100}%`);
    });
    const least = Math.min(...printed.values);
    const part = (output - least) / (Math.max(...printed.values) - least);
    const marker = this.map.querySelector(".scale .marker");
    marker.setAttribute("x", `${(Number.isNaN(part) ? 0 : part) * 100}%`);
  }
}

/** The plane with half a cell more on each side, so that lines reach its edge. */
function widened(box, columns, rows) {
  const across = (box.right - box.left) / (columns - 1) / 2;
  const up = (box.top - box.bottom) / (rows - 1) / 2;
  return {
    left: box.left - across,
    right: box.right + across,
    bottom: box.bottom - up,
    top: box.top + up,
  };
}

/** How many cells lie between neighbouring whole answers at a place. */
function spacingAt(answers, columns, rows, x, y) {
  const column = Math.min(columns - 2, Math.max(1, Math.floor(x)));
  const row = Math.min(rows - 2, Math.max(1, Math.floor(y)));
  const at = (c, r) => answers[r * columns + c];
  const slope = Math.hypot(
    at(column + 1, row) - at(column - 1, row),
    at(column, row + 1) - at(column, row - 1),
  );
  return 2 / slope;
}

/**
 * Words stand above a pin and answers below it, unless the edge of the plane is there (x and y in percent). Where a key
 * is `crowded` by the query, the word of the query goes below as well, and that of the key above the star.
 */
function turnLabels(pin, x, y, crowded) {
  const word = pin.querySelector(".word");
  const found = pin.querySelector(".found");
  for (const label of pin.querySelectorAll("text")) label.style.textAnchor = anchorAt(x);
  const atTop = y < 11;
  const atBottom = y > 88;
  if (!found && atTop) {
    word.setAttribute("y", 26);
  } else if (!found) {
    word.setAttribute("y", crowded ? -22 : -14);
  } else if (crowded && !atTop) {
    word.setAttribute("y", atBottom ? -46 : 27);
    found.setAttribute("y", atBottom ? -31 : 42);
  } else {
    word.setAttribute("y", atTop ? 26 : -19 - (atBottom ? 16 : 0));
    found.setAttribute("y", [27, 42, -19][Number(atTop) + 2 * Number(atBottom)]);
  }
}

/** Which part of a label stands over its pin: at a side of the plane the rest would be cut off. */
function anchorAt(x) {
  if (x < 8) return "start";
  return x > 92 ? "end" : "middle";
}

/** A new part of a drawing. */
function part(drawing, name, className) {
  const made = document.createElementNS(drawing.namespaceURI, name);
  made.setAttribute("class", className);
  return made;
}

function line(drawing, className, pieces) {
  const path = part(drawing, "path", className);
  const round = (x) => x.toFixed(1);
  path.setAttribute(
    "d",
    pieces.map(([x1, y1, x2, y2]) => `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`).join(""),
  );
  return path;
}

function label(drawing, level, [x, y]) {
  const text = part(drawing, "text", "level");
  text.setAttribute("x", x);
  text.setAttribute("y", y);
  text.textContent = short(level);
  return text;
}
