import {
  ZERO_MONEY,
  accountMargin,
  addMoney,
  DEFAULT_LEVERAGE,
  lotCount,
  lots,
  marginRates,
  orderMargin,
  valueAtTick,
  type AccountMargin,
  type Coin,
  type Instrument,
  type InstrumentId,
  type Money,
  type OpenOrderTotals,
  type OrderRecord,
  type OrderStatus,
  type PositionIndex,
  type PositionRecord,
  type Price,
  type Rate,
  type SettingsRecord,
  sumPositions,
  type MarginedPosition,
} from '@tapedeck/domain';
import { marginAt } from './margin-memo.ts';

/** Settle-coin totals of the account. */
export interface AccountView {
  readonly cash: readonly (readonly [Coin, Money])[];
  readonly equity: Money;
  /** What a new cross order may cost. */
  readonly available: Money;
  /** What a new isolated order may cost: available, but never more than the cash itself. */
  readonly transferable: Money;
  readonly marginBalance: Money;
  readonly initialMargin: Money;
  readonly maintenanceMargin: Money;
  readonly initialMarginRate: Rate | undefined;
  readonly maintenanceMarginRate: Rate | undefined;
  readonly unrealisedPnl: Money;
}

const WAITING: ReadonlySet<OrderStatus> = new Set(['Untriggered', 'Triggered']);
const NO_ORDERS: OpenOrderTotals = { buyLots: 0, buyValue: ZERO_MONEY, sellLots: 0, sellValue: ZERO_MONEY };

/** What the account has in one instrument; the mirror cut by instrument. */
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
    // An order that waits for its trigger holds nothing.
    if (order.positionIndex !== index || order.reduceOnly || WAITING.has(order.status)) continue;
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
export function heldForOrders(holdings: InstrumentHoldings, index: PositionIndex, orders: OpenOrderTotals): Money {
  const { instrument, settings, positions } = holdings;
  const own = positions.find((position) => position.positionIndex === index);
  return orderMargin({
    instrument,
    positionIndex: index,
    orders,
    position: own ?? { side: 'Buy', size: lots(0) },
    longLeverage: settings?.longLeverage ?? DEFAULT_LEVERAGE,
    shortLeverage: settings?.shortLeverage ?? DEFAULT_LEVERAGE,
  });
}

/** Margin held for all open orders of one instrument. */
export function instrumentOrderMargin(holdings: InstrumentHoldings): Money {
  let held = ZERO_MONEY;
  const indices = new Set(holdings.orders.map((order) => order.positionIndex));
  for (const index of indices)
    held = addMoney(held, heldForOrders(holdings, index, openOrderTotals(holdings.instrument, holdings.orders, index)));
  return held;
}

export interface AccountMarginQuery {
  readonly cash: Money;
  readonly holdings: readonly InstrumentHoldings[];
  mark(instrument: InstrumentId): Price | undefined;
}

/** Margin of the account in one settle coin; `undefined` while a mark price that it needs is not known. */
export function marginOfAccount({ cash, holdings, mark }: AccountMarginQuery): AccountMargin | undefined {
  const positions: MarginedPosition[] = [];
  let orders = ZERO_MONEY;
  for (const held of holdings) {
    orders = addMoney(orders, instrumentOrderMargin(held));
    const at = mark(held.instrument.id);
    for (const record of held.positions) {
      if (at === undefined) return undefined;
      positions.push({ holding: record, margin: marginAt(held.instrument, record, at) });
    }
  }
  return accountMargin({ cash, positions: sumPositions(positions), orderMargin: orders });
}

export function accountView(cash: ReadonlyMap<Coin, Money>, margin: AccountMargin): AccountView {
  const { equity, available, transferable, marginBalance, initialMargin, maintenanceMargin } = margin;
  const { unrealisedPnl } = margin;
  const { initialMarginRate, maintenanceMarginRate } = marginRates(margin);
  return {
    cash: [...cash],
    equity,
    available,
    transferable,
    marginBalance,
    initialMargin,
    maintenanceMargin,
    initialMarginRate,
    maintenanceMarginRate,
    unrealisedPnl,
  };
}
