import { parseDecimal } from '@tapedeck/domain';

/** A number on screen, or of the wire, in units of 1e-8. Throws for anything else. */
export function units(text: string): bigint {
  const plain = text
    .replaceAll(',', '')
    .replaceAll('−', '-')
    .replace(/^\+/, '')
    .replace(/[^\d.-].*$/, '')
    .trim();
  const value = parseDecimal(plain);
  if (value === undefined) throw new Error(`'${text}' is not a number`);
  return value;
}

export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
