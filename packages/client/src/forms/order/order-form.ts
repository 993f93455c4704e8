import type {
  Instrument,
  Money,
  OrderRecord,
  PositionRecord,
  Price,
  Rate,
  SelfMatch,
  SettingsRecord,
  TimeInForce,
  Timestamp,
} from '@tapedeck/domain';
import type { AccountView } from '../../calculators/account-view.ts';
import type { FillSimulation } from '../../calculators/fill-simulation.ts';
import type { AccountTraits } from '../account-traits.ts';
import type { PriceAction, PriceDraft, TriggerAction, TriggerFieldDraft } from '../price-input/price-fields.ts';
import type { MaxSlippage } from '../slippage/slippage.ts';
import type { TpslAction, TpslDraft, TpslHabits } from '../tpsl/tpsl-form.ts';

/** Unit of the quantity field: quantity in coins or contracts, cost, or value. */
export type QuantityUnit = 'quantity' | 'cost' | 'value';

/** Trigger of a conditional order, and its close-on-trigger option. */
export interface TriggerDraft extends TriggerFieldDraft {
  readonly closeOnTrigger: boolean;
}

/** The typed values, as text; a refusal or an error never changes them. */
export interface OrderFormDraft extends PriceDraft {
  readonly symbol: string;
  readonly orderType: 'Limit' | 'Market';
  /** In the selected unit. */
  readonly quantity: string;
  readonly unit: QuantityUnit;
  /** Conditional orders only. */
  readonly trigger?: TriggerDraft | undefined;
  /** Market orders only. */
  readonly slippage?: MaxSlippage | undefined;
  /** Attached TP/SL. */
  readonly tpsl?: TpslDraft | undefined;
  /** Self-match prevention; the exchange's default if absent. */
  readonly selfMatch?: SelfMatch | undefined;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  /** Percentage chosen on the slider, while the quantity follows it. */
  readonly share?: number | undefined;
  /** The quantity was above the maximum and was reduced to it on blur; a text key. */
  readonly replaced?: 'orderMaxQtyReplace';
}

export type OrderFormAction =
  /** Type of an immediate order, or of the order that a trigger places. */
  | { readonly type: 'orderTypeChosen'; readonly orderType: 'Limit' | 'Market'; readonly conditional?: boolean }
  | PriceAction
  | { readonly type: 'conditionalChosen' }
  | TriggerAction
  | { readonly type: 'closeOnTriggerToggled' }
  | { readonly type: 'unitChosen'; readonly unit: QuantityUnit }
  | { readonly type: 'slippageChosen'; readonly slippage: MaxSlippage | undefined }
  | { readonly type: 'tpslToggled'; readonly habits: TpslHabits }
  | { readonly type: 'tpsl'; readonly action: TpslAction }
  | { readonly type: 'quantityTyped'; readonly text: string }
  | { readonly type: 'quantityBlurred' }
  | { readonly type: 'quantityStepped'; readonly steps: number }
  | { readonly type: 'quantityShareChosen'; readonly percent: number }
  | { readonly type: 'timeInForceChosen'; readonly timeInForce: TimeInForce }
  | { readonly type: 'selfMatchChosen'; readonly selfMatch: SelfMatch }
  | { readonly type: 'postOnlyToggled' }
  | { readonly type: 'reduceOnlyToggled' }
  /** Replaces the draft by another order. */
  | { readonly type: 'orderLoaded'; readonly draft: OrderFormDraft }
  | { readonly type: 'sent' };

/** Inputs of the form; they change with the market and the account. */
export interface OrderFormContext {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord | undefined;
  readonly account: AccountView | undefined;
  readonly last: Price | undefined;
  readonly mark: Price | undefined;
  /** Margin input for options, price-limit input for all instruments except spot pairs. */
  readonly index?: Price | undefined;
  /** Input of the price limit. */
  readonly premium?: Price | undefined;
  readonly bestBid: Price | undefined;
  readonly bestAsk: Price | undefined;
  /** The default account if absent. */
  readonly traits?: AccountTraits;
  /** False for a visitor. */
  readonly loggedIn?: boolean;
  /** The account follows a leader, so only copies open positions in copied contracts. */
  readonly follows?: boolean;
  /** Positions in the instrument. */
  readonly positions?: readonly PositionRecord[];
  /** Open orders of the instrument. */
  readonly orders?: readonly OrderRecord[];
  /**
   * Read in place: the levels that an order would match. Without it, or before its first update, the best prices stand
   * for the full book.
   */
  readonly book?: { readonly bids: readonly number[]; readonly asks: readonly number[]; readonly update?: number };
  /** The book has been incorrect for more than 5 s: market orders are not sent. */
  readonly marketStale?: boolean;
  /** The exchange's time from the newest ticker: an input for options under portfolio margin. */
  readonly time?: Timestamp | undefined;
}

export type OrderFormField = 'price' | 'trigger' | 'quantity' | 'takeProfit' | 'stopLoss' | 'takeProfitLimit' | 'stopLossLimit' | 'form';
/** `code` is a text key (`orderForm.error.{code}`); `values` fill it in. */
export interface OrderFormError {
  readonly code: string;
  readonly field: OrderFormField;
  /** Errors of one side only concern that button. */
  readonly side?: 'Buy' | 'Sell';
  readonly values?: Readonly<Record<string, string>>;
}

/** Preview of one side, by the exchange's own functions. Unknown figures are `undefined`. */
export interface OrderPreview {
  /** In coins or contracts, whatever the typed unit; of a reduce-only order, the part that can close. `undefined` while empty. */
  readonly quantity: string | undefined;
  /** A reduce-only order is larger than the position: only `quantity` of it is placed. */
  readonly isCut: boolean;
  readonly value: Money | undefined;
  /** Orders that take liquidity only, matched against the visible book. */
  readonly fill?: FillSimulation | undefined;
  /** Cost: the amount taken from the available balance. */
  readonly cost: Money | undefined;
  /** Taker fee for the part that executes immediately, maker fee for the rest. */
  readonly openFee: Money | undefined;
  /** P&L of the closing part, before fees, as closed P&L will show it; `undefined` if nothing closes. */
  readonly closedPnl: Money | undefined;
  readonly initialMargin: Money | undefined;
  /** Initial margin of the whole account with the order; only under portfolio margin. */
  readonly marginAfter?: Money | undefined;
  readonly liquidationBefore: Price | undefined;
  readonly liquidationAfter: Price | undefined;
  /** Value of the position after the order as a share of the equity. */
  readonly leverageRate: Rate | undefined;
  /** Maximum quantity of this side now, as text. */
  readonly maxQuantity: string | undefined;
}
