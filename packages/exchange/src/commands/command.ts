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

/** The fees of an account from now on, by the label of who owns it. */
export interface SetFeeTier extends Timed {
  readonly type: 'SetFeeTier';
  readonly account: AccountId;
  readonly tier: FeeTier;
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

/** What a recorded book became: rows of tick and lots, which replace what rested at that price; 0 lots for nothing any more. */
export interface ReplayBook extends Timed {
  readonly type: 'ReplayBook';
  readonly instrument: InstrumentId;
  /** The rows are all there is. */
  readonly whole: boolean;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** What an operator can let happen to a coin in the simulated market. */
export const SCENARIOS = ['flashCrash', 'gap', 'volatilityJump', 'feedOutage', 'thinBook', 'latency'] as const;
export type ScenarioKind = (typeof SCENARIOS)[number];

/** Lets something happen in the market inside, from this moment on. */
export interface StageScenario extends Timed {
  readonly type: 'StageScenario';
  readonly scenario: ScenarioKind;
  readonly coin: Coin;
  /**
   * How far the price moves, volatility rises or the depth of the books changes, in hundredths of a percent; below 0 downwards. Of a latency
   * the milliseconds by which quotes are late. An outage has none.
   */
  readonly basisPoints: number;
  /** Milliseconds until everything is as it was. */
  readonly duration: number;
}

export type Command =
  TraderCommand | OpenAccount | CreditAccount | SetFeeTier | AdvanceClock | WatchMarkets | ReplayTrade | ReplayBook | StageScenario;

export type CommandType = Command['type'];
