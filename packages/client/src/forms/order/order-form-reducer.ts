import { formatDecimal, lotCount, quantityOfLots, quantityUnits } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { Instrument, Lots } from '@tapedeck/domain';
import { blurredNumber, numberIn, typedNumber, type NumberBounds } from '../../inputs/number-input.ts';
import { fieldPrice, settledPrice, steppedPrice } from '../price-input/price-step.ts';
import type { OrderFormAction, OrderFormContext, OrderFormDraft } from './order-form.ts';
import { maxOrder } from './order-limits.ts';
import { shareQuantity } from './order-sizing.ts';

export function initialDraft(symbol: string): OrderFormDraft {
  return {
    symbol,
    orderType: 'Limit',
    price: '',
    quantity: '',
    timeInForce: 'GoodTillCancel',
    postOnly: false,
    reduceOnly: false,
  };
}

function quantityBounds(draft: OrderFormDraft, instrument: Instrument): NumberBounds {
  const units = (count: Lots): bigint => quantityUnits(quantityOfLots(count, instrument.lotSize));
  return { min: units(instrument.minOrder), max: units(maxOrder(draft, instrument)) };
}

function settledQuantity(draft: OrderFormDraft, instrument: Instrument): OrderFormDraft {
  const bounds = quantityBounds(draft, instrument);
  const typed = numberIn(draft.quantity);
  const clamped = numberIn(blurredNumber(draft.quantity, bounds));
  if (typed === undefined || clamped === undefined) return withQuantity(draft, '');
  const lot = quantityUnits(instrument.lotSize);
  const settled = withQuantity(draft, formatDecimal((clamped / lot) * lot));
  return typed > bounds.max ? { ...settled, replaced: 'orderMaxQtyReplace' } : settled;
}

function withQuantity(draft: OrderFormDraft, quantity: string): OrderFormDraft {
  const { replaced: _told, ...rest } = draft;
  return { ...rest, quantity };
}

function stepped(text: string, steps: number, step: bigint, bounds: NumberBounds): bigint {
  const before = numberIn(text) ?? 0n;
  const next = before + BigInt(steps) * step;
  return next < bounds.min ? bounds.min : next > bounds.max ? bounds.max : next;
}

function reducePrice(draft: OrderFormDraft, action: OrderFormAction, { instrument, last }: OrderFormContext): OrderFormDraft {
  switch (action.type) {
    case 'priceTyped':
      return { ...draft, price: typedNumber(action.text, { precision: instrument.priceDigits }) };
    case 'priceBlurred':
      return { ...draft, price: settledPrice(draft.price, instrument) };
    case 'priceSet':
      return { ...draft, price: fieldPrice(action.price, instrument) };
    case 'priceStepped':
      return { ...draft, price: steppedPrice(draft.price, action.steps, instrument, { from: last }) };
    default:
      return draft;
  }
}

function reduceQuantity(draft: OrderFormDraft, action: OrderFormAction, context: OrderFormContext): OrderFormDraft {
  const { instrument } = context;
  switch (action.type) {
    case 'quantityTyped':
      return withQuantity(draft, typedNumber(action.text, { precision: instrument.quantityDigits }));
    case 'quantityBlurred':
      return settledQuantity(draft, instrument);
    case 'quantityStepped':
      return withQuantity(
        draft,
        formatDecimal(stepped(draft.quantity, action.steps, quantityUnits(instrument.lotSize), quantityBounds(draft, instrument))),
      );
    case 'quantityShareChosen': {
      const count = shareQuantity(draft, action.percent, context);
      return withQuantity(draft, count === undefined || lotCount(count) === 0 ? '' : lotsText(count, instrument));
    }
    default:
      return draft;
  }
}

/** What the form holds after something was done to it. Pure; a refusal or an error of an order is no action and changes nothing. */
export function reduceOrderForm(draft: OrderFormDraft, action: OrderFormAction, context: OrderFormContext): OrderFormDraft {
  switch (action.type) {
    case 'symbolChanged':
      return action.symbol === draft.symbol ? draft : { ...withQuantity(draft, ''), symbol: action.symbol, price: '' };
    case 'orderTypeChosen':
      return { ...draft, orderType: action.orderType };
    case 'timeInForceChosen':
      return { ...draft, timeInForce: action.timeInForce, postOnly: action.timeInForce === 'PostOnly' };
    case 'postOnlyToggled':
      return { ...draft, postOnly: !draft.postOnly, timeInForce: draft.postOnly ? 'GoodTillCancel' : 'PostOnly' };
    case 'reduceOnlyToggled':
      return { ...draft, reduceOnly: !draft.reduceOnly };
    case 'sent':
      return withQuantity(draft, '');
    default:
      return reduceQuantity(reducePrice(draft, action, context), action, context);
  }
}
