import {
  divNearest,
  exactLots,
  formatDecimal,
  parseDecimal,
  priceUnits,
  quantity as quantityOf,
  spreadLevels,
  spreadQuantityRefusal,
  type FutureSpreadPlan,
  type Instrument,
  type Lots,
  type OrderType,
  type Side,
  type SpreadLevel,
} from '@tapedeck/domain';
import { numberIn, roundToStep } from '../../inputs/number-input.ts';
import type { FormRules } from '../kernel/form.ts';
import type { FormProblem } from '../kernel/readings.ts';
import type { OrderFormContext } from '../order/order-form.ts';
import { spreadPreview, type SpreadPreview } from './spread-preview.ts';

export interface SpreadDraft {
  readonly side: Side;
  readonly orderType: OrderType;
  /** The typed price. */
  readonly price: string;
  readonly quantity: string;
}

export type SpreadAction =
  | { readonly type: 'changed'; readonly part: Partial<SpreadDraft> }
  /** A spread price of the book, in ticks. */
  | { readonly type: 'distanceTaken'; readonly distance: number }
  | { readonly type: 'priceLeft' }
  | { readonly type: 'sent' };

/** Both legs: a spread buy buys `far` and sells `near`. */
export interface SpreadContext {
  readonly far: OrderFormContext;
  readonly near: OrderFormContext;
}

/** A spread order, read once. */
export interface SpreadReading extends SpreadContext {
  readonly draft: SpreadDraft;
  /** Plan of the order; `undefined` while its price is invalid. */
  readonly plan: FutureSpreadPlan | 'noBook' | undefined;
  /** `undefined` if it is not an order for both legs. */
  readonly quantity: Lots | undefined;
}

export interface SpreadProblem extends FormProblem {
  readonly code: 'priceWrong' | 'quantityWrong' | 'noBook';
}

/** A market order accepts this fraction of the near leg's price beyond the best spread. */
export const MARKET_PART = 200n;
/** Levels that a market order reads to find the best spread. */
const BEST = 1;
/** Number of spread prices that a preview covers. */
const DEPTH = 200;

interface LegBook {
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** Combined levels of both books for one side of the spread, best first. */
export function levelsOfSpread(
  books: { readonly far: LegBook; readonly near: LegBook },
  side: Side,
  depth: number,
): readonly SpreadLevel[] {
  const { far, near } = books;
  return spreadLevels(side === 'Buy' ? { far: far.asks, near: near.bids } : { far: far.bids, near: near.asks }, depth);
}

function levelsFor({ far, near }: SpreadContext, side: Side, depth: number): readonly SpreadLevel[] {
  return far.book === undefined || near.book === undefined ? [] : levelsOfSpread({ far: far.book, near: near.book }, side, depth);
}

/** A spread price in ticks, as text for the price field. */
const fieldDistance = (ticks: number, { tickSize, priceDigits }: Instrument): string =>
  formatDecimal(BigInt(ticks) * priceUnits(tickSize), 8, priceDigits);

/** A typed spread price on blur: on a tick, rounded away from 0; '' without a number. */
function settledDistance(text: string, { tickSize, priceDigits }: Instrument): string {
  const units = numberIn(text);
  return units === undefined ? '' : formatDecimal(roundToStep(units, priceUnits(tickSize), { autofix: true }), 8, priceDigits);
}

/** The ticks of a typed spread price; `undefined` if invalid or between ticks. */
function typedDistance(text: string, { tickSize }: Instrument): number | undefined {
  const units = parseDecimal(text);
  const step = priceUnits(tickSize);
  return units === undefined || units % step !== 0n ? undefined : Number(units / step);
}

function typedQuantity(text: string, { far, near }: SpreadContext): Lots | undefined {
  const units = parseDecimal(text);
  const count = units === undefined || units <= 0n ? undefined : exactLots(quantityOf(units), far.instrument.lotSize);
  if (count === undefined) return undefined;
  return spreadQuantityRefusal({ far: far.instrument, near: near.instrument }, count) === undefined ? count : undefined;
}

/** Terms of a market order: immediate, within a fraction of the price from the best spread. */
function marketPlan(context: SpreadContext, side: Side): Pick<FutureSpreadPlan, 'limit' | 'immediate'> | undefined {
  const { near } = context;
  const [best] = levelsFor(context, side, BEST);
  if (best === undefined || near.mark === undefined) return undefined;
  const away = Number(divNearest(priceUnits(near.mark), MARKET_PART * priceUnits(near.instrument.tickSize)));
  return { limit: side === 'Buy' ? best.distance + away : best.distance - away, immediate: true };
}

function planOf({ side, orderType, price }: SpreadDraft, context: SpreadContext): SpreadReading['plan'] {
  const { instrument } = context.far;
  if (orderType === 'Market') {
    const terms = marketPlan(context, side);
    return terms === undefined ? 'noBook' : { kind: 'FutureSpread', far: instrument.id, ...terms };
  }
  const limit = typedDistance(price, instrument);
  return limit === undefined ? undefined : { kind: 'FutureSpread', far: instrument.id, limit };
}

function spreadProblems({ draft, plan, quantity }: SpreadReading): readonly SpreadProblem[] {
  const problems: SpreadProblem[] = plan === 'noBook' ? [{ code: 'noBook', field: 'form' }] : [];
  if (draft.price !== '' && plan === undefined) problems.push({ code: 'priceWrong', field: 'price' });
  if (draft.quantity !== '' && quantity === undefined) problems.push({ code: 'quantityWrong', field: 'quantity' });
  return problems;
}

function reduceSpread(draft: SpreadDraft, action: SpreadAction, { far: { instrument } }: SpreadContext): SpreadDraft {
  switch (action.type) {
    case 'changed':
      return { ...draft, ...action.part };
    case 'distanceTaken':
      return { ...draft, orderType: 'Limit', price: fieldDistance(action.distance, instrument) };
    case 'priceLeft':
      return { ...draft, price: settledDistance(draft.price, instrument) };
    case 'sent':
      return { ...draft, quantity: '' };
  }
}

function previewOf({ draft, plan, quantity, far, near }: SpreadReading): SpreadPreview | undefined {
  if (plan === undefined || plan === 'noBook' || quantity === undefined) return undefined;
  return spreadPreview({ side: draft.side, quantity, limit: plan.limit }, levelsFor({ far, near }, draft.side, DEPTH), { far, near });
}

/** The form of a spread between two futures of one coin. */
export const spreadRules: FormRules<SpreadDraft, SpreadAction, SpreadContext, SpreadReading, SpreadProblem, SpreadPreview | undefined> = {
  read: (draft, { far, near }) => {
    const context = { far, near };
    return { draft, far, near, plan: planOf(draft, context), quantity: typedQuantity(draft.quantity, context) };
  },
  reduce: ({ draft, context }, action) => reduceSpread(draft, action, context),
  errors: ({ draft, of }) => spreadProblems(of(draft.side)),
  preview: previewOf,
  // The two books change in place.
  version: ({ far, near }) => `${far.book?.update ?? ''} ${near.book?.update ?? ''}`,
  keepsRefusal: ({ type }) => type === 'priceLeft',
  refills: (action) => action.type === 'changed' && action.part.quantity !== undefined,
  tells: ({ code }) => (code === 'noBook' ? 'whenLeft' : 'atOnce'),
  asksAnew: true,
};
