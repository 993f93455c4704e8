import type { Coin } from '../accounts/account.ts';
import type { Instrument } from './instrument.ts';

/** What the coins of a list are made for (`symbolTags` on the wire). */
export const SYMBOL_TAGS = ['Payments', 'Layer1', 'Layer2', 'DEFI', 'Infrastructure', 'Meme'] as const;
export type SymbolTag = (typeof SYMBOL_TAGS)[number];

const COINS: Readonly<Record<SymbolTag, readonly Coin[]>> = {
  Payments: ['BTC', 'LTC', 'BCH', 'XRP', 'XLM'],
  Layer1: ['ETH', 'SOL', 'BNB', 'ADA', 'AVAX', 'DOT', 'TRX', 'ATOM', 'APT', 'ETC', 'HBAR', 'ICP', 'NEAR', 'SUI', 'EOS', 'INJ'],
  Layer2: ['ARB', 'OP'],
  DEFI: ['UNI', 'AAVE', 'INJ'],
  Infrastructure: ['LINK', 'FIL', 'ICP'],
  Meme: ['DOGE', 'SHIB', 'PEPE'],
};

/** Contracts of cheap coins are named after a thousand of them: `1000PEPE`, `SHIB1000`. */
export const singleCoin = (coin: Coin): Coin => coin.replace(/^1000+|1000+$/, '');

/** The tags of what an instrument trades; none for a coin that is not known. */
export function symbolTags({ baseCoin }: Pick<Instrument, 'baseCoin'>): readonly SymbolTag[] {
  const coin = singleCoin(baseCoin);
  return SYMBOL_TAGS.filter((tag) => COINS[tag].includes(coin));
}
