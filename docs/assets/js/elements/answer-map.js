/**
 * <answer-map>: the plane of sport and outdoors, each point coloured by what the lookup answers there.
 *
 * The page comes with the picture, the pins and the numbers already printed, and without a script that is
 * all there is. Awake, the element lays handles over the pins and a dial beside them. What they set in motion
 * is in map-drawing.js, which is fetched when a hand comes near.
 */

import { wentBackToNone } from "../fragment.js";
import { STOPS, stopOf } from "../temperatures.js";
import { fetchPulledNumbers } from "./following.js";
import { Handles } from "./handles.js";
import { define, dial, given, make } from "./parts.js";

const GLIDE = 220; // milliseconds
const HEAT = 700;

class AnswerMap extends HTMLElement {
  connectedCallback() {
    this.printed = this.#readPrinted();
    this.state = this.#copyOfPrinted();
    this.ending = new AbortController();
    this.plane = this.querySelector(".plane");
    this.#layHandles();
    this.#layControls();
    this.#listen();
    this.#showState();
    this.classList.add("awake");
    this.#readAddress();
  }

  disconnectedCallback() {
    this.ending.abort();
    cancelAnimationFrame(this.gliding);
    this.state = this.#copyOfPrinted();
    this.drawing?.remove();
    this.drawing = this.loading = undefined;
    this.classList.remove("awake", "touched");
    [this.controls, this.hands].forEach((part) => part.remove());
  }

  // --- State -------------------------------------------------------------------------------------

  #readPrinted() {
    const { box, axes, decimals, levels, query, entries, temperature, keysMove } = given(this);
    return {
      box,
      axes,
      decimals,
      levels,
      asked: query.word,
      query: query.at,
      words: entries.map((entry) => entry.word),
      keys: entries.map((entry) => entry.key),
      values: entries.map((entry) => entry.value),
      stop: stopOf(temperature),
      movableKeys: keysMove ? entries.length : 0,
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

  get isAsPrinted() {
    const all = ({ query, keys, stop }) => String([query, keys, stop]);
    return all(this.state) === all(this.printed);
  }

  asPrinted() {
    cancelAnimationFrame(this.gliding);
    this.state = this.#copyOfPrinted();
    this.#changed();
  }

  async #changed() {
    this.classList.add("touched");
    this.#showState();
    await this.#load();
    this.drawing?.changed();
  }

  /** Fetch what draws, once; an element that has left the page meanwhile needs it no more. */
  #load() {
    const { signal } = this.ending;
    this.loading ??= fetchWhatFollows().then(
      ({ MapDrawing }) => {
        if (!signal.aborted) {
          this.note.remove();
          this.drawing = new MapDrawing(this);
        }
      },
      () => signal.aborted || this.#stay(),
    );
    return this.loading;
  }

  /** Without what draws, handles that have moved would stand beside a map that has not. */
  #stay() {
    this.loading = undefined; // so that the next touch tries again
    cancelAnimationFrame(this.gliding);
    this.hands.letGo();
    this.classList.remove("touched");
    this.state = this.#copyOfPrinted();
    this.#showState();
    this.controls.append(this.note);
    this.note.textContent = "What draws this could not be fetched, so the map stays as printed.";
  }

  async #readAddress() {
    if (!location.hash.startsWith(`#${this.id}:`)) {
      return;
    }
    await this.#load();
    const found = this.drawing?.addressed();
    if (found) {
      this.state = this.#copyOfPrinted();
      this.state.query = found.query ?? this.state.query;
      this.state.stop = found.stop ?? this.state.stop;
      found.keys.forEach((place, j) => {
        this.state.keys[j] = place;
      });
      this.#changed();
    }
  }

  // --- Parts -------------------------------------------------------------------------------------

  #layHandles() {
    const { asked, words, movableKeys } = this.printed;
    const names = [`query ${asked}`, ...words.slice(0, movableKeys).map((word) => `key ${word}`)];
    this.hands = new Handles(this.plane, this.printed, names, this, this.ending.signal, true);
  }

  #layControls() {
    const { slider, shown, whole } = dial(`${this.id}-temperature`, "Temperature", STOPS.length - 1);
    this.slider = slider;
    this.shown = shown;
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
    this.back = make("button", { type: "button", className: "back", textContent: "start over" });
    this.note = make("p", { className: "said", role: "status" });
    this.controls = make("div", { className: "live" }, whole, this.presets, this.back);
    this.querySelector(".controls").append(this.controls);
  }

  #listen() {
    const { signal } = this.ending;
    const on = (target, event, act) => target.addEventListener(event, act, { signal });
    on(this, "pointerenter", () => this.#load());
    on(this, "focusin", () => this.#load());
    on(this.plane, "click", (event) => this.#click(event));
    on(this.slider, "input", () => this.#turn(Number(this.slider.value)));
    on(this.presets, "click", (event) => this.#preset(event.target.dataset.stop));
    on(this.back, "click", () => this.asPrinted());
    on(this, "keydown", (event) => event.key === "Escape" && !this.isAsPrinted && this.asPrinted());
    on(document, "lookup-as-printed", () => this.isAsPrinted || this.asPrinted());
    on(window, "hashchange", (event) => {
      if (wentBackToNone(event, this.id)) {
        this.asPrinted();
      }
      this.#readAddress();
    });
    on(window, "beforeprint", () => this.#printing(true));
    on(window, "afterprint", () => this.#printing(false));
  }

  /** Handles and dial at the state as it is. */
  #showState() {
    const { query, keys, stop } = this.state;
    this.hands.put([query, ...keys]);
    this.slider.value = stop;
    this.slider.setAttribute("aria-valuetext", STOPS[stop].words);
    this.shown.textContent = STOPS[stop].words;
    for (const button of this.presets.children) {
      button.setAttribute("aria-pressed", Number(button.dataset.stop) === stop);
    }
    this.back.disabled = this.isAsPrinted;
  }

  /** On paper stands what the page prints; afterwards the reader has their own state back. */
  #printing(begins) {
    if (begins) {
      this.kept = this.state;
    }
    this.state = begins ? this.#copyOfPrinted() : this.kept;
    this.drawing?.draw();
    this.drawing?.tellThePage();
  }

  // --- Hands -------------------------------------------------------------------------------------

  /** Places that catch: the middle, what is printed, and for the query, which is 0, every key. */
  catching(held) {
    const own = held === 0 ? [this.printed.query, ...this.state.keys] : [this.printed.keys[held - 1]];
    return [[0, 0], ...own];
  }

  moved(held, place) {
    if (held === 0) {
      this.state.query = place;
    } else {
      this.state.keys[held - 1] = place;
    }
    this.#changed();
  }

  grabbed() {
    cancelAnimationFrame(this.gliding);
  }

  /** A tap beside the handles brings the query there. */
  #click(event) {
    if (event.pointerType !== "touch" || event.target.closest(".handle")) {
      return;
    }
    const from = this.state.query;
    const to = this.hands.placeOf(event, 0);
    this.#glide(GLIDE, (part) => {
      const between = from.map((start, i) => start + part * (to[i] - start));
      this.moved(0, part === 1 ? to : this.hands.inside(between));
    });
  }

  #turn(stop) {
    if (stop !== this.state.stop) {
      this.state.stop = stop;
      this.#changed();
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
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
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
}

async function fetchWhatFollows() {
  await fetchPulledNumbers();
  return import("./map-drawing.js");
}

define("answer-map", AnswerMap);
