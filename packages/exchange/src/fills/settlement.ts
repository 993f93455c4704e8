import type { Arrival, CopyTag, OrderChanges, PlaceOrder, Refusal, Side, StrategyTag } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { ConditionalOrder } from '../triggers/conditional-order.ts';

/** The taker: a user's order, or the house or a liquidation without an order. */
export interface TakerTerms {
  readonly account: Account;
  readonly market: Market;
  readonly side: Side;
  readonly positionIndex: 0 | 1 | 2;
  /** Worst tick at which it fills. */
  readonly limit: number;
  readonly order: OpenOrder | undefined;
  /** It closes a position whose margin is exhausted. */
  readonly liquidates?: boolean;
}

/** One side of a trade. */
export interface TradeSide {
  readonly account: Account;
  readonly market: Market;
  readonly side: Side;
  readonly positionIndex: 0 | 1 | 2;
  readonly order: OpenOrder | undefined;
  readonly maker: boolean;
  readonly tick: number;
  readonly count: number;
}

/** An arriving order: a new one, or a triggered conditional order. */
export interface Arriving {
  readonly command: PlaceOrder;
  readonly fired: ConditionalOrder | undefined;
  /** The strategy, for its parts. */
  readonly tag?: StrategyTag | undefined;
  /** The leader's order, for a copy. */
  readonly copy?: CopyTag;
  /** The account was already checked for sufficient margin. */
  readonly paid?: boolean;
  /** The open order that re-enters with amended terms; it reserves nothing meanwhile. */
  readonly replaces?: OpenOrder;
}

/** The predicted fills of an order at this moment. */
export interface Foreseen {
  readonly arrival: Arrival;
  /** Worst tick at which it fills. */
  readonly limit: number;
  /** Whether it crosses a price of the book, including the account's own orders. */
  readonly meets: boolean;
  /** Lots of the order. */
  readonly count: number;
}

/** An open order with amended terms; `command` covers its unfilled quantity. */
export interface Change {
  readonly order: OpenOrder;
  readonly command: PlaceOrder;
  readonly changes: OrderChanges;
}

/** Effects of an order and its fills on their owner: one implementation for contracts, one for spot pairs. A refusal changes nothing. */
export interface Settlement {
  /** Refusals that depend neither on margin nor on the book, in order of precedence. */
  termsRefusal(state: ExchangeState, account: Account, command: PlaceOrder): Refusal | undefined;
  /** Whether the account may have one more open order. */
  roomRefusal(account: Account, market: Market): Refusal | undefined;
  /** Predicts the fills of the order at this moment. */
  foresee(state: ExchangeState, account: Account, command: PlaceOrder): Foreseen;
  /** Whether book and account can carry the order. */
  carryRefusal(state: ExchangeState, account: Account, arriving: Arriving, arrival: Arrival): Refusal | undefined;
  /** Refusals of amended terms that depend neither on margin nor on the book. */
  changeRefusal(state: ExchangeState, account: Account, change: Change): Refusal | undefined;
  /** Maximum lots of the taker's next fill, out of the remaining lots. */
  wants(taker: TakerTerms, left: number): number;
  /** Adds a resting order to its owner's list and reserves its margin or coins. */
  hold(account: Account, order: OpenOrder, arrival: Arrival): void;
  /** Releases the reservation of a listed order until it is reserved again or unlisted. */
  free(account: Account, order: OpenOrder): void;
  keep(account: Account, order: OpenOrder): void;
  /** Changes the quantity of a listed order and releases the difference. */
  resize(account: Account, order: OpenOrder, quantity: number): void;
  /** The order is unlisted and reserves nothing. */
  drop(account: Account, order: OpenOrder): void;
  /** Settles one side of a trade and reports to its owner. Returns the opened lots. */
  settle(state: ExchangeState, own: TradeSide): number;
  /** Registers the attached TP/SL of the order for the opened lots. */
  attach(state: ExchangeState, own: TradeSide, opened: number): void;
  /** Applies further effects to an owner after both sides are settled. */
  follow(state: ExchangeState, account: Account, market: Market): void;
}
