import { isSpot, type RefusalReason, type StrategyEnd } from '@tapedeck/domain';
import { reducible } from '../margin/check-order.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Strategy } from '../state/strategy.ts';
import { endOrder } from '../fills/end-order.ts';
import { placePart } from './place-part.ts';

export function tellStrategy(state: ExchangeState, strategy: Strategy): void {
  strategy.updatedAt = state.now;
  state.tell({ type: 'StrategyChanged', strategy: strategy.record() });
}

/** Ends a strategy and cancels its open orders. */
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

/** Ends a strategy after a refusal. */
export function endRefused(state: ExchangeState, strategy: Strategy, reason: RefusalReason): void {
  const broke = reason === 'insufficientBalance' || reason === 'aboveRiskLimit';
  endStrategy(state, strategy, broke ? 'NoBalance' : reason === 'notTrading' ? 'NotTrading' : 'Refused');
}

/** Ends a grid and closes its position at market. */
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
