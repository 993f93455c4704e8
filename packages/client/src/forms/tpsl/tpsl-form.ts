import type { ExitKind, Instrument, Leverage, Lots, OrderType, Price, Side } from '@tapedeck/domain';
import type { AccountTraits } from '../account-traits.ts';
import type { SourcePrices } from '../price-input/price-fields.ts';

export type TpslMode = 'Full' | 'Partial';
/** What the field of a trigger is typed in: return on the margin, the price itself, or profit. */
export type TpslInputType = 'ROI' | 'PRICE' | 'PNL';
export type TriggerSource = 'LastPrice' | 'IndexPrice' | 'MarkPrice';

/** One way out as it was typed. Texts are plain decimal texts; '' is not typed. */
export interface TpslLeg {
  readonly inputType: TpslInputType;
  /** In the input type. Of a stop-loss, return and profit are typed as what is lost, without a sign. */
  readonly text: string;
  /** The trigger price that the text means, on a tick; '' when it means none. */
  readonly trigger: string;
  /** What was typed means a price that cannot trade. */
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
  /** Quantity of a partial entry; a leg without one of its own has this. */
  readonly quantity: string;
  /** Set while an existing entry is edited. */
  readonly editing?: TpslEditing;
}

/** Ids of the orders that are being edited. */
export interface TpslEditing {
  readonly takeProfitId?: number;
  readonly stopLossId?: number;
}

/** What the form is read against. */
export interface TpslContext {
  readonly target: 'order' | 'position';
  readonly instrument: Instrument;
  /** Of the position, or of the one the order is to open. */
  readonly side: Side;
  /** Entry price of the position, price of the order: what returns and profits are counted from. */
  readonly entry: Price;
  /** What the trigger is compared with: the last price when the dialog was opened, or the order's price. */
  readonly reference: Price | undefined;
  /** Where the sources of triggers stand now; absent where the exchange measures triggers against the price of an order instead. */
  readonly market?: SourcePrices;
  /** Of the position or the order. */
  readonly quantity: Lots;
  /** Most that a partial entry may have: the position less what other entries have. */
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
  /** Entry, leverage or quantity changed: what was typed means other prices now. */
  | { readonly type: 'basisChanged' };

/** Choices that are kept on this machine between dialogs. */
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
