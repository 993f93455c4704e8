import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { SCALE, divCeil, divFloor } from '../values/integer.ts';
import { moneyRatio } from '../values/money.ts';
import { pricePerUnit, quantityOfLots } from '../values/quantities.ts';
import type { Leverage, Lots, Money, Price, Rate } from '../values/types.ts';
import { feeToClose, initialMarginOf } from './order-cost.ts';

const raw = (value: Money): bigint => value as unknown as bigint;

/** Value − entry value for a long, the opposite for a short. Exact (reference, section 6.7). */
export function profit(side: Side, entryValue: Money, value: Money): Money {
  return (side === 'Buy' ? raw(value) - raw(entryValue) : raw(entryValue) - raw(value)) as unknown as Money;
}

/** The average entry price to 1e-8, rounded to nearest; for showing only: the exchange keeps the exact entry value. */
export function entryPrice(instrument: Instrument, size: Lots, entryValue: Money): Price {
  return pricePerUnit(entryValue, quantityOfLots(size, instrument.lotSize), 'nearest');
}

/** Unrealised P&L ÷ (entry value ÷ leverage + fee to close), to 1e-8 (reference, section 6.7). */
export function returnOnInvestment(
  instrument: Instrument,
  holding: { readonly side: Side; readonly entryValue: Money; readonly leverage: Leverage },
  unrealised: Money,
): Rate | undefined {
  const { side, entryValue, leverage } = holding;
  const margin = raw(initialMarginOf(entryValue, leverage)) + raw(feeToClose(entryValue, side, leverage, instrument.takerFee));
  return moneyRatio(unrealised, margin as unknown as Money);
}

/**
 * The price at which closing earns back all paid and due fees and funding: (entry value ∓ realised) ÷ (size × (1 ∓ taker rate)),
 * rounded to 1e-8 away from the entry (reference, section 6.7). `realised` is this holding's realised P&L so far, fees and funding
 * included. `undefined` when no positive price does it.
 */
export function breakEvenPrice(
  instrument: Instrument,
  holding: { readonly side: Side; readonly size: Lots; readonly entryValue: Money; readonly realisedPnl: Money },
): Price | undefined {
  const quantity = BigInt(holding.size as unknown as number) * (instrument.lotSize as unknown as bigint);
  const fee = instrument.takerFee as unknown as bigint;
  const exact =
    holding.side === 'Buy'
      ? divCeil((raw(holding.entryValue) - raw(holding.realisedPnl)) * SCALE * SCALE, quantity * (SCALE - fee))
      : divFloor((raw(holding.entryValue) + raw(holding.realisedPnl)) * SCALE * SCALE, quantity * (SCALE + fee));
  return exact > 0n ? (exact as unknown as Price) : undefined;
}
