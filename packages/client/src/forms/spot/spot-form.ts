import type { ExitKind, Instrument, OrderRecord, Price, Side, TimeInForce } from '@tapedeck/domain';
import type { CoinView } from '../../calculators/coin-view.ts';
import type { AccountTraits } from '../account-traits.ts';
import type { PriceAction, PriceDraft, TriggerAction, TriggerFieldDraft } from '../price-input/price-fields.ts';
import type { TriggerSource } from '../tpsl/tpsl-form.ts';

/** Unit of the quantity field: base coin, or the amount of quote coin to spend or receive. */
export type SpotUnit = 'base' | 'quote';

/** Trigger prices of both exits, their source (last price if absent), and their limit prices; without one, the exit is a market order. */
export interface SpotTpsl extends Readonly<Record<ExitKind, string>>, Readonly<Partial<Record<`${ExitKind}Limit`, string>>> {
  readonly source?: TriggerSource;
}
export type SpotTpslField = ExitKind | `${ExitKind}Limit`;

/** The typed values of a spot order, as text; a refusal or an error never changes them. */
export interface SpotOrderDraft extends PriceDraft {
  readonly symbol: string;
  readonly side: Side;
  readonly orderType: 'Limit' | 'Market';
  /** In the selected unit. */
  readonly quantity: string;
  readonly unit: SpotUnit;
  /** Conditional orders only. */
  readonly trigger?: TriggerFieldDraft | undefined;
  /** Attached TP/SL; '' for none. */
  readonly tpsl?: SpotTpsl | undefined;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** Borrows the missing amount. */
  readonly borrows: boolean;
  /** Percentage chosen on the slider, while the quantity follows it. */
  readonly share?: number | undefined;
  /** The quantity was above the maximum and was reduced to it on blur; a text key. */
  readonly replaced?: 'orderMaxQtyReplace';
}

export type SpotKind = 'Limit' | 'Market' | 'Conditional';

export type SpotAction =
  | { readonly type: 'sideChosen'; readonly side: Side }
  | { readonly type: 'kindChosen'; readonly kind: SpotKind }
  /** Type of the order that a trigger places. */
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

/** Inputs of the form; they change with the market and the account. */
export interface SpotContext {
  readonly instrument: Instrument;
  readonly last: Price | undefined;
  readonly mark: Price | undefined;
  readonly index?: Price | undefined;
  /** Input of the price limit. */
  readonly premium?: Price | undefined;
  /** Read in place: alternating ticks and lots, best first. */
  readonly book?: { readonly bids: readonly number[]; readonly asks: readonly number[]; readonly update?: number };
  /** `undefined` while unknown. */
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
