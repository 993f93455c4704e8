import {
  formatDecimal,
  isSpot,
  moneyUnits,
  opposite,
  planRefusal,
  smallestPart,
  sourceTicks,
  tickCount,
  ticks,
  triggerReached,
  valueAtTick,
  type Refusal,
  type Side,
  type StrategyPlan,
} from '@tapedeck/domain';
import { isWaiting } from '../../calculators/account-view.ts';
import { numberIn } from '../../inputs/number-input.ts';
import { priceIssue, quantityIssue } from '../order/field-issues.ts';
import { formPositionIndex, typedLots } from '../order/order-command.ts';
import { sourcePrice } from '../order/order-trigger.ts';
import { readTrailing, type TrailingIssue } from '../trailing/trailing-form.ts';
import { countBounds, fieldsOf, isOptional, typeOfField } from './algo-fields.ts';
import type { AlgoContext, AlgoDraft, AlgoError, AlgoField, PairWhich } from './algo-form.ts';
import { draftPlan, typedCount, typedIn } from './algo-plan.ts';
import { closablePosition, closesPosition, hasOneButton } from './algo-positions.ts';

/** The exchange runs so many strategies of an account, and keeps so many conditional orders of an instrument. */
const STRATEGIES_MAX = 50;
const CONDITIONAL_ORDERS_MAX = 10;
const SPOT_CONDITIONAL_ORDERS_MAX = 30;
const SIDES: readonly Side[] = ['Buy', 'Sell'];

/** What is wrong with the text of one field, whatever the others hold. */
function fieldError(field: AlgoField, draft: AlgoDraft, { instrument }: AlgoContext): AlgoError | undefined {
  const text = draft.texts[field] ?? '';
  if (isOptional(field) && numberIn(text) === undefined) return undefined;
  switch (typeOfField(field, draft)) {
    case 'price': {
      const issue = priceIssue(text, instrument, { empty: 'priceEmpty', own: field === 'price' });
      return issue && { ...issue, field };
    }
    case 'quantity': {
      const issue = quantityIssue(text, instrument, instrument.maxLimitOrder);
      return issue && { ...issue, field };
    }
    case 'count': {
      const count = typedCount(text);
      const [min, max] = countBounds(field);
      if (count !== undefined && count >= min && count <= max) return undefined;
      return { code: 'countOutOfRange', field, values: { min: String(min), max: String(max) } };
    }
    case 'distance': {
      if (field === 'distance' || typedIn(draft, instrument).price(field) !== undefined) return undefined;
      return { code: 'distanceWrong', field };
    }
    case 'percent': {
      const units = numberIn(text);
      return field === 'rate' && (units === undefined || units <= 0n || units >= HUNDRED) ? { code: 'rateWrong', field } : undefined;
    }
  }
}

const HUNDRED = 10_000_000_000n;

/** The prices of a grid beside each other and beside the last one. */
function gridErrors(draft: AlgoDraft, { instrument, last, settings }: AlgoContext): AlgoError[] {
  const { price, count } = typedIn(draft, instrument);
  const [lower, upper, takeProfit, stopLoss] = [price('lower'), price('upper'), price('takeProfit'), price('stopLoss')];
  const errors: AlgoError[] = [];
  if (settings?.positionMode === 'BothSide') errors.push({ code: 'gridNeedsOneWay', field: 'form' });
  if (lower === undefined || upper === undefined) return errors;
  if (lower >= upper) return [...errors, { code: 'rangeEmpty', field: 'upper' }];
  const room = tickCount(upper) - tickCount(lower);
  if (room < (count('cells') ?? 0)) errors.push({ code: 'cellsTooMany', field: 'cells', values: { max: String(room) } });
  const now = last === undefined ? undefined : sourceTicks(last, instrument.tickSize).floor;
  if (takeProfit !== undefined && takeProfit <= upper) errors.push({ code: 'takeProfitInGrid', field: 'takeProfit' });
  else if (takeProfit !== undefined && now !== undefined && tickCount(takeProfit) <= now) {
    errors.push({ code: 'gridTakeProfitBelow', field: 'takeProfit' });
  }
  if (stopLoss !== undefined && stopLoss >= lower) errors.push({ code: 'stopLossInGrid', field: 'stopLoss' });
  else if (stopLoss !== undefined && now !== undefined && tickCount(stopLoss) >= now) {
    errors.push({ code: 'gridStopLossAbove', field: 'stopLoss' });
  }
  return errors;
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

/** What the rules of the plan itself refuse; its prices and counts were looked at one by one. */
const PLAN_CODES: Partial<Record<Refusal['reason'], { readonly code: string; readonly field: AlgoField }>> = {
  strategyPartTooSmall: { code: 'partTooSmall', field: 'quantity' },
  quantityTooLarge: { code: 'partTooLarge', field: 'quantity' },
  quantityTooSmall: { code: 'quantityEmpty', field: 'quantity' },
};

function planErrors(plan: StrategyPlan, draft: AlgoDraft, { instrument, last, strategies = [], running = 0 }: AlgoContext): AlgoError[] {
  if (plan.kind === 'Scaled' && plan.from === plan.to) return [{ code: 'rangeEmpty', field: 'to' }];
  const quantity = typedLots(draft.texts.quantity ?? '', instrument);
  if (quantity === undefined) return [];
  // A webhook's secret is the server's to make.
  const refused = plan.kind === 'Webhook' ? undefined : planRefusal(plan, quantity, instrument);
  const known = refused && PLAN_CODES[refused.reason];
  if (refused !== undefined) return [known ?? { code: 'planWrong', field: 'form' }];
  const errors: AlgoError[] = [];
  if (running >= STRATEGIES_MAX) errors.push({ code: 'tooManyStrategies', field: 'form', values: { max: String(STRATEGIES_MAX) } });
  if (plan.kind === 'Grid' && strategies.some((own) => own.plan.kind === 'Grid')) errors.push({ code: 'gridRuns', field: 'form' });
  if (draft.reduceOnly || isSpot(instrument) || last === undefined) return errors;
  const value = valueAtTick(instrument, smallestPart(plan, quantity), ticks(sourceTicks(last, instrument.tickSize).floor));
  if (value < instrument.minNotional) {
    const values = { min: formatDecimal(moneyUnits(instrument.minNotional)), coin: instrument.quoteCoin };
    errors.push({ code: 'partValueTooSmall', field: 'quantity', values });
  }
  return errors;
}

const TRAILING_FIELDS: Readonly<Record<TrailingIssue, AlgoField>> = {
  distanceWrong: 'distance',
  percentWrong: 'distance',
  activationWrong: 'activation',
};

/** What one side's position says against it. */
function sideError(draft: AlgoDraft, side: Side, context: AlgoContext): AlgoError | undefined {
  const { instrument, settings, positions = [], last, orders = [] } = context;
  if (!closesPosition(draft)) {
    if (!draft.reduceOnly || hasOneButton(draft)) return undefined;
    const index = formPositionIndex(settings, side, true);
    const own = positions.find(({ positionIndex }) => positionIndex === index);
    return own === undefined || own.side === side ? { code: 'reduceOnlyNoPosition', field: 'form', side } : undefined;
  }
  const position = closablePosition(side, context);
  if (position === undefined) return { code: side === 'Sell' ? 'noLong' : 'noShort', field: 'form', side };
  if (draft.kind === 'MmRateClose') {
    if (position.marginMode === 'isolated') return { code: 'marginRateIsolated', field: 'form', side };
    const taken = orders.some(({ stop, positionIndex }) => stop?.kind === 'MmRateClose' && positionIndex === position.positionIndex);
    return taken ? { code: 'marginRateTaken', field: 'form', side } : undefined;
  }
  const { distance = '', activation = '' } = draft.texts;
  const read = readTrailing({ by: draft.trailBy, distance, activation }, { instrument, side: opposite(side), last });
  return 'issue' in read ? { code: read.issue, field: TRAILING_FIELDS[read.issue], side } : undefined;
}

/** A trailing stop without a position to say its side is still read, so that its fields can be wrong. */
function trailingErrors(draft: AlgoDraft, { instrument }: AlgoContext): AlgoError[] {
  const { distance = '', activation = '' } = draft.texts;
  const read = readTrailing({ by: draft.trailBy, distance, activation }, { instrument, side: 'Sell', last: undefined });
  return 'issue' in read ? [{ code: read.issue, field: TRAILING_FIELDS[read.issue] }] : [];
}

function ruleErrors(draft: AlgoDraft, context: AlgoContext): AlgoError[] {
  if (draft.kind === 'Trailing') return trailingErrors(draft, context);
  if (draft.kind === 'Oco') return pairErrors(draft, context);
  const own = draft.kind === 'Grid' ? gridErrors(draft, context) : [];
  const plan = own.length > 0 ? undefined : draftPlan(draft, context.instrument);
  return plan === undefined ? own : planErrors(plan, draft, context);
}

/** Everything that keeps the form from being sent; errors of one side leave the other button alone. */
export function algoErrors(draft: AlgoDraft, context: AlgoContext): AlgoError[] {
  if (context.loggedIn === false) return [{ code: 'notLoggedIn', field: 'form' }];
  const errors: AlgoError[] = context.instrument.status === 'Trading' ? [] : [{ code: 'notTrading', field: 'form' }];
  const typed = fieldsOf(draft).flatMap((field) => fieldError(field, draft, context) ?? []);
  errors.push(...typed);
  if (typed.length === 0) errors.push(...ruleErrors(draft, context));
  if (errors.length > 0) return errors;
  return SIDES.flatMap((side) => sideError(draft, side, context) ?? []);
}
