import type {
  AccountKind,
  AccountId,
  Coin,
  FeeTier,
  InstrumentId,
  Money,
  Price,
  Quantity,
  Side,
  Timed,
  TraderCommand,
} from '@tapedeck/domain';

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

/** Sets the fees of an account by the label of its owner. */
export interface SetFeeTier extends Timed {
  readonly type: 'SetFeeTier';
  readonly account: AccountId;
  readonly tier: FeeTier;
}

/** Moves the engine's clock; the simulated market, funding and liquidation act on it. */
export interface AdvanceClock extends Timed {
  readonly type: 'AdvanceClock';
}

/** Sets the instruments that have subscribers: the simulated market advances these in fine steps. */
export interface WatchMarkets extends Timed {
  readonly type: 'WatchMarkets';
  readonly instruments: readonly InstrumentId[];
}

/** Changes the instruments that have subscribers. Both lists ascend. */
export interface ChangeWatchedMarkets extends Timed {
  readonly type: 'ChangeWatchedMarkets';
  readonly added: readonly InstrumentId[];
  readonly removed: readonly InstrumentId[];
}

export type WatchChange = WatchMarkets | ChangeWatchedMarkets;

/** One recorded trade of a replayed tape; accepted only by a recorded market. */
export interface ReplayTrade extends Timed {
  readonly type: 'ReplayTrade';
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly price: Price;
  /** As recorded; not necessarily a multiple of the lot size. */
  readonly quantity: Quantity;
}

/** An update of a recorded book: rows of tick and lots that replace the quantity at that price; 0 lots remove it. */
export interface ReplayBook extends Timed {
  readonly type: 'ReplayBook';
  readonly instrument: InstrumentId;
  /** The rows are the full book. */
  readonly whole: boolean;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** Scenarios that an operator can start for a coin in the simulated market. */
export const SCENARIOS = ['flashCrash', 'gap', 'volatilityJump', 'feedOutage', 'thinBook', 'latency'] as const;
/** Largest move in hundredths of a percent: a price can lose at most 90 %. */
export const SCENARIO_POINTS_MAX = 9_000;
export type ScenarioKind = (typeof SCENARIOS)[number];

/** Starts a scenario in the simulated market now. */
export interface StageScenario extends Timed {
  readonly type: 'StageScenario';
  readonly scenario: ScenarioKind;
  readonly coin: Coin;
  /**
   * Size of the scenario: move of the price, rise of volatility or change of book depth, in hundredths of a percent
   * (negative: falls); for a latency, the delay of quotes in milliseconds. Absent for an outage.
   */
  readonly basisPoints: number;
  /** Duration of the scenario in milliseconds. */
  readonly duration: number;
}

export type Command =
  | TraderCommand
  | OpenAccount
  | CreditAccount
  | SetFeeTier
  | AdvanceClock
  | WatchMarkets
  | ChangeWatchedMarkets
  | ReplayTrade
  | ReplayBook
  | StageScenario;

export type CommandType = Command['type'];
