import type { AccountId, InstrumentId } from '../values/ids.ts';
import type { PriceSums } from '../margin/average-price.ts';
import type { Side } from '../orders/order.ts';
import type { PositionIndex } from '../positions/position.ts';
import type { Lots, Money, Timestamp } from '../values/types.ts';
import { addMoney, subtractMoney } from '../values/money.ts';
import type { ExecutionKind } from './event.ts';

/** The fills of one order that closed a position or part of it, added up; a forced close without an order is a separate row. */
export interface Closing {
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  /** Side of the closing order. */
  readonly side: Side;
  readonly kind: ExecutionKind;
  /** Absent for take-overs, deleveraging, delivery and settlement. */
  readonly orderId?: number;
  /** The first execution; with `orderId` absent, it identifies the row. */
  readonly executionId: number;
  readonly fills: number;
  readonly size: Lots;
  /** Before fees. */
  readonly profit: Money;
  /** Total fee of the fills, including the part of a fill that opened the opposite side. */
  readonly fee: Money;
  readonly prices: PriceSums;
  /** Inverse contracts only: the inverse sum of the closed part at its entry prices. */
  readonly entryInverseSum?: bigint;
  /** Absent if the history does not know the opening of the closed part. */
  readonly costs?: ClosingCosts;
  readonly firstAt: Timestamp;
}

/** Costs of the closed part of a position over its life. */
export interface ClosingCosts {
  readonly openFees: Money;
  readonly closeFees: Money;
  /** Paid; negative if received. */
  readonly funding: Money;
  /** P&L that session settlements paid out before the close: `profit` counts from the last one. */
  readonly settled: Money;
}

/** P&L of a close after its costs: the change of the wallet; undefined if the costs are unknown. */
export function netProfit({ profit, costs }: Pick<Closing, 'profit' | 'costs'>): Money | undefined {
  if (costs === undefined) return undefined;
  const paid = addMoney(addMoney(costs.openFees, costs.closeFees), costs.funding);
  return subtractMoney(addMoney(profit, costs.settled), paid);
}
