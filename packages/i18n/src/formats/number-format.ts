/** Number style of a language, read once from `Intl` so that ticking numbers are formatted without it. */
export interface NumberStyle {
  readonly decimal: string;
  readonly group: string;
  /** Digits of the group next to the decimal mark, and of the groups before it (3 and 2 in Hindi). */
  readonly firstGroup: number;
  readonly nextGroup: number;
  /** Minimum length of a grouped whole part (5 in Spanish). */
  readonly groupedFrom: number;
}

/** Built in: the first `Intl` object of a page costs more than all of its first numbers. */
const ENGLISH: NumberStyle = { decimal: '.', group: ',', firstGroup: 3, nextGroup: 3, groupedFrom: 4 };

export function numberStyle(locale: string): NumberStyle {
  return locale === 'en' ? ENGLISH : styleByIntl(locale);
}

/** The style of `Intl`. */
function styleByIntl(locale: string): NumberStyle {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true, maximumFractionDigits: 1, numberingSystem: 'latn' }).formatToParts(
    1234567890.5,
  );
  const groups = parts.filter((part) => part.type === 'integer').map((part) => part.value.length);
  const separator = parts.find((part) => part.type === 'group')?.value ?? '';
  const four = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1234);
  return {
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    group: separator,
    firstGroup: groups.at(-1) ?? 3,
    nextGroup: groups.at(-2) ?? groups.at(-1) ?? 3,
    groupedFrom: four.some((part) => part.type === 'group') ? 4 : 5,
  };
}

function groupWhole(whole: string, style: NumberStyle): string {
  if (style.group === '' || whole.length < style.groupedFrom || whole.length <= style.firstGroup) return whole;
  let end = whole.length - style.firstGroup;
  let text = whole.slice(end);
  while (end > style.nextGroup) {
    text = `${whole.slice(end - style.nextGroup, end)}${style.group}${text}`;
    end -= style.nextGroup;
  }
  return `${whole.slice(0, end)}${style.group}${text}`;
}

/** Formats digits without a sign (`"6418240"`, 2) as `64,182.40`. */
function writeDigits(digits: string, fraction: number, style: NumberStyle): string {
  if (fraction === 0) return groupWhole(digits, style);
  const padded = digits.length > fraction ? digits : digits.padStart(fraction + 1, '0');
  const split = padded.length - fraction;
  return `${groupWhole(padded.slice(0, split), style)}${style.decimal}${padded.slice(split)}`;
}

/** A whole count of 10^-fraction units, as a safe integer or a bigint: 641824 with 1 is `64,182.4`. */
export function writeCount(count: number | bigint, fraction: number, style: NumberStyle): string {
  const negative = count < 0;
  const text = writeDigits((negative ? -count : count).toString(), fraction, style);
  return negative ? `-${text}` : text;
}

/** Plain decimal text (`-1234.5`) with the separators of the language; its digits stay as they are. */
export function writeDecimalText(plain: string, style: NumberStyle): string {
  const negative = plain.startsWith('-');
  const [whole = '0', fraction] = (negative ? plain.slice(1) : plain).split('.');
  const text = `${groupWhole(whole, style)}${fraction === undefined ? '' : `${style.decimal}${fraction}`}`;
  return negative ? `-${text}` : text;
}

const COMPACT_DIGITS = 4;
const COMPACT_UNITS = ['', 'K', 'M', 'B', 'T'];

/** Below this a number's own text has an exponent. */
const PLAIN_FROM = 1e-6;

/** `undefined` where the simple rules do not apply: near zero, from a thousand trillions on, and for NaN. */
function compactEnglish(value: number): string | undefined {
  const size = Math.abs(value);
  if (value === 0) return '0';
  if (!(size >= PLAIN_FROM && size < 1e15)) return undefined;
  const [before = '', after = ''] = String(size).split('.');
  // Significant digits, and the power of ten of the first of them.
  const digits = (before + after).replace(/^0+/, '');
  const first = size >= 1 ? before.length - 1 : digits.length - after.length - 1;
  // Half away from zero, on the decimal digits, as Intl rounds.
  const rounded = String(
    Number(digits.slice(0, COMPACT_DIGITS).padEnd(COMPACT_DIGITS, '0')) + ((digits[COMPACT_DIGITS] ?? '0') >= '5' ? 1 : 0),
  );
  const power = first + (rounded.length - COMPACT_DIGITS);
  const sign = value < 0 ? '-' : '';
  // eslint-disable-next-line regexp/no-super-linear-move -- COMPACT_DIGITS characters
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${rounded.replace(/0+$/, '')}`;
  const unit = COMPACT_UNITS[Math.floor(power / 3)];
  if (unit === undefined) return undefined;
  const whole = 1 + (power % 3);
  // eslint-disable-next-line regexp/no-super-linear-move -- COMPACT_DIGITS characters
  const fraction = rounded.slice(whole).replace(/0+$/, '');
  return `${sign}${rounded.slice(0, whole)}${fraction === '' ? '' : `.${fraction}`}${unit}`;
}

/** Writes the short form of large numbers: 3.18B. */
export function compactText(locale: string): (value: number) => string {
  let intl: Intl.NumberFormat | undefined;
  const byIntl = (value: number): string => {
    intl ??= new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: COMPACT_DIGITS, numberingSystem: 'latn' });
    return intl.format(value);
  };
  return (value) => (locale === 'en' ? compactEnglish(value) : undefined) ?? byIntl(value);
}
