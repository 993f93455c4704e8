import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { refusal, type Refusal, type RefusalReason } from '../refusals/refusal.ts';
import { divFloor } from '../values/integer.ts';
import { moneyUnits, money } from '../values/money.ts';
import { rate, rateUnits } from '../values/quantities.ts';
import type { Lots, Money, Rate, Timestamp } from '../values/types.ts';

/** Bounds of a follow: shares of the leader's quantity, and USDT that copied positions may be worth together. */
export const COPY_RATIO_MIN = rate(1_000_000n);
export const COPY_RATIO_MAX = rate(1_000_000_000n);
export const COPY_AMOUNT_MIN = money(1_000_000_000n);
export const COPY_NAME_LENGTH_MAX = 32;
/** Followers of one leader. */
export const FOLLOWERS_MAX = 500;
/** Orders that could not be copied, of which a follower is shown the newest. */
export const MISSED_COPIES_KEPT = 20;

const ONE = 100_000_000n;

/** Whether orders in an instrument are copied. */
export const isCopied = (instrument: Pick<Instrument, 'kind'>): boolean => instrument.kind === 'LinearPerpetual';

/** How an account follows. */
export interface CopyTerms {
  readonly leader: AccountId;
  /** Follower's quantity of what opens, as a share of the leader's. */
  readonly ratio: Rate;
  /** Most that all copied positions and orders may be worth together, USDT. */
  readonly maxAmount: Money;
}

/** What an order copies. */
export interface CopyTag {
  readonly leader: AccountId;
  readonly order: OrderId;
  /** Quantity of the leader's order that the copy's quantity stands for. */
  readonly lots: Lots;
}

/** What a leader has earned since they lead: fills that closed a copied contract, in USDT. */
export interface LeaderStatistics {
  readonly since: Timestamp;
  /** What the account's cash was worth then. */
  readonly capital: Money;
  readonly trades: number;
  /** Of the trades, those that earned more than nothing before fees. */
  readonly wins: number;
  /** Realised, less fees. */
  readonly pnl: Money;
  /** Value of all fills. */
  readonly volume: Money;
  /** Deepest fall of the realised P&L below its highest point. */
  readonly drawdown: Money;
}

/** A leader as everybody sees one. */
export interface LeaderRecord {
  readonly account: AccountId;
  readonly name: string;
  readonly followers: number;
  /** What followers have earned by copying, less fees; of those who follow now. */
  readonly followersPnl: Money;
  readonly statistics: LeaderStatistics;
}

/** A follower as the leader sees one. */
export interface FollowerRecord extends CopyTerms {
  readonly account: AccountId;
  readonly name: string;
  readonly since: Timestamp;
  /** Orders that were copied. */
  readonly orders: number;
  /** Realised in copied contracts since then, less fees. */
  readonly pnl: Money;
}

/** A leader's order that a follower's account could not copy. */
export interface MissedCopy {
  readonly time: Timestamp;
  readonly instrument: InstrumentId;
  readonly side: Side;
  /** Of the leader's order. */
  readonly order: OrderId;
  readonly reason: RefusalReason;
}

/** The part that an account plays in copy trading, as it stands after the event that carries it. */
export type CopyRecord =
  | { readonly role: 'leader'; readonly leader: LeaderRecord; readonly followers: readonly FollowerRecord[] }
  | {
      readonly role: 'follower';
      readonly leader: LeaderRecord;
      readonly follow: FollowerRecord;
      /** Newest first. */
      readonly missed: readonly MissedCopy[];
    };

/** Lots of what opens for a follower, rounded down. */
export const copiedLots = (count: number, ratio: Rate): number => Number(divFloor(BigInt(count) * rateUnits(ratio), ONE));

/** Lots of a follower's position that go with a part of the leader's: all of it with all of it, otherwise rounded down. */
export const copiedClose = (own: number, closes: number, of: number): number =>
  of === 0 || closes === 0 ? 0 : closes >= of ? own : Math.floor((own * closes) / of);

/** What is wrong with the terms of a follow whatever the accounts are. */
export function copyTermsRefusal({ ratio, maxAmount }: Pick<CopyTerms, 'ratio' | 'maxAmount'>): Refusal | undefined {
  if (rateUnits(ratio) < rateUnits(COPY_RATIO_MIN) || rateUnits(ratio) > rateUnits(COPY_RATIO_MAX))
    return refusal('parameter', { field: 'ratio' });
  return moneyUnits(maxAmount) < moneyUnits(COPY_AMOUNT_MIN) ? refusal('parameter', { field: 'maxAmount' }) : undefined;
}

/** The copy trader's word for why an order could not be copied, where there is one (specification, section 8). */
export function copyReason(reason: RefusalReason): RefusalReason {
  switch (reason) {
    case 'insufficientBalance':
      return 'copyBalance';
    case 'positionModeBusy':
    case 'marginModeBusy':
    case 'accountMarginModeBusy':
    case 'leverageOutOfRange':
      return 'copySettings';
    case 'aboveRiskLimit':
    case 'priceOutOfRange':
      return 'copyRisk';
    default:
      return reason;
  }
}
