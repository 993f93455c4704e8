import type { Instrument } from '@tapedeck/domain';
import { priceUnits, quantityUnits } from '@tapedeck/domain';

/** What a symbol's history looks like. Prices in quote coin, turnover in quote coin a day. */
export interface PathProfile {
  /** Price the path is drawn to at the start of each year from `FIRST_YEAR` on; the last one holds for ever. */
  readonly anchors: readonly number[];
  /** Typical deviation of a day's return. */
  readonly dailyVolatility: number;
  /** Correlation with the factor that all symbols share. */
  readonly marketCorrelation: number;
  readonly dailyTurnover: number;
}

export const FIRST_YEAR = 2019;

const PROFILES: Readonly<Record<string, PathProfile>> = {
  BTCUSDT: {
    anchors: [3_800, 7_300, 26_000, 42_000, 19_000, 43_000, 78_000, 66_000, 65_000],
    dailyVolatility: 0.025,
    marketCorrelation: 0.92,
    dailyTurnover: 6e9,
  },
  ETHUSDT: {
    anchors: [140, 150, 900, 3_300, 1_300, 2_300, 3_300, 3_400],
    dailyVolatility: 0.034,
    marketCorrelation: 0.85,
    dailyTurnover: 3e9,
  },
  SOLUSDT: {
    anchors: [12, 14, 25, 150, 30, 100, 185, 160],
    dailyVolatility: 0.043,
    marketCorrelation: 0.75,
    dailyTurnover: 1e9,
  },
  XRPUSDT: {
    anchors: [0.36, 0.22, 0.35, 0.8, 0.4, 0.62, 1.6, 1.3],
    dailyVolatility: 0.04,
    marketCorrelation: 0.65,
    dailyTurnover: 5e8,
  },
  DOGEUSDT: {
    anchors: [0.03, 0.02, 0.04, 0.16, 0.08, 0.09, 0.24, 0.15],
    dailyVolatility: 0.045,
    marketCorrelation: 0.65,
    dailyTurnover: 4e8,
  },
};

/** For an instrument nobody described: it starts at 100 and behaves like a middling coin. */
const OTHER: PathProfile = { anchors: [100], dailyVolatility: 0.04, marketCorrelation: 0.6, dailyTurnover: 1e8 };

/** A profile in the units of the book. */
export interface PathTerms extends PathProfile {
  readonly symbol: string;
  readonly ticksPerUnit: number;
  readonly lotsPerCoin: number;
}

export function pathTerms(instrument: Instrument): PathTerms {
  const units = 100_000_000;
  return {
    ...(PROFILES[instrument.symbol] ?? OTHER),
    symbol: instrument.symbol,
    ticksPerUnit: units / Number(priceUnits(instrument.tickSize)),
    lotsPerCoin: units / Number(quantityUnits(instrument.lotSize)),
  };
}
