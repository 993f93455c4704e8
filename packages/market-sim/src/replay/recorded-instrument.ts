import { SCALE, divFloor, formatDecimal, type Instrument } from '@tapedeck/domain';
import { THIN_COIN_LADDER } from '../instruments/ladders.ts';
import { perpetual } from '../instruments/perpetual.ts';

/** A symbol of a recording that the exchange does not list, with its price and quantity steps; units of 1e-8. */
export interface RecordedSymbol {
  readonly symbol: string;
  readonly tickSize: bigint;
  readonly lotSize: bigint;
  /** Its first price. */
  readonly price: bigint;
}

const LISTABLE = /^([A-Z0-9]{1,15})USDT$/;
/** Maximum price as a multiple of the first one. */
const PRICES_MAX = 50n;
/** Value of the largest orders, dollars. */
const LIMIT_ORDER_DOLLARS = 5_000_000n;
const MARKET_SHARE = 5n;

/** Whether a recording may add a symbol: USDT contracts, whose rules follow from their coin alone. */
export const isListable = (symbol: string): boolean => LISTABLE.test(symbol);

/** The widest decimal step that divides all values and is at most the smallest of them. */
export function decimalStep(values: Iterable<bigint>): bigint {
  let step = SCALE * 1_000n;
  for (const value of values) while (step > 1n && value % step !== 0n) step = divFloor(step, 10n);
  return step;
}

const text = (units: bigint): string => formatDecimal(units);

/** At least one. */
const wholeLots = (quantity: bigint, lot: bigint): bigint => (quantity < lot ? lot : divFloor(quantity, lot) * lot);

/** The contract listed for a symbol of a recording: with the terms of thinly traded coins, on the recording's own steps. */
export function recordedPerpetual(id: number, { symbol, tickSize, lotSize, price: first }: RecordedSymbol): Instrument {
  const baseCoin = LISTABLE.exec(symbol)?.[1];
  if (baseCoin === undefined) throw new RangeError(`${symbol} is not a USDT contract`);
  // A lot at one tick must be worth a whole number of the smallest units of money.
  let lot = lotSize;
  while ((tickSize * lot) % SCALE !== 0n) lot *= 10n;
  const limit = wholeLots(divFloor(LIMIT_ORDER_DOLLARS * SCALE * SCALE, first), lot);
  return perpetual({
    id,
    kind: 'LinearPerpetual',
    baseCoin,
    tickSize: text(tickSize),
    lotSize: text(lot),
    maxPrice: text((divFloor(first, tickSize) + 1n) * tickSize * PRICES_MAX),
    maxLimitOrder: text(limit),
    maxMarketOrder: text(wholeLots(divFloor(limit, MARKET_SHARE), lot)),
    priceLimitRate: '0.05',
    depthMergeTimes: [1, 2, 5, 10, 50, 100],
    leverageSections: ['1', '3', '5', '10', '25', '50'],
    ladder: THIN_COIN_LADDER,
  });
}
