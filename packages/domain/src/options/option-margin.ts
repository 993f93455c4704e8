import { divCeil, SCALE, wholeBigint } from '../values/integer.ts';
import { addMoney, maxMoney, money, moneyShare, negateMoney, notional, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { lotCount, lots, price, pricePerUnit, priceUnits, quantityOfLots, quantityUnits, rateUnits } from '../values/quantities.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { Holding, PositionMargin } from '../margin/position-margin.ts';
import type { Side } from '../orders/order.ts';
import type { Lots, Money, Price, Rate } from '../values/types.ts';

/** Shares of the index or mark price in the margin of short options (docs/concepts/options.md). */
const MAINTENANCE_PER_MILLE = 30n;
const INITIAL_MOST_PER_MILLE = 100n;
const INITIAL_LEAST_PER_MILLE = 50n;
const PERCENT = 100n;
/** Share of the index price charged when a short option is liquidated. */
const LIQUIDATION_PER_MILLE = 2n;
/** Maximum fee as a share of the option's price. */
const FEE_CAP_PERCENT = 7n;

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** All margin inputs of a short option: prices of one unit of the base coin. */
export interface OptionPrices {
  readonly index: Price;
  readonly mark: Price;
}

/** Thousandths of 1e-8 per unit of base coin are kept until the size is multiplied in: one rounding, upwards. */
const FINE = 1_000n;

/** `perUnit` in 1e-8 ÷ FINE quote per unit of the base coin. */
function ofSize(instrument: Pick<Instrument, 'lotSize'>, size: Lots, perUnit: bigint): Money {
  const quantity = wholeBigint(lotCount(size)) * quantityUnits(instrument.lotSize);
  return money(divCeil(perUnit * quantity, SCALE * FINE));
}

/** Maintenance margin of one short unit, in 1e-8 ÷ FINE: max(3 % index, 3 % mark) + mark + 0.2 % index. */
function maintenancePerUnit({ index, mark }: OptionPrices): bigint {
  const base = larger(priceUnits(index), priceUnits(mark));
  return base * MAINTENANCE_PER_MILLE + priceUnits(mark) * FINE + priceUnits(index) * LIQUIDATION_PER_MILLE;
}

/** Distance by which the option is out of the money: call max(0, K − index), put max(0, index − K). */
function outOfTheMoney(instrument: Pick<Instrument, 'option'>, index: Price): bigint {
  const { option } = instrument;
  if (option === undefined) return 0n;
  const distance = priceUnits(option.strike) - priceUnits(index);
  const own = option.right === 'Call' ? distance : -distance;
  return own > 0n ? own : 0n;
}

type OptionTerms = Pick<Instrument, 'lotSize' | 'option'>;

/** Maintenance margin of a short position, rounded up. A long position needs none. */
export function shortOptionMaintenance(instrument: OptionTerms, size: Lots, prices: OptionPrices): Money {
  return ofSize(instrument, size, maintenancePerUnit(prices));
}

/**
 * Initial margin of a short position or order: the larger of [max(10 % index − out of the money, 5 % index) + max(price, mark)] × size and
 * the maintenance margin; `at` is the price of the entry or of the order. Rounded up.
 */
export function shortOptionInitial(instrument: OptionTerms, size: Lots, prices: OptionPrices, at: Price): Money {
  const index = priceUnits(prices.index);
  const most = index * INITIAL_MOST_PER_MILLE - outOfTheMoney(instrument, prices.index) * FINE;
  const least = index * INITIAL_LEAST_PER_MILLE;
  const perUnit = larger(most, least) + larger(priceUnits(at), priceUnits(prices.mark)) * FINE;
  return ofSize(instrument, size, larger(perUnit, maintenancePerUnit(prices)));
}

/** min(rate × index, 7 % × option price) × size, rounded up to the house (docs/concepts/fees.md and docs/concepts/options.md). */
export function optionFee(instrument: Pick<Instrument, 'lotSize'>, size: Lots, rate: Rate, prices: { index: Price; price: Price }): Money {
  const quantity = wholeBigint(lotCount(size)) * quantityUnits(instrument.lotSize);
  const byIndex = priceUnits(prices.index) * rateUnits(rate) * PERCENT;
  const cap = priceUnits(prices.price) * FEE_CAP_PERCENT * SCALE;
  const perUnit = byIndex < cap ? byIndex : cap;
  return money(divCeil(perUnit * quantity, SCALE * SCALE * PERCENT));
}

/** A position of options at current prices: a long needs no margin and is worth its value; a short needs both margins. */
export function optionPositionMargin(
  instrument: Pick<Instrument, 'lotSize' | 'option'>,
  holding: Pick<Holding, 'side' | 'size' | 'entryValue'>,
  prices: OptionPrices,
): PositionMargin {
  const { side, size, entryValue } = holding;
  const value = valueOf(instrument, size, prices.mark);
  const common = {
    value,
    feeToClose: ZERO_MONEY,
    unrealisedPnl: side === 'Buy' ? subtractMoney(value, entryValue) : subtractMoney(entryValue, value),
  };
  if (side === 'Buy') return { ...common, optionValue: value, initialMargin: ZERO_MONEY, maintenanceMargin: ZERO_MONEY };
  return {
    ...common,
    optionValue: negateMoney(value),
    initialMargin: shortOptionInitial(instrument, size, prices, averagePrice(instrument, size, entryValue)),
    maintenanceMargin: shortOptionMaintenance(instrument, size, prices),
  };
}

function valueOf(instrument: Pick<Instrument, 'lotSize'>, size: Lots, at: Price): Money {
  return notional(at, quantityOfLots(size, instrument.lotSize), 'down');
}

function averagePrice(instrument: Pick<Instrument, 'lotSize'>, size: Lots, value: Money): Price {
  return lotCount(size) === 0 ? price(0n) : pricePerUnit(value, quantityOfLots(size, instrument.lotSize), 'nearest');
}

/** Orders of one side of an option against a position: `lots` of them, worth `value` at their own prices. */
export interface OptionOrders {
  readonly side: Side;
  readonly lots: number;
  readonly value: Money;
  readonly position: { readonly side: Side; readonly size: Lots };
}

/**
 * Money that the orders of one side hold (docs/concepts/options.md). Buying to open: premium + fee. Selling to open: initial margin + fee −
 * premium. Buying to close: premium + fee less the initial margin that it sets free, not below 0. Selling to close: the fee.
 */
export function optionOrderMargin(
  instrument: Pick<Instrument, 'lotSize' | 'option' | 'takerFee'>,
  orders: OptionOrders,
  prices: OptionPrices,
): Money {
  const { side, position } = orders;
  if (orders.lots === 0) return ZERO_MONEY;
  const closing = position.side === side ? 0 : Math.min(orders.lots, lotCount(position.size));
  const closingPremium = closing === orders.lots ? orders.value : moneyShare(orders.value, closing, orders.lots, 'up');
  const premium = subtractMoney(orders.value, closingPremium);
  const average = averagePrice(instrument, lots(orders.lots), orders.value);
  const feeOf = (count: number): Money => optionFee(instrument, lots(count), instrument.takerFee, { index: prices.index, price: average });
  const opened = lots(orders.lots - closing);
  if (side === 'Sell') {
    const short = lotCount(opened) === 0 ? ZERO_MONEY : subtractMoney(shortOptionInitial(instrument, opened, prices, average), premium);
    return addMoney(feeOf(orders.lots), maxMoney(short, ZERO_MONEY));
  }
  const opening = lotCount(opened) === 0 ? ZERO_MONEY : addMoney(premium, feeOf(lotCount(opened)));
  if (closing === 0) return opening;
  const released = shortOptionInitial(instrument, lots(closing), prices, prices.mark);
  return addMoney(opening, maxMoney(ZERO_MONEY, subtractMoney(addMoney(closingPremium, feeOf(closing)), released)));
}
