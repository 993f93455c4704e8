import type { Coin } from '../accounts/account.ts';
import { milliseconds } from '../values/quantities.ts';
import type { Instrument } from './instrument.ts';

/** Sectors of coins (`symbolTags` on the wire). */
const SYMBOL_TAGS = ['Payments', 'Layer1', 'Layer2', 'DEFI', 'Infrastructure', 'Meme'] as const;
export type SymbolTag = (typeof SYMBOL_TAGS)[number];

const COINS: Readonly<Record<SymbolTag, readonly Coin[]>> = {
  Payments: ['BTC', 'LTC', 'BCH', 'XRP', 'XLM'],
  Layer1: [
    ...['ETH', 'SOL', 'BNB', 'ADA', 'AVAX', 'DOT', 'TRX', 'ATOM', 'APT', 'ETC', 'HBAR', 'ICP', 'NEAR', 'SUI', 'EOS', 'INJ'],
    ...['TON', 'SEI', 'TIA', 'ALGO', 'KLAY', 'KAIA', 'KAS'],
  ],
  Layer2: ['ARB', 'OP', 'STRK', 'STX', 'IMX', 'MATIC', 'POL'],
  DEFI: ['UNI', 'AAVE', 'INJ', 'JUP', 'ENA', 'ONDO', 'LDO', 'CRV', 'RUNE', 'DYDX', 'PENDLE'],
  Infrastructure: ['LINK', 'FIL', 'ICP', 'PYTH', 'RNDR', 'RENDER', 'FET', 'ASI', 'TAO', 'GRT', 'WLD'],
  Meme: ['DOGE', 'SHIB', 'PEPE'],
};

/** Contracts of cheap coins are named after a thousand of them: `1000PEPE`, `SHIB1000`. */
export const singleCoin = (coin: Coin): Coin => coin.replace(/^1000+|1000+$/, '');

/** Sector tags of an instrument's base coin; none for an unknown coin. */
export function symbolTags({ baseCoin }: Pick<Instrument, 'baseCoin'>): readonly SymbolTag[] {
  const coin = singleCoin(baseCoin);
  return SYMBOL_TAGS.filter((tag) => COINS[tag].includes(coin));
}

/** Tags that depend on trading, in addition to the coin's sector. */
const MARKET_TAGS = ['NEW', 'Trending', 'Popular'] as const;
export type MarketTag = (typeof MARKET_TAGS)[number];
/** All tags by which a list of symbols can be filtered. */
export const LIST_TAGS = [...MARKET_TAGS, ...SYMBOL_TAGS] as const;

const DAY_MS = 86_400_000;
/** Time for which a launched symbol is new. */
const NEW_MS = 14 * DAY_MS;

/** Whether trading began within the last 14 days. A renamed coin is not new. */
export function isNewListing({ launchAt, formerSymbol }: Pick<Instrument, 'launchAt' | 'formerSymbol'>, now: number): boolean {
  if (launchAt === undefined || formerSymbol !== undefined) return false;
  const age = now - milliseconds(launchAt);
  return age >= 0 && age < NEW_MS;
}
