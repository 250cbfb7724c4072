/**
 * Attention from its definitions, for the browser. No element computes anything on its own.
 *
 * The rules at the edges are those of src/softlookup/lookup.py, and a test holds the two together:
 * a score of −∞ may not be read and has weight 0; a query with nothing to read gets weights 0;
 * scores of +∞ share the whole weight evenly; what has no weight never enters, whatever its value.
 */

const NOT_READ = -Infinity;

// Two scores that should be equal may differ by a rounding.
const A_HAIR = 1e-9;

// --- What may be asked -------------------------------------------------------------------------

function checkTemperature(temperature) {
  if (!(temperature > 0)) {
    throw new RangeError(`temperature is ${temperature}; give a number above 0`);
  }
}

function checkEqual(name, one, other, count) {
  if (one !== other) {
    throw new RangeError(`there are ${one} and ${other} ${name}; ${count}`);
  }
}

// --- One query ---------------------------------------------------------------------------------

/** Multiply matching coordinates and add. */
export function dot(a, b) {
  checkEqual("coordinates", a.length, b.length, "make the vectors equally long");
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) {
    sum += a[i] * b[i];
  }
  return sum;
}

/** The dot product of the two directions, from −1 to 1. */
export function cosine(a, b) {
  const product = dot(a, b);
  const lengths = [Math.hypot(...a), Math.hypot(...b)];
  if (lengths.includes(0)) {
    throw new RangeError(`a vector of length 0 has no direction: [${a}] and [${b}]`);
  }
  return product / lengths[0] / lengths[1];
}

/** The score of every key: (d), (n, d) → (n). */
export function scoresOf(query, keys) {
  return keys.map((key) => dot(query, key));
}

/** The score of every key by a measure: "dot" or "cosine". */
export function scoresBy(measure, query, keys) {
  return keys.map((key) => (measure === "cosine" ? cosine(query, key) : dot(query, key)));
}

/** The places of the `count` largest scores, best first; of equals the earlier comes first. */
export function best(scores, count) {
  const places = scores.map((_, j) => j);
  return places.sort((i, j) => scores[j] - scores[i]).slice(0, count);
}

/**
 * How a key stands to a query in the plane: its score, its shadow on the query and the foot of that shadow, the
 * cosine and the angle in degrees. What a vector of length 0 does not have is NaN.
 */
export function measures(query, key) {
  const score = dot(query, key);
  const squared = dot(query, query);
  const lengths = Math.sqrt(squared) * Math.sqrt(dot(key, key));
  const across = query[0] * key[1] - query[1] * key[0];
  // The arc cosine would lose half of the digits near 0 and 180 degrees.
  const turn = Math.atan2(Math.abs(across) / lengths, score / lengths);
  return {
    score,
    shadow: score / Math.sqrt(squared),
    foot: query.map((x) => (x * score) / squared),
    cosine: score / lengths,
    angle: (turn * 180) / Math.PI,
  };
}

/** exp of the distance to the best score, between 0 and 1; 0 for what may not be read. */
function exponentials(scores, temperature) {
  const readable = scores.filter((score) => score !== NOT_READ);
  const top = Math.max(...readable);
  return scores.map((score) => {
    if (score === NOT_READ) {
      return 0;
    }
    return score === top ? 1 : Math.exp((score - top) / temperature);
  });
}

/** e to the power of each score over the temperature, as one would do it by hand. */
export function powers(scores, temperature = 1) {
  checkTemperature(temperature);
  return scores.map((score) => Math.exp(score / temperature));
}

/** Softmax as it is written in books: right, until an exponential overflows. */
export function naiveSoftmax(scores) {
  const raised = powers(scores);
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}

/** Shares that sum to 1, in the order of the scores; all 0 when nothing may be read. */
export function softmax(scores, temperature = 1) {
  checkTemperature(temperature);
  const raised = exponentials(scores, temperature);
  let total = 0;
  for (const one of raised) {
    total += one;
  }
  return raised.map((one, j) => (scores[j] === NOT_READ ? 0 : one / total));
}

/** How much of each entry a query reads. */
export function softWeights(query, keys, temperature = 1) {
  return softmax(scoresOf(query, keys), temperature);
}

/** The weighted sum of numbers; what has no weight is not looked at. */
function blendNumbers(weights, numbers) {
  let sum = 0;
  for (let j = 0; j < numbers.length; j += 1) {
    if (weights[j] !== 0) {
      sum += weights[j] * numbers[j];
    }
  }
  return sum;
}

/** The weighted sum of values: numbers, or rows that are blended column by column. */
export function blend(weights, values) {
  checkEqual("weights and values", weights.length, values.length, "give one value for each key");
  if (!Array.isArray(values[0])) {
    return blendNumbers(weights, values);
  }
  return values[0].map((_, c) => blendNumbers(weights, values.map((row) => row[c])));
}

/** The average of the values, weighted by the softmax of the unscaled scores over temperature. */
export function softLookup(query, keys, values, temperature = 1) {
  if (keys.length === 0) {
    throw new RangeError("the dictionary is empty; add an entry");
  }
  return blend(softWeights(query, keys, temperature), values);
}

/** The value of the last key that equals the query, as in a dictionary; undefined on a miss. */
export function exactLookup(query, keys, values) {
  checkEqual("keys and values", keys.length, values.length, "give one value for each key");
  const same = (key) => key.length === query.length && key.every((x, i) => x === query[i]);
  return values[keys.findLastIndex(same)];
}

// --- How spread the weights are ----------------------------------------------------------------

/** −Σ w log w, in natural units. */
export function entropy(weights) {
  let sum = 0;
  for (const weight of weights) {
    if (weight > 0) {
      sum -= weight * Math.log(weight);
    }
  }
  return sum;
}

/** How many entries the weights amount to: 1 when one has all, n when all are even. */
export function entriesRead(weights) {
  return Math.exp(entropy(weights));
}

/** How far numbers typically lie from their mean: the root of their variance. */
export function spread(numbers) {
  const even = numbers.map(() => 1 / numbers.length);
  const mean = blendNumbers(even, numbers);
  return Math.sqrt(blendNumbers(even, numbers.map((x) => (x - mean) ** 2)));
}

/** The share of each entry when it arrives, entries coming in one by one. */
export function sharesOnArrival(scores, temperature = 1) {
  checkTemperature(temperature);
  return scores.map((_, j) => softmax(scores.slice(0, j + 1), temperature)[j]);
}

// --- How the answer moves ----------------------------------------------------------------------

/**
 * The slopes of one soft lookup over numbers: by the query (d), by the keys (n, d), by the values (n).
 * d o / d q = Σ w_j (v_j − o) k_j / T;  d o / d k_j = w_j (v_j − o) q / T;  d o / d v_j = w_j.
 */
export function gradients(query, keys, values, temperature = 1) {
  const weights = softWeights(query, keys, temperature);
  const output = softLookup(query, keys, values, temperature);
  const pulls = weights.map((weight, j) => (weight * (values[j] - output)) / temperature);
  return {
    query: query.map((_, a) => keys.reduce((sum, key, j) => sum + pulls[j] * key[a], 0)),
    keys: pulls.map((pull) => query.map((x) => pull * x)),
    values: weights,
  };
}

/**
 * The slopes of a lookup as it stands. Where only the best match counts the ground is flat, with cliffs at its
 * borders, but the value that is returned still has its slope.
 */
export function slopesOf({ query, keys, values, temperature }) {
  const found = gradients(query, keys, values, temperature);
  if (temperature > Number.MIN_VALUE) {
    return found;
  }
  return { query: query.map(() => 0), keys: keys.map((key) => key.map(() => 0)), values: found.values };
}

// --- A lookup in parts -------------------------------------------------------------------------

/** Nothing read so far. */
export const NOTHING = Object.freeze({ maximum: NOT_READ, total: 0, weighted: 0 });

/** Two partial results as one: both are brought to the larger maximum, then added. */
export function merge(one, other) {
  const maximum = Math.max(one.maximum, other.maximum);
  if (maximum === NOT_READ) {
    return NOTHING;
  }
  let total = 0;
  let weighted = 0;
  for (const part of [one, other]) {
    if (part.maximum !== NOT_READ) {
      const factor = part.maximum === maximum ? 1 : Math.exp(part.maximum - maximum);
      total += factor * part.total;
      weighted += factor * part.weighted;
    }
  }
  return { maximum, total, weighted };
}

/** Read some entries of a dictionary of numbers, or none. */
export function readPart(query, keys, values) {
  checkEqual("keys and values", keys.length, values.length, "give one value for each key");
  const entries = keys.map((key, j) => ({
    maximum: dot(query, key),
    total: 1,
    weighted: values[j],
  }));
  return entries.reduce(merge, NOTHING);
}

/** The output of a lookup whose parts are all merged; 0 when nothing was read. */
export function finish(part) {
  return part.maximum === NOT_READ ? part.weighted : part.weighted / part.total;
}

// --- Many queries, and who may read what -------------------------------------------------------

function grid(rows, columns, entry) {
  return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (__, j) => entry(i, j)));
}

// What an entry gets in a row with nothing to read: libraries have three conventions.
const EMPTY_ROW = { zeros: () => 0, nan: () => NaN, even: (count) => 1 / count };

/** Softmax over what may be read; `empty` names what a row with nothing to read gives. */
export function maskedWeights(scores, mayRead, empty = "zeros") {
  if (!mayRead.includes(true)) {
    return scores.map(() => EMPTY_ROW[empty](scores.length));
  }
  return softmax(scores.map((score, j) => (mayRead[j] ? score : NOT_READ)));
}

/** Rows times a matrix: (n, d), (d, m) → (n, m). */
export function project(rows, matrix) {
  const columns = transpose(matrix);
  return rows.map((row) => scoresOf(row, columns));
}

/** Columns as rows: (n, m) → (m, n). */
export function transpose(matrix) {
  return matrix[0].map((_, c) => matrix.map((row) => row[c]));
}

/** The mistake: softmax down each column instead of along each row. */
export function softmaxDown(scores) {
  return transpose(transpose(scores).map((column) => softmax(column)));
}

/** Every row cut into equal pieces, the heads first: (n, d) → (heads, n, d / heads). */
export function splitHeads(rows, heads) {
  const width = rows[0].length / heads;
  return grid(heads, rows.length, (head, i) => rows[i].slice(head * width, (head + 1) * width));
}

/** The mistake: the same numbers in reading order, in the same shape. */
export function reshapeHeads(rows, heads) {
  const width = rows[0].length / heads;
  const all = rows.flat();
  return grid(heads, rows.length, (head, i) => {
    const start = (head * rows.length + i) * width;
    return all.slice(start, start + width);
  });
}

/** One factor in two places: on what a head returns, where it is a gate, and on its scores. */
export function gated(scores, values, factor) {
  const open = softmax(scores).map((weight) => factor * weight);
  const softened = softmax(scores.map((score) => factor * score));
  const told = (weights) => ({
    weights,
    total: weights.reduce((sum, weight) => sum + weight, 0),
    output: blend(weights, values),
  });
  return { output: told(open), scores: told(softened) };
}

// --- The map of answers ------------------------------------------------------------------------

/**
 * What the lookup answers at every point of a grid over the plane, row by row from the top.
 * `box` is {left, right, bottom, top}; a point lies in the middle of its cell.
 */
export function answersOver(box, columns, rows, keys, values, temperature) {
  checkTemperature(temperature);
  const answers = new Float64Array(columns * rows);
  const scores = new Float64Array(keys.length);
  let cell = 0;
  for (let row = 0; row < rows; row += 1) {
    const y = box.top - ((row + 0.5) / rows) * (box.top - box.bottom);
    for (let column = 0; column < columns; column += 1) {
      const x = box.left + ((column + 0.5) / columns) * (box.right - box.left);
      let top = NOT_READ;
      for (let j = 0; j < scores.length; j += 1) {
        scores[j] = x * keys[j][0] + y * keys[j][1];
        top = Math.max(top, scores[j]);
      }
      let total = 0;
      let weighted = 0;
      for (let j = 0; j < scores.length; j += 1) {
        const raised = scores[j] === top ? 1 : Math.exp((scores[j] - top) / temperature);
        total += raised;
        weighted += raised * values[j];
      }
      answers[cell] = weighted / total;
      cell += 1;
    }
  }
  return answers;
}

/** The directions from the origin along which two keys share the best score: the map's borders. */
export function borders(keys) {
  const found = [];
  for (let i = 0; i < keys.length; i += 1) {
    for (let j = i + 1; j < keys.length; j += 1) {
      const across = [keys[i][0] - keys[j][0], keys[i][1] - keys[j][1]];
      const length = Math.hypot(...across);
      for (const side of length === 0 ? [] : [1, -1]) {
        const direction = [(-side * across[1]) / length, (side * across[0]) / length];
        const best = Math.max(...scoresOf(direction, keys));
        if (best <= dot(direction, keys[i]) + A_HAIR) {
          found.push(direction);
        }
      }
    }
  }
  return found;
}

/**
 * Everything one query reads. `exact` asks a dictionary, which answers only where a key is equal:
 * on a miss there are no weights and no answer, and both are NaN.
 */
export function reading({ query, keys, values, temperature, exact }) {
  const scores = scoresOf(query, keys);
  if (!exact) {
    const weights = softmax(scores, temperature);
    return { scores, weights, output: blend(weights, values) };
  }
  const found = exactLookup(query, keys, keys.map((_, j) => j));
  const hit = found !== undefined;
  const weights = keys.map((_, j) => (hit ? Number(j === found) : NaN));
  return { scores, weights, output: hit ? values[found] : NaN };
}
