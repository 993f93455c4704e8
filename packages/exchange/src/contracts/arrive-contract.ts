import {
  arrivalOf,
  executionLimit,
  isOption,
  lotCount,
  lots,
  refusal,
  tickCount,
  unmetArrival,
  valueAtTick,
  valueBound,
  type Arrival,
  type PlaceOrder,
  type Refusal,
} from '@tapedeck/domain';
import { attachedRefusal } from '../exits/check-options.ts';
import { LevelsAhead, NO_LEVELS, bestAgainst, crosses } from '../fills/levels-ahead.ts';
import type { Change, Foreseen } from '../fills/settlement.ts';
import { closesOnly, priceRefusal, quantityRefusal, reducible } from '../margin/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';

/** Refusals that depend on the book: a market order without liquidity, or an order value below the minimum. */
export function marketOrderRefusal(market: Market, command: PlaceOrder, arrival: Arrival): Refusal | undefined {
  if (command.orderType !== 'Market') return undefined;
  if (arrival.fillLots === 0) return refusal('marketNoLiquidity');
  const small = arrival.fillLots === lotCount(command.quantity) && arrival.fillValue < market.instrument.minNotional;
  return small && !closesOnly(command) ? refusal('notionalTooSmall', { limit: valueBound(market.instrument.minNotional) }) : undefined;
}

/**
 * Predicts the fills of an order at this moment; a closing order is limited to its position. Most orders match nothing,
 * and then the walk over the book is skipped.
 */
export function foreseeContract(state: ExchangeState, account: Account, command: PlaceOrder): Foreseen {
  const market = state.market(command.instrument);
  const { instrument } = market;
  const slot = account.slot(instrument);
  // An account without holdings or orders in an option has not received its prices.
  if (isOption(instrument)) slot.priceOption(market.optionPrices);
  const asked = lotCount(command.quantity);
  const count = closesOnly(command) ? Math.min(asked, reducible(slot.position(command.positionIndex), command.side)) : asked;
  const { side, orderType, timeInForce, price, options } = command;
  if (orderType === 'Limit' && !crosses(market, side, tickCount(price)))
    return { arrival: unmetArrival(instrument, command, count), limit: tickCount(price), meets: false, count };
  const { mark, index, premium } = market.limitPrices;
  const quantity = lots(count);
  const slippage = options?.slippage;
  const terms = { instrument, side, orderType, timeInForce, price, quantity, mark, index, premium, slippage };
  const limit = tickCount(executionLimit(terms, bestAgainst(market, side)));
  const meets = crosses(market, side, limit);
  return { arrival: arrivalOf(terms, meets ? new LevelsAhead(state, market, { account, side }) : NO_LEVELS), limit, meets, count };
}

/** Refusals of amended terms that depend neither on the book nor on margin. */
export function contractChangeRefusal(state: ExchangeState, account: Account, { order, command, changes }: Change): Refusal | undefined {
  const { instrument } = order;
  const { orderType, timeInForce } = command;
  const market = state.market(instrument.id);
  const bad =
    quantityRefusal(instrument, { orderType, timeInForce, quantity: changes.quantity ?? lots(order.quantity) }) ??
    (changes.price === undefined ? undefined : priceRefusal(instrument, market, command));
  if (bad !== undefined) return bad;
  if (!order.reduceOnly && valueAtTick(instrument, command.quantity, command.price) < instrument.minNotional) {
    return refusal('notionalTooSmall', { limit: valueBound(instrument.minNotional) });
  }
  const exits = changes.exits ?? undefined;
  return exits === undefined ? undefined : attachedRefusal(state, account, account.slot(instrument), { command, exits });
}
