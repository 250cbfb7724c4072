/** The stops of the temperature slider, from a plain dictionary to a plain mean. */

/** The coldest temperature there is: only the best match counts, and ties share. */
const COLDEST = Number.MIN_VALUE;
const STEPS_PER_TENFOLD = 20;
const FIRST = -26; // 0.05
const LAST = 26; // 20

/** Each stop has its temperature, its name in an address, and the words for it. */
function warmStops() {
  const stops = [];
  for (let step = FIRST; step <= LAST; step += 1) {
    const temperature = Number((10 ** (step / STEPS_PER_TENFOLD)).toPrecision(2));
    stops.push({ temperature, exact: false, name: String(temperature), words: `T = ${temperature}` });
  }
  return stops;
}

export const STOPS = [
  { temperature: COLDEST, exact: true, name: "exact", words: "a dictionary" },
  { temperature: COLDEST, exact: false, name: "0", words: "T → 0, best match" },
  ...warmStops(),
  { temperature: Infinity, exact: false, name: "inf", words: "T → ∞, plain mean" },
];

export const NAMES = STOPS.map((stop) => stop.name);

/** The number of the stop with that temperature. */
export function stopOf(temperature) {
  const found = STOPS.findIndex((stop) => !stop.exact && stop.temperature === temperature);
  if (found < 0) {
    throw new RangeError(`temperature ${temperature} is no stop of the slider; take one of ${NAMES}`);
  }
  return found;
}
