import {
  SCALE,
  formatDecimal,
  isSpot,
  isWaiting,
  moneyUnits,
  planRefusal,
  smallestPart,
  sourceTicks,
  tickCount,
  ticks,
  triggerReached,
  type Instrument,
  type Lots,
  type PositionRecord,
  type Refusal,
  type Side,
  type StrategyPlan,
  valueAtTick,
  valueCoin,
} from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import { priceIssue, quantityIssue } from '../order/field-issues.ts';
import { formPositionIndex } from '../order/order-command.ts';
import { sourcePrice } from '../price-input/price-fields.ts';
import { readTrailing, type TrailingIssue } from '../trailing/trailing-form.ts';
import { countBounds, fieldsOf, isOptional, typeOfField, type FieldType } from './algo-fields.ts';
import type { AlgoContext, AlgoDraft, AlgoError, AlgoField, PairWhich } from './algo-form.ts';
import { typedCount, typedIn } from './algo-plan.ts';
import { closesPosition, hasOneButton } from './algo-positions.ts';
import type { AlgoReading, AlgoReadings } from './algo-reading.ts';

/** Maximum strategies of an account, and maximum conditional orders of an account in an instrument. */
const STRATEGIES_MAX = 50;
const CONDITIONAL_ORDERS_MAX = 10;
const SPOT_CONDITIONAL_ORDERS_MAX = 30;
const SIDES: readonly Side[] = ['Buy', 'Sell'];

const HUNDRED = 100n * SCALE;

type Check = (field: AlgoField, draft: AlgoDraft, context: AlgoContext) => Omit<AlgoError, 'field'> | undefined;

function countIssue(field: AlgoField, { texts }: AlgoDraft): ReturnType<Check> {
  const count = typedCount(texts[field]);
  const [min, max] = countBounds(field);
  if (count !== undefined && count >= min && count <= max) return undefined;
  return { code: 'countOutOfRange', values: { min: String(min), max: String(max) } };
}

function rateIssue(field: AlgoField, { texts }: AlgoDraft): ReturnType<Check> {
  const units = numberIn(texts[field] ?? '');
  return units === undefined || units <= 0n || units >= HUNDRED ? { code: 'rateWrong' } : undefined;
}

/** Error of a single field. The distance of a trailing stop is checked together with its activation. */
const CHECKS: Readonly<Record<FieldType, Check>> = {
  price: (field, { texts }, { instrument }) => priceIssue(texts[field] ?? '', instrument, { empty: 'priceEmpty', own: field === 'price' }),
  quantity: (field, { texts }, { instrument }) => quantityIssue(texts[field] ?? '', instrument, instrument.maxLimitOrder),
  count: countIssue,
  percent: (field, draft) => (field === 'distance' ? undefined : rateIssue(field, draft)),
  distance: (field, draft, { instrument }) =>
    field === 'distance' || typedIn(draft, instrument).price(field) !== undefined ? undefined : { code: 'distanceWrong' },
};

function fieldError(field: AlgoField, draft: AlgoDraft, context: AlgoContext): AlgoError | undefined {
  if (isOptional(field) && numberIn(draft.texts[field] ?? '') === undefined) return undefined;
  const issue = CHECKS[typeOfField(field, draft)](field, draft, context);
  return issue && { ...issue, field };
}

interface GridEnd {
  readonly field: 'takeProfit' | 'stopLoss';
  readonly inside: (end: number) => boolean;
  readonly behind: (end: number, now: number) => boolean;
  readonly codes: readonly [inside: string, behind: string];
}

/** A price that ends a grid lies outside its range, beyond the last price on that side. */
function gridEndError({ field, inside, behind, codes }: GridEnd, draft: AlgoDraft, { instrument, last }: AlgoContext): AlgoError[] {
  const at = typedIn(draft, instrument).price(field);
  if (at === undefined) return [];
  const end = tickCount(at);
  if (inside(end)) return [{ code: codes[0], field }];
  return last !== undefined && behind(end, sourceTicks(last, instrument.tickSize).floor) ? [{ code: codes[1], field }] : [];
}

/** Checks the prices of a grid against each other and against the last price. */
function gridErrors(draft: AlgoDraft, context: AlgoContext): AlgoError[] {
  const { instrument, settings } = context;
  const { price, count } = typedIn(draft, instrument);
  const [lower, upper] = [price('lower'), price('upper')];
  const errors: AlgoError[] = settings?.positionMode === 'BothSide' ? [{ code: 'gridNeedsOneWay', field: 'form' }] : [];
  if (lower === undefined || upper === undefined) return errors;
  if (lower >= upper) return [...errors, { code: 'rangeEmpty', field: 'upper' }];
  const room = tickCount(upper) - tickCount(lower);
  if (room < (count('cells') ?? 0)) errors.push({ code: 'cellsTooMany', field: 'cells', values: { max: String(room) } });
  const above: GridEnd = {
    field: 'takeProfit',
    inside: (end) => end <= tickCount(upper),
    behind: (end, now) => end <= now,
    codes: ['takeProfitInGrid', 'gridTakeProfitBelow'],
  };
  const below: GridEnd = {
    field: 'stopLoss',
    inside: (end) => end >= tickCount(lower),
    behind: (end, now) => end >= now,
    codes: ['stopLossInGrid', 'gridStopLossAbove'],
  };
  return [...errors, ...gridEndError(above, draft, context), ...gridEndError(below, draft, context)];
}

/** Both triggers wait: one above its source, one below. */
function pairErrors(draft: AlgoDraft, context: AlgoContext): AlgoError[] {
  const { instrument, settings, orders = [] } = context;
  const errors: AlgoError[] = [];
  if (draft.pairKind === 'BidirectionalTpSl' && settings?.positionMode === 'BothSide')
    errors.push({ code: 'pairNeedsOneWay', field: 'form' });
  const most = isSpot(instrument) ? SPOT_CONDITIONAL_ORDERS_MAX : CONDITIONAL_ORDERS_MAX;
  if (orders.filter(isWaiting).length + 2 > most) errors.push({ code: 'conditionalTooMany', field: 'form', values: { max: String(most) } });
  const reached = (which: PairWhich): boolean => {
    const { source } = draft[which];
    const at = typedIn(draft, instrument).price(which === 'upper' ? 'upperTrigger' : 'lowerTrigger');
    const now = sourcePrice(source, context);
    const direction = which === 'upper' ? 'Rising' : 'Falling';
    return at !== undefined && now !== undefined && triggerReached({ price: at, direction }, sourceTicks(now, instrument.tickSize));
  };
  if (reached('upper')) errors.push({ code: 'triggerNotAbove', field: 'upperTrigger' });
  if (reached('lower')) errors.push({ code: 'triggerNotBelow', field: 'lowerTrigger' });
  return errors;
}

/** Error codes for refusals by the plan's own rules; prices and counts were checked field by field. */
const PLAN_CODES: Partial<Record<Refusal['reason'], { readonly code: string; readonly field: AlgoField }>> = {
  strategyPartTooSmall: { code: 'partTooSmall', field: 'quantity' },
  quantityTooLarge: { code: 'partTooLarge', field: 'quantity' },
  quantityTooSmall: { code: 'quantityEmpty', field: 'quantity' },
};

function planError(plan: StrategyPlan, quantity: Lots, instrument: Instrument): AlgoError | undefined {
  if (plan.kind === 'Scaled' && plan.from === plan.to) return { code: 'rangeEmpty', field: 'to' };
  // The server creates a webhook's secret.
  const refused = plan.kind === 'Webhook' ? undefined : planRefusal(plan, quantity, instrument);
  return refused && (PLAN_CODES[refused.reason] ?? { code: 'planWrong', field: 'form' });
}

/** Opening parts must reach the minimum order value. */
function partValueError(plan: StrategyPlan, quantity: Lots, draft: AlgoDraft, { instrument, last }: AlgoContext): AlgoError[] {
  if (draft.reduceOnly || isSpot(instrument) || last === undefined) return [];
  const value = valueAtTick(instrument, smallestPart(plan, quantity), ticks(sourceTicks(last, instrument.tickSize).floor));
  if (value >= instrument.minNotional) return [];
  const values = { min: formatDecimal(moneyUnits(instrument.minNotional)), coin: valueCoin(instrument) };
  return [{ code: 'partValueTooSmall', field: 'quantity', values }];
}

function planErrors({ draft, context, plan, quantity }: AlgoReading): AlgoError[] {
  const { instrument, strategies = [], running = 0 } = context;
  if (plan === undefined || quantity === undefined) return [];
  const wrong = planError(plan, quantity, instrument);
  if (wrong !== undefined) return [wrong];
  const errors: AlgoError[] = [];
  if (running >= STRATEGIES_MAX) errors.push({ code: 'tooManyStrategies', field: 'form', values: { max: String(STRATEGIES_MAX) } });
  if (plan.kind === 'Grid' && strategies.some((own) => own.plan.kind === 'Grid')) errors.push({ code: 'gridRuns', field: 'form' });
  return [...errors, ...partValueError(plan, quantity, draft, context)];
}

const TRAILING_FIELDS: Readonly<Record<TrailingIssue, AlgoField>> = {
  distanceWrong: 'distance',
  percentWrong: 'distance',
  activationWrong: 'activation',
};

function marginRateError(position: PositionRecord, { orders = [] }: AlgoContext): string | undefined {
  if (position.marginMode === 'isolated') return 'marginRateIsolated';
  const taken = orders.some(({ stop, positionIndex }) => stop?.kind === 'MmRateClose' && positionIndex === position.positionIndex);
  return taken ? 'marginRateTaken' : undefined;
}

/** Error of one side for a kind that closes its position. */
function closeError({ draft, context, side, position, trailing }: AlgoReading): AlgoError | undefined {
  if (position === undefined) return { code: side === 'Sell' ? 'noLong' : 'noShort', field: 'form', side };
  if (draft.kind === 'MmRateClose') {
    const code = marginRateError(position, context);
    return code === undefined ? undefined : { code, field: 'form', side };
  }
  return 'issue' in trailing ? { code: trailing.issue, field: TRAILING_FIELDS[trailing.issue], side } : undefined;
}

function sideError(reading: AlgoReading): AlgoError | undefined {
  const { draft, context, side } = reading;
  if (closesPosition(draft)) return closeError(reading);
  if (!draft.reduceOnly || hasOneButton(draft)) return undefined;
  const index = formPositionIndex(context.settings, side, true);
  const own = context.positions?.find(({ positionIndex }) => positionIndex === index);
  return own === undefined || own.side === side ? { code: 'reduceOnlyNoPosition', field: 'form', side } : undefined;
}

/** A trailing stop without a position to define its side is still read, so that its fields are validated. */
function trailingErrors(draft: AlgoDraft, { instrument }: AlgoContext): AlgoError[] {
  const { distance = '', activation = '' } = draft.texts;
  const read = readTrailing({ by: draft.trailBy, distance, activation }, { instrument, side: 'Sell', last: undefined });
  return 'issue' in read ? [{ code: read.issue, field: TRAILING_FIELDS[read.issue] }] : [];
}

function ruleErrors({ draft, context, of }: AlgoReadings): AlgoError[] {
  if (draft.kind === 'Trailing') return trailingErrors(draft, context);
  if (draft.kind === 'Oco') return pairErrors(draft, context);
  const own = draft.kind === 'Grid' ? gridErrors(draft, context) : [];
  // A plan is the same for both sides.
  return own.length > 0 ? own : planErrors(of('Buy'));
}

/** All errors that prevent sending; errors of one side leave the other button enabled. */
export function algoErrors(now: AlgoReadings): AlgoError[] {
  const { draft, context, of } = now;
  if (context.loggedIn === false) return [{ code: 'notLoggedIn', field: 'form' }];
  const errors: AlgoError[] = context.instrument.status === 'Trading' ? [] : [{ code: 'notTrading', field: 'form' }];
  const typed = fieldsOf(draft).flatMap((field) => fieldError(field, draft, context) ?? []);
  errors.push(...typed);
  if (typed.length === 0) errors.push(...ruleErrors(now));
  if (errors.length > 0) return errors;
  return SIDES.flatMap((side) => sideError(of(side)) ?? []);
}
