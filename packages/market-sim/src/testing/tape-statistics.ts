import { autocorrelation, deviation, mean, quantile } from './candle-statistics.ts';

/** One fill of the tape. */
export interface Print {
  /** Milliseconds. */
  readonly time: number;
  readonly price: number;
  readonly size: number;
  readonly takerBuys: boolean;
}

/** How a market looks on its tape. */
export interface TapeStatistics {
  readonly printsPerSecond: number;
  /** Prints of one taker's order: those of the same moment and side. */
  readonly printsPerOrder: number;
  /** Coefficient of variation of the time between prints. */
  readonly gapVariation: number;
  readonly signLag1: number;
  readonly signLag10: number;
  readonly signLag50: number;
  /** Share of prints at the price of the one before. */
  readonly unchanged: number;
  readonly medianSize: number;
  readonly largeSize: number;
  readonly largestSize: number;
}

const MS_PER_S = 1_000;
const LARGE = 0.99;

export function tapeStatistics(prints: readonly Print[]): TapeStatistics {
  const pairs = prints.slice(1).map((print, i) => [prints[i] ?? print, print] as const);
  const gaps = pairs.map(([before, print]) => print.time - before.time);
  const signs = prints.map(({ takerBuys }) => (takerBuys ? 1 : -1));
  const sizes = prints.map(({ size }) => size);
  const orders = 1 + pairs.filter(([before, print]) => before.time !== print.time || before.takerBuys !== print.takerBuys).length;
  const span = (prints.at(-1)?.time ?? 0) - (prints[0]?.time ?? 0);
  return {
    printsPerSecond: (prints.length * MS_PER_S) / span,
    printsPerOrder: prints.length / orders,
    gapVariation: deviation(gaps) / mean(gaps),
    signLag1: autocorrelation(signs, 1),
    signLag10: autocorrelation(signs, 10),
    signLag50: autocorrelation(signs, 50),
    unchanged: pairs.filter(([before, print]) => before.price === print.price).length / pairs.length,
    medianSize: quantile(sizes, 0.5),
    largeSize: quantile(sizes, LARGE),
    largestSize: quantile(sizes, 1),
  };
}
