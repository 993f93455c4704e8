import {
  addMoney,
  assertNever,
  belowPortfolioEntry,
  exceedsRiskLimit,
  formatDecimal,
  lossAtMark,
  lotCount,
  moneyUnits,
  narrow,
  narrowHeldOf,
  openingCost,
  portfolioOrderCost,
  positionLimit,
  priceBound,
  priceRangeRefusal,
  quantityBound,
  refusal,
  sideWith,
  tickCount,
  valueAtTick,
  valueBound,
  ZERO_MONEY,
  type Arrival,
  type Instrument,
  type Lots,
  type Money,
  type OpeningOrder,
  type PlaceOrder,
  type PortfolioOrder,
  type PositionIndex,
  type Price,
  type Refusal,
  type Side,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { openOrdersRefusal } from './order-counts.ts';
import { accountPool } from './pool.ts';
import { portfolioOf } from './portfolio.ts';
import { narrowSpendable, spendable } from './settle-margin.ts';

export function priceRefusal(instrument: Instrument, market: Market, command: PlaceOrder): Refusal | undefined {
  if (command.orderType === 'Market') return undefined;
  const at = tickCount(command.price);
  const outside = priceRangeRefusal(command.price, instrument);
  if (outside !== undefined) return outside;
  const limit = market.priceLimit(command.side);
  const beyond = command.side === 'Buy' ? at > limit : at < limit;
  return beyond ? refusal('priceOutOfRange', { price: priceBound(at, instrument), limit: priceBound(limit, instrument) }) : undefined;
}

function largestOrder(instrument: Instrument, { orderType, timeInForce }: Pick<PlaceOrder, 'orderType' | 'timeInForce'>): Lots {
  if (orderType === 'Market') return instrument.maxMarketOrder;
  switch (timeInForce) {
    case 'PostOnly':
      return instrument.maxPostOnlyOrder;
    case 'GoodTillCancel':
    case 'ImmediateOrCancel':
    case 'FillOrKill':
      return instrument.maxLimitOrder;
    default:
      return assertNever(timeInForce);
  }
}

export function quantityRefusal(
  instrument: Instrument,
  command: Pick<PlaceOrder, 'orderType' | 'timeInForce' | 'quantity'>,
): Refusal | undefined {
  const count = lotCount(command.quantity);
  const least = lotCount(instrument.minOrder);
  if (count < least) return refusal('quantityTooSmall', { limit: quantityBound(least, instrument) });
  const limit = largestOrder(instrument, command);
  return count > lotCount(limit) ? refusal('quantityTooLarge', { limit: quantityBound(lotCount(limit), instrument) }) : undefined;
}

export function indexRefusal(slot: Slot, index: PositionIndex): Refusal | undefined {
  const oneWay = slot.positionMode === 'MergedSingle';
  return oneWay === (index === 0) ? undefined : refusal('positionIndexMismatch');
}

/** In hedge mode, an order against its position's side can only close. */
export function closesOnly(command: Pick<PlaceOrder, 'positionIndex' | 'side' | 'reduceOnly'>): boolean {
  if (command.reduceOnly) return true;
  if (command.positionIndex === 0) return false;
  return (command.positionIndex === 1) !== (command.side === 'Buy');
}

/** Lots that a reduce-only order may still close. */
export function reducible(position: Position, side: Side): number {
  return position.side === side ? 0 : position.size;
}

/** Refusals of orders that may open a position, for every sender. */
function openingRefusal({ instrument, delivery }: Market, command: PlaceOrder): Refusal | undefined {
  if (command.orderType === 'Limit' && valueAtTick(instrument, command.quantity, command.price) < instrument.minNotional) {
    return refusal('notionalTooSmall', { limit: valueBound(instrument.minNotional) });
  }
  return delivery?.near(command.time) === true ? refusal('nearDelivery') : undefined;
}

/** Refusals that depend neither on margin nor on the book, in order of precedence. */
export function termsRefusal(account: Account, slot: Slot, market: Market, command: PlaceOrder): Refusal | undefined {
  const { instrument } = market;
  if (market.status !== 'Trading' || !market.opened) return refusal('notTrading');
  if (command.clientOrderId !== '' && account.clientOrderIds.has(command.clientOrderId)) return refusal('duplicateClientOrderId');
  const index = indexRefusal(slot, command.positionIndex);
  if (index !== undefined) return index;
  const quantity = quantityRefusal(instrument, command) ?? priceRefusal(instrument, market, command);
  if (quantity !== undefined) return quantity;
  if (closesOnly(command)) {
    const closable = reducible(slot.position(command.positionIndex), command.side);
    return closable === 0 ? refusal('reduceOnlyNoPosition') : openOrdersRefusal(account, slot);
  }
  return openingRefusal(market, command) ?? openOrdersRefusal(account, slot);
}

function openingOrder(slot: Slot, market: Market, command: PlaceOrder, arrival: Arrival): OpeningOrder {
  const { positionIndex } = command;
  return {
    instrument: slot.instrument,
    positionIndex,
    side: command.side,
    orders: slot.totals(positionIndex),
    position: slot.held(positionIndex),
    holder: slot,
    longLeverage: slot.longLeverage,
    shortLeverage: slot.shortLeverage,
    arrival,
    mark: market.mark,
    optionPrices: slot.optionPrices,
  };
}

/** An order with its predicted fills on arrival. */
export interface ArrivingOrder {
  readonly command: PlaceOrder;
  readonly arrival: Arrival;
}

/**
 * Whether a portfolio can carry orders, counted as filled: the rise in its initial margin, plus the amount paid above
 * the mark price, against the available balance. Orders that do not raise it are always accepted.
 */
function portfolioRefusal(state: ExchangeState, account: Account, arriving: readonly ArrivingOrder[]): Refusal | undefined {
  const opening = arriving.filter(({ command }) => !closesOnly(command));
  const orders = opening.map(({ command: { side, instrument }, arrival }): PortfolioOrder => {
    const market = state.market(instrument);
    const slot = account.slot(market.instrument);
    return { instrument: slot.instrument, side, arrival, mark: market.mark, prices: slot.optionPrices };
  });
  const portfolio = portfolioOf(state, account);
  const { available, equity } = accountPool(state, account);
  if (orders.length > 0 && belowPortfolioEntry(portfolio, equity))
    return refusal('portfolioEquity', { equity: formatDecimal(moneyUnits(equity)) });
  const { cost } = portfolioOrderCost(portfolio, orders);
  if (cost <= available) return undefined;
  return refusal('insufficientBalance', { needed: formatDecimal(moneyUnits(cost)), available: formatDecimal(moneyUnits(available)) });
}

const riskLimitRefusal = ({ instrument, side, longLeverage, shortLeverage }: OpeningOrder): Refusal =>
  refusal('aboveRiskLimit', { limit: valueBound(positionLimit(instrument.tiers, side === 'Buy' ? longLeverage : shortLeverage)) });

/** Whether the account can carry several orders of one settle coin together; closing orders cost nothing. */
export function costsRefusal(state: ExchangeState, account: Account, orders: readonly ArrivingOrder[]): Refusal | undefined {
  if (account.policy.portfolio) return portfolioRefusal(state, account, orders);
  let total = ZERO_MONEY;
  let limit: Money | undefined;
  for (const { command, arrival } of orders) {
    if (closesOnly(command)) continue;
    const market = state.market(command.instrument);
    const slot = account.slot(market.instrument);
    const order = openingOrder(slot, market, command, arrival);
    const own = sideWith(order);
    if (exceedsRiskLimit(order, own)) return riskLimitRefusal(order);
    total = addMoney(total, openingCost(order, slot.sideMargins(command.positionIndex), own));
    const left = spendable(state, account, slot);
    limit = limit === undefined || left < limit ? left : limit;
  }
  return limit === undefined || total === ZERO_MONEY || total <= limit ? undefined : refusal('insufficientBalance');
}

/**
 * Whether an order is certainly within the account's available balance, in narrow amounts. If not certain, the exact
 * check decides and states the missing amount. Ignores margin released by reversing a position, which only makes an
 * order cheaper.
 */
function surelyCarries(state: ExchangeState, account: Account, slot: Slot, { command, arrival }: ArrivingOrder, mark: Price): boolean {
  const { side, positionIndex } = command;
  const own = slot.foreseeArrival(positionIndex, side, arrival);
  if (!slot.sideTerms(side).withinLowestTier(own.opening + slot.narrowHeldValue(positionIndex, side, mark))) return false;
  const buy = slot.narrowMargin(positionIndex, 'Buy');
  const sell = slot.narrowMargin(positionIndex, 'Sell');
  const before = narrowHeldOf(positionIndex, buy, sell);
  const after = side === 'Buy' ? narrowHeldOf(positionIndex, own.margin, sell) : narrowHeldOf(positionIndex, buy, own.margin);
  const more = after - before;
  if (more <= 0) return true;
  const loss = arrival.fillLots === 0 ? 0 : narrow(lossAtMark(slot.instrument, side, arrival, mark));
  return more + loss <= narrowSpendable(state, account, slot);
}

/** Whether the account can carry the order: first the risk limit of its leverage, then its cost against the available balance. */
export function marginRefusal(state: ExchangeState, account: Account, command: PlaceOrder, arrival: Arrival): Refusal | undefined {
  if (account.policy.portfolio) return portfolioRefusal(state, account, [{ command, arrival }]);
  const market = state.market(command.instrument);
  const slot = account.slot(market.instrument);
  if (!account.pooled && surelyCarries(state, account, slot, { command, arrival }, market.mark)) return undefined;
  const { positionIndex } = command;
  const order = openingOrder(slot, market, command, arrival);
  const own = sideWith(order);
  if (exceedsRiskLimit(order, own)) return riskLimitRefusal(order);
  const cost = openingCost(order, slot.sideMargins(positionIndex), own);
  slot.foresee(positionIndex, command.side, own);
  if (cost === ZERO_MONEY) return undefined;
  const limit = spendable(state, account, slot);
  if (cost <= limit) return undefined;
  return refusal('insufficientBalance', { needed: formatDecimal(moneyUnits(cost)), available: formatDecimal(moneyUnits(limit)) });
}
