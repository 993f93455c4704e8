import { numberFormat } from '../render/formats.ts';

/** Bars per second. */
const SPEEDS = [0.5, 1, 5, 10, 60] as const;

export const speedChoices = (locale: string): readonly { readonly value: string; readonly label: string }[] =>
  SPEEDS.map((speed) => ({ value: String(speed), label: `${numberFormat(locale, {}).format(speed)}×` }));
