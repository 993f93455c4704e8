import { isSpot, type RefusalReason, type StrategyEnd } from '@tapedeck/domain';
import { reducible } from '../risk/check-order.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Strategy } from '../strategies/strategy.ts';
import { endOrder } from './order-flow.ts';
import { placePart } from './place-part.ts';

export function tellStrategy(state: ExchangeState, strategy: Strategy): void {
  strategy.updatedAt = state.now;
  state.tell({ type: 'StrategyChanged', strategy: strategy.record() });
}

/** Ends a strategy and cancels what it has open. */
export function endStrategy(state: ExchangeState, strategy: Strategy, reason: StrategyEnd): void {
  const account = state.account(strategy.terms.account);
  for (const orderId of [...strategy.parts]) {
    strategy.parts.delete(orderId);
    const order = account.orders.get(orderId);
    if (order !== undefined) endOrder(state, account, order, 'CancelByUser');
  }
  strategy.ended = reason;
  state.strategies.finish(strategy);
  tellStrategy(state, strategy);
}

/** Ends a strategy that the exchange would not let go on. */
export function endRefused(state: ExchangeState, strategy: Strategy, reason: RefusalReason): void {
  const broke = reason === 'insufficientBalance' || reason === 'aboveRiskLimit';
  endStrategy(state, strategy, broke ? 'NoBalance' : reason === 'notTrading' ? 'NotTrading' : 'Refused');
}

/** Ends a grid and closes at market what it holds. */
export function closeGrid(state: ExchangeState, strategy: Strategy, reason: StrategyEnd): void {
  const { terms, net } = strategy;
  endStrategy(state, strategy, reason);
  const side = net > 0 ? 'Sell' : 'Buy';
  const spot = isSpot(terms.instrument);
  const position = state.account(terms.account).slot(terms.instrument).position(terms.positionIndex);
  const quantity = spot ? Math.abs(net) : Math.min(Math.abs(net), reducible(position, side));
  if (quantity === 0) return;
  placePart(state, strategy, {
    side,
    orderType: 'Market',
    price: 0,
    quantity,
    timeInForce: 'ImmediateOrCancel',
    reduceOnly: !spot,
    part: strategy.placed + 1,
  });
}
