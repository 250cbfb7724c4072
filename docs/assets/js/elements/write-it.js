/**
 * <faded-line> and <order-lines>: a line to write, and lines to put in order. Both stand in a fold, and what
 * wakes them is fetched when it is opened. A line can only be judged where Python can be loaded.
 */

import { define } from "./parts.js";

class Sleeper extends HTMLElement {
  connectedCallback() {
    const fold = this.closest("details");
    if (fold && !fold.open) {
      fold.addEventListener("toggle", () => this.#wake(), { once: true });
    } else {
      this.#wake();
    }
  }

  #wake() {
    const script = this.localName === "order-lines" ? "order" : this.dataset.engine && "gap";
    if (script && !this.woken) {
      this.woken = true;
      import(`../python/${script}.js`).then(({ wake }) => wake(this));
    }
  }
}

define("faded-line", class extends Sleeper {});
define("order-lines", class extends Sleeper {});
