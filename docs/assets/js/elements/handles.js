/**
 * Handles over a plane: mouse, finger and arrow keys move them, and each stands for one place.
 * A finger beside them scrolls the page.
 */

import { make } from "./parts.js";

const STEP = 0.1;
const LONG_STEP = 0.5;
const SNAP = 7; // pixels within which a place catches
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Handles {
  /**
   * `names` of the handles. The owner has `moved(number, place)`, which hears of every move; `catching(number, place)`,
   * the places that catch a pointer near them; and it may have `grabbed()`. With `comes` a press of the mouse beside the
   * handles brings the first of them. `signal` ends it.
   */
  constructor(plane, { box, axes }, names, owner, signal, comes = false) {
    Object.assign(this, { plane, box, axes, owner, comes });
    this.all = names.map((name, number) => this.#handle(name, number));
    plane.append(...this.all);
    const on = (event, act) => plane.addEventListener(event, act, { signal });
    on("pointerdown", (event) => this.#grab(event));
    on("pointermove", (event) => this.#drag(event));
    on("pointerup", () => this.letGo());
    on("pointercancel", () => this.letGo());
    on("keydown", (event) => this.#key(event));
  }

  remove() {
    this.all.forEach((handle) => handle.remove());
  }

  #handle(name, number) {
    const handle = make("div", { className: "handle", tabIndex: 0, role: "slider", ariaLabel: name });
    handle.dataset.number = number;
    handle.setAttribute("aria-valuemin", this.box.left);
    handle.setAttribute("aria-valuemax", this.box.right);
    return handle;
  }

  /** Put the handles where their things are, in percent of the plane, so that no change of size moves them. */
  put(places) {
    const { left, right, bottom, top } = this.box;
    this.all.forEach((handle, number) => {
      const [x, y] = places[number];
      handle.style.left = `${((x - left) / (right - left)) * 100}%`;
      handle.style.top = `${((top - y) / (top - bottom)) * 100}%`;
      handle.setAttribute("aria-valuenow", x);
      handle.setAttribute("aria-valuetext", `${this.axes[0]} ${x}, ${this.axes[1]} ${y}`.replaceAll("-", "−"));
      handle.place = [x, y];
    });
  }

  /** The nearest place of the plane, with two decimals. */
  inside([x, y]) {
    const { left, right, bottom, top } = this.box;
    const between = (least, number, most) => Number(Math.min(most, Math.max(least, number)).toFixed(2));
    return [between(left, x, right), between(bottom, y, top)];
  }

  /** The place under a pointer, or one near it that catches. */
  placeOf(event, number) {
    const { left, right, bottom, top } = this.box;
    const frame = this.plane.getBoundingClientRect();
    const across = (right - left) / frame.width;
    const down = (top - bottom) / frame.height;
    const place = [left + (event.clientX - frame.left) * across, top - (event.clientY - frame.top) * down];
    const near = ([x, y]) => Math.hypot(place[0] - x, place[1] - y) < SNAP * across;
    return this.inside(this.owner.catching(number, place).find(near) ?? place);
  }

  #grab(event) {
    const handle = event.target.closest(".handle");
    const comes = this.comes && event.pointerType !== "touch";
    if (event.button !== 0 || !(handle || comes)) {
      return;
    }
    event.preventDefault();
    this.owner.grabbed?.();
    this.held = Number(handle?.dataset.number ?? 0);
    this.plane.setPointerCapture(event.pointerId);
    this.all[this.held].focus({ preventScroll: true, focusVisible: false });
    this.plane.classList.add("dragging");
    if (!handle) {
      this.#drag(event);
    }
  }

  #drag(event) {
    if (this.held !== undefined) {
      this.owner.moved(this.held, this.placeOf(event, this.held));
    }
  }

  letGo() {
    this.held = undefined;
    this.plane.classList.remove("dragging");
  }

  #key(event) {
    const arrow = ARROWS[event.key];
    const handle = event.target.closest(".handle");
    if (!arrow || !handle || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    const [x, y] = handle.place;
    this.owner.moved(Number(handle.dataset.number), this.inside([x + arrow[0] * step, y + arrow[1] * step]));
  }
}
