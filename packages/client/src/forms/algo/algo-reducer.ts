import { DEFAULT_TRIGGER_SOURCE, TWAP_INTERVALS, formatDecimal, price, type Price } from '@tapedeck/domain';
import { blurredNumber, numberIn, roundTypedPrice, typedNumber } from '../../inputs/number-input.ts';
import { fieldPrice, settledPrice, steppedPrice } from '../price-input/price-step.ts';
import { boundsOf, precisionOf, stepOf, typeOfField } from './algo-fields.ts';
import type { AlgoAction, AlgoContext, AlgoDraft, AlgoField, PairChoice } from './algo-form.ts';

const AT_MARKET: PairChoice = { orderType: 'Market', source: DEFAULT_TRIGGER_SOURCE };
/** Initial values: twenty parts in ten minutes, and ladders of equal orders. */
const USUAL_TEXTS = { minutes: '10', orders: '5', skew: '100', cells: '10' } as const;
const USUAL_INTERVAL = 30_000;

export function initialAlgo(symbol: string, kind: AlgoDraft['kind']): AlgoDraft {
  return {
    symbol,
    kind,
    texts: USUAL_TEXTS,
    reduceOnly: false,
    postOnly: false,
    interval: USUAL_INTERVAL,
    trailBy: 'price',
    pairKind: 'TakeProfitStopLossOCO',
    upper: AT_MARKET,
    lower: AT_MARKET,
    orderType: 'Market',
  };
}

const withText = (draft: AlgoDraft, field: AlgoField, text: string): AlgoDraft => ({ ...draft, texts: { ...draft.texts, [field]: text } });

/** A field's text on blur: rounded to its grid, capped at its maximum, '' without a number. Values below the minimum are errors. */
function settled(field: AlgoField, draft: AlgoDraft, { instrument }: AlgoContext): string {
  const type = typeOfField(field, draft);
  const text = draft.texts[field] ?? '';
  if (type === 'price') return settledPrice(text, instrument);
  const units = numberIn(blurredNumber(text, { ...boundsOf(field, type, instrument), min: 0n }));
  if (units === undefined) return '';
  if (type === 'distance') return fieldPrice(roundTypedPrice(price(units), instrument.tickSize), instrument);
  const step = type === 'percent' ? 1n : stepOf(type, instrument);
  return formatDecimal((units / step) * step);
}

function stepped(field: AlgoField, steps: number, draft: AlgoDraft, { instrument, last }: AlgoContext): string {
  const type = typeOfField(field, draft);
  const text = draft.texts[field] ?? '';
  if (type === 'price') return steppedPrice(text, steps, instrument, { from: last });
  const { min, max } = boundsOf(field, type, instrument);
  const next = (numberIn(text) ?? 0n) + BigInt(steps) * stepOf(type, instrument);
  const within = next < min ? min : next > max ? max : next;
  return type === 'distance' ? fieldPrice(price(within), instrument) : formatDecimal(within);
}

const priceIn = (value: Price, { instrument }: AlgoContext): string => fieldPrice(value, instrument);

/** The draft after an action. Pure; refusals and errors are not actions and change nothing. */
export function reduceAlgo(draft: AlgoDraft, action: AlgoAction, context: AlgoContext): AlgoDraft {
  switch (action.type) {
    case 'kindChosen':
      return { ...draft, kind: action.kind };
    case 'typed': {
      const precision = precisionOf(typeOfField(action.field, draft), context.instrument);
      return withText(draft, action.field, typedNumber(action.text, { precision }));
    }
    case 'left':
      return withText(draft, action.field, settled(action.field, draft, context));
    case 'stepped':
      return withText(draft, action.field, stepped(action.field, action.steps, draft, context));
    case 'priceSet':
      return withText(draft, action.field, priceIn(action.price, context));
    case 'toggled':
      return { ...draft, [action.flag]: !draft[action.flag] };
    case 'intervalChosen':
      return TWAP_INTERVALS.includes(action.interval) ? { ...draft, interval: action.interval } : draft;
    case 'trailByChosen':
      // A distance in dollars has no meaning as a percentage.
      return action.trailBy === draft.trailBy ? draft : withText({ ...draft, trailBy: action.trailBy }, 'distance', '');
    case 'pairKindChosen':
      return { ...draft, pairKind: action.pairKind, reduceOnly: draft.reduceOnly && action.pairKind === 'TakeProfitStopLossOCO' };
    case 'pairChosen':
      return { ...draft, [action.which]: { ...draft[action.which], ...action.choice } };
    case 'orderTypeChosen':
      return { ...draft, orderType: action.orderType };
    case 'sent':
      return withText(draft, 'quantity', '');
  }
}
