import type { ExitKind, Instrument, OrderRecord, Price, Side, TimeInForce } from '@tapedeck/domain';
import type { CoinView } from '../../calculators/coin-view.ts';
import type { AccountTraits } from '../account-traits.ts';
import type { PriceAction, PriceDraft, TriggerAction, TriggerFieldDraft } from '../price-input/price-fields.ts';
import type { TriggerSource } from '../tpsl/tpsl-form.ts';

/** What the quantity field holds: coins of the pair's base, or how much of its quote coin is spent or received. */
export type SpotUnit = 'base' | 'quote';

/** Trigger prices of both exits, what they follow (the last price when absent), and the limits that they leave at: at market without one. */
export interface SpotTpsl extends Readonly<Record<ExitKind, string>>, Readonly<Partial<Record<`${ExitKind}Limit`, string>>> {
  readonly source?: TriggerSource;
}
export type SpotTpslField = ExitKind | `${ExitKind}Limit`;

/** What was typed of an order for a pair, as text: a refusal or an error never changes it. */
export interface SpotOrderDraft extends PriceDraft {
  readonly symbol: string;
  readonly side: Side;
  readonly orderType: 'Limit' | 'Market';
  /** In the unit. */
  readonly quantity: string;
  readonly unit: SpotUnit;
  /** Of an order that waits. */
  readonly trigger?: TriggerFieldDraft | undefined;
  /** The TP/SL that the order brings along; '' is none. */
  readonly tpsl?: SpotTpsl | undefined;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** What is missing is borrowed. */
  readonly borrows: boolean;
  /** Percent chosen on the slider, while the quantity follows from it. */
  readonly share?: number | undefined;
  /** The quantity was above the maximum and was replaced by it when the field was left; a text key. */
  readonly replaced?: 'orderMaxQtyReplace';
}

export type SpotKind = 'Limit' | 'Market' | 'Conditional';

export type SpotAction =
  | { readonly type: 'sideChosen'; readonly side: Side }
  | { readonly type: 'kindChosen'; readonly kind: SpotKind }
  /** Of what a conditional order becomes. */
  | { readonly type: 'orderTypeChosen'; readonly orderType: SpotOrderDraft['orderType'] }
  | PriceAction
  | TriggerAction
  | { readonly type: 'quantityTyped'; readonly text: string }
  | { readonly type: 'quantityBlurred' }
  | { readonly type: 'quantityStepped'; readonly steps: number }
  /** A quantity of base coin from elsewhere, such as a level of the book. */
  | { readonly type: 'quantitySet'; readonly text: string }
  | { readonly type: 'shareChosen'; readonly percent: number }
  | { readonly type: 'unitChosen'; readonly unit: SpotUnit }
  | { readonly type: 'timeInForceChosen'; readonly timeInForce: TimeInForce }
  | { readonly type: 'postOnlyToggled' }
  | { readonly type: 'borrowsToggled' }
  | { readonly type: 'tpslToggled' }
  | { readonly type: 'tpslTyped'; readonly leg: SpotTpslField; readonly text: string }
  | { readonly type: 'tpslBlurred'; readonly leg: SpotTpslField }
  | { readonly type: 'tpslStepped'; readonly leg: SpotTpslField; readonly steps: number }
  | { readonly type: 'tpslSourceChosen'; readonly source: TriggerSource }
  | { readonly type: 'sent' };

/** What the form is read against; changes with the market and the account. */
export interface SpotContext {
  readonly instrument: Instrument;
  readonly last: Price | undefined;
  readonly mark: Price | undefined;
  readonly index?: Price | undefined;
  /** The price limit follows it. */
  readonly premium?: Price | undefined;
  /** Read in place: levels as ticks and lots by turns, best first. */
  readonly book?: { readonly bids: readonly number[]; readonly asks: readonly number[]; readonly update?: number };
  /** `undefined` while they are not known. */
  readonly coins?: readonly CoinView[] | undefined;
  /** Open orders of the pair. */
  readonly orders?: readonly OrderRecord[];
  readonly loggedIn?: boolean;
  readonly traits?: AccountTraits;
  readonly marketStale?: boolean;
}

export type SpotField = 'price' | 'trigger' | 'quantity' | SpotTpslField | 'form';
/** `code` is a text key (`error.{code}`); `values` fill it in. */
export interface SpotError {
  readonly code: string;
  readonly field: SpotField;
  readonly values?: Readonly<Record<string, string>>;
}
