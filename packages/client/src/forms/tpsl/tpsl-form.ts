import type { ExitKind, Instrument, Leverage, Lots, OrderType, Price, Side } from '@tapedeck/domain';
import type { AccountTraits } from '../account-traits.ts';
import type { SourcePrices } from '../price-input/price-fields.ts';

export type TpslMode = 'Full' | 'Partial';
/** Input type of a trigger: ROI, price or P&L. */
export type TpslInputType = 'ROI' | 'PRICE' | 'PNL';
export type TriggerSource = 'LastPrice' | 'IndexPrice' | 'MarkPrice';

/** One exit as typed. Texts are plain decimal texts; '' for an empty field. */
export interface TpslLeg {
  readonly inputType: TpslInputType;
  /** Typed value in the input type. For a stop-loss, ROI and P&L are losses, typed without a sign. */
  readonly text: string;
  /** The trigger price of the text, on a tick; '' for none. */
  readonly trigger: string;
  /** The typed value corresponds to a price that cannot trade. */
  readonly over: boolean;
  readonly triggerBy: TriggerSource;
  readonly orderType: OrderType;
  readonly limitPrice: string;
  readonly quantity: string;
}

export interface TpslDraft {
  readonly mode: TpslMode;
  readonly takeProfit: TpslLeg;
  readonly stopLoss: TpslLeg;
  /** Quantity of a partial entry; applies to legs without their own. */
  readonly quantity: string;
  /** Set while an existing entry is modified. */
  readonly editing?: TpslEditing;
}

/** Ids of the orders under modification. */
export interface TpslEditing {
  readonly takeProfitId?: number;
  readonly stopLossId?: number;
}

/** Inputs of the form. */
export interface TpslContext {
  readonly target: 'order' | 'position';
  readonly instrument: Instrument;
  /** Side of the position, or of the position that the order would open. */
  readonly side: Side;
  /** Entry price of the position, or price of the order; ROI and P&L are measured from it. */
  readonly entry: Price;
  /** Price that the trigger is compared with: the last price when the dialog opened, or the order's price. */
  readonly reference: Price | undefined;
  /** Current prices of the trigger sources; absent if the exchange measures triggers against the price of an order instead. */
  readonly market?: SourcePrices;
  /** Quantity of the position or the order. */
  readonly quantity: Lots;
  /** Maximum of a partial entry: the position less the other entries. */
  readonly free?: Lots;
  readonly leverage: Leverage;
  readonly liquidation?: Price | undefined;
  readonly account: AccountTraits;
}

export type TpslAction =
  | { readonly type: 'modeChosen'; readonly mode: TpslMode }
  | { readonly type: 'typed'; readonly leg: ExitKind; readonly text: string }
  | { readonly type: 'left'; readonly leg: ExitKind }
  | { readonly type: 'percentChosen'; readonly leg: ExitKind; readonly percent: string }
  | { readonly type: 'inputTypeChosen'; readonly leg: ExitKind; readonly inputType: TpslInputType }
  | { readonly type: 'triggerByChosen'; readonly leg: ExitKind; readonly triggerBy: TriggerSource }
  | { readonly type: 'limitToggled'; readonly leg: ExitKind }
  | { readonly type: 'limitTyped'; readonly leg: ExitKind; readonly text: string }
  | { readonly type: 'limitLeft'; readonly leg: ExitKind }
  | { readonly type: 'legQuantityTyped'; readonly leg: ExitKind; readonly text: string }
  | { readonly type: 'quantityTyped'; readonly text: string }
  | { readonly type: 'quantityShareChosen'; readonly percent: number }
  /** Entry, leverage or quantity changed, so the typed values correspond to other prices. */
  | { readonly type: 'basisChanged' };

/** Choices stored on this machine between dialogs. */
export interface TpslHabits {
  readonly takeProfitInput: TpslInputType;
  readonly stopLossInput: TpslInputType;
  readonly takeProfitTrigger: TriggerSource;
  readonly stopLossTrigger: TriggerSource;
}

export const USUAL_HABITS: TpslHabits = {
  takeProfitInput: 'PRICE',
  stopLossInput: 'PRICE',
  takeProfitTrigger: 'LastPrice',
  stopLossTrigger: 'LastPrice',
};

export const LEGS: readonly ExitKind[] = ['takeProfit', 'stopLoss'];
