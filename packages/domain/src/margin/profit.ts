import type { Instrument } from '../instruments/instrument.ts';
import { opposite, type Side } from '../orders/order.ts';
import { SCALE } from '../values/integer.ts';
import { moneyRatio } from '../values/money.ts';
import type { Leverage, Lots, Money, Price, Rate } from '../values/types.ts';
import { gainsWithValue, priceAtExactValue, priceAtValue, valueAtPrice } from './contract-value.ts';
import { feeToClose, initialMarginOf } from './order-cost.ts';

const raw = (value: Money): bigint => value as unknown as bigint;
const wrap = (value: bigint): Money => value as unknown as Money;

/**
 * P&L of a position of this entry value at `value`. Linear: value − entry value for a long, the opposite for a short. Inverse: the other
 * way round, because the same contracts are worth fewer coins at a higher price. Exact (docs/concepts/profit.md).
 */
export function profit(instrument: Pick<Instrument, 'kind'>, side: Side, entryValue: Money, value: Money): Money {
  return wrap(gainsWithValue(instrument, side) ? raw(value) - raw(entryValue) : raw(entryValue) - raw(value));
}

/** The average entry price to 1e-8, rounded to nearest; for display only: the exchange keeps the exact entry value. */
export function entryPrice(instrument: Instrument, size: Lots, entryValue: Money): Price {
  return priceAtValue(instrument, size, entryValue, 'nearest');
}

/** Entry value of the closed part of a position: `profit` solved for it. Exact. `side` is the side of the closing order. */
export function closedEntryValue(
  instrument: Pick<Instrument, 'kind'>,
  close: { readonly side: Side; readonly value: Money; readonly profit: Money },
): Money {
  const [value, earned] = [raw(close.value), raw(close.profit)];
  return wrap(gainsWithValue(instrument, opposite(close.side)) ? value - earned : value + earned);
}

/**
 * Average entry price of the closed part of a position, to 1e-8, from the P&L of its close. For display only. `side` is the side of
 * the closing order.
 */
export function closedEntryPrice(
  instrument: Instrument,
  close: { readonly side: Side; readonly price: Price; readonly size: Lots; readonly profit: Money },
): Price {
  const { side, price, size, profit: earned } = close;
  const value = closedEntryValue(instrument, { side, value: valueAtPrice(instrument, size, price), profit: earned });
  return raw(value) <= 0n ? price : entryPrice(instrument, size, value);
}

/** Unrealised P&L ÷ (entry value ÷ leverage + fee to close), to 1e-8 (docs/concepts/profit.md). */
export function returnOnInvestment(
  instrument: Instrument,
  holding: { readonly side: Side; readonly entryValue: Money; readonly leverage: Leverage },
  unrealised: Money,
): Rate | undefined {
  const { side, entryValue, leverage } = holding;
  const margin = raw(initialMarginOf(entryValue, leverage)) + raw(feeToClose(instrument, side, entryValue, leverage));
  return moneyRatio(unrealised, wrap(margin));
}

/**
 * The price at which closing earns back all paid and due fees and funding, rounded to 1e-8 away from the entry. In values: what gains
 * with its value needs (entry value − realised) ÷ (1 − taker rate), what loses with it (entry value + realised) ÷ (1 + taker rate)
 * (docs/concepts/profit.md). `realised` is this holding's realised P&L so far, fees and funding included. `undefined` when no positive
 * price does it.
 */
export function breakEvenPrice(
  instrument: Instrument,
  holding: { readonly side: Side; readonly size: Lots; readonly entryValue: Money; readonly realisedPnl: Money },
): Price | undefined {
  const { side, size } = holding;
  const fee = instrument.takerFee as unknown as bigint;
  const gains = gainsWithValue(instrument, side);
  const due = gains ? raw(holding.entryValue) - raw(holding.realisedPnl) : raw(holding.entryValue) + raw(holding.realisedPnl);
  const divisor = gains ? SCALE - fee : SCALE + fee;
  if (due <= 0n) return undefined;
  return priceAtExactValue(instrument, size, { dividend: due * SCALE, divisor }, side === 'Buy' ? 'up' : 'down');
}
