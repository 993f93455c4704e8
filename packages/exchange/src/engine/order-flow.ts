import { isSpot, lots, priceOfTicks, quantityOfLots, ticks, valueAtTick, type CancelReason, type Side } from '@tapedeck/domain';
import { reducible } from '../risk/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Slot } from '../state/slot.ts';
import { crossTriggers } from './cross-triggers.ts';
import { noteEnded } from './note-leading.ts';
import { trimExits } from './position-exits.ts';
import { removeSpotOrder } from '../state/spot-orders.ts';

/** Takes an order out of the book and of its owner's list, and says why. Its record is final afterwards. */
export function endOrder(state: ExchangeState, account: Account, order: OpenOrder, reason: CancelReason): void {
  if (order.handle >= 0) {
    const { instrument } = order;
    if (isSpot(instrument)) {
      removeSpotOrder(state, account, order);
    } else {
      const slot = account.slot(instrument);
      unrest(state, slot, order);
      account.dropOrder(slot, order);
    }
  }
  order.cancel(reason, state.now);
  const strategy = order.extra?.strategy;
  if (strategy !== undefined) state.strategies.gone(strategy, order, reason);
  if (account.copying !== undefined) noteEnded(account.copying, state, order);
  state.tell({ type: 'OrderCancelled', order: order.record() });
}

/** Takes an order out of the book alone: what it holds stays counted. */
export function leaveBook(state: ExchangeState, order: OpenOrder): void {
  state.market(order.instrument.id).book.remove(order.handle);
  order.handle = -1;
}

function unrest(state: ExchangeState, slot: Slot, order: OpenOrder): void {
  const { instrument, side, positionIndex, price, reduceOnly } = order;
  leaveBook(state, order);
  if (!reduceOnly) slot.uncount(positionIndex, side, order.left, valueAtTick(instrument, lots(order.left), ticks(price)));
}

/**
 * Keeps reduce-only orders from ever enlarging or turning a position: each is cut to what is left of it, or cancelled when nothing
 * is; its TP/SL follow it. Called after every change of the position.
 */
export function trimReduceOnly(state: ExchangeState, account: Account, slot: Slot): void {
  if (state.triggers.has(account.id)) trimExits(state, slot);
  if (slot.reduceOnlyOrders === 0) return;
  for (const order of account.ordersOf(slot)) {
    if (!order.reduceOnly) continue;
    const most = reducible(slot.position(order.positionIndex), order.side);
    if (most >= order.left) continue;
    if (most === 0) {
      endOrder(state, account, order, 'CancelByReduceOnly');
      continue;
    }
    state.market(slot.instrument.id).book.reduce(order.handle, order.left - most);
    order.quantity = order.filled + most;
    order.updatedAt = state.now;
    state.tell({ type: 'OrderAccepted', order: order.record() });
  }
}

/** Puts a trade on the tape; it sets the last price. */
export function printTrade(
  state: ExchangeState,
  market: Market,
  takerSide: Side,
  trade: { readonly tick: number; readonly count: number },
): void {
  const { instrument } = market;
  market.last = priceOfTicks(ticks(trade.tick), instrument.tickSize);
  const tradeId = state.nextTradeId;
  state.nextTradeId += 1;
  state.tell({
    type: 'TradePrinted',
    instrument: instrument.id,
    tradeId,
    price: market.last,
    quantity: quantityOfLots(lots(trade.count), instrument.lotSize),
    value: valueAtTick(instrument, lots(trade.count), ticks(trade.tick)),
    takerSide,
    recorded: false,
  });
  const { tick } = trade;
  const triggers = state.triggers.book(instrument.id);
  if (tick >= triggers.high || tick <= triggers.low) crossTriggers(state, market, 'LastPrice', { floor: tick, ceil: tick });
}
