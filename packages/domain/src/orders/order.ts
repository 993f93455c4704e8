import { assertNever } from '../values/assert.ts';

/** Order vocabulary. */
export type Side = 'Buy' | 'Sell';
export type OrderType = 'Limit' | 'Market';
export type TimeInForce = 'GoodTillCancel' | 'ImmediateOrCancel' | 'FillOrKill' | 'PostOnly';
export type OrderStatus = 'New' | 'PartiallyFilled' | 'Filled' | 'Cancelled' | 'Rejected' | 'Untriggered' | 'Triggered' | 'Deactivated';

/** Source of an order, kept for the audit log. A new source comes last: journals and snapshots hold its place. */
export const ORDER_SOURCES = ['form', 'chart', 'table', 'api', 'liquidation', 'market'] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

/** Outcome when an order would match another order of its own account; the incoming order's choice applies. */
export type SelfMatch = 'None' | 'CancelMaker' | 'CancelTaker' | 'CancelBoth';

/** Whether the remainder of a limit order rests in the book; otherwise it is cancelled. */
export function restsWhatIsLeft(timeInForce: TimeInForce): boolean {
  switch (timeInForce) {
    case 'GoodTillCancel':
    case 'PostOnly':
      return true;
    case 'ImmediateOrCancel':
    case 'FillOrKill':
      return false;
    default:
      return assertNever(timeInForce);
  }
}

export const opposite = (side: Side): Side => (side === 'Buy' ? 'Sell' : 'Buy');

/** Final statuses of an order. */
export function isTerminal(status: OrderStatus): boolean {
  return status === 'Filled' || status === 'Cancelled' || status === 'Rejected' || status === 'Deactivated';
}
