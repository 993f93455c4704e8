import {
  ZERO_MONEY,
  addMoney,
  maxMoney,
  subtractMoney,
  MISSED_COPIES_KEPT,
  type AccountId,
  type CopyTerms,
  type FollowerRecord,
  type InstrumentId,
  type MissedCopy,
  type Money,
  type OrderId,
  type OrderSource,
  type OrderType,
  type PositionIndex,
  type SelfMatch,
  type Side,
  type SlippageLimit,
  type TimeInForce,
  type Timestamp,
} from '@tapedeck/domain';

/** A leader, and its statistics since it began to lead. */
export class Leadership {
  readonly role = 'leader';
  /** In order of joining. */
  readonly followers = new Set<AccountId>();
  trades = 0;
  wins = 0;
  pnl: Money = ZERO_MONEY;
  peak: Money = ZERO_MONEY;
  drawdown: Money = ZERO_MONEY;
  volume: Money = ZERO_MONEY;

  constructor(
    readonly account: AccountId,
    readonly name: string,
    readonly since: Timestamp,
    readonly capital: Money,
  ) {}

  /** A fill: its value, its realised P&L (before fees) if it closed size, and its fee. */
  take(value: Money, earned: Money | undefined, fee: Money): void {
    this.volume = addMoney(this.volume, value);
    if (earned !== undefined) {
      this.trades += 1;
      if (earned > ZERO_MONEY) this.wins += 1;
      this.pnl = addMoney(this.pnl, earned);
    }
    this.pnl = subtractMoney(this.pnl, fee);
    this.peak = maxMoney(this.peak, this.pnl);
    this.drawdown = maxMoney(this.drawdown, subtractMoney(this.peak, this.pnl));
  }
}

/** An account that copies another. */
export class Following {
  readonly role = 'follower';
  /** Open orders, by the leader's order that each copies. */
  readonly copies = new Map<OrderId, OrderId>();
  /** Newest last. */
  readonly missed: MissedCopy[] = [];
  orders = 0;
  pnl: Money = ZERO_MONEY;

  constructor(
    readonly account: AccountId,
    public terms: CopyTerms,
    readonly name: string,
    readonly since: Timestamp,
  ) {}

  miss(missed: MissedCopy): void {
    this.missed.push(missed);
    if (this.missed.length > MISSED_COPIES_KEPT) this.missed.shift();
  }

  record(): FollowerRecord {
    const { account, name, since, orders, pnl } = this;
    return { ...this.terms, account, name, since, orders, pnl };
  }
}

export type CopyRole = Leadership | Following;

/** A leader's order on arrival. */
export interface LeadingOrder {
  readonly kind: 'placed';
  readonly leader: AccountId;
  readonly orderId: OrderId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Ticks; 0 for a market order. */
  readonly price: number;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly positionIndex: PositionIndex;
  readonly source: OrderSource;
  readonly slippage: SlippageLimit | undefined;
  readonly selfMatch: SelfMatch | undefined;
  readonly count: number;
  /** Lots of the leader's opposite position on arrival, and the maximum lots of it that the order closes. */
  readonly against: number;
  readonly closes: number;
}

/** A step of a leader that followers still have to copy. */
export type LeadingStep =
  | LeadingOrder
  | { readonly kind: 'ended'; readonly leader: AccountId; readonly orderId: OrderId }
  | {
      readonly kind: 'changed';
      readonly leader: AccountId;
      readonly orderId: OrderId;
      readonly price: number;
      readonly count: number;
    }
  | {
      readonly kind: 'flat';
      readonly leader: AccountId;
      readonly instrument: InstrumentId;
      readonly positionIndex: PositionIndex;
    };

/** Leaders and followers, and the pending copies of the current command. */
export class Copying {
  readonly leaders = new Map<AccountId, Leadership>();
  readonly followings = new Map<AccountId, Following>();
  /** Empty at the end of every command. */
  readonly due: LeadingStep[] = [];
  /** Accounts whose record changed. */
  readonly touched = new Set<AccountId>();
}
