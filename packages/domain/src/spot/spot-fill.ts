import { feeCoinOf, type Instrument } from '../instruments/instrument.ts';
import type { Coin } from '../accounts/account.ts';
import { valueAtTick } from '../margin/contract-value.ts';
import { tradingFee } from '../margin/order-cost.ts';
import type { Side } from '../orders/order.ts';
import { money } from '../values/money.ts';
import { quantityOfLots, quantityUnits } from '../values/quantities.ts';
import type { Lots, Money, Rate, Ticks } from '../values/types.ts';

/** A count of lots as an amount of the base coin. Exact. */
export function baseAmount(instrument: Pick<Instrument, 'lotSize'>, count: Lots): Money {
  return money(quantityUnits(quantityOfLots(count, instrument.lotSize)));
}

/** Amounts that one side of a spot trade gives and receives before its fee, and the fee, deducted from the received amount. */
export interface SpotFill {
  readonly base: Money;
  readonly quote: Money;
  /** In `feeCoin`, rounded up: a buy pays in base coin, a sell in quote coin (docs/concepts/fees.md). */
  readonly fee: Money;
  readonly feeCoin: Coin;
}

export function spotFill(
  instrument: Instrument,
  fill: { readonly side: Side; readonly tick: Ticks; readonly count: Lots; readonly feeRate: Rate },
): SpotFill {
  const base = baseAmount(instrument, fill.count);
  const quote = valueAtTick(instrument, fill.count, fill.tick);
  return { base, quote, fee: tradingFee(fill.side === 'Buy' ? base : quote, fill.feeRate), feeCoin: feeCoinOf(instrument, fill.side) };
}

/** Amount held by a resting spot order: a buy holds its value at its own price, a sell its quantity. */
export interface SpotLock {
  readonly coin: Coin;
  readonly amount: Money;
}

export function spotLock(instrument: Instrument, side: Side, count: Lots, price: Ticks): SpotLock {
  return side === 'Buy'
    ? { coin: instrument.quoteCoin, amount: valueAtTick(instrument, count, price) }
    : { coin: instrument.baseCoin, amount: baseAmount(instrument, count) };
}
