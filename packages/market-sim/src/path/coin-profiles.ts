import type { Coin } from '@tapedeck/domain';

/** Statistical profile of a coin's price history. Prices and daily turnover are in dollars. */
export interface CoinProfile {
  /** Target price of the path at the start of each year from `FIRST_YEAR` on; the last one holds indefinitely. */
  readonly anchors: readonly number[];
  /** Standard deviation of a day's return. */
  readonly dailyVolatility: number;
  /** Correlation with the factor shared by all coins. */
  readonly marketCorrelation: number;
  readonly dailyTurnover: number;
  /** Steps of the path in dollars and coins; its prices are `PATH_GRID` times as fine as the coin's finest contract. */
  readonly tick: number;
  readonly lot: number;
}

export const FIRST_YEAR = 2019;
/** Cheap coins move by less than a tick per minute: on ticks alone, their calm hours would have one price. */
const PATH_GRID = 10;

/** Volatility and turnover of a coin. */
type Temper = readonly [dailyVolatility: number, marketCorrelation: number, dailyTurnover: number];
const LARGE: Temper = [0.042, 0.72, 3e8];
const MIDDLE: Temper = [0.046, 0.68, 1.2e8];
const SMALL: Temper = [0.055, 0.6, 6e7];

function coin(anchors: readonly number[], temper: Temper, grid: readonly [tick: number, lot: number]): CoinProfile {
  const [dailyVolatility, marketCorrelation, dailyTurnover] = temper;
  const [tick, lot] = grid;
  return { anchors, dailyVolatility, marketCorrelation, dailyTurnover, tick: tick / PATH_GRID, lot };
}

/** By coin, the most traded first. */
export const COIN_PROFILES: Readonly<Record<Coin, CoinProfile>> = {
  BTC: coin([3_800, 7_300, 26_000, 42_000, 19_000, 43_000, 78_000, 66_000, 65_000], [0.025, 0.92, 6e9], [0.1, 0.001]),
  ETH: coin([140, 150, 900, 3_300, 1_300, 2_300, 3_300, 3_400], [0.034, 0.85, 3e9], [0.01, 0.01]),
  SOL: coin([12, 14, 25, 150, 30, 100, 185, 160], [0.043, 0.75, 1e9], [0.01, 0.1]),
  XRP: coin([0.36, 0.22, 0.35, 0.8, 0.4, 0.62, 1.6, 1.3], [0.04, 0.65, 5e8], [0.0001, 1]),
  DOGE: coin([0.03, 0.02, 0.04, 0.16, 0.08, 0.09, 0.24, 0.15], [0.045, 0.65, 4e8], [0.00001, 1]),
  BNB: coin([6, 13.8, 37, 512, 246, 313, 705, 650], [0.034, 0.76, 4e8], [0.01, 0.01]),
  ADA: coin([0.06, 0.05, 0.18, 1.31, 0.25, 0.6, 0.85, 0.62], LARGE, [0.0001, 1]),
  AVAX: coin([5, 4.5, 5.5, 80, 11, 39, 36, 22], LARGE, [0.001, 0.1]),
  LINK: coin([0.6, 1.8, 11.3, 19.7, 5.6, 15, 20, 14], LARGE, [0.001, 0.1]),
  LTC: coin([31, 42, 125, 148, 70, 73, 104, 90], LARGE, [0.01, 0.1]),
  BCH: coin([160, 205, 343, 435, 97, 260, 440, 480], LARGE, [0.05, 0.01]),
  DOT: coin([3, 3, 9, 27, 4.3, 8.3, 6.7, 4.2], LARGE, [0.001, 0.1]),
  TRX: coin([0.019, 0.013, 0.027, 0.076, 0.055, 0.108, 0.255, 0.28], LARGE, [0.00001, 1]),
  SUI: coin([0.5, 0.5, 0.6, 0.8, 0.7, 0.8, 4.1, 2.6], MIDDLE, [0.0001, 10]),
  '1000PEPE': coin([0.0004, 0.0004, 0.0005, 0.0008, 0.0006, 0.0013, 0.02, 0.009], SMALL, [0.0000001, 100]),
  UNI: coin([3, 4, 5.2, 17, 5.2, 7.4, 13.3, 7.8], MIDDLE, [0.001, 0.1]),
  NEAR: coin([1.1, 1.2, 1.4, 12, 1.27, 3.6, 4.9, 2.6], MIDDLE, [0.001, 0.1]),
  APT: coin([3, 3, 3.5, 4, 3.5, 9.3, 8.8, 4.4], MIDDLE, [0.0001, 0.01]),
  ARB: coin([0.8, 0.8, 0.9, 1, 1.1, 1.6, 0.72, 0.4], MIDDLE, [0.0001, 0.1]),
  OP: coin([0.7, 0.7, 0.8, 0.9, 0.92, 3.7, 1.75, 0.7], MIDDLE, [0.0001, 0.1]),
  AAVE: coin([18, 22, 88, 255, 52, 109, 310, 240], MIDDLE, [0.01, 0.01]),
  INJ: coin([0.6, 0.8, 2.3, 10, 1.26, 30, 20, 11], SMALL, [0.001, 0.1]),
  FIL: coin([15, 18, 22, 35, 3, 6.8, 4.9, 2.4], MIDDLE, [0.001, 0.1]),
  ATOM: coin([4, 4.3, 6.5, 32, 9.4, 10.6, 6.2, 4.1], MIDDLE, [0.001, 0.1]),
  ETC: coin([5.1, 4.5, 5.8, 34, 15.7, 21.8, 25, 18], MIDDLE, [0.001, 0.1]),
  XLM: coin([0.115, 0.05, 0.13, 0.27, 0.072, 0.13, 0.33, 0.26], MIDDLE, [0.00001, 1]),
  HBAR: coin([0.02, 0.014, 0.033, 0.29, 0.037, 0.087, 0.27, 0.17], MIDDLE, [0.00001, 1]),
  ICP: coin([20, 22, 28, 25, 3.9, 13.5, 10, 5], MIDDLE, [0.001, 0.1]),
  SHIB1000: coin([0.004, 0.005, 0.01, 0.033, 0.008, 0.0103, 0.021, 0.013], SMALL, [0.000001, 10]),
  EOS: coin([2.6, 2.6, 2.6, 3.1, 0.87, 0.85, 0.78, 0.6], MIDDLE, [0.0001, 0.1]),
  TON: coin([3.1], MIDDLE, [0.001, 0.1]),
  SEI: coin([0.31], SMALL, [0.0001, 1]),
  TIA: coin([4.6], SMALL, [0.001, 0.1]),
  WLD: coin([0.94], SMALL, [0.0001, 1]),
  JUP: coin([0.82], SMALL, [0.0001, 1]),
  PYTH: coin([0.21], SMALL, [0.0001, 1]),
  STRK: coin([0.36], SMALL, [0.0001, 1]),
  ENA: coin([0.55], SMALL, [0.0001, 1]),
  ONDO: coin([0.92], SMALL, [0.0001, 1]),
  RNDR: coin([5.4], SMALL, [0.001, 0.1]),
  FET: coin([0.74], SMALL, [0.0001, 1]),
  TAO: coin([390], MIDDLE, [0.01, 0.01]),
  STX: coin([0.97], SMALL, [0.0001, 1]),
  IMX: coin([0.88], SMALL, [0.0001, 1]),
  GRT: coin([0.12], SMALL, [0.00001, 1]),
  LDO: coin([0.99], SMALL, [0.0001, 1]),
  ALGO: coin([0.21], SMALL, [0.0001, 1]),
  KLAY: coin([0.17], SMALL, [0.0001, 1]),
  MATIC: coin([0.42], SMALL, [0.0001, 1]),
  CRV: coin([0.68], SMALL, [0.0001, 1]),
  RUNE: coin([2.4], SMALL, [0.001, 0.1]),
  KAS: coin([0.095], SMALL, [0.00001, 1]),
  DYDX: coin([0.78], SMALL, [0.0001, 1]),
  PENDLE: coin([4.1], SMALL, [0.001, 0.1]),
};

/** Coins that are renamed over time, and their new names. */
export const RENAMED_COINS: Readonly<Record<Coin, Coin>> = { RNDR: 'RENDER', FET: 'ASI', KLAY: 'KAIA', MATIC: 'POL' };
const FORMER_NAMES: ReadonlyMap<Coin, Coin> = new Map(Object.entries(RENAMED_COINS).map(([former, name]) => [name, former]));

/** The initial name of a coin: prices continue over a rename. */
export const firstNameOf = (name: Coin): Coin => FORMER_NAMES.get(name) ?? name;

/** For an unknown coin: it starts at 100 with average statistics. */
const OTHER: CoinProfile = coin([100], [0.04, 0.6, 1e8], [0.01, 0.01]);

export const coinProfile = (name: Coin): CoinProfile => COIN_PROFILES[firstNameOf(name)] ?? OTHER;

const RANKS: ReadonlyMap<Coin, number> = new Map(Object.keys(COIN_PROFILES).map((name, rank) => [name, rank]));
/** Beyond this rank coins are equally quiet. */
const RANK_MAX = 14;

/** 0 for the most traded coin. */
export const coinRank = (name: Coin): number => Math.min(RANK_MAX, RANKS.get(firstNameOf(name)) ?? RANK_MAX);
