/**
 * What is known of each question, and when it is due again. Pure: no page, no storage, no clock of its own.
 *
 * A record: tries in the current round, whether it was solved, how many rounds in a row were found at the first
 * try (step), when it is due again, and when it was last answered; times in milliseconds.
 */

const DAY = 86_400_000;
const INTERVALS = [5, 14, 30]; // days
const KEY = /^[a-z]\w{0,40}\.[a-z]\w{0,60}$/u;
const MOST = 1000;

function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

/** {key: record} from whatever was kept or handed in; what is no record is left out. */
export function readRecords(kept) {
  const found = new Map();
  const given = kept && typeof kept === "object" ? Object.entries(kept).slice(0, MOST) : [];
  for (const [key, one] of given) {
    const { tries, solved, step = 0, due = 0, at = 0 } = one ?? {};
    if (KEY.test(key) && tries > 0 && [tries, step, due, at].every(isCount)) {
      found.set(key, { tries, solved: solved === true, step, due, at });
    }
  }
  return found;
}

/** Whether a question that was solved wants to be asked again. */
export function isDue(record, now) {
  return record?.solved === true && now >= record.due;
}

/**
 * The record after a choice. A question that is solved and not due is only looked at, unless it was taken again
 * and missed.
 */
export function afterChoice(record, right, now, takenAgain = false) {
  if (record?.solved && !isDue(record, now)) {
    return takenAgain && !right ? { tries: 1, solved: false, step: 0, due: 0, at: now } : record;
  }
  const again = isDue(record, now);
  const tries = (again ? 0 : (record?.tries ?? 0)) + 1;
  if (!right) {
    return { tries, solved: false, step: 0, due: 0, at: now };
  }
  const step = (record?.step ?? 0) + 1; // a mistake has brought it back to 0
  const days = INTERVALS[Math.min(step, INTERVALS.length) - 1];
  return { tries, solved: true, step, due: now + days * DAY, at: now };
}

/** Two sets of records as one: of each question the later. */
export function merged(ours, theirs) {
  const all = new Map(ours);
  for (const [key, record] of theirs) {
    if (!all.has(key) || all.get(key).at < record.at) {
      all.set(key, record);
    }
  }
  return all;
}

/** How many days from now. */
export function daysUntil(time, now) {
  return Math.max(0, Math.ceil((time - now) / DAY));
}
