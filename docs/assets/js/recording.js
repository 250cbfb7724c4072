/**
 * A recorded run: what is there after each step, and what each number was made from. Knows no page.
 *
 * The file holds each table once and of each step only what changed, see recording/written.py.
 */

/** Every index of a shape, row by row: (2, 2) gives [0,0], [0,1], [1,0], [1,1]. */
export function places(shape) {
  return shape.reduce(
    (found, size) => found.flatMap((place) => Array.from({ length: size }, (_, i) => [...place, i])),
    [[]],
  );
}

export class Recording {
  constructor({ tables, made, steps }) {
    this.made = made;
    this.tables = tables.map(unpacked);
    this.states = replayed(steps);
    this.born = this.#born();
  }

  /** Where the run goes on after the calls that a step begins. */
  over(step) {
    const { depth } = this.states[step];
    const next = this.states.findIndex((state, i) => i > step && state.depth <= depth);
    return next < 0 ? this.states.length - 1 : next;
  }

  /** The lines that wait for a call to end. */
  waiting(step) {
    const found = [];
    let { depth } = this.states[step];
    for (const state of this.states.slice(step + 1)) {
      if (state.depth < depth) {
        found.push(state.lines);
        depth = state.depth;
      }
    }
    return found;
  }

  /** What a number was made from, and everything behind that. */
  origins(number) {
    const near = new Set(this.made[number]);
    const all = new Set(near);
    for (const one of all) {
      this.made[one].forEach((parent) => all.add(parent)); // a set is walked as it grows
    }
    near.forEach((one) => all.delete(one));
    return { near, behind: all };
  }

  /** For each number the first name under which a reader sees it. */
  #born() {
    const born = new Map();
    for (const { frames, returned } of this.states) {
      const { call, names } = frames.at(-1);
      const shown = [...names, [`${call}()`, returned]];
      for (const [name, at] of shown) {
        const table = this.tables[at];
        table?.ids?.forEach((id, i) => born.has(id) || born.set(id, { name, place: table.places[i] }));
      }
    }
    return born;
  }
}

function unpacked(table) {
  if (typeof table === "string") {
    return { text: table };
  }
  const { s: shape, n: numbers, p: part = shape, i: ids, w: says = "", r: rows = [] } = table;
  return {
    shape,
    part,
    numbers: numbers.map((number) => String(number).replace("-", "−")),
    ids: typeof ids === "number" ? numbers.map((_, i) => ids + i) : ids,
    places: places(part),
    says,
    rows,
  };
}

function replayed(steps) {
  let frames = [{ call: "", names: new Map() }]; // the file itself
  let printed = "";
  return steps.map((step) => {
    const begins = "f" in step;
    const outer = frames.slice(0, step.d);
    const before = begins ? new Map() : frames[step.d].names;
    const names = new Map([...before].filter(([name]) => !step.del?.includes(name)));
    Object.entries(step.set ?? {}).forEach(([name, at]) => names.set(name, at));
    frames = [...outer, { call: begins ? step.f : frames[step.d].call, names }];
    printed += step.out ?? "";
    return {
      lines: [step.l].flat(),
      depth: step.d,
      frames,
      before,
      begins: step.f,
      set: Object.keys(step.set ?? {}),
      said: step.out,
      printed,
      returned: step.ret,
      decided: step.is,
      raised: step.err,
    };
  });
}
