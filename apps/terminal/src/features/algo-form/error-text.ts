import type { AlgoError } from '@tapedeck/client';
import type { Formats } from '@tapedeck/i18n';
import type { Translate } from '../../platform/texts.tsx';

const NUMBER = /^-?\d+(\.\d+)?$/;

/** An error in words; the numbers in it are written in the language on screen. */
export function errorText(text: Translate<`error.${string}`>, formats: Formats, { code, values = {} }: AlgoError): string {
  const written = Object.entries(values).map(([name, value]) => [name, NUMBER.test(value) ? formats.decimal(value) : value] as const);
  return text(`error.${code}`, Object.fromEntries(written));
}
