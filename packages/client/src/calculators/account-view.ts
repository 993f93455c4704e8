import {
  ZERO_MONEY,
  addMoney,
  DEFAULT_LEVERAGE,
  lotCount,
  lots,
  marginRates,
  orderMargin,
  valueAtTick,
  type Coin,
  type Instrument,
  type Money,
  type OpenOrderTotals,
  type OptionPrices,
  type OrderRecord,
  type OrderStatus,
  type PositionIndex,
  type PoolCoin,
  type PositionRecord,
  type Rate,
  type SettingsRecord,
} from '@tapedeck/domain';
import type { AccountMargins, PortfolioAccount } from './account-margins.ts';

/** Totals of the account as a settle coin meets them, in that coin. */
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
  /** The coins of a unified account, which stand for each other; absent where each settle coin stands by itself. */
  readonly pool?: readonly PoolCoin[];
  /** Of an account in portfolio margin. */
  readonly asPortfolio?: PortfolioAccount;
}

const WAITING: ReadonlySet<OrderStatus> = new Set(['Untriggered', 'Triggered']);
/** An order that waits for its trigger holds nothing. */
export const isWaiting = ({ status }: Pick<OrderRecord, 'status'>): boolean => WAITING.has(status);
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

export function accountView(cash: ReadonlyMap<Coin, Money>, margins: AccountMargins, coin: Coin): AccountView {
  const margin = margins.of(coin);
  const { equity, available, transferable, marginBalance, initialMargin, maintenanceMargin, unrealisedPnl } = margin;
  const { initialMarginRate, maintenanceMarginRate } = marginRates(margins.pool ?? margin);
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
    ...(margins.pool !== undefined && { pool: margins.coins }),
    ...(margins.asPortfolio !== undefined && { asPortfolio: margins.asPortfolio }),
  };
}
