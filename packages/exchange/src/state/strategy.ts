import {
  ZERO_MONEY,
  addMoney,
  harmonicPrice,
  inverseSumOf,
  isInverse,
  lotCount,
  lots,
  type AccountId,
  type CancelReason,
  type Instrument,
  type Lots,
  type Money,
  type OrderId,
  type OrderSource,
  type PositionIndex,
  type Price,
  type Side,
  type StrategyEnd,
  type StrategyId,
  type StrategyPlan,
  type StrategyRecord,
  type StrategyTag,
  type Timestamp,
} from '@tapedeck/domain';

/** Immutable terms of a strategy. */
export interface StrategyTerms {
  readonly strategyId: StrategyId;
  readonly account: AccountId;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly positionIndex: PositionIndex;
  readonly reduceOnly: boolean;
  readonly quantity: Lots;
  readonly plan: StrategyPlan;
  readonly source: OrderSource;
  readonly createdAt: Timestamp;
}

/** A part that has ended; filled, if without a reason. */
export interface GonePart {
  readonly part: number;
  readonly side: Side;
  readonly reason: CancelReason | undefined;
}

/** Filled lots of a part at a price, and their value. */
export interface PartFill {
  readonly count: number;
  readonly value: Money;
  readonly price: Price;
}

/** A parent of orders: the progress of its plan. */
export class Strategy {
  filled = 0;
  filledValue: Money = ZERO_MONEY;
  /** Inverse contracts only: see `inverseSumOf`. */
  inverseSum = 0n;
  /** Lots bought less lots sold. */
  net = 0;
  placed = 0;
  /** Next due time of the clock, ms; 0 for never. */
  nextAt = 0;
  /** Chase only: its start in ticks, and consecutive refusals. */
  began = 0;
  refusals = 0;
  ended: StrategyEnd | undefined = undefined;
  updatedAt: Timestamp;
  /** Futures spread only: the newest order of each leg, far and near. */
  legs: readonly [OrderId, OrderId] = [0, 0];
  readonly parts = new Set<OrderId>();
  /** Events since the last step; empty at the end of every command. */
  readonly gone: GonePart[] = [];

  constructor(readonly terms: StrategyTerms) {
    this.updatedAt = terms.createdAt;
  }

  get left(): number {
    return lotCount(this.terms.quantity) - this.filled;
  }

  /** A part traded. For a spread, only the far leg counts. */
  take({ part }: StrategyTag, side: Side, { count, value, price }: PartFill): void {
    if (this.terms.plan.kind === 'FutureSpread' && part % 2 === 0) return;
    this.filled += count;
    this.filledValue = addMoney(this.filledValue, value);
    if (isInverse(this.terms.instrument)) this.inverseSum += inverseSumOf(price, lots(count));
    this.net += side === 'Buy' ? count : -count;
  }

  record(): StrategyRecord {
    const { strategyId, account, instrument, side, positionIndex, reduceOnly, quantity, plan, source, createdAt } = this.terms;
    return {
      strategyId,
      account,
      instrument: instrument.id,
      side,
      positionIndex,
      reduceOnly,
      quantity,
      plan,
      source,
      filled: lots(this.filled),
      filledValue: this.filledValue,
      ...(this.inverseSum > 0n && { averagePrice: harmonicPrice(lots(this.filled), this.inverseSum) }),
      placed: this.placed,
      parts: [...this.parts],
      ...(plan.kind === 'FutureSpread' && { legs: this.legs }),
      ...(this.ended !== undefined && { ended: this.ended }),
      createdAt,
      updatedAt: this.updatedAt,
    };
  }
}
