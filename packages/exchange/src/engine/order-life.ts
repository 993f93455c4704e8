import { addMoney, isCopied, lotCount, priceOfTicks, subtractMoney, ticks, ZERO_MONEY, type Money } from '@tapedeck/domain';
import type { CopyRole } from '../state/copying.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { OrderLife, OwnFill, PositionChange } from '../state/order-life.ts';

/** Records a leader's order on arrival, before it trades: followers copy it after the command. */
function noteLeading(state: ExchangeState, account: Account, order: OpenOrder): void {
  // The two legs of a spread fill together or not at all, which a copy could not guarantee.
  if (!isCopied(order.instrument) || order.extra?.strategy?.kind === 'FutureSpread') return;
  const { instrument, side, positionIndex, orderId, orderType, price, timeInForce, reduceOnly, source } = order;
  const position = account.slot(instrument).position(positionIndex);
  const against = position.side === side ? 0 : position.size;
  state.copying.due.push({
    kind: 'placed',
    leader: account.id,
    orderId,
    instrument: instrument.id,
    side,
    orderType,
    price,
    timeInForce,
    reduceOnly,
    positionIndex,
    source,
    slippage: order.extra?.slippage,
    selfMatch: order.extra?.selfMatch,
    count: order.left,
    against,
    closes: Math.min(against, order.left),
  });
}

/** An order of a leader or a follower has ended. */
function noteEnded(role: CopyRole, state: ExchangeState, order: OpenOrder): void {
  if (role.role === 'leader') {
    if (isCopied(order.instrument)) state.copying.due.push({ kind: 'ended', leader: role.account, orderId: order.orderId });
  } else if (order.extra?.copy !== undefined) role.copies.delete(order.extra.copy.order);
}

/** A fill of a leader or a follower: its realised P&L, and whether it left the leader flat. */
function noteFill(
  state: ExchangeState,
  role: CopyRole,
  { market, order }: OwnFill,
  { position, filled, value }: PositionChange & { readonly value: Money },
): void {
  if (!isCopied(market.instrument)) return;
  const { copying } = state;
  copying.touched.add(role.account);
  if (role.role === 'follower') {
    role.pnl = subtractMoney(addMoney(role.pnl, filled.closed > 0 ? filled.earned : ZERO_MONEY), filled.fee);
    copying.touched.add(role.terms.leader);
    if (order?.left === 0 && order.extra?.copy !== undefined) role.copies.delete(order.extra.copy.order);
    return;
  }
  role.take(value, filled.closed > 0 ? filled.earned : undefined, filled.fee);
  if (lotCount(filled.holding.size) > 0) return;
  copying.due.push({ kind: 'flat', leader: role.account, instrument: market.instrument.id, positionIndex: position.index });
}

/** Passes order events to strategies, leaders and followers, which act after the command. */
export const orderLife = (state: ExchangeState): OrderLife => ({
  accepted(account, order) {
    const tag = order.extra?.strategy;
    if (tag !== undefined) state.strategies.placed(tag, order.orderId);
    if (account.copying?.role === 'leader') noteLeading(state, account, order);
  },

  filled(fill, value, change) {
    const { account, market, order, tick, count } = fill;
    const tag = order?.extra?.strategy;
    if (order !== undefined && tag !== undefined) {
      state.strategies.filled(tag, order, { count, value, price: priceOfTicks(ticks(tick), market.instrument.tickSize) });
      if (order.left === 0) state.strategies.gone(tag, order, undefined);
    }
    if (account.copying !== undefined && change !== undefined) noteFill(state, account.copying, fill, { ...change, value });
  },

  ended(account, order, reason) {
    const tag = order.extra?.strategy;
    if (tag !== undefined) state.strategies.gone(tag, order, reason);
    if (account.copying !== undefined) noteEnded(account.copying, state, order);
  },

  changed({ id, copying }, { instrument, orderId, price, quantity }) {
    if (copying?.role !== 'leader' || !isCopied(instrument)) return;
    state.copying.due.push({ kind: 'changed', leader: id, orderId, price, count: quantity });
  },
});
