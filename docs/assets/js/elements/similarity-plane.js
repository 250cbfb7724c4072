/**
 * <similarity-plane>: a query and keys as arrows, and the shadow of each key on the query. All of them can be
 * dragged; score, shadow, cosine and angle follow. In the address a place is q=1,1 or k0=2,1.
 */

import { readPlace } from "../fragment.js";
import { Explorable } from "./explorable.js";
import { Handles } from "./handles.js";
import { define } from "./parts.js";

class SimilarityPlane extends Explorable {
  begin() {
    const { query, entries } = this.given;
    this.names = ["q", ...entries.map((_, j) => `k${j}`)];
    const spoken = [`query ${query.word}`, ...entries.map(({ word }) => `key ${word}`)];
    this.handles = new Handles(this.querySelector(".plane"), this.given, spoken, this, this.ending.signal);
    this.pins = [".pin.asking", ".pin:not(.asking)"].flatMap((which) => [...this.querySelectorAll(which)]);
    const places = [query.at, ...entries.map(({ key }) => key)];
    return Object.fromEntries(this.names.map((name, i) => [name, String(places[i])]));
  }

  moved(number, place) {
    this.set({ [this.names[number]]: String(place) });
  }

  /** Whole and half numbers catch. */
  catching(number, place) {
    return [place.map((x) => Math.round(x * 2) / 2)];
  }

  end() {
    this.handles.remove();
  }

  allows(name, text) {
    return readPlace(text, this.given.box) !== null;
  }

  fetch() {
    return import("./shadows.js");
  }

  /** The query, then the keys. */
  get places() {
    return this.names.map((name) => this.state[name].split(",").map(Number));
  }

  told() {
    const [query, ...keys] = this.places;
    return { query, keys, words: this.given.entries.map(({ word }) => word) };
  }

  show() {
    this.handles.put(this.places);
  }

  draw(shadows) {
    shadows.draw(this);
  }

  say(shadows) {
    return shadows.say(this);
  }
}

define("similarity-plane", SimilarityPlane);
