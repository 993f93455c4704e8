import { lotCount, lots, refusal, tickCount, type AmendOrder, type OrderChanges, type Outcome } from '@tapedeck/domain';
import { amendConditional } from '../exits/amend-conditional.ts';
import { leaveBook } from '../fills/end-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { amendedCommand, changesRefusal, tellReplaced, withExits } from './amended.ts';
import { enter } from './place-order.ts';
import { settlementOf } from './take.ts';

function changeExits(order: OpenOrder, { exits }: OrderChanges): void {
  if (exits !== undefined) order.extra = withExits(order.extra ?? {}, exits ?? undefined);
}

/** An order that becomes smaller at the same price keeps its queue position; otherwise it re-enters at the end of its queue, or trades. */
function amendOpen(state: ExchangeState, account: Account, order: OpenOrder, changes: OrderChanges): Outcome {
  const unfit = changesRefusal(order, changes);
  if (unfit !== undefined) return { refusal: unfit };
  const { orderId, side, positionIndex } = order;
  const market = state.market(order.instrument.id);
  const settlement = settlementOf(market);
  const wished = amendedCommand(state, order, changes);
  const refused = settlement.changeRefusal(state, account, { order, command: wished, changes });
  if (refused !== undefined) return { refusal: refused };
  const price = tickCount(wished.price);
  const asked = lotCount(wished.quantity);
  // A reduce-only order never exceeds its position.
  const left = order.reduceOnly ? settlement.wants({ account, market, side, positionIndex, limit: price, order }, asked) : asked;
  if (price === order.price && left <= order.left) {
    changeExits(order, changes);
    if (left < order.left) {
      market.book.reduce(order.handle, order.left - left);
      settlement.resize(account, order, order.filled + left);
    }
    tellReplaced(state, account, order);
    return { orderId };
  }
  const command = left === asked ? wished : { ...wished, quantity: lots(left) };
  const { arrival, limit, meets } = settlement.foresee(state, account, command);
  settlement.free(account, order);
  const cost = settlement.carryRefusal(state, account, { command, fired: undefined, replaces: order }, arrival);
  if (cost !== undefined) {
    settlement.keep(account, order);
    return { refusal: cost };
  }
  changeExits(order, changes);
  leaveBook(state, order);
  settlement.drop(account, order);
  order.reprice(price, order.filled + left);
  tellReplaced(state, account, order);
  enter(state, { account, market, side, positionIndex, limit, order }, arrival, meets);
  return { orderId };
}

/** Amends an open order, resting or conditional. A refusal changes nothing. */
export function amendOrder(state: ExchangeState, account: Account, { orderId, changes }: AmendOrder): Outcome {
  const order = account.orders.get(orderId);
  if (order !== undefined) return amendOpen(state, account, order, changes);
  const conditional = state.triggers.get(account.id, orderId);
  return conditional === undefined ? { refusal: refusal('orderUnknown') } : amendConditional(state, account, conditional, changes);
}

/** The same on the owner's request: only the strategy amends its parts, and only the leader's order its copies. */
export function amendOwnOrder(state: ExchangeState, account: Account, command: AmendOrder): Outcome {
  const extra = account.orders.get(command.orderId)?.extra;
  if (extra?.strategy !== undefined) return { refusal: refusal('strategyPart') };
  return extra?.copy === undefined ? amendOrder(state, account, command) : { refusal: refusal('followerOpens') };
}
