import { DEFAULT_LEVERAGE } from '../accounts/default-settings.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { OptionPrices } from '../options/option-margin.ts';
import { isWaiting } from '../orders/waiting.ts';
import type { PositionIndex } from '../positions/position.ts';
import type { OrderRecord, PositionRecord, SettingsRecord } from '../records/records.ts';
import { ZERO_MONEY, addMoney } from '../values/money.ts';
import { lotCount, lots } from '../values/quantities.ts';
import type { Money } from '../values/types.ts';
import { valueAtTick } from './contract-value.ts';
import { orderMargin, type OpenOrderTotals } from './order-margin.ts';

const NO_ORDERS: OpenOrderTotals = { buyLots: 0, buyValue: ZERO_MONEY, sellLots: 0, sellValue: ZERO_MONEY };

/** An account's position and orders in one instrument. */
export interface InstrumentHoldings {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord | undefined;
  readonly positions: readonly PositionRecord[];
  readonly orders: readonly OrderRecord[];
}

/** Open orders of one position index that are not reduce-only, by side. */
export function openOrderTotals(instrument: Instrument, orders: readonly OrderRecord[], index: PositionIndex): OpenOrderTotals {
  const totals = { ...NO_ORDERS };
  for (const order of orders) {
    if (order.positionIndex !== index || order.reduceOnly || isWaiting(order)) continue;
    const left = lotCount(order.quantity) - lotCount(order.filled);
    const value = valueAtTick(instrument, lots(left), order.price);
    if (order.side === 'Buy') {
      totals.buyLots += left;
      totals.buyValue = addMoney(totals.buyValue, value);
    } else {
      totals.sellLots += left;
      totals.sellValue = addMoney(totals.sellValue, value);
    }
  }
  return totals;
}

/** Margin held for the open orders of one position index. */
export function heldForOrders(
  holdings: InstrumentHoldings,
  index: PositionIndex,
  orders: OpenOrderTotals,
  optionPrices?: OptionPrices,
): Money {
  const { instrument, settings, positions } = holdings;
  const own = positions.find((position) => position.positionIndex === index);
  return orderMargin({
    instrument,
    positionIndex: index,
    orders,
    position: own ?? { side: 'Buy', size: lots(0) },
    longLeverage: settings?.longLeverage ?? DEFAULT_LEVERAGE,
    shortLeverage: settings?.shortLeverage ?? DEFAULT_LEVERAGE,
    optionPrices,
  });
}

/** Margin held for all open orders of one instrument. */
export function instrumentOrderMargin(holdings: InstrumentHoldings, optionPrices?: OptionPrices): Money {
  let held = ZERO_MONEY;
  const indices = new Set(holdings.orders.map((order) => order.positionIndex));
  for (const index of indices)
    held = addMoney(held, heldForOrders(holdings, index, openOrderTotals(holdings.instrument, holdings.orders, index), optionPrices));
  return held;
}
