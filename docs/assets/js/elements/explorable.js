/**
 * What all explorables share: controls that come with the script, a state of a few words which the address
 * keeps, and the way back to what is printed. What computes is fetched when a hand comes near: until then
 * everything stands as printed, and where it cannot be fetched it stays so.
 *
 * A kind of explorable has `begin()`, which lays its controls and returns the printed state, a text for each
 * name; `allows(name, text)`, because an address is written by anybody; `show()`, which turns the controls to the
 * state; `draw(model)`, which draws the state with the functions of lookup.js, or with what `fetch()` brings
 * instead; and `say(model)`, what a screen reader hears when the hand has come to rest. `end()` takes away what
 * `begin()` laid outside the controls. One that numbers of the page follow also has `told()`, its state in the
 * words of the page's model.
 */

import { keepInAddress, readParts, wentBackToNone, writeParts } from "../fragment.js";
import { fetchPulledNumbers } from "./following.js";
import { given, make } from "./parts.js";

const REST = 500; // milliseconds without a move after which it speaks and is written into the address

export class Explorable extends HTMLElement {
  connectedCallback() {
    this.given = given(this);
    this.ending = new AbortController();
    this.controls = make("div", { className: "live" });
    this.back = make("button", { type: "button", className: "back", textContent: "start over" });
    this.status = make("p", { className: "unseen", role: "status" });
    this.printed = this.begin();
    this.state = { ...this.printed };
    this.controls.append(this.back);
    this.querySelector(".controls").append(this.controls);
    this.append(this.status);
    this.#listen();
    this.#draw();
    this.classList.add("awake");
    this.#readAddress();
  }

  disconnectedCallback() {
    this.ending.abort();
    clearTimeout(this.resting);
    this.loading = undefined;
    this.state = { ...this.printed };
    this.#draw();
    this.end();
    this.controls.remove();
    this.status.remove();
    this.classList.remove("awake");
  }

  end() {}

  fetch() {
    return import("../lookup.js");
  }

  /** Fetch what computes, once. */
  load() {
    const { signal } = this.ending;
    this.loading ??= this.#fetchAll().then(
      (model) => signal.aborted || this.#fetched(model),
      () => signal.aborted || this.#unfetched(),
    );
    return this.loading;
  }

  async #fetchAll() {
    if (this.told) {
      await fetchPulledNumbers();
    }
    return this.fetch();
  }

  #fetched(model) {
    this.model = model;
    this.status.className = "unseen";
    this.status.textContent = "";
    this.draw(model); // the controls stand already, and a word that is half typed in one of them stays
    this.#tellThePage();
  }

  #unfetched() {
    this.loading = undefined; // so that the next touch tries again
    clearTimeout(this.resting); // the address goes on asking for what it asked for
    this.goBack();
    this.status.className = "said";
    this.status.textContent = "What computes this could not be fetched, so the numbers stay as printed.";
  }

  /** Without what computes, controls that have moved would stand beside numbers that have not. */
  goBack() {
    this.state = { ...this.printed };
    this.#draw();
  }

  /** Listen until the element leaves the page. */
  on(target, event, act) {
    target.addEventListener(event, act, { signal: this.ending.signal });
  }

  /** What the reader changed. */
  set(changes) {
    Object.assign(this.state, changes);
    this.#draw();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.#rest(), REST);
  }

  get isAsPrinted() {
    return Object.keys(this.printed).every((name) => this.state[name] === this.printed[name]);
  }

  #listen() {
    const asPrinted = () => this.set(this.printed);
    this.on(document, "lookup-as-printed", () => this.told && !this.isAsPrinted && asPrinted());
    this.on(this, "pointerenter", () => this.load());
    this.on(this, "focusin", () => this.load());
    this.on(this.back, "click", asPrinted);
    this.on(this, "keydown", (event) => {
      if (event.key === "Escape" && !this.isAsPrinted) {
        event.preventDefault(); // or it would also bring back a map elsewhere on the page
        asPrinted();
      }
    });
    this.on(window, "hashchange", (event) => {
      if (wentBackToNone(event, this.id)) {
        asPrinted();
      }
      this.#readAddress();
    });
    this.on(window, "beforeprint", () => this.#drawOther(this.printed));
    this.on(window, "afterprint", () => this.#draw());
  }

  #draw() {
    const { isAsPrinted } = this;
    this.show();
    this.back.disabled = isAsPrinted;
    this.classList.toggle("moved", !isAsPrinted);
    if (this.model) {
      this.draw(this.model);
      this.#tellThePage();
    } else if (!isAsPrinted) {
      this.load();
    }
  }

  #tellThePage() {
    if (this.told) {
      const detail = { ...this.told(), asPrinted: this.isAsPrinted };
      this.dispatchEvent(new CustomEvent("lookup-change", { bubbles: true, detail }));
    }
  }

  /** On paper stands what the page prints; the reader's own state is kept. */
  #drawOther(state) {
    const mine = this.state;
    this.state = { ...state };
    this.#draw();
    this.state = mine;
  }

  async #rest() {
    await this.load();
    if (!this.model || this.ending.signal.aborted) {
      return;
    }
    this.status.textContent = this.say(this.model);
    const moved = Object.entries(this.state).filter(([name, text]) => text !== this.printed[name]);
    keepInAddress(this.id, writeParts(this.id, Object.fromEntries(moved)));
  }

  #readAddress() {
    const parts = [...(readParts(location.hash, this.id) ?? [])];
    const known = ([name, text]) => Object.hasOwn(this.printed, name) && this.allows(name, text);
    if (parts.length > 0 && parts.every(known)) {
      this.set({ ...this.printed, ...Object.fromEntries(parts) });
    }
  }
}
