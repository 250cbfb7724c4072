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

/** A slider and what it says, at one of its stops. */
export function turn({ slider, shown }, stop, text) {
  slider.value = stop;
  shown.textContent = text;
  slider.setAttribute("aria-valuetext", text);
}

/** One of several, as native radio buttons; `options` are pairs of a value and its label. */
export function choice(id, title, options) {
  const radios = options.map(([value]) => make("input", { type: "radio", name: id, value }));
  const labels = options.map(([, textContent], j) => make("label", {}, radios[j], make("span", { textContent })));
  const legend = make("legend", { textContent: title });
  const row = make("div", { className: "options" }, ...labels);
  return { radios, whole: make("fieldset", { className: "one-of" }, legend, row) };
}

/** The one that is chosen. */
export function choose({ radios }, value) {
  for (const radio of radios) {
    radio.checked = radio.value === value;
  }
}

/** A new element is defined once, also when the script is met again. */
export function define(name, element) {
  if (!customElements.get(name)) {
    customElements.define(name, element);
  }
}
