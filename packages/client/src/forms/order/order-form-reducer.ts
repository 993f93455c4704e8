import { DEFAULT_TRIGGER_SOURCE, SCALE, formatDecimal, moneyUnits, quantityOfLots, quantityUnits } from '@tapedeck/domain';
import type { Instrument, Lots } from '@tapedeck/domain';
import { blurredNumber, numberIn, typedNumber, type NumberBounds } from '../../inputs/number-input.ts';
import { USUAL_ACCOUNT } from '../account-traits.ts';
import { isPriceAction, isTriggerAction, reducePrice, reduceTrigger } from '../price-input/price-fields.ts';
import type { OrderFormAction, OrderFormContext, OrderFormDraft, TriggerDraft } from './order-form.ts';
import { emptyTpsl, reduceTpsl } from '../tpsl/tpsl-reducer.ts';
import { maxOrder, maxOrderCost } from './order-limits.ts';
import { orderReadings, type OrderReadings } from './order-reading.ts';
import { orderTpslContext } from './order-tpsl.ts';
import { inUnit, lotsInUnit, moneyDigits, shareQuantity } from './order-units.ts';

export function initialDraft(symbol: string): OrderFormDraft {
  return {
    symbol,
    orderType: 'Limit',
    price: '',
    quantity: '',
    unit: 'quantity',
    priceStep: '',
    timeInForce: 'GoodTillCancel',
    postOnly: false,
    reduceOnly: false,
  };
}

function quantityBounds(draft: OrderFormDraft, { instrument, traits }: OrderFormContext): NumberBounds {
  const units = (count: Lots): bigint => quantityUnits(quantityOfLots(count, instrument.lotSize));
  const most = maxOrder(draft, instrument, traits);
  if (draft.unit !== 'quantity') return { min: 0n, max: moneyUnits(maxOrderCost(most, instrument)) };
  return { min: units(instrument.minOrder), max: units(most) };
}

/** Step of the arrow keys and of typed amounts. */
function quantityStep({ unit }: OrderFormDraft, { lotSize }: Instrument): bigint {
  return unit === 'quantity' ? quantityUnits(lotSize) : SCALE;
}

function settledQuantity(draft: OrderFormDraft, context: OrderFormContext): OrderFormDraft {
  // Never raised: an amount below the minimum is an error that names the minimum.
  const bounds = { ...quantityBounds(draft, context), min: 0n };
  const typed = numberIn(draft.quantity);
  const clamped = numberIn(blurredNumber(draft.quantity, bounds));
  if (typed === undefined || clamped === undefined) return withQuantity(draft, '');
  const lot = draft.unit === 'quantity' ? quantityStep(draft, context.instrument) : 1n;
  const settled = withQuantity(draft, formatDecimal(clamped < lot ? clamped : (clamped / lot) * lot));
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

/** Without a trigger, its settings cannot change. */
function withTrigger(draft: OrderFormDraft, change: (trigger: TriggerDraft) => TriggerDraft): OrderFormDraft {
  return draft.trigger === undefined ? draft : { ...draft, trigger: change(draft.trigger) };
}

/** TP/SL are typed for a buy; each side reads them as its own when it is sent. */
function reduceExits(now: OrderReadings, action: OrderFormAction): OrderFormDraft {
  const { draft, context } = now;
  if (action.type === 'tpslToggled') {
    const account = context.traits ?? USUAL_ACCOUNT;
    return {
      ...draft,
      tpsl: draft.tpsl === undefined ? emptyTpsl('Full', { account, instrument: context.instrument }, action.habits) : undefined,
    };
  }
  if (action.type !== 'tpsl' || draft.tpsl === undefined) return draft;
  const own = orderTpslContext(now.of('Buy').draft, 'Buy', context);
  return own === undefined ? draft : { ...draft, tpsl: reduceTpsl(draft.tpsl, action.action, own) };
}

/** Percentage of the largest order, as the field's text; '' if unknown. */
function quantityOfShare(percent: number, now: OrderReadings): string {
  const count = shareQuantity(percent, now);
  return count === undefined ? '' : lotsInUnit(count, now.draft.unit, now);
}

function reduceQuantity(now: OrderReadings, action: OrderFormAction): OrderFormDraft {
  const { draft, context } = now;
  const { instrument } = context;
  const precision = draft.unit === 'quantity' ? instrument.quantityDigits : moneyDigits(instrument);
  switch (action.type) {
    case 'quantityTyped':
      return withQuantity(draft, typedNumber(action.text, { precision }));
    case 'quantityBlurred':
      return settledQuantity(draft, context);
    case 'unitChosen':
      return inUnit(action.unit, now);
    case 'quantityStepped':
      return withQuantity(
        draft,
        formatDecimal(stepped(draft.quantity, action.steps, quantityStep(draft, instrument), quantityBounds(draft, context))),
      );
    case 'quantityShareChosen':
      return withQuantity(draft, quantityOfShare(action.percent, now));
    default:
      return draft;
  }
}

function changed(now: OrderReadings, action: OrderFormAction): OrderFormDraft {
  const { draft, context } = now;
  if (isPriceAction(action)) return reducePrice(draft, action, context);
  if (isTriggerAction(action)) return withTrigger(draft, (trigger) => reduceTrigger(trigger, action, context));
  switch (action.type) {
    case 'orderTypeChosen':
      return {
        ...draft,
        orderType: action.orderType,
        ...(action.conditional !== true && { trigger: undefined }),
        ...(action.orderType !== 'Market' && { slippage: undefined }),
      };
    case 'conditionalChosen':
      return { ...draft, trigger: draft.trigger ?? { price: '', source: DEFAULT_TRIGGER_SOURCE, closeOnTrigger: false } };
    case 'slippageChosen':
      return { ...draft, slippage: action.slippage };
    case 'tpslToggled':
    case 'tpsl':
      return reduceExits(now, action);
    case 'selfMatchChosen':
      return { ...draft, selfMatch: action.selfMatch };
    case 'timeInForceChosen':
      return { ...draft, timeInForce: action.timeInForce, postOnly: action.timeInForce === 'PostOnly' };
    case 'postOnlyToggled':
      return { ...draft, postOnly: !draft.postOnly, timeInForce: draft.postOnly ? 'GoodTillCancel' : 'PostOnly' };
    case 'reduceOnlyToggled':
      return { ...draft, reduceOnly: !draft.reduceOnly };
    case 'orderLoaded':
      // Settings of this machine are kept.
      return { ...action.draft, priceStep: draft.priceStep, selfMatch: draft.selfMatch };
    case 'sent':
      return withQuantity(draft, '');
    case 'closeOnTriggerToggled':
      return withTrigger(draft, (trigger) => ({ ...trigger, closeOnTrigger: !trigger.closeOnTrigger }));
    default:
      return reduceQuantity(now, action);
  }
}

/** After these actions the slider no longer matches the field. */
const FORGETS_SHARE: ReadonlySet<OrderFormAction['type']> = new Set([
  'quantityTyped',
  'quantityStepped',
  'unitChosen',
  'orderLoaded',
  'sent',
]);

/** The slider's share as the current quantity. */
function filled(now: OrderReadings): OrderFormDraft {
  const quantity = quantityOfShare(now.draft.share ?? 0, now);
  return quantity === '' ? now.draft : withQuantity(now.draft, quantity);
}

/** The account may not have loaded when a share was chosen: the quantity follows once it is known. */
export function followShare(now: OrderReadings): OrderFormDraft {
  return now.draft.share !== undefined && now.draft.quantity === '' ? filled(now) : now.draft;
}

/** The draft after an action. Pure; refusals and errors of an order are not actions and change nothing. */
export function reduceOrderForm(now: OrderReadings, action: OrderFormAction): OrderFormDraft {
  const next = changed(now, action);
  if (action.type === 'quantityShareChosen') return { ...next, share: action.percent === 0 ? undefined : action.percent };
  if (FORGETS_SHARE.has(action.type)) return { ...next, share: undefined };
  // The slider keeps its share: a percentage of the largest order at the current price.
  const follows = next.share !== undefined && !action.type.startsWith('quantity');
  return follows ? filled(orderReadings(next, now.context)) : next;
}
