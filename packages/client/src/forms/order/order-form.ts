import type { Instrument, Money, OrderRecord, PositionRecord, Price, Rate, SettingsRecord, TimeInForce } from '@tapedeck/domain';
import type { AccountView } from '../../calculators/account-view.ts';

/** What the trader typed, as text: a refusal or an error never changes it. */
export interface OrderFormDraft {
  readonly symbol: string;
  readonly orderType: 'Limit' | 'Market';
  readonly price: string;
  readonly quantity: string;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  /** The quantity was above the maximum and was replaced by it when the field was left; a text key. */
  readonly replaced?: 'orderMaxQtyReplace';
}

export type OrderFormAction =
  | { readonly type: 'symbolChanged'; readonly symbol: string }
  | { readonly type: 'orderTypeChosen'; readonly orderType: 'Limit' | 'Market' }
  | { readonly type: 'priceTyped'; readonly text: string }
  | { readonly type: 'priceBlurred' }
  | { readonly type: 'priceStepped'; readonly steps: number }
  | { readonly type: 'priceSet'; readonly price: Price }
  | { readonly type: 'quantityTyped'; readonly text: string }
  | { readonly type: 'quantityBlurred' }
  | { readonly type: 'quantityStepped'; readonly steps: number }
  | { readonly type: 'quantityShareChosen'; readonly percent: number }
  | { readonly type: 'timeInForceChosen'; readonly timeInForce: TimeInForce }
  | { readonly type: 'postOnlyToggled' }
  | { readonly type: 'reduceOnlyToggled' }
  | { readonly type: 'sent' };

/** What the form is read against; changes with the market and the account. */
export interface OrderFormContext {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord | undefined;
  readonly account: AccountView | undefined;
  readonly last: Price | undefined;
  readonly mark: Price | undefined;
  /** Options are margined and limited by it. */
  readonly index?: Price | undefined;
  readonly bestBid: Price | undefined;
  readonly bestAsk: Price | undefined;
  /** False for a visitor. */
  readonly loggedIn?: boolean;
  /** Of the instrument. */
  readonly positions?: readonly PositionRecord[];
  /** Open orders of the instrument. */
  readonly orders?: readonly OrderRecord[];
  /** Read in place: the levels that an order would meet. Without it the best prices stand for the whole book. */
  readonly book?: { readonly bids: readonly number[]; readonly asks: readonly number[] };
  /** The book has not been right for more than 5 s: market orders are not sent. */
  readonly marketStale?: boolean;
}

export type OrderFormField = 'price' | 'quantity' | 'form';
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
  readonly value: Money | undefined;
  /** What the order takes from the available balance. */
  readonly cost: Money | undefined;
  /** Of what executes at once as taker, of the rest as maker. */
  readonly openFee: Money | undefined;
  readonly initialMargin: Money | undefined;
  readonly liquidationBefore: Price | undefined;
  readonly liquidationAfter: Price | undefined;
  /** Value of the position after the order as a share of the equity. */
  readonly leverageRate: Rate | undefined;
  /** The most that this side could send now, as text. */
  readonly maxQuantity: string | undefined;
}
