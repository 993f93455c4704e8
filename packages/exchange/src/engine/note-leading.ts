import { addMoney, isCopied, lotCount, subtractMoney, ZERO_MONEY, type FilledHolding, type Money } from '@tapedeck/domain';
import type { CopyRole } from '../copying/copying.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Fill } from './settle-fill.ts';

/** Notes an order of a leader as it arrives, before it trades: followers copy it once the command has run. */
export function noteLeading(state: ExchangeState, account: Account, order: OpenOrder): void {
  // The two legs of a spread fill together or not at all: a copy of one could not.
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

/** An order of a leader or a follower is open no longer. */
export function noteEnded(role: CopyRole, state: ExchangeState, order: OpenOrder): void {
  if (role.role === 'leader') {
    if (isCopied(order.instrument)) state.copying.due.push({ kind: 'ended', leader: role.account, orderId: order.orderId });
  } else if (order.extra?.copy !== undefined) role.copies.delete(order.extra.copy.order);
}

/** An order has other terms. */
export function noteChanged(state: ExchangeState, { account, instrument, orderId, price, quantity }: OpenOrder): void {
  if (!isCopied(instrument) || !state.copying.leaders.has(account)) return;
  state.copying.due.push({ kind: 'changed', leader: account, orderId, price, count: quantity });
}

/** A fill of a leader or a follower: what it earned, and whether it left the leader flat. */
export function noteFill(
  state: ExchangeState,
  role: CopyRole,
  { market, position, order }: Fill,
  { filled, value }: { readonly filled: FilledHolding; readonly value: Money },
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
