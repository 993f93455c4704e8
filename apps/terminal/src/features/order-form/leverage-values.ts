import { divNearest, leverage, leverageHundredths, parseDecimal, type Instrument, type Leverage } from '@tapedeck/domain';

/** From here on the dialog warns. */
export const HIGH_LEVERAGE: Leverage = leverage(2500n);

export interface LeverageRange {
  readonly min: Leverage;
  readonly max: Leverage;
}

export function leverageRange(instrument: Instrument): LeverageRange {
  const sections = instrument.leverageSections;
  const top = instrument.tiers[0]?.maxLeverage ?? sections.at(-1) ?? leverage(100n);
  return { min: sections[0] ?? leverage(100n), max: top };
}

/** Typed leverage with up to two decimals, `undefined` outside the range. */
export function readLeverage(text: string, { min, max }: LeverageRange): Leverage | undefined {
  const hundredths = parseDecimal(text.trim().replace(/x$/i, ''), 2);
  if (hundredths === undefined) return undefined;
  const value = leverage(hundredths);
  return value < min || value > max ? undefined : value;
}

/** The adverse move in percent that eats the initial margin, in tenths: 1 / leverage. */
export function adverseMoveTenths(value: Leverage): bigint {
  return divNearest(100_000n, leverageHundredths(value));
}
