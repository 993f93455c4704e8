import { priceUnits, quantityUnits, SCALE_DIGITS, type Instrument } from '@tapedeck/domain';

const ZERO = 48;
const LENGTH_MAX = 16;
const PLAIN = /^\d+(\.\d+)?$/;

/** Plain decimal text as a whole count of 10^-digits units; -1 if malformed. Written for the hot path: no allocation. */
export function readScaled(text: string, digits: number): number {
  if (text.length > LENGTH_MAX || !PLAIN.test(text)) return -1;
  const point = text.indexOf('.');
  const end = point < 0 ? text.length : Math.min(text.length, point + 1 + digits);
  let count = 0;
  for (let i = 0; i < end; i += 1) {
    if (i !== point) count = count * 10 + text.charCodeAt(i) - ZERO;
  }
  // Decimals beyond the grid must be zeros.
  for (let i = end; i < text.length; i += 1) if (text.charCodeAt(i) !== ZERO) return -1;
  for (let i = point < 0 ? 0 : end - point - 1; i < digits; i += 1) count *= 10;
  return Number.isSafeInteger(count) ? count : -1;
}

/** Converts the texts of a level into ticks and lots. */
export interface LevelGrid {
  readonly priceDigits: number;
  readonly quantityDigits: number;
  /** Units of the last price digit per tick, and of the last quantity digit per lot. */
  readonly tick: number;
  readonly lot: number;
}

export function levelGrid(instrument: Instrument): LevelGrid {
  const { priceDigits, quantityDigits } = instrument;
  return {
    priceDigits,
    quantityDigits,
    tick: Number(priceUnits(instrument.tickSize)) / 10 ** (SCALE_DIGITS - priceDigits),
    lot: Number(quantityUnits(instrument.lotSize)) / 10 ** (SCALE_DIGITS - quantityDigits),
  };
}

/** `[price, quantity]` rows as alternating ticks and lots; `undefined` if one is off the grid. */
export function readLevels(rows: unknown, grid: LevelGrid): number[] | undefined {
  if (!Array.isArray(rows)) return undefined;
  const levels: number[] = [];
  for (const row of rows as readonly unknown[]) {
    if (!Array.isArray(row) || row.length !== 2) return undefined;
    const [priceText, quantityText] = row as readonly unknown[];
    if (typeof priceText !== 'string' || typeof quantityText !== 'string') return undefined;
    const ticks = readScaled(priceText, grid.priceDigits) / grid.tick;
    const lots = readScaled(quantityText, grid.quantityDigits) / grid.lot;
    if (!Number.isInteger(ticks) || !Number.isInteger(lots) || ticks <= 0 || lots < 0) return undefined;
    levels.push(ticks, lots);
  }
  return levels;
}

/** Sets (or, with 0 lots, removes) changed levels in a sorted side, best first. `sign` is 1 for asks (rising ticks), -1 for bids. */
export function mergeLevels(side: number[], changes: readonly number[], sign: 1 | -1): void {
  for (let i = 0; i + 1 < changes.length; i += 2) {
    const ticks = changes[i] as number;
    const lots = changes[i + 1] as number;
    let low = 0;
    let high = side.length >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sign * ((side[middle * 2] as number) - ticks) < 0) low = middle + 1;
      else high = middle;
    }
    const at = low * 2;
    const found = side[at] === ticks;
    if (lots === 0) {
      if (found) side.splice(at, 2);
    } else if (found) side[at + 1] = lots;
    else side.splice(at, 0, ticks, lots);
  }
}
