import type { Instrument, OrderType, Price } from '@tapedeck/domain';
import { typedNumber } from '../../inputs/number-input.ts';
import type { TriggerSource } from '../tpsl/tpsl-form.ts';
import { fieldPrice, priceStepUnits, reducePriceStep, settledPrice, steppedPrice, type PriceStepAction } from './price-step.ts';

/** Price fields of every order form. */
export interface PriceDraft {
  readonly price: string;
  /** Step of the plus and minus buttons; '' for one tick. */
  readonly priceStep: string;
}

/** Whether a share of the largest order has no quantity yet because the limit order has no price. */
export const lacksPrice = ({
  orderType,
  price,
  quantity,
}: PriceDraft & { readonly orderType: OrderType; readonly quantity: string }): boolean =>
  orderType === 'Limit' && price === '' && quantity === '';

export type PriceAction =
  | { readonly type: 'priceTyped'; readonly text: string }
  | { readonly type: 'priceBlurred' }
  | { readonly type: 'priceStepped'; readonly steps: number }
  /** By the step of the popover; arrow keys step by a tick. */
  | { readonly type: 'priceMoved'; readonly steps: number }
  | { readonly type: 'priceSet'; readonly price: Price }
  | { readonly type: 'priceStepChanged'; readonly action: PriceStepAction };

const PRICE_ACTIONS: Readonly<Record<PriceAction['type'], true>> = {
  priceTyped: true,
  priceBlurred: true,
  priceStepped: true,
  priceMoved: true,
  priceSet: true,
  priceStepChanged: true,
};
/** Distinguishes the price's actions from the others of a form. */
export const isPriceAction = (action: { readonly type: string }): action is PriceAction => Object.hasOwn(PRICE_ACTIONS, action.type);

/** An empty field steps from the last price. */
export interface PriceMarket {
  readonly instrument: Instrument;
  readonly last: Price | undefined;
}

export function reducePrice<Draft extends PriceDraft>(draft: Draft, action: PriceAction, { instrument, last }: PriceMarket): Draft {
  switch (action.type) {
    case 'priceTyped':
      return { ...draft, price: typedNumber(action.text, { precision: instrument.priceDigits }) };
    case 'priceBlurred':
      return { ...draft, price: settledPrice(draft.price, instrument) };
    case 'priceSet':
      return { ...draft, price: fieldPrice(action.price, instrument) };
    case 'priceStepped':
      return { ...draft, price: steppedPrice(draft.price, action.steps, instrument, { from: last }) };
    case 'priceMoved': {
      const step = priceStepUnits(draft.priceStep, instrument);
      return { ...draft, price: steppedPrice(draft.price, action.steps, instrument, { from: last, step }) };
    }
    case 'priceStepChanged':
      return { ...draft, priceStep: reducePriceStep(draft.priceStep, action.action, instrument) };
  }
}

/** Trigger field of a conditional order. */
export interface TriggerFieldDraft {
  readonly price: string;
  readonly source: TriggerSource;
}

export type TriggerAction =
  | { readonly type: 'triggerTyped'; readonly text: string }
  | { readonly type: 'triggerBlurred' }
  | { readonly type: 'triggerStepped'; readonly steps: number }
  | { readonly type: 'triggerSourceChosen'; readonly source: TriggerSource };

const TRIGGER_ACTIONS: Readonly<Record<TriggerAction['type'], true>> = {
  triggerTyped: true,
  triggerBlurred: true,
  triggerStepped: true,
  triggerSourceChosen: true,
};
/** Distinguishes the trigger's actions from the others of a form. */
export const isTriggerAction = (action: { readonly type: string }): action is TriggerAction => Object.hasOwn(TRIGGER_ACTIONS, action.type);

/** Current price of each source. */
export interface SourcePrices {
  readonly last: Price | undefined;
  readonly mark: Price | undefined;
  readonly index?: Price | undefined;
}

/** Current price of a trigger's source. */
export function sourcePrice(source: TriggerSource, { last, mark, index }: SourcePrices): Price | undefined {
  return { LastPrice: last, MarkPrice: mark, IndexPrice: index }[source];
}

/** An empty field steps from the price of its source. */
export function reduceTrigger<Draft extends TriggerFieldDraft>(
  trigger: Draft,
  action: TriggerAction,
  market: SourcePrices & { readonly instrument: Instrument },
): Draft {
  const { instrument } = market;
  switch (action.type) {
    case 'triggerTyped':
      return { ...trigger, price: typedNumber(action.text, { precision: instrument.priceDigits }) };
    case 'triggerBlurred':
      return { ...trigger, price: settledPrice(trigger.price, instrument) };
    case 'triggerStepped':
      return { ...trigger, price: steppedPrice(trigger.price, action.steps, instrument, { from: sourcePrice(trigger.source, market) }) };
    case 'triggerSourceChosen':
      return { ...trigger, source: action.source };
  }
}
