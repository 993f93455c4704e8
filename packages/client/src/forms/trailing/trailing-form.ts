import {
  exactTicks,
  formatDecimal,
  price,
  priceOfTicks,
  rate,
  rateUnits,
  tickCount,
  ticks,
  type Instrument,
  type Price,
  type Side,
  type Ticks,
  type TrailingTerms,
} from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import type { FormRules } from '../kernel/form.ts';
import type { FormProblem } from '../kernel/readings.ts';
import { fieldPrice } from '../price-input/price-step.ts';

/** A typed trailing stop: a distance in price, or in percent of the best price; an empty activation price activates it at once. */
export interface TrailingDraft {
  readonly by: 'price' | 'percent';
  readonly distance: string;
  readonly activation: string;
}

export type TrailingIssue = 'distanceWrong' | 'percentWrong' | 'activationWrong';

export interface TrailingContext {
  readonly instrument: Instrument;
  readonly side: Side;
  /** The last price; a long's stop cannot be farther away than that. */
  readonly last: Price | undefined;
}

const PERCENT = 100n;
/** The wire carries the share in hundredths of a percent, in units of 1e-8. */
const SHARE_STEP = 10_000n;
const NO_TICKS = ticks(0);

function distanceIn(text: string, { instrument, side, last }: TrailingContext): Ticks | undefined {
  const units = numberIn(text);
  const count = units === undefined || units <= 0n ? undefined : exactTicks(price(units), instrument.tickSize);
  if (count === undefined || tickCount(count) > tickCount(instrument.maxPrice)) return undefined;
  return side === 'Buy' && last !== undefined && priceOfTicks(count, instrument.tickSize) >= last ? undefined : count;
}

function shareIn(text: string) {
  const units = numberIn(text);
  if (units === undefined || units <= 0n || units % PERCENT !== 0n) return undefined;
  const share = units / PERCENT;
  return share % SHARE_STEP !== 0n || share >= SHARE_STEP * SHARE_STEP ? undefined : rate(share);
}

function activationIn(text: string, { instrument }: TrailingContext): Ticks | undefined {
  if (text.trim() === '') return NO_TICKS;
  const units = numberIn(text);
  const count = units === undefined || units <= 0n ? undefined : exactTicks(price(units), instrument.tickSize);
  return count === undefined || count < instrument.minPrice || count > instrument.maxPrice ? undefined : count;
}

/** The typed terms, or their errors. */
export type TrailingReading = { readonly terms: TrailingTerms } | { readonly issue: TrailingIssue };

export function readTrailing(draft: TrailingDraft, context: TrailingContext): TrailingReading {
  const activation = activationIn(draft.activation, context);
  if (draft.by === 'price') {
    const distance = distanceIn(draft.distance, context);
    if (distance === undefined) return { issue: 'distanceWrong' };
    return activation === undefined ? { issue: 'activationWrong' } : { terms: { distance, share: rate(0n), activation } };
  }
  const share = shareIn(draft.distance);
  if (share === undefined) return { issue: 'percentWrong' };
  return activation === undefined ? { issue: 'activationWrong' } : { terms: { distance: NO_TICKS, share, activation } };
}

/** The form filled with the terms of an existing trailing stop. */
export function trailingDraft(terms: TrailingTerms | undefined, instrument: Instrument): TrailingDraft {
  if (terms === undefined) return { by: 'price', distance: '', activation: '' };
  const text = (at: Ticks): string => (tickCount(at) === 0 ? '' : fieldPrice(priceOfTicks(at, instrument.tickSize), instrument));
  const byPrice = tickCount(terms.distance) > 0;
  return {
    by: byPrice ? 'price' : 'percent',
    distance: byPrice ? text(terms.distance) : formatDecimal(rateUnits(terms.share) * PERCENT),
    activation: text(terms.activation),
  };
}

export type TrailingField = 'distance' | 'activation';
/** A distance in dollars has no meaning as a percentage. */
export type TrailingAction =
  | { readonly type: 'byChosen'; readonly by: TrailingDraft['by'] }
  | { readonly type: 'typed'; readonly field: TrailingField; readonly text: string };

export interface TrailingProblem extends FormProblem {
  readonly field: TrailingField;
  readonly code: TrailingIssue;
}

/** The form of a position's trailing stop. */
export const trailingRules: FormRules<TrailingDraft, TrailingAction, TrailingContext, TrailingReading, TrailingProblem, undefined> = {
  read: readTrailing,
  reduce: ({ draft }, action) =>
    action.type === 'typed' ? { ...draft, [action.field]: action.text } : { ...draft, by: action.by, distance: '' },
  errors: ({ context, of }) => {
    const reading = of(context.side);
    return 'issue' in reading ? [{ code: reading.issue, field: reading.issue === 'activationWrong' ? 'activation' : 'distance' }] : [];
  },
  preview: () => undefined,
  keepsRefusal: () => false,
  asksAnew: true,
};
