import {
  isSpot,
  type Instrument,
  type Lots,
  type Money,
  type OrderType,
  type Price,
  type Rate,
  type StrategyRecord,
} from '@tapedeck/domain';
import type { OrderPairTerms } from '../../flows/order-commands.ts';
import type { StrategyTerms } from '../../flows/strategy-commands.ts';
import type { TrailingTerms } from '@tapedeck/domain';
import type { OrderFormContext } from '../order/order-form.ts';
import type { TriggerSource } from '../tpsl/tpsl-form.ts';

/** Orders that the exchange executes by a plan, in the order of the form's list. */
export const ALGO_KINDS = ['Trailing', 'Oco', 'Iceberg', 'TWAP', 'Chase', 'Scaled', 'Grid', 'MmRateClose', 'Webhook'] as const;
export type AlgoKind = (typeof ALGO_KINDS)[number];

/** A pair has no position to close. */
const NEEDS_POSITION: ReadonlySet<AlgoKind> = new Set(['Trailing', 'MmRateClose']);
/** The kinds available for an instrument. */
export const algoKinds = (instrument: Instrument): readonly AlgoKind[] =>
  isSpot(instrument) ? ALGO_KINDS.filter((kind) => !NEEDS_POSITION.has(kind)) : ALGO_KINDS;

/** All numbers of all kinds; kinds share numbers with the same meaning. */
export type AlgoField =
  | 'quantity'
  | 'price'
  /** Iceberg: quantity of a part. */
  | 'shown'
  /** TWAP. */
  | 'minutes'
  | 'limit'
  /** Chase: its maximum distance. */
  | 'maxDistance'
  /** Scaled. */
  | 'from'
  | 'to'
  | 'orders'
  | 'skew'
  /** Grid. */
  | 'lower'
  | 'upper'
  | 'cells'
  | 'takeProfit'
  | 'stopLoss'
  /** OCO: the upper and the lower trigger, and their limits. */
  | 'upperTrigger'
  | 'upperLimit'
  | 'lowerTrigger'
  | 'lowerLimit'
  /** Trailing stop. */
  | 'distance'
  | 'activation'
  /** Maintenance margin rate that triggers the close, in percent. */
  | 'rate';

export type PairWhich = 'upper' | 'lower';
export type PairKind = OrderPairTerms['kind'];

/** How one order of a pair executes once it triggers. */
export interface PairChoice {
  readonly orderType: OrderType;
  readonly source: TriggerSource;
}

/** The typed values, as text; refusals, errors and a change of kind do not alter them. */
export interface AlgoDraft {
  readonly symbol: string;
  readonly kind: AlgoKind;
  readonly texts: Readonly<Partial<Record<AlgoField, string>>>;
  readonly reduceOnly: boolean;
  /** Iceberg. */
  readonly postOnly: boolean;
  /** TWAP: milliseconds between parts. */
  readonly interval: number;
  readonly trailBy: 'price' | 'percent';
  readonly pairKind: PairKind;
  readonly upper: PairChoice;
  readonly lower: PairChoice;
  /** Webhook only: the order that each signal places. */
  readonly orderType: OrderType;
}

export type AlgoFlag = 'reduceOnly' | 'postOnly';

export type AlgoAction =
  | { readonly type: 'kindChosen'; readonly kind: AlgoKind }
  | { readonly type: 'typed'; readonly field: AlgoField; readonly text: string }
  | { readonly type: 'left'; readonly field: AlgoField }
  | { readonly type: 'stepped'; readonly field: AlgoField; readonly steps: number }
  /** A price from elsewhere, such as the last price or a level of the book. */
  | { readonly type: 'priceSet'; readonly field: AlgoField; readonly price: Price }
  | { readonly type: 'toggled'; readonly flag: AlgoFlag }
  | { readonly type: 'intervalChosen'; readonly interval: number }
  | { readonly type: 'trailByChosen'; readonly trailBy: AlgoDraft['trailBy'] }
  | { readonly type: 'pairKindChosen'; readonly pairKind: PairKind }
  | { readonly type: 'pairChosen'; readonly which: PairWhich; readonly choice: Partial<PairChoice> }
  | { readonly type: 'orderTypeChosen'; readonly orderType: OrderType }
  | { readonly type: 'sent' };

/** Inputs of the form: those of the order form, and the running strategies. */
export interface AlgoContext extends OrderFormContext {
  /** Running ones in the instrument, and the number in all instruments. */
  readonly strategies?: readonly StrategyRecord[] | undefined;
  readonly running?: number | undefined;
}

/** `code` is a text key (`error.{code}`); `values` fill it in. */
export interface AlgoError {
  readonly code: string;
  readonly field: AlgoField | 'form';
  /** Errors of one side only concern that button. */
  readonly side?: 'Buy' | 'Sell';
  readonly values?: Readonly<Record<string, string>>;
}

/** The request to send; each kind has its own call. */
export type AlgoRequest =
  | { readonly type: 'strategy'; readonly terms: StrategyTerms }
  | { readonly type: 'pair'; readonly terms: OrderPairTerms }
  | { readonly type: 'trailing'; readonly positionKey: string; readonly terms: TrailingTerms }
  | { readonly type: 'marginRate'; readonly positionKey: string; readonly rate: Rate };

/** A line of the preview, named by a text key (`fact.{name}`); `undefined` if unknown. */
export type AlgoFact = { readonly name: string } & (
  | { readonly kind: 'money'; readonly value: Money | undefined }
  | { readonly kind: 'price'; readonly value: Price | undefined }
  | { readonly kind: 'quantity'; readonly value: Lots | undefined }
  | { readonly kind: 'count'; readonly value: number | undefined }
  /** Milliseconds. */
  | { readonly kind: 'duration'; readonly value: number | undefined }
  | { readonly kind: 'percent'; readonly value: Rate | undefined }
);
