import {
  addMoney,
  formatDecimal,
  lotCount,
  maxMoney,
  moneyUnits,
  openingValue,
  positionLimit,
  priceOfTicks,
  priceUnits,
  profit,
  refusal,
  subtractMoney,
  tickCount,
  ticks,
  lots,
  valueAtPrice,
  valueAtTick,
  ZERO_MONEY,
  type Instrument,
  type Money,
  type PlaceOrder,
  type PositionIndex,
  type Refusal,
  type Side,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position, Slot } from '../state/slot.ts';
import { settleMargin } from './settle-margin.ts';

/** Open orders of one account in one instrument (reference, section 6.21). */
export const OPEN_ORDERS_MAX = 500;

function priceRefusal(instrument: Instrument, market: Market, command: PlaceOrder): Refusal | undefined {
  if (command.orderType === 'Market') return undefined;
  const at = tickCount(command.price);
  if (at < tickCount(instrument.minPrice) || at > tickCount(instrument.maxPrice)) return refusal('priceOutOfRange');
  const limit = market.priceLimit(command.side);
  if (command.side === 'Buy' ? at > limit : at < limit) {
    return refusal('priceOutOfRange', { limit: formatDecimal(priceUnits(priceOfTicks(ticks(limit), instrument.tickSize))) });
  }
  return undefined;
}

function quantityRefusal(instrument: Instrument, command: PlaceOrder): Refusal | undefined {
  const count = lotCount(command.quantity);
  if (count < lotCount(instrument.minOrder)) return refusal('quantityTooSmall');
  const postOnly = command.timeInForce === 'PostOnly';
  const limit =
    command.orderType === 'Market' ? instrument.maxMarketOrder : postOnly ? instrument.maxPostOnlyOrder : instrument.maxLimitOrder;
  return count > lotCount(limit) ? refusal('quantityTooLarge') : undefined;
}

function indexRefusal(slot: Slot, index: PositionIndex): Refusal | undefined {
  const oneWay = slot.positionMode === 'MergedSingle';
  return oneWay === (index === 0) ? undefined : refusal('positionIndexMismatch');
}

/** In hedge mode an order against its position's side can only close. */
export function closesOnly(command: Pick<PlaceOrder, 'positionIndex' | 'side' | 'reduceOnly'>): boolean {
  if (command.reduceOnly) return true;
  if (command.positionIndex === 0) return false;
  return (command.positionIndex === 1) !== (command.side === 'Buy');
}

/** What a reduce-only order may still close. */
export function reducible(position: Position, side: Side): number {
  return position.side === side ? 0 : position.size;
}

/** Refusals that need neither margin nor book, in order of precedence. */
export function termsRefusal(account: Account, slot: Slot, market: Market, command: PlaceOrder): Refusal | undefined {
  const { instrument } = market;
  if (instrument.status !== 'Trading' || !market.opened) return refusal('notTrading');
  if (command.clientOrderId !== '' && account.clientOrderIds.has(command.clientOrderId)) return refusal('duplicateClientOrderId');
  const index = indexRefusal(slot, command.positionIndex);
  if (index !== undefined) return index;
  const quantity = quantityRefusal(instrument, command) ?? priceRefusal(instrument, market, command);
  if (quantity !== undefined) return quantity;
  if (closesOnly(command)) {
    return reducible(slot.positions[command.positionIndex], command.side) === 0 ? refusal('reduceOnlyNoPosition') : undefined;
  }
  if (command.orderType === 'Limit' && valueAtTick(instrument, command.quantity, command.price) < instrument.minNotional) {
    return refusal('notionalTooSmall');
  }
  return slot.orders.size >= OPEN_ORDERS_MAX ? refusal('tooManyOrders') : undefined;
}

/** What an order would do on arrival: lots that execute at once with their value, and the value of what rests. */
export interface ArrivalEstimate {
  readonly fillLots: number;
  readonly fillValue: Money;
  readonly restLots: number;
  readonly restValue: Money;
}

function tierRefusal(slot: Slot, market: Market, command: PlaceOrder, added: { count: number; value: Money }): Refusal | undefined {
  const { side, positionIndex: index } = command;
  const position = slot.positions[index];
  const totals = slot.totals(index);
  const count = (side === 'Buy' ? totals.buyLots : totals.sellLots) + added.count;
  const value = addMoney(side === 'Buy' ? totals.buyValue : totals.sellValue, added.value);
  const opening = openingValue(side, count, value, { side: position.side, size: lots(position.size) });
  if (opening === ZERO_MONEY) return undefined;
  const held = position.side === side ? position.marginAt(market.mark).value : ZERO_MONEY;
  return addMoney(held, opening) > positionLimit(slot.instrument.tiers, slot.leverageOf(side)) ? refusal('aboveRiskLimit') : undefined;
}

/** An order that closes the whole position at once and opens the other side may use the margin that the closing sets free. */
function releasedByFlip(position: Position, side: Side, market: Market, arrival: ArrivalEstimate): Money {
  const flips = position.side !== side && position.size > 0 && arrival.restLots === 0 && arrival.fillLots > position.size;
  return flips ? position.marginAt(market.mark).initialMargin : ZERO_MONEY;
}

/**
 * Whether the account can carry the order: the risk limit of its leverage, then order cost and the loss of executing worse than the
 * mark price against the available balance (reference, sections 6.2 and 6.3).
 */
export function marginRefusal(state: ExchangeState, account: Account, command: PlaceOrder, arrival: ArrivalEstimate): Refusal | undefined {
  const { side, positionIndex: index } = command;
  const slot = account.slot(state.market(command.instrument).instrument);
  const market = state.market(slot.instrument.id);
  const added = { count: arrival.fillLots + arrival.restLots, value: addMoney(arrival.fillValue, arrival.restValue) };
  const tier = tierRefusal(slot, market, command, added);
  if (tier !== undefined) return tier;
  const before = slot.totals(index);
  const after =
    side === 'Buy'
      ? { ...before, buyLots: before.buyLots + added.count, buyValue: addMoney(before.buyValue, added.value) }
      : { ...before, sellLots: before.sellLots + added.count, sellValue: addMoney(before.sellValue, added.value) };
  const cost = subtractMoney(slot.orderMarginOf(index, after), slot.heldFor(index));
  if (cost <= ZERO_MONEY) return undefined;
  const atMark = valueAtPrice(slot.instrument, lots(arrival.fillLots), market.mark);
  const loss = maxMoney(ZERO_MONEY, profit(side, atMark, arrival.fillValue));
  const margin = settleMargin(state, account, slot.instrument.settleCoin);
  const limit = slot.marginMode === 'isolated' ? margin.transferable : margin.available;
  const needed = subtractMoney(addMoney(cost, loss), releasedByFlip(slot.positions[index], side, market, arrival));
  if (needed <= limit) return undefined;
  return refusal('insufficientBalance', { needed: formatDecimal(moneyUnits(needed)), available: formatDecimal(moneyUnits(limit)) });
}
