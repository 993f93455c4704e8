/** How a person writes numbers, by the language of the page and of the keyboard. */
export interface NumberHabit {
  /** A lone comma separates decimals; otherwise it may also separate thousands. */
  readonly isCommaDecimal: boolean;
  /** A leading minus is allowed. */
  readonly isSigned: boolean;
}

/** A text of a number field, and the number it means: plain digits with at most one point, which may also end it. */
export interface NumberReading {
  /** As the field shows it: the number, or the typed text while a comma in it may mean something else. */
  readonly text: string;
  /** Absent if the text means no number, or more than one. */
  readonly number?: string;
}

/** Longer texts are not numbers. */
const LENGTH_MAX = 100;
const DIGIT = /\p{Nd}/u;
const OTHER = /\P{ASCII}/gu;
/** Marks of other scripts and input methods, and their plain forms. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['．', '.'],
  ['。', '.'],
  ['｡', '.'],
  ['٫', '.'],
  ['，', ','],
  ['、', ','],
  ['､', ','],
  ['٬', ','],
  ['−', '-'],
  ['－', '-'],
  ['＋', '+'],
]);

/** Value of a decimal digit of any script: the digits of each script follow one another from a zero on. */
function digitValue(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before += 1;
  return before % 10;
}

/** The text with the digits, points, commas and signs of every script in their plain forms. */
const plainDigits = (text: string): string =>
  text.replace(OTHER, (character) => MARKS.get(character) ?? (DIGIT.test(character) ? String(digitValue(character)) : character));

const GROUPED_BY_COMMAS = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const GROUPED_BY_POINTS = /^\d{1,3}(?:\.\d{3})+,\d*$/;
const GROUPED_BY_POINTS_ALONE = /^\d{1,3}(?:\.\d{3}){2,}$/;
/** One comma behind digits that may be thousands. */
const MAYBE_GROUPED = /^[1-9]\d{0,2},(\d*)$/;
const ONE_COMMA = /^\d*,\d*$/;
const WITHOUT_COMMA = /^[\d.]*$/;

const withoutCommas = (text: string): string => text.replaceAll(',', '');
const withPoint = (text: string): string => {
  const pointed = text.replaceAll('.', '').replace(',', '.');
  return pointed.startsWith('.') ? `0${pointed}` : pointed;
};

/** A second point of a number is ignored, unless all of them separate thousands. */
function byPoints(text: string): string {
  if (GROUPED_BY_POINTS_ALONE.test(text)) return text.replaceAll('.', '');
  const [whole = '', ...decimals] = text.split('.');
  return decimals.length === 0 ? whole : `${whole === '' ? '0' : whole}.${decimals.join('')}`;
}

/** The number that digits, points and commas mean; `undefined` if that is not certain. */
function numberOf(text: string, isCommaDecimal: boolean): string | undefined {
  if (WITHOUT_COMMA.test(text)) return byPoints(text);
  const [, part] = MAYBE_GROUPED.exec(text) ?? [];
  if (part?.length === 3 && !isCommaDecimal) return undefined;
  if (ONE_COMMA.test(text) || GROUPED_BY_POINTS.test(text)) return withPoint(text);
  return GROUPED_BY_COMMAS.test(text) ? withoutCommas(text) : undefined;
}

/** Reads the text of a number field while a person types in it: other characters are ignored. */
export function typedReading(typed: string, { isCommaDecimal, isSigned }: NumberHabit): NumberReading {
  const text = plainDigits(typed).trim();
  const sign = isSigned && text.startsWith('-') ? '-' : '';
  const digits = text.replace(/[^\d.,]/g, '');
  const number = numberOf(digits, isCommaDecimal);
  if (number === undefined) return { text: sign + digits };
  // The next key decides: a point, or a separator of thousands.
  const isOpen = !isCommaDecimal && digits.endsWith(',') && MAYBE_GROUPED.test(digits);
  return { text: sign + (isOpen ? digits : number), number: sign + (isOpen ? withoutCommas(digits) : number) };
}

/** Spaces and marks that separate thousands in some languages. */
const PARTING = /[ \u00a0\u202f'’_]/g;
/** Characters allowed around a copied number: a currency sign, a coin name, a percent sign. */
const AROUND = '(?:\\p{Sc}|[A-Z]{3,}|%|[≈~])';
// eslint-disable-next-line regexp/no-super-linear-backtracking -- at most LENGTH_MAX characters
const WHOLE = new RegExp(`^(?:${AROUND}\\s*)?([+-]?)\\s*(\\d[^\\p{L}]*?|[.,]\\d+|\\d[\\d.,]*e[+-]?\\d{1,2})\\s*${AROUND}?$`, 'iu');
const PLAIN = /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;
const BY_SPACES = /^\d{1,3}(?:[ \u00a0\u202f'’_]\d{3})+(?:[.,]\d+)?$/;
const SCIENTIFIC = /^(\d+)(?:[.,](\d*))?e([+-]?\d{1,2})$/i;

/** A number in scientific notation, written out. */
function writtenOut(whole: string, part: string, exponent: number): string {
  const digits = whole + part;
  const point = whole.length + exponent;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length ? digits.padEnd(point, '0') : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

function pastedUnsigned(text: string, isCommaDecimal: boolean): NumberReading | undefined {
  const [, whole = '', part = '', exponent] = SCIENTIFIC.exec(text) ?? [];
  if (exponent !== undefined) return only(writtenOut(whole, part, Number(exponent)));
  if (BY_SPACES.test(text)) return only(text.replace(PARTING, '').replace(',', '.'));
  const isNumber = PLAIN.test(text) || GROUPED_BY_COMMAS.test(text) || GROUPED_BY_POINTS.test(text) || GROUPED_BY_POINTS_ALONE.test(text);
  if (!isNumber) return undefined;
  const number = numberOf(text, false);
  if (number !== undefined) return only(number);
  // Pages in English separate thousands by a comma; where it separates decimals, both are as likely.
  return isCommaDecimal ? { text } : only(withoutCommas(text));
}

const only = (number: string): NumberReading => ({ text: number, number });

/**
 * Reads a text that enters a field in one piece, from the clipboard or an input method. `undefined` if it is not a number, or
 * one that a field would turn into another number: a date, a version, `1.5k`, a minus where none is allowed.
 */
export function pastedReading(pasted: string, { isCommaDecimal, isSigned }: NumberHabit): NumberReading | undefined {
  if (pasted.trim().length > LENGTH_MAX) return undefined;
  const [, sign = '', digits] = WHOLE.exec(plainDigits(pasted).trim()) ?? [];
  if (digits === undefined || (sign === '-' && !isSigned)) return undefined;
  const reading = pastedUnsigned(digits.trim(), isCommaDecimal);
  if (sign !== '-' || reading === undefined) return reading;
  return { text: `-${reading.text}`, ...(reading.number !== undefined && { number: `-${reading.number}` }) };
}
