import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { refusal, type Refusal, type RefusalReason } from '../refusals/refusal.ts';
import { divFloor } from '../values/integer.ts';
import { moneyUnits, money } from '../values/money.ts';
import { rate, rateUnits } from '../values/quantities.ts';
import type { Lots, Money, Rate, Timestamp } from '../values/types.ts';

/** Bounds of the terms of following: multiples of the leader's quantity, and the combined value of copied positions in USDT. */
export const COPY_RATIO_MIN = rate(1_000_000n);
export const COPY_RATIO_MAX = rate(1_000_000_000n);
export const COPY_AMOUNT_MIN = money(1_000_000_000n);
export const COPY_NAME_LENGTH_MAX = 32;
/** Maximum followers of one leader. */
export const FOLLOWERS_MAX = 500;
/** Number of failed copies that a follower is shown, newest first. */
export const MISSED_COPIES_KEPT = 20;

const ONE = 100_000_000n;

/** Whether orders in an instrument are copied. */
export const isCopied = (instrument: Pick<Instrument, 'kind'>): boolean => instrument.kind === 'LinearPerpetual';

/** Terms of following. */
export interface CopyTerms {
  readonly leader: AccountId;
  /** Follower's quantity of an opening order, as a share of the leader's. */
  readonly ratio: Rate;
  /** Maximum combined value of all copied positions and orders, USDT. */
  readonly maxAmount: Money;
}

/** Links a copied order to its original. */
export interface CopyTag {
  readonly leader: AccountId;
  readonly order: OrderId;
  /** Leader's quantity that corresponds to the copy's quantity. */
  readonly lots: Lots;
}

/** A leader's results since it began to lead: fills that closed size in a copied contract, in USDT. */
export interface LeaderStatistics {
  readonly since: Timestamp;
  /** Value of the account's cash at that time. */
  readonly capital: Money;
  readonly trades: number;
  /** Trades with a profit above zero before fees. */
  readonly wins: number;
  /** Realised, less fees. */
  readonly pnl: Money;
  /** Value of all fills. */
  readonly volume: Money;
  /** Largest drawdown of the realised P&L from its peak. */
  readonly drawdown: Money;
}

/** Public record of a leader. */
export interface LeaderRecord {
  readonly account: AccountId;
  readonly name: string;
  readonly followers: number;
  /** Earnings of the current followers from copying, less fees. */
  readonly followersPnl: Money;
  readonly statistics: LeaderStatistics;
}

/** Record of a follower for its leader. */
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
  /** The leader's order. */
  readonly order: OrderId;
  readonly reason: RefusalReason;
}

/** Role of an account in copy trading, after the event that carries it. */
export type CopyRecord =
  | { readonly role: 'leader'; readonly leader: LeaderRecord; readonly followers: readonly FollowerRecord[] }
  | {
      readonly role: 'follower';
      readonly leader: LeaderRecord;
      readonly follow: FollowerRecord;
      /** Newest first. */
      readonly missed: readonly MissedCopy[];
    };

/** Lots of an opening order for a follower, rounded down. */
export const copiedLots = (count: number, ratio: Rate): number => Number(divFloor(BigInt(count) * rateUnits(ratio), ONE));

/** Lots of a follower's position for a part of the leader's: all for all, otherwise rounded down. */
export const copiedClose = (own: number, closes: number, of: number): number =>
  of === 0 || closes === 0 ? 0 : closes >= of ? own : Math.floor((own * closes) / of);

/** Refuses terms that are invalid for any pair of accounts. */
export function copyTermsRefusal({ ratio, maxAmount }: Pick<CopyTerms, 'ratio' | 'maxAmount'>): Refusal | undefined {
  if (rateUnits(ratio) < rateUnits(COPY_RATIO_MIN) || rateUnits(ratio) > rateUnits(COPY_RATIO_MAX))
    return refusal('parameter', { field: 'ratio' });
  return moneyUnits(maxAmount) < moneyUnits(COPY_AMOUNT_MIN) ? refusal('parameter', { field: 'maxAmount' }) : undefined;
}

/** Maps a refusal to the copy-trading code for it, where one exists. */
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
