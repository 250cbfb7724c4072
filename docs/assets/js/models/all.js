/** The model of each page, under the name that its numbers have in Python. A page fetches its own. */

const MODELS = {
  gradients: () => import("./gradients.js"),
  index: () => import("./index.js"),
  masks: () => import("./masks.js"),
  scaling: () => import("./scaling.js"),
  similarity: () => import("./similarity.js"),
  soft_lookup: () => import("./soft_lookup.js"),
  softmax: () => import("./softmax.js"),
  temperature: () => import("./temperature.js"),
};

// soft_lookup.output, soft_lookup.weights[racket], gradients.soft[keys][ball][sport]
const NAME = /^(\w+)\.(\w+)((?:\[[^[\]]+\])*)$/u;

/** The models of some pages, by page. */
export async function fetchModels(pages) {
  const fetched = await Promise.all(pages.map((page) => MODELS[page]()));
  return new Map(pages.map((page, i) => [page, fetched[i]]));
}

/**
 * What a state makes of names: `quantity(name)` is the number, or undefined when it does not move with the state;
 * `holds(name)` is whether a sentence still holds. A sentence whose test nobody knows holds only as printed.
 */
export function readState(models, state) {
  const quantities = new Map([...models].map(([page, model]) => [page, model.quantities(state)]));
  const claims = new Map([...models].map(([page, model]) => [page, model.claims?.(state)]));
  return {
    quantity: (name) => look(quantities, name),
    holds: (name) => look(claims, name) ?? state.asPrinted,
  };
}

function look(found, name) {
  const [, page, variable, keys] = NAME.exec(name) ?? [];
  const path = [variable, ...(keys ?? "").slice(1, -1).split("][").filter(Boolean)];
  const step = (inside, key) => (inside && Object.hasOwn(inside, key) ? inside[key] : undefined);
  return path.reduce(step, found.get(page));
}
