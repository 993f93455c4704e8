import { isOption, type Coin, type Instrument } from '@tapedeck/domain';
import { PRODUCT_NAMES, tradeHistoryPath, type HistoryProduct } from '../platform/products.ts';

export const HOME_SYMBOL = 'BTCUSDT';
export const SPOT_SYMBOL = 'BTC/USDT';

/** The symbol of a trade page's address (specification, section 2); of a spot pair its two coins. */
export function symbolOfPath(path: string): string | undefined {
  const pair = /^\/trade\/spot\/([^/]+)\/([^/]+)\/?$/.exec(path);
  if (pair !== null) return `${pair[1] ?? ''}/${pair[2] ?? ''}`;
  return /^\/trade\/usdt\/([^/]+)\/?$/.exec(path)?.[1];
}

export const isPair = (symbol: string): boolean => symbol.includes('/');

export const tradePath = (symbol: string): string => `/trade/${isPair(symbol) ? 'spot' : 'usdt'}/${symbol}`;

export const OPTION_COINS = ['BTC', 'ETH', 'SOL'] as const;
export const OPTION_SETTLES = ['USDC', 'USDT'] as const;

export interface OptionAddress {
  readonly base: Coin;
  readonly settle: Coin;
  /** The option that the address ends with. */
  readonly symbol?: string;
}

/** The board of an option page's address: `/trade/option/usdc/BTC`, with an option behind it where one is meant. */
export function optionOfPath(path: string): OptionAddress | undefined {
  const [, settle, base, symbol] = /^\/trade\/option\/(usdc|usdt)\/([0-9A-Za-z]{2,12})(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  if (settle === undefined || base === undefined) return undefined;
  const board = { base: base.toUpperCase(), settle: settle.toUpperCase() };
  return symbol === undefined ? board : { ...board, symbol };
}

export const optionPath = ({ base, settle }: Pick<OptionAddress, 'base' | 'settle'>): string =>
  `/trade/option/${settle.toLowerCase()}/${base}`;

/** Where a symbol is traded: options on the board of their coin. */
export function pathOf(instrument: Instrument | undefined, symbol: string): string {
  if (instrument === undefined || !isOption(instrument)) return tradePath(symbol);
  return `${optionPath({ base: instrument.baseCoin, settle: instrument.settleCoin })}/${symbol}`;
}

/** The product whose trade history an address shows. */
export const productOfPath = (path: string): HistoryProduct | undefined =>
  PRODUCT_NAMES.find((name) => tradeHistoryPath(name) === path.replace(/\/$/, ''));
