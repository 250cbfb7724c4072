/** Numbers as people read and write them. Pure: no page, no element. */

const NO_NUMBER = "—";

/** The text with a true minus sign. */
function withMinus(text) {
  return text.replace("-", "−");
}

/** What has no digits: ∞, −∞, and a dash for what is no number. */
function withoutDigits(number) {
  return Number.isNaN(number) ? NO_NUMBER : withMinus(String(number).replace("Infinity", "∞"));
}

/** A number with fixed decimals; −0 is 0. */
export function fixed(number, decimals) {
  if (!Number.isFinite(number)) {
    return withoutDigits(number);
  }
  const text = number.toFixed(decimals);
  return withMinus(Number(text) === 0 ? text.replace("-", "") : text);
}

/** As few decimals as the number needs, at most `decimals`: 3, 2.5, 0.25. */
export function short(number, decimals = 2) {
  return Number.isFinite(number) ? withMinus(String(Number(number.toFixed(decimals)))) : withoutDigits(number);
}

const FEW_DIGITS = 100; // below it, a number in the place of a whole one shows its decimals

/** Another number in the dress of a printed one: its decimals, its %, its commas, its minus. */
export function dressedLike(printed, number) {
  const parts = /^([+])?[-−]?[\d,]*(?:\.(\d+))?(\s*%)?$/u.exec(printed.trim());
  if (!parts) {
    return short(number);
  }
  const [, plus = "", decimals = "", percent = ""] = parts;
  const whole = !decimals && !percent && Math.abs(number) < FEW_DIGITS;
  const text = whole ? short(number) : fixed(percent ? number * 100 : number, decimals.length);
  const dressed = printed.includes(",") ? text.replace(/\B(?=(\d{3})+(?!\d))/gu, ",") : text;
  return (number > 0 ? plus : "") + dressed + percent;
}

// 1,024.5 has commas between thousands; in 8,5 and 0,476 the comma is the point.
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/u;
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/iu;

function readPlain(text) {
  const pointed = THOUSANDS.test(text) ? text.replaceAll(",", "") : text.replace(",", ".");
  return PLAIN.test(pointed) ? Number(pointed) : NaN;
}

/**
 * The number someone wrote, and the size of its last digit: .0854, 8.5 %, 8,5, 1e-3, 2/3, −1.
 * null when it is none. A fraction is exact.
 */
export function readNumber(written) {
  let text = written.replace(/[\s\u00a0\u202f]/gu, "").replace(/[−–]/gu, "-");
  const percent = text.endsWith("%");
  text = percent ? text.slice(0, -1) : text;
  const scale = percent ? 0.01 : 1;
  const [above, below, ...rest] = text.split("/");
  if (rest.length > 0) {
    return null;
  }
  const value = below === undefined ? readPlain(above) : readPlain(above) / readPlain(below);
  if (!Number.isFinite(value)) {
    return null;
  }
  return { value: value * scale, lastDigit: below === undefined ? lastDigit(above) * scale : 0 };
}

function lastDigit(text) {
  const pointed = THOUSANDS.test(text) ? text.replaceAll(",", "") : text.replace(",", ".");
  const [digits, power = "0"] = pointed.toLowerCase().split("e");
  const decimals = (digits.split(".")[1] ?? "").length;
  return 10 ** (Number(power) - decimals);
}
