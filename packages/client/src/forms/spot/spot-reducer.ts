import {
  DEFAULT_TRIGGER_SOURCE,
  formatDecimal,
  lots,
  moneyUnits,
  quantityOfLots,
  quantityUnits,
  valueAtTick,
  type Instrument,
  type Side,
} from '@tapedeck/domain';
import { blurredNumber, numberIn, typedNumber, type NumberBounds } from '../../inputs/number-input.ts';
import { isPriceAction, isTriggerAction, reducePrice, reduceTrigger } from '../price-input/price-fields.ts';
import { settledPrice, steppedPrice } from '../price-input/price-step.ts';
import type { SpotAction, SpotContext, SpotKind, SpotOrderDraft, SpotTpslField, SpotUnit } from './spot-form.ts';
import { maxSpot, readSpot, sharedQuantity, type SpotReading, type SpotReadings } from './spot-reading.ts';

export function initialSpot(symbol: string, side: Side = 'Buy'): SpotOrderDraft {
  return {
    symbol,
    side,
    orderType: 'Limit',
    price: '',
    priceStep: '',
    quantity: '',
    unit: 'base',
    timeInForce: 'GoodTillCancel',
    postOnly: false,
    borrows: false,
  };
}

export const spotKind = ({ orderType, trigger }: SpotOrderDraft): SpotKind => (trigger === undefined ? orderType : 'Conditional');

/** The smallest step of the field, in units of 1e-8. */
function stepOf(unit: SpotUnit, { lotSize, spot }: Instrument): bigint {
  return unit === 'base' ? quantityUnits(lotSize) : spot === undefined ? 1n : moneyUnits(spot.amountStep);
}

const digitsOf = (step: bigint): number => {
  let digits = 8;
  for (let rest = step; digits > 0 && rest % 10n === 0n; rest /= 10n) digits -= 1;
  return digits;
};

function boundsOf(draft: SpotOrderDraft, { instrument }: SpotContext): NumberBounds {
  const { lotSize, minOrder, minNotional, spot } = instrument;
  if (draft.unit === 'quote') return { min: moneyUnits(minNotional), max: spot === undefined ? 0n : moneyUnits(spot.maxAmount) };
  const units = (count: typeof minOrder): bigint => quantityUnits(quantityOfLots(count, lotSize));
  return { min: units(minOrder), max: units(maxSpot(draft, instrument)) };
}

const onStep = (units: bigint, draft: SpotOrderDraft, instrument: Instrument): string => {
  const step = stepOf(draft.unit, instrument);
  return formatDecimal((units / step) * step);
};

function withQuantity(draft: SpotOrderDraft, quantity: string): SpotOrderDraft {
  const { replaced: _told, ...rest } = draft;
  return { ...rest, quantity };
}

function settledQuantity(draft: SpotOrderDraft, context: SpotContext): SpotOrderDraft {
  // Never raised: an amount below the minimum is an error that names the minimum.
  const bounds = { ...boundsOf(draft, context), min: 0n };
  const typed = numberIn(draft.quantity);
  const clamped = numberIn(blurredNumber(draft.quantity, bounds));
  if (typed === undefined || clamped === undefined) return withQuantity(draft, '');
  const tooFine = clamped < stepOf(draft.unit, context.instrument);
  const settled = withQuantity(draft, tooFine ? formatDecimal(clamped) : onStep(clamped, draft, context.instrument));
  return typed > bounds.max ? { ...settled, replaced: 'orderMaxQtyReplace' } : settled;
}

/** The same order in the other unit, as far as its price is known. */
function inUnit(unit: SpotUnit, { draft, context, atMarket: arrival, quantity, price: at }: SpotReading): SpotOrderDraft {
  if (unit === draft.unit) return draft;
  const { instrument } = context;
  const next = { ...withQuantity(draft, ''), unit };
  const count = arrival === undefined ? quantity : lots(arrival.fillLots);
  if (count === undefined) return next;
  if (unit === 'base') return { ...next, quantity: onStep(quantityUnits(quantityOfLots(count, instrument.lotSize)), next, instrument) };
  const value = arrival?.fillValue ?? (at === undefined ? undefined : valueAtTick(instrument, count, at));
  return value === undefined ? next : { ...next, quantity: onStep(moneyUnits(value), next, instrument) };
}

function reduceTpsl(draft: SpotOrderDraft, action: SpotAction, { instrument, last }: SpotContext): SpotOrderDraft {
  const { tpsl } = draft;
  if (action.type === 'tpslToggled') return { ...draft, tpsl: tpsl === undefined ? { takeProfit: '', stopLoss: '' } : undefined };
  if (tpsl === undefined) return draft;
  const put = (leg: SpotTpslField, text: string): SpotOrderDraft => ({ ...draft, tpsl: { ...tpsl, [leg]: text } });
  const typed = (leg: SpotTpslField): string => tpsl[leg] ?? '';
  switch (action.type) {
    case 'tpslTyped':
      return put(action.leg, typedNumber(action.text, { precision: instrument.priceDigits }));
    case 'tpslBlurred':
      return put(action.leg, typed(action.leg) === '' ? '' : settledPrice(typed(action.leg), instrument));
    case 'tpslStepped':
      return put(action.leg, steppedPrice(typed(action.leg), action.steps, instrument, { from: last }));
    case 'tpslSourceChosen':
      return { ...draft, tpsl: { ...tpsl, source: action.source } };
    default:
      return draft;
  }
}

/** Percentage of the spendable balance, as the field's text; '' if unknown. */
const quantityOfShare = (percent: number, order: SpotReading): string =>
  sharedQuantity(percent, order, (units, own) => onStep(units, own, order.context.instrument));

function reduceQuantity(now: SpotReadings, action: SpotAction): SpotOrderDraft {
  const { draft, context } = now;
  const { instrument } = context;
  switch (action.type) {
    case 'quantityTyped':
      return withQuantity(draft, typedNumber(action.text, { precision: digitsOf(stepOf(draft.unit, instrument)) }));
    case 'quantityBlurred':
      return settledQuantity(draft, context);
    case 'quantityStepped': {
      const { min, max } = boundsOf(draft, context);
      const next = (numberIn(draft.quantity) ?? 0n) + BigInt(action.steps) * stepOf(draft.unit, instrument);
      return withQuantity(draft, formatDecimal(next < min ? min : next > max ? max : next));
    }
    case 'quantitySet':
      return { ...withQuantity(draft, action.text), unit: 'base' };
    case 'shareChosen':
      return withQuantity(draft, quantityOfShare(action.percent, now.of(draft.side)));
    case 'unitChosen':
      return inUnit(action.unit, now.of(draft.side));
    case 'sent':
      return withQuantity(draft, '');
    default:
      return draft;
  }
}

function ofKind(draft: SpotOrderDraft, kind: SpotKind): SpotOrderDraft {
  if (kind === 'Conditional') return { ...draft, trigger: draft.trigger ?? { price: '', source: DEFAULT_TRIGGER_SOURCE } };
  return { ...draft, orderType: kind, trigger: undefined };
}

function changed(now: SpotReadings, action: SpotAction): SpotOrderDraft {
  const { draft, context } = now;
  if (isPriceAction(action)) return reducePrice(draft, action, context);
  if (isTriggerAction(action)) {
    return draft.trigger === undefined ? draft : { ...draft, trigger: reduceTrigger(draft.trigger, action, context) };
  }
  switch (action.type) {
    case 'sideChosen':
      return { ...draft, side: action.side };
    case 'kindChosen':
      return ofKind(draft, action.kind);
    case 'orderTypeChosen':
      return { ...draft, orderType: action.orderType };
    case 'timeInForceChosen':
      return { ...draft, timeInForce: action.timeInForce, postOnly: action.timeInForce === 'PostOnly' };
    case 'postOnlyToggled':
      return { ...draft, postOnly: !draft.postOnly, timeInForce: draft.postOnly ? 'GoodTillCancel' : 'PostOnly' };
    case 'borrowsToggled':
      return { ...draft, borrows: !draft.borrows };
    case 'tpslToggled':
    case 'tpslTyped':
    case 'tpslBlurred':
    case 'tpslStepped':
    case 'tpslSourceChosen':
      return reduceTpsl(draft, action, context);
    default:
      return reduceQuantity(now, action);
  }
}

/** After these actions the slider no longer matches the field. */
const FORGETS_SHARE: ReadonlySet<SpotAction['type']> = new Set([
  'quantityTyped',
  'quantityStepped',
  'quantitySet',
  'unitChosen',
  'sideChosen',
  'sent',
]);

/** The slider's share as the current quantity. */
function filled(draft: SpotOrderDraft, order: SpotReading): SpotOrderDraft {
  const quantity = quantityOfShare(draft.share ?? 0, order);
  return quantity === '' ? draft : withQuantity(draft, quantity);
}

/** The account may not have loaded when a share was chosen: the quantity follows once it is known. */
export function followSpotShare({ draft, of }: SpotReadings): SpotOrderDraft {
  return draft.share !== undefined && draft.quantity === '' ? filled(draft, of(draft.side)) : draft;
}

/** The draft after an action. Pure; refusals and errors are not actions and change nothing. */
export function reduceSpot(now: SpotReadings, action: SpotAction): SpotOrderDraft {
  const next = changed(now, action);
  if (action.type === 'shareChosen') return { ...next, share: action.percent === 0 ? undefined : action.percent };
  if (FORGETS_SHARE.has(action.type)) return { ...next, share: undefined };
  // The slider keeps its share: a percentage of the largest order at the current price.
  return next.share !== undefined && action.type.startsWith('price') ? filled(next, readSpot(next, now.context)) : next;
}
