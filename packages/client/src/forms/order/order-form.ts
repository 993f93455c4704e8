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

/** What the quantity field holds: coins or contracts, what the order may cost, or what it is worth. */
export type QuantityUnit = 'quantity' | 'cost' | 'value';

/** What a conditional order waits for, and how it then closes. */
export interface TriggerDraft extends TriggerFieldDraft {
  readonly closeOnTrigger: boolean;
}

/** What the trader typed, as text: a refusal or an error never changes it. */
export interface OrderFormDraft extends PriceDraft {
  readonly symbol: string;
  readonly orderType: 'Limit' | 'Market';
  /** In the unit. */
  readonly quantity: string;
  readonly unit: QuantityUnit;
  /** Of a conditional order. */
  readonly trigger?: TriggerDraft | undefined;
  /** Of a market order. */
  readonly slippage?: MaxSlippage | undefined;
  /** TP/SL that the order brings along. */
  readonly tpsl?: TpslDraft | undefined;
  /** What happens when the order would meet another one of the account; the exchange's usual way when absent. */
  readonly selfMatch?: SelfMatch | undefined;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  /** Percent chosen on the slider, while the quantity follows from it. */
  readonly share?: number | undefined;
  /** The quantity was above the maximum and was replaced by it when the field was left; a text key. */
  readonly replaced?: 'orderMaxQtyReplace';
}

export type OrderFormAction =
  /** Of an order that is sent at once, or of what a conditional order becomes. */
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
  /** Another order in the place of what was typed. */
  | { readonly type: 'orderLoaded'; readonly draft: OrderFormDraft }
  | { readonly type: 'sent' };

/** What the form is read against; changes with the market and the account. */
export interface OrderFormContext {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord | undefined;
  readonly account: AccountView | undefined;
  readonly last: Price | undefined;
  readonly mark: Price | undefined;
  /** Options are margined by it, and all but spot pairs limited. */
  readonly index?: Price | undefined;
  /** The price limit follows it. */
  readonly premium?: Price | undefined;
  readonly bestBid: Price | undefined;
  readonly bestAsk: Price | undefined;
  /** The usual account's when absent. */
  readonly traits?: AccountTraits;
  /** False for a visitor. */
  readonly loggedIn?: boolean;
  /** The account follows a leader: what it has in copied contracts the leader opens. */
  readonly follows?: boolean;
  /** Of the instrument. */
  readonly positions?: readonly PositionRecord[];
  /** Open orders of the instrument. */
  readonly orders?: readonly OrderRecord[];
  /** Read in place: the levels that an order would meet. Without it, or before its first update, the best prices stand for the whole book. */
  readonly book?: { readonly bids: readonly number[]; readonly asks: readonly number[]; readonly update?: number };
  /** The book has not been right for more than 5 s: market orders are not sent. */
  readonly marketStale?: boolean;
  /** The exchange's, by the newest ticker: options under portfolio margin are asked with it. */
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

/** What one side of the order would do, by the exchange's own functions. `undefined` where it cannot be known. */
export interface OrderPreview {
  /** In coins or contracts, whatever unit was typed; `undefined` while there is none. */
  readonly quantity: string | undefined;
  readonly value: Money | undefined;
  /** Of an order that takes liquidity, with the book as it is seen. */
  readonly fill?: FillSimulation | undefined;
  /** What the order takes from the available balance. */
  readonly cost: Money | undefined;
  /** Of what executes at once as taker, of the rest as maker. */
  readonly openFee: Money | undefined;
  /** What the part of it that closes a position earns before fees, as the list of closed P&L will say; `undefined` when it closes nothing. */
  readonly closedPnl: Money | undefined;
  readonly initialMargin: Money | undefined;
  /** Initial margin of the whole account with the order; under portfolio margin alone. */
  readonly marginAfter?: Money | undefined;
  readonly liquidationBefore: Price | undefined;
  readonly liquidationAfter: Price | undefined;
  /** Value of the position after the order as a share of the equity. */
  readonly leverageRate: Rate | undefined;
  /** The most that this side could send now, as text. */
  readonly maxQuantity: string | undefined;
}
