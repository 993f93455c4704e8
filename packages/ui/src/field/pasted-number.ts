/** Spaces and marks that separate thousands in some languages; commas and points are handled below. */
const PARTING = /[ \u00a0\u202f'’_]/g;
/** Characters allowed around a copied number: a currency sign, a coin name, a percent sign. */
const AROUND = '(?:\\p{Sc}|[A-Z]{3,}|%|[≈~])';
/** Longer texts are not numbers; the limit also bounds the time that WHOLE takes. */
const LENGTH_MAX = 100;
// eslint-disable-next-line regexp/no-super-linear-backtracking -- at most LENGTH_MAX characters
const WHOLE = new RegExp(`^(?:${AROUND}\\s*)?([+−-]?)\\s*(\\d[^\\p{L}]*?|[.,]\\d+|\\d[\\d.,]*e[+-]?\\d{1,2})\\s*${AROUND}?$`, 'iu');
const PLAIN = /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;
const BY_SPACES = /^\d{1,3}(?:[ \u00a0\u202f'’_]\d{3})+(?:[.,]\d+)?$/;
const BY_COMMAS = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const BY_POINTS = /^\d{1,3}(?:\.\d{3})+,\d*$/;
const BY_POINTS_ALONE = /^\d{1,3}(?:\.\d{3}){2,}$/;
const SCIENTIFIC = /^(\d+)(?:[.,](\d*))?e([+-]?\d{1,2})$/i;

/** A number in scientific notation, written out. */
function writtenOut(whole: string, part: string, exponent: number): string {
  const digits = whole + part;
  const point = whole.length + exponent;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length ? digits.padEnd(point, '0') : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

function unsigned(text: string): string | undefined {
  if (PLAIN.test(text) || BY_COMMAS.test(text) || BY_POINTS.test(text)) return text;
  if (BY_SPACES.test(text)) return text.replace(PARTING, '');
  if (BY_POINTS_ALONE.test(text)) return text.replaceAll('.', '');
  const [, whole = '', part = '', exponent] = SCIENTIFIC.exec(text) ?? [];
  return exponent === undefined ? undefined : writtenOut(whole, part, Number(exponent));
}

/**
 * A number from the clipboard in the form of a field; its single comma keeps its meaning for the field's own rules.
 * `undefined` if the text is not a number, or one that a field would turn into another number: a date, a version,
 * `1.5k`, a minus where none is allowed.
 */
export function pastedNumber(text: string, signed = false): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LENGTH_MAX) return undefined;
  const [, sign = '', digits] = WHOLE.exec(trimmed) ?? [];
  const isNegative = sign !== '' && sign !== '+';
  if (digits === undefined || (isNegative && !signed)) return undefined;
  const found = unsigned(digits.trim());
  return found === undefined ? undefined : `${isNegative ? '-' : ''}${found}`;
}

/** A field's text after a number is pasted over the selection; `undefined` if the two would merge into another number. */
export function withPasted(before: string, pasted: string, after: string): string | undefined {
  const text = `${before}${pasted}${after}`;
  return (before === '' && after === '') || /^-?\d*(?:\.\d*)?$/.test(text) ? text : undefined;
}
