/** Spaces and marks that part thousands in some languages; a comma or a point that does is told apart below. */
const PARTING = /[ \u00a0\u202f'’_]/g;
/** What may stand around a copied number: the sign of a currency, the name of a coin, a percent sign. */
const AROUND = '(?:\\p{Sc}|[A-Z]{3,}|%|[≈~])';
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
 * A number from the clipboard as a field may take it; its one comma keeps its meaning for the field's own rules. `undefined` where the
 * text is no number, or one that a field would make another number of: a date, a version, `1.5k`, a minus where there is none.
 */
export function pastedNumber(text: string, signed = false): string | undefined {
  const [, sign = '', digits] = WHOLE.exec(text.trim()) ?? [];
  const isNegative = sign !== '' && sign !== '+';
  if (digits === undefined || (isNegative && !signed)) return undefined;
  const found = unsigned(digits.trim());
  return found === undefined ? undefined : `${isNegative ? '-' : ''}${found}`;
}

/** A field's text with a pasted number in the place of what is selected; `undefined` where the two would grow into another number. */
export function withPasted(before: string, pasted: string, after: string): string | undefined {
  const text = `${before}${pasted}${after}`;
  return (before === '' && after === '') || /^-?\d*(?:\.\d*)?$/.test(text) ? text : undefined;
}
