import type { Arrival, Side } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';

/** Who takes: a user's order, or the house, or liquidation without one. */
export interface TakerTerms {
  readonly account: Account;
  readonly market: Market;
  readonly side: Side;
  readonly positionIndex: 0 | 1 | 2;
  /** The worst tick at which it executes. */
  readonly limit: number;
  readonly order: OpenOrder | undefined;
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

/** What a fill does to its owner, and what a resting order keeps: one implementation for contracts, one for spot pairs. */
export interface Settlement {
  /** Most lots that the next fill of a taker may have, of so many that are left. */
  wants(taker: TakerTerms, left: number): number;
  /** Counts an order that rests now among its owner's, with what it keeps. */
  hold(account: Account, order: OpenOrder, arrival: Arrival): void;
  /** The resting order is filled: it keeps nothing any more. */
  drop(account: Account, order: OpenOrder): void;
  /** Settles one side of a trade and tells its owner. Returns the lots that opened something. */
  settle(state: ExchangeState, own: TradeSide): number;
  /** The order brought TP/SL along, for what it has opened. */
  attach(state: ExchangeState, own: TradeSide, opened: number): void;
  /** Both sides are settled: what follows for an owner. */
  follow(state: ExchangeState, account: Account, market: Market): void;
}
