/** What every element needs: to make parts, and to read what the page tells it. */

export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The JSON that the build printed inside an element. */
export function given(element) {
  return JSON.parse(element.querySelector("script[type='application/json']").textContent);
}

/** A labelled slider over `last` + 1 stops, with room to say where it stands. */
export function dial(id, title, last) {
  const slider = make("input", { type: "range", id, min: 0, max: last });
  const shown = make("output", { htmlFor: id });
  const label = make("label", { htmlFor: id, textContent: title });
  return { slider, shown, whole: make("div", { className: "dial" }, label, shown, slider) };
}

/** A new element is defined once, also when the script is met again. */
export function define(name, element) {
  if (!customElements.get(name)) {
    customElements.define(name, element);
  }
}
