/**
 * <answer-map>: the plane of sport and outdoors, each point coloured by what the lookup answers there.
 *
 * The page comes with the picture, the pins and the numbers already printed, and without a script that is
 * all there is. Awake, the element lays a canvas under the same pins and handles over them, and changes the
 * printed numbers in place. It tells the page with `lookup-change`; `lookup-as-printed` calls it back.
 */

import { contour, placeLabel } from "../contours.js";
import { readFragment, writeFragment } from "../fragment.js";
import { answersOver, borders, reading } from "../lookup.js";
import { fixed, short } from "../numerals.js";
import { NAMES, STOPS, stopOf } from "../temperatures.js";
import { paint, ramp } from "./map-canvas.js";

const STEP = 0.1;
const LONG_STEP = 0.5;
const SNAP = 7; // pixels within which a place catches
const REST = 140; // milliseconds without a move after which the map is painted finely
const SAY_AFTER = 500;
const GLIDE = 220;
const HEAT = 700;
const CONTOUR_CELL = 6;
const THINNEST = 1;
const THICKEST = 11;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SVG = "http://www.w3.org/2000/svg";

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

class AnswerMap extends HTMLElement {
  connectedCallback() {
    this.printed = this.#readPrinted();
    this.state = this.#copyOfPrinted();
    this.ending = new AbortController();
    this.plane = this.querySelector(".plane");
    this.overlay = this.querySelector(".overlay");
    this.printedContours = [...this.querySelector(".contours").childNodes];
    this.labelPlaces = new Map();
    this.#layCanvas();
    this.#layHandles();
    this.#layControls();
    this.#listen();
    this.classList.add("awake");
    this.#readAddress();
    this.mapStale = true;
    this.draw();
  }

  disconnectedCallback() {
    this.ending.abort();
    this.watching.forEach((watcher) => watcher.disconnect());
    [this.frame, this.gliding].forEach(cancelAnimationFrame);
    [this.resting, this.saying, this.addressing].forEach(clearTimeout);
    this.classList.remove("awake", "touched");
    this.#showPrintedContours();
    [this.canvas, this.controls, this.status, ...this.handles].forEach((part) => part.remove());
  }

  // --- State -------------------------------------------------------------------------------------

  #readPrinted() {
    const given = JSON.parse(this.querySelector("script[type='application/json']").textContent);
    return {
      box: given.box,
      axes: given.axes,
      decimals: given.decimals,
      asked: given.query.word,
      query: given.query.at,
      words: given.entries.map((entry) => entry.word),
      keys: given.entries.map((entry) => entry.key),
      values: given.entries.map((entry) => entry.value),
      levels: given.levels,
      stop: stopOf(given.temperature),
    };
  }

  #copyOfPrinted() {
    const { query, keys, stop } = this.printed;
    return { query: [...query], keys: keys.map((key) => [...key]), stop };
  }

  /** The lookup as it stands, in the words of lookup.js. */
  get lookup() {
    const { query, keys, stop } = this.state;
    const { temperature, exact } = STOPS[stop];
    return { query, keys, values: this.printed.values, temperature, exact };
  }

  get address() {
    return writeFragment(this.id, this.state, this.printed, NAMES);
  }

  get isAsPrinted() {
    return this.address === "";
  }

  asPrinted() {
    cancelAnimationFrame(this.gliding);
    this.state = this.#copyOfPrinted();
    this.mapStale = true;
    this.changed();
  }

  /** Something moved: draw in the next frame, paint finely and speak when it has come to rest. */
  changed() {
    this.classList.add("touched");
    this.moving = true;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
      this.#tellThePage();
    });
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
      this.mapStale = true;
      this.draw();
    }
  }

  #tellThePage() {
    const { words, asked } = this.printed;
    const detail = { ...this.lookup, words, asked, asPrinted: this.isAsPrinted };
    this.dispatchEvent(new CustomEvent("lookup-change", { bubbles: true, detail }));
  }

  #say() {
    const { weights, output } = reading(this.lookup);
    const { words, decimals } = this.printed;
    const shares = words.map((word, j) => `${word} ${fixed(weights[j], decimals)}`).join(", ");
    this.status.textContent = Number.isNaN(output)
      ? `${STOPS[this.state.stop].words}: no key is equal, so there is no answer`
      : `${STOPS[this.state.stop].words}: answer ${fixed(output, decimals)}; weights ${shares}`;
  }

  #readAddress() {
    const { box, keys } = this.printed;
    const found = readFragment(location.hash, this.id, box, keys.length, NAMES);
    if (!found) {
      return;
    }
    this.state = this.#copyOfPrinted();
    this.state.query = found.query ?? this.state.query;
    this.state.stop = found.stop ?? this.state.stop;
    found.keys.forEach((place, j) => {
      this.state.keys[j] = place;
    });
    this.mapStale = true;
    this.changed();
  }

  #writeAddress() {
    const ours = location.hash.startsWith(`#${this.id}:`);
    if (this.address || ours) {
      const bare = location.pathname + location.search;
      history.replaceState(history.state, "", bare + this.address);
    }
  }

  // --- Parts -------------------------------------------------------------------------------------

  #layCanvas() {
    this.canvas = make("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.plane.prepend(this.canvas);
  }

  #layHandles() {
    const { asked, words } = this.printed;
    this.handles = [`query ${asked}`, ...words.map((word) => `key ${word}`)].map((name, number) => {
      const handle = make("div", { className: "handle", tabIndex: 0, role: "slider" });
      handle.dataset.number = number;
      handle.setAttribute("aria-label", name);
      handle.setAttribute("aria-valuemin", this.printed.box.left);
      handle.setAttribute("aria-valuemax", this.printed.box.right);
      return handle;
    });
    this.handles[0].classList.add("asking");
    this.plane.append(...this.handles.toReversed());
  }

  #layControls() {
    const name = `${this.id}-temperature`;
    this.slider = make("input", { type: "range", id: name, min: 0, max: STOPS.length - 1 });
    this.shown = make("output", { htmlFor: name });
    const title = make("label", { htmlFor: name, textContent: "Temperature" });
    const presets = [
      ["dictionary", 0],
      ["best match", 1],
      ["blend", this.printed.stop],
      ["mean", STOPS.length - 1],
    ].map(([text, stop]) => {
      const button = make("button", { type: "button", textContent: text });
      button.dataset.stop = stop;
      return button;
    });
    this.presets = make("div", { className: "presets" }, ...presets);
    this.back = make("button", { type: "button", className: "back", textContent: "as printed" });
    this.controls = make(
      "div",
      { className: "live" },
      make("div", { className: "dial" }, title, this.shown, this.slider),
      this.presets,
      this.back,
    );
    this.querySelector(".controls").append(this.controls);
    this.status = make("p", { className: "unseen", role: "status" });
    this.append(this.status);
  }

  #listen() {
    const { signal } = this.ending;
    const on = (target, event, act) => target.addEventListener(event, act, { signal });
    on(this.plane, "pointerdown", (event) => this.#grab(event));
    on(this.plane, "pointermove", (event) => this.#drag(event));
    on(this.plane, "pointerup", () => this.#letGo());
    on(this.plane, "pointercancel", () => this.#letGo());
    on(this.plane, "click", (event) => this.#click(event));
    on(this.plane, "keydown", (event) => this.#key(event));
    on(this.slider, "input", () => this.#turn(Number(this.slider.value)));
    on(this.presets, "click", (event) => this.#preset(event.target.dataset.stop));
    on(this.back, "click", () => this.asPrinted());
    on(this, "keydown", (event) => event.key === "Escape" && !this.isAsPrinted && this.asPrinted());
    on(document, "lookup-as-printed", () => this.isAsPrinted || this.asPrinted());
    on(window, "hashchange", () => this.#readAddress());
    on(window, "beforeprint", () => this.#printing(true));
    on(window, "afterprint", () => this.#printing(false));
    on(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.#recolour());
    const scheme = new MutationObserver(() => this.#recolour());
    for (const root of [document.documentElement, document.body]) {
      scheme.observe(root, { attributeFilter: ["data-md-color-scheme", "class"] });
    }
    const size = new ResizeObserver(() => this.#resized());
    size.observe(this.plane);
    this.watching = [scheme, size];
  }

  #recolour() {
    this.colours = null;
    this.#resized();
  }

  #resized() {
    this.mapStale = true;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  /** On paper stands what the page prints; afterwards the reader has their own state back. */
  #printing(begins) {
    if (begins) {
      this.kept = this.state;
    }
    this.state = begins ? this.#copyOfPrinted() : this.kept;
    this.mapStale = true;
    this.draw();
  }

  // --- Hands -------------------------------------------------------------------------------------

  /** Where in the plane a pointer is: a round number, or a place that catches. */
  #placeOf(event, held) {
    const { box } = this.printed;
    const frame = this.plane.getBoundingClientRect();
    const across = (box.right - box.left) / frame.width;
    const down = (box.top - box.bottom) / frame.height;
    const place = this.#inside([
      box.left + (event.clientX - frame.left) * across,
      box.top - (event.clientY - frame.top) * down,
    ]);
    const catching = [[0, 0], held === 0 ? this.printed.query : this.printed.keys[held - 1]];
    if (held === 0) {
      catching.push(...this.state.keys);
    }
    const near = ([x, y]) => Math.hypot(place[0] - x, place[1] - y) < SNAP * across;
    return catching.find(near) ?? place;
  }

  #inside([x, y]) {
    const { box } = this.printed;
    const between = (least, number, most) => Number(Math.min(most, Math.max(least, number)).toFixed(2));
    return [between(box.left, x, box.right), between(box.bottom, y, box.top)];
  }

  /** 0 is the query, the rest are the keys. */
  #move(held, place) {
    if (held === 0) {
      this.state.query = [...place];
    } else {
      this.state.keys[held - 1] = [...place];
      this.mapStale = true;
    }
    this.changed();
  }

  #grab(event) {
    const handle = event.target.closest(".handle");
    if (event.button !== 0 || (!handle && event.pointerType === "touch")) {
      return; // a finger beside the handles scrolls the page
    }
    event.preventDefault();
    cancelAnimationFrame(this.gliding);
    this.held = handle ? Number(handle.dataset.number) : 0;
    this.plane.setPointerCapture(event.pointerId);
    this.handles[this.held].focus({ preventScroll: true, focusVisible: false });
    this.plane.classList.add("dragging");
    if (!handle) {
      this.#move(0, this.#placeOf(event, 0));
    }
  }

  #drag(event) {
    if (this.held !== undefined) {
      this.#move(this.held, this.#placeOf(event, this.held));
    }
  }

  #letGo() {
    this.held = undefined;
    this.plane.classList.remove("dragging");
  }

  /** A tap beside the handles brings the query there. */
  #click(event) {
    if (event.pointerType !== "touch" || event.target.closest(".handle")) {
      return;
    }
    const from = this.state.query;
    const to = this.#placeOf(event, 0);
    this.#glide(GLIDE, (part) => {
      const between = from.map((start, i) => start + part * (to[i] - start));
      this.#move(0, part === 1 ? to : this.#inside(between));
    });
  }

  #key(event) {
    const arrow = ARROWS[event.key];
    const handle = event.target.closest(".handle");
    if (!arrow || !handle || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    const held = Number(handle.dataset.number);
    const from = held === 0 ? this.state.query : this.state.keys[held - 1];
    const step = event.shiftKey ? LONG_STEP : STEP;
    this.#move(held, this.#inside([from[0] + arrow[0] * step, from[1] + arrow[1] * step]));
  }

  #turn(stop) {
    if (stop !== this.state.stop) {
      this.state.stop = stop;
      this.mapStale = true;
      this.changed();
    }
  }

  /** The way to a preset is the lesson, so it is walked. */
  #preset(stop) {
    if (stop === undefined) {
      return;
    }
    const from = this.state.stop;
    this.#glide(HEAT, (part) => this.#turn(Math.round(from + part * (Number(stop) - from))));
  }

  #glide(duration, step) {
    cancelAnimationFrame(this.gliding);
    if (still()) {
      step(1);
      return;
    }
    const start = performance.now();
    const next = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / duration));
      step(part);
      if (part < 1) {
        this.gliding = requestAnimationFrame(next);
      }
    };
    this.gliding = requestAnimationFrame(next);
  }

  // --- Drawing -----------------------------------------------------------------------------------

  draw() {
    const found = reading(this.lookup);
    if (this.mapStale) {
      this.#drawMap();
      this.mapStale = false;
    }
    this.#drawPins(found);
    this.#drawPanel(found);
  }

  #drawMap() {
    const { exact } = this.lookup;
    this.classList.toggle("exact", exact);
    this.#drawContours();
    this.paintedCoarsely = Boolean(this.moving);
    if (!exact && this.canvas.clientWidth > 0) {
      this.colours ??= ramp(this);
      paint(this.canvas, this.colours, { ...this.lookup, box: this.printed.box }, this.moving);
    }
  }

  #showPrintedContours() {
    this.querySelector(".contours").replaceChildren(...this.printedContours);
  }

  #drawContours() {
    const { keys, stop } = this.state;
    const { printed } = this;
    const mapAsPrinted = stop === printed.stop && String(keys) === String(printed.keys);
    if (mapAsPrinted) {
      this.#showPrintedContours();
      return;
    }
    const lines = this.lookup.exact ? [] : this.#lines();
    this.querySelector(".contours").replaceChildren(...lines);
  }

  /** The lines of equal answer with their values; of the best match, its borders. */
  #lines() {
    if (NAMES[this.state.stop] === "0") {
      return this.#borderLines();
    }
    const { keys, values, temperature } = this.lookup;
    const { box, levels } = this.printed;
    const width = this.plane.clientWidth;
    const height = this.plane.clientHeight;
    const columns = Math.max(2, Math.round(width / CONTOUR_CELL));
    const rows = Math.max(2, Math.round(height / CONTOUR_CELL));
    const answers = answersOver(widened(box, columns, rows), columns, rows, keys, values, temperature);
    // From the middle of the first cell to the middle of the last is the whole plane.
    const size = [width / (columns - 1), height / (rows - 1)];
    const taken = [this.state.query, ...keys].map((place) => this.#pixels(place));
    const spacing = (x, y) => spacingAt(answers, columns, rows, x / size[0], y / size[1]) * size[0];
    const drawn = [];
    for (const level of levels) {
      const pieces = contour(answers, columns, rows, level).map((piece) =>
        piece.map((cells, i) => (cells - 0.5) * size[i % 2]),
      );
      drawn.push(line("contour", pieces));
      const place = placeLabel(pieces, width, height, taken, this.labelPlaces.get(level), spacing);
      this.labelPlaces.set(level, place);
      if (place) {
        taken.push(place);
        drawn.push(label(level, place));
      }
    }
    return drawn;
  }

  #borderLines() {
    const origin = this.#pixels([0, 0]);
    const far = this.printed.box.right - this.printed.box.left;
    const rays = borders(this.state.keys).map((direction) => [
      ...origin,
      ...this.#pixels(direction.map((x) => x * far * 2)),
    ]);
    return [line("contour border", rays)];
  }

  #fractions([x, y]) {
    const { box } = this.printed;
    return [(x - box.left) / (box.right - box.left), (box.top - y) / (box.top - box.bottom)];
  }

  #pixels(place) {
    const [x, y] = this.#fractions(place);
    return [x * this.plane.clientWidth, y * this.plane.clientHeight];
  }

  /** Pins and threads stand at percentages of the plane, so that no change of size moves them. */
  #drawPins({ weights, output }) {
    const { query, keys } = this.state;
    const places = [query, ...keys].map((place) => this.#fractions(place).map((part) => `${part * 100}%`));
    const pins = [".pin.asking", ".pin:not(.asking)"].flatMap((which) => [
      ...this.overlay.querySelectorAll(which),
    ]);
    places.forEach(([x, y], number) => {
      pins[number].setAttribute("x", x);
      pins[number].setAttribute("y", y);
      this.handles[number].style.left = x;
      this.handles[number].style.top = y;
      turnLabels(pins[number], Number.parseFloat(y));
      const place = number === 0 ? query : keys[number - 1];
      this.handles[number].setAttribute("aria-valuenow", place[0]);
      this.handles[number].setAttribute("aria-valuetext", this.#spoken(place));
    });
    this.overlay.querySelectorAll(".thread").forEach((thread, j) => {
      const weight = weights[j] || 0;
      thread.setAttribute("x1", places[0][0]);
      thread.setAttribute("y1", places[0][1]);
      thread.setAttribute("x2", places[j + 1][0]);
      thread.setAttribute("y2", places[j + 1][1]);
      thread.setAttribute("stroke-width", THINNEST + weight * (THICKEST - THINNEST));
      thread.classList.toggle("cut", weight < 0.0005);
    });
    this.overlay.querySelector(".found").textContent = this.#answer(output);
  }

  #spoken(place) {
    return this.printed.axes.map((axis, i) => `${axis} ${short(place[i])}`).join(", ");
  }

  #answer(output) {
    return Number.isNaN(output) ? "KeyError" : fixed(output, this.printed.decimals);
  }

  #drawPanel({ scores, weights, output }) {
    const { printed, state } = this;
    const write = (selector, text) => {
      this.querySelector(selector).textContent = text;
    };
    write(".reply .number", this.#answer(output));
    write(".reply .place", `(${state.query.map((x) => short(x)).join(", ")})`);
    this.classList.toggle("missed", Number.isNaN(output));
    this.querySelectorAll("tbody tr").forEach((row, j) => {
      row.querySelector(".score").textContent = short(scores[j]);
      row.querySelector(".weight").textContent = fixed(weights[j], printed.decimals);
      row.querySelector(".bar rect").setAttribute("width", `${(weights[j] || 0) * 100}%`);
    });
    const least = Math.min(...printed.values);
    const part = (output - least) / (Math.max(...printed.values) - least);
    const marker = this.querySelector(".scale .marker");
    marker.setAttribute("x", `${(Number.isNaN(part) ? 0 : part) * 100}%`);
    this.slider.value = state.stop;
    this.shown.textContent = STOPS[state.stop].words;
    this.slider.setAttribute("aria-valuetext", STOPS[state.stop].words);
    this.presets.querySelectorAll("button").forEach((button) => {
      button.setAttribute("aria-pressed", Number(button.dataset.stop) === state.stop);
    });
    this.back.disabled = this.isAsPrinted;
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

/** Words stand above a pin and answers below it, unless the edge of the plane is there (y in percent). */
function turnLabels(pin, y) {
  const word = pin.querySelector(".word");
  const found = pin.querySelector(".found");
  const above = found ? -19 : -14;
  const atTop = y < 11;
  const atBottom = y > 88;
  word.setAttribute("y", atTop ? 26 : above - (atBottom && found ? 16 : 0));
  found?.setAttribute("y", [27, 42, -19][Number(atTop) + 2 * Number(atBottom)]);
}

function line(className, pieces) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("class", className);
  const round = (x) => x.toFixed(1);
  path.setAttribute(
    "d",
    pieces.map(([x1, y1, x2, y2]) => `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`).join(""),
  );
  return path;
}

function label(level, [x, y]) {
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("class", "level");
  text.setAttribute("x", x);
  text.setAttribute("y", y);
  text.textContent = short(level);
  return text;
}

if (!customElements.get("answer-map")) {
  customElements.define("answer-map", AnswerMap);
}
