import type { AccountKind, AccountId, Coin, InstrumentId, Money, Price, Quantity, Side, Timed, TraderCommand } from '@tapedeck/domain';

export interface OpenAccount extends Timed {
  readonly type: 'OpenAccount';
  readonly account: AccountId;
  readonly kind: AccountKind;
}

/** Paper funds from the treasury (the `external` ledger account). */
export interface CreditAccount extends Timed {
  readonly type: 'CreditAccount';
  readonly account: AccountId;
  readonly coin: Coin;
  readonly amount: Money;
}

/** Moves the engine's clock; the market inside, funding and liquidation act on it. */
export interface AdvanceClock extends Timed {
  readonly type: 'AdvanceClock';
}

/** Which instruments somebody looks at: the market inside advances these in fine steps. */
export interface WatchMarkets extends Timed {
  readonly type: 'WatchMarkets';
  readonly instruments: readonly InstrumentId[];
}

/** One recorded trade of a replayed tape; the market inside must be a recorded one. */
export interface ReplayTrade extends Timed {
  readonly type: 'ReplayTrade';
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly price: Price;
  /** As recorded, on a lot or not. */
  readonly quantity: Quantity;
}

export type Command = TraderCommand | OpenAccount | CreditAccount | AdvanceClock | WatchMarkets | ReplayTrade;

export type CommandType = Command['type'];
