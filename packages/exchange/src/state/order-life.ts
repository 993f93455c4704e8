import type { CancelReason, FilledHolding, Money } from '@tapedeck/domain';
import type { Account } from './account.ts';
import type { Market } from './market.ts';
import type { OpenOrder } from './open-order.ts';
import type { Position } from './position.ts';

/** One side of a trade for its listeners; a take-over has no order. */
export interface OwnFill {
  readonly account: Account;
  readonly market: Market;
  readonly order: OpenOrder | undefined;
  readonly tick: number;
  readonly count: number;
}

/** Change of a position by a fill. */
export interface PositionChange {
  readonly position: Position;
  readonly filled: FilledHolding;
}

/** Order events for strategies and copying, which act on them after the command: the only way in which they learn of an order's life. */
export interface OrderLife {
  accepted(account: Account, order: OpenOrder): void;
  /** `change` for contracts only: coins have no position. */
  filled(fill: OwnFill, value: Money, change?: PositionChange): void;
  /** It has ended for a reason other than a complete fill. */
  ended(account: Account, order: OpenOrder, reason: CancelReason): void;
  changed(account: Account, order: OpenOrder): void;
}

/** No listener. */
export const UNFOLLOWED: OrderLife = {
  accepted: () => undefined,
  filled: () => undefined,
  ended: () => undefined,
  changed: () => undefined,
};
