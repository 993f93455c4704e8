import {
  DELIVERY_CODES,
  codesOfDelivery,
  deliveryOf,
  isOption,
  type Coin,
  type DeliveryCode,
  type Instrument,
  type Timestamp,
} from '@tapedeck/domain';
import { PRODUCT_NAMES, tradeHistoryPath, type HistoryProduct } from '../platform/products.ts';

export const HOME_SYMBOL = 'BTCUSDT';
export const COPY_PATH = '/copy-trading';
export const API_KEYS_PATH = '/settings/api-keys';
export const SPOT_SYMBOL = 'BTC/USDT';

const SYMBOL_PATHS = [
  /^\/trade\/usdt\/([^/]+)\/?$/,
  /^\/trade\/futures\/usdc\/([^/]+)\/?$/,
  /^\/trade\/inverse\/(?!futures\/?$)([^/]+)\/?$/,
];

/** The symbol in a trade page's address; for a spot pair, its two coins. */
export function symbolOfPath(path: string): string | undefined {
  // A language may precede it.
  const pair = /^(?:\/[a-z]{2}-[A-Z]{2})?\/trade\/spot\/([^/]+)\/([^/]+)\/?$/.exec(path);
  if (pair !== null) return `${pair[1] ?? ''}/${pair[2] ?? ''}`;
  for (const shape of SYMBOL_PATHS) {
    const symbol = shape.exec(path)?.[1];
    if (symbol !== undefined) return symbol;
  }
  return undefined;
}

/** An inverse future by its coins and its delivery code: `BTCUSD` and `BIQ`. */
export interface InverseFutureAddress {
  readonly coins: string;
  readonly code: DeliveryCode;
}

export function inverseFutureOfPath(path: string): InverseFutureAddress | undefined {
  const [, coins = '', suffix] = /^\/trade\/inverse\/futures\/([0-9A-Za-z]+)_([A-Za-z]+)\/?$/.exec(path) ?? [];
  const code = DELIVERY_CODES.find((name) => name === suffix?.toUpperCase());
  return code && { coins: coins.toUpperCase(), code };
}

const coinsOf = ({ baseCoin, quoteCoin }: Instrument): string => baseCoin + quoteCoin;

/** The inverse future of an address at a time. */
export function inverseFuture(
  { coins, code }: InverseFutureAddress,
  instruments: readonly Instrument[],
  now: Timestamp,
): Instrument | undefined {
  const deliveryAt = deliveryOf(code, now);
  return instruments.find((one) => one.kind === 'InverseFutures' && coinsOf(one) === coins && one.deliveryAt === deliveryAt);
}

export const isPair = (symbol: string): boolean => symbol.includes('/');

const NAME_MAX = 40;

/** An unknown symbol in an address: readable, and limited to the length of a title. */
export function nameInAddress(symbol: string): string {
  let name = symbol;
  try {
    name = decodeURIComponent(symbol);
  } catch {
    // It stays as written.
  }
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
}

export const tradePath = (symbol: string): string => `/trade/${isPair(symbol) ? 'spot' : 'usdt'}/${symbol}`;

export const OPTION_COINS = ['BTC', 'ETH', 'SOL'] as const;
export const OPTION_SETTLES = ['USDC', 'USDT'] as const;

export interface OptionAddress {
  readonly base: Coin;
  readonly settle: Coin;
  /** The option at the end of the address. */
  readonly symbol?: string;
}

/** The board of an option page's address: `/trade/option/usdc/BTC`, optionally followed by an option; BTC's without a coin. */
export function optionOfPath(path: string): OptionAddress | undefined {
  const [, settle, base, symbol] = /^\/trade\/option\/(usdc|usdt)(?:\/([0-9A-Za-z]{2,12})(?:\/([^/]+))?)?\/?$/.exec(path) ?? [];
  if (settle === undefined) return undefined;
  const board = { base: base?.toUpperCase() ?? OPTION_COINS[0], settle: settle.toUpperCase() };
  return symbol === undefined ? board : { ...board, symbol };
}

export const optionPath = ({ base, settle }: Pick<OptionAddress, 'base' | 'settle'>): string =>
  `/trade/option/${settle.toLowerCase()}/${base}`;

const isUsdcContract = ({ kind }: Instrument): boolean => kind === 'UsdcPerpetual' || kind === 'UsdcFutures';

/** Trade page of a symbol at a time: each contract type has its route, options are on the board of their coin. */
export function pathOf(instrument: Instrument | undefined, symbol: string, now: Timestamp): string {
  if (instrument === undefined) return tradePath(symbol);
  if (isOption(instrument)) return `${optionPath({ base: instrument.baseCoin, settle: instrument.settleCoin })}/${symbol}`;
  if (isUsdcContract(instrument)) return `/trade/futures/usdc/${symbol}`;
  if (instrument.kind === 'InversePerpetual') return `/trade/inverse/${symbol}`;
  if (instrument.kind !== 'InverseFutures') return tradePath(symbol);
  const [code] = instrument.deliveryAt === undefined ? [] : codesOfDelivery(instrument.deliveryAt, now);
  // A date without a code is about to end: the symbol itself names it.
  return code === undefined ? `/trade/inverse/${symbol}` : `/trade/inverse/futures/${coinsOf(instrument)}_${code}`;
}

/**
 * Navigation from one symbol to another: none to the same; between USDC contracts the page switches the symbol without
 * a history entry; otherwise to the route of the other symbol.
 */
export function wayTo(from: Instrument | undefined, to: Instrument | undefined): 'stay' | 'replace' | 'push' {
  if (to === undefined || from === undefined) return 'push';
  if (to.symbol === from.symbol) return 'stay';
  return isUsdcContract(from) && isUsdcContract(to) ? 'replace' : 'push';
}

/** The two contracts of a spread page's address. */
export interface SpreadAddress {
  readonly near: string;
  readonly far: string;
}

export const SPREAD_PATH = '/trade/spread';
export const spreadPath = ({ near, far }: SpreadAddress): string => `${SPREAD_PATH}/${near}/${far}`;

/** Whether an address is the spread page's, and its spread; `undefined` for another page. */
export function spreadOfPath(path: string): { readonly address: SpreadAddress | undefined } | undefined {
  if (path.replace(/\/$/, '') === SPREAD_PATH) return { address: undefined };
  const [, near, far] = /^\/trade\/spread\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? [];
  return near === undefined || far === undefined ? undefined : { address: { near, far } };
}

/** The product of a trade history's address. */
export const productOfPath = (path: string): HistoryProduct | undefined =>
  PRODUCT_NAMES.find((name) => tradeHistoryPath(name) === path.replace(/\/$/, ''));
