import { SCALE, divFloor, lotCount, opposite, price, priceUnits, type ExitKind, type Price } from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import { typedLots } from '../order/order-command.ts';
import { splitTip } from '../order/order-limits.ts';
import { sourcePrice } from '../price-input/price-fields.ts';
import { LEGS, type TpslContext, type TpslDraft, type TpslLeg } from './tpsl-form.ts';
import { legLots } from './tpsl-reducer.ts';
import { isBetween, isTriggerValid } from './trigger-validity.ts';

export type TpslIssueCode =
  | 'takeProfitOver'
  | 'tpLimitPriceEmpty'
  | 'slLimitPriceEmpty'
  | 'slTips1'
  | 'tpSlQtyOver'
  | 'tpPriceTooLow'
  | 'tpPriceTooHigh'
  | 'slPriceTooLow'
  | 'slPriceTooHigh'
  | 'tpPosPriceTooLow'
  | 'tpPosPriceTooHigh'
  | 'slPosPriceTooLow'
  | 'slPosPriceTooHigh'
  | 'buySlPriceUpLiqPrice'
  | 'sellSlPriceUpLiqPrice'
  | 'tpSlLimitExecTip'
  | 'maxQtySplitOrderTip'
  | 'profitZero'
  | 'triggerReached'
  | 'triggerNear'
  | 'tpslEmpty';

/** A message of the form; errors prevent sending, warnings do not. */
export interface TpslIssue {
  readonly code: TpslIssueCode;
  readonly field: ExitKind | 'takeProfitLimit' | 'stopLossLimit' | 'quantity' | 'form';
  readonly severity: 'error' | 'warning';
}

/** An exit this close to the liquidation price may come too late; a share of the price in units of 1e-8. */
export const NEAR_LIQUIDATION = SCALE / 100n;

const error = (code: TpslIssueCode, field: TpslIssue['field']): TpslIssue => ({ code, field, severity: 'error' });
const warning = (code: TpslIssueCode, field: TpslIssue['field']): TpslIssue => ({ code, field, severity: 'warning' });

const limitField = (kind: ExitKind): TpslIssue['field'] => (kind === 'takeProfit' ? 'takeProfitLimit' : 'stopLossLimit');
const isSet = (leg: TpslLeg): boolean => leg.text !== '' || leg.over;
const positive = (text: string): Price | undefined => {
  const units = numberIn(text);
  return units === undefined || units <= 0n ? undefined : price(units);
};

/** Zero, a value without a price, or a limit exit without its limit price. */
function textIssue(kind: ExitKind, leg: TpslLeg): TpslIssue | undefined {
  const limit = leg.orderType === 'Limit';
  const empty = kind === 'takeProfit' ? 'tpLimitPriceEmpty' : 'slLimitPriceEmpty';
  if (!isSet(leg)) return limit ? error(empty, limitField(kind)) : undefined;
  if (leg.over) return error('takeProfitOver', kind);
  if (leg.inputType === 'PNL' && numberIn(leg.text) === 0n) return error('profitZero', kind);
  if (numberIn(leg.trigger) === 0n) return error('takeProfitOver', kind);
  return limit && positive(leg.limitPrice) === undefined ? error(empty, limitField(kind)) : undefined;
}

const TOO_LOW = {
  takeProfit: { order: 'tpPriceTooLow', position: 'tpPosPriceTooLow' },
  stopLoss: { order: 'slPriceTooLow', position: 'slPosPriceTooLow' },
} as const;
const TOO_HIGH = {
  takeProfit: { order: 'tpPriceTooHigh', position: 'tpPosPriceTooHigh' },
  stopLoss: { order: 'slPriceTooHigh', position: 'slPosPriceTooHigh' },
} as const;

/** A long's take-profit is above the reference and its stop-loss below; for a short, the opposite. */
function sideIssue(kind: ExitKind, trigger: Price, { side, target, reference }: TpslContext): TpslIssue | undefined {
  if (reference === undefined) return undefined;
  const above = (side === 'Buy') === (kind === 'takeProfit');
  if (above) return trigger < reference ? error(TOO_LOW[kind][target], kind) : undefined;
  return trigger > reference ? error(TOO_HIGH[kind][target], kind) : undefined;
}

/**
 * Reports a trigger that its source has already reached, which the exchange refuses or triggers at once, and a trigger
 * within 0.1 % (TPS-08), which the next move may trigger.
 */
function reachedIssue(kind: ExitKind, leg: TpslLeg, trigger: Price, { side, instrument, market }: TpslContext): TpslIssue | undefined {
  if (!isBetween(trigger, instrument)) return error('takeProfitOver', kind);
  const at = market && sourcePrice(leg.triggerBy, market);
  if (at === undefined || priceUnits(at) === 0n) return undefined;
  const falls = (side === 'Buy') === (kind === 'stopLoss');
  const waits = falls ? 'Buy' : 'Sell';
  if (!isTriggerValid(trigger, { instrument, side: waits, market: at })) return error('triggerReached', kind);
  // Beyond the tolerance on the other side too: it is far enough away.
  const near = isTriggerValid(trigger, { instrument, side: opposite(waits), market: at });
  return near ? warning('triggerNear', kind) : undefined;
}

/** A stop-loss beyond the liquidation price. A UTA2 account is margined as a whole: its liquidation price is only an estimate. */
function liquidationIssues(draft: TpslDraft, context: TpslContext): TpslIssue[] {
  const { side, liquidation, account } = context;
  const trigger = positive(draft.stopLoss.trigger);
  if (trigger === undefined || liquidation === undefined) return [];
  const beyond = side === 'Buy' ? trigger <= liquidation : trigger >= liquidation;
  if (beyond && account.kind !== 'UTA2') {
    return [warning(side === 'Buy' ? 'buySlPriceUpLiqPrice' : 'sellSlPriceUpLiqPrice', 'stopLoss')];
  }
  const exit = positive(draft.stopLoss.limitPrice) ?? trigger;
  const room = divFloor(priceUnits(liquidation) * NEAR_LIQUIDATION, SCALE);
  const distance = side === 'Buy' ? priceUnits(exit) - priceUnits(liquidation) : priceUnits(liquidation) - priceUnits(exit);
  return distance <= room ? [warning('tpSlLimitExecTip', 'stopLoss')] : [];
}

/** Maximum of a partial entry: the free part of a position, or for an order at most the maximum per order. */
function mostOf({ instrument, target, quantity, free }: TpslContext): number {
  const own = lotCount(free ?? quantity);
  return target === 'position' ? own : Math.min(own, lotCount(instrument.maxLimitOrder));
}

function legQuantityIssue(draft: TpslDraft, kind: ExitKind, context: TpslContext): TpslIssue | undefined {
  const count = legLots(draft, kind, context);
  if (count === undefined || lotCount(count) === 0) return error('slTips1', 'quantity');
  if (lotCount(count) > mostOf(context)) return error('tpSlQtyOver', 'quantity');
  return splitTip(count, context.instrument.maxLimitOrder) && warning('maxQtySplitOrderTip', 'quantity');
}

/** One message about quantities: an error before a warning. */
function quantityIssues(draft: TpslDraft, context: TpslContext): TpslIssue[] {
  if (draft.mode === 'Full') return [];
  const found = LEGS.filter((kind) => isSet(draft[kind])).map((kind) => legQuantityIssue(draft, kind, context));
  const typed = draft.quantity === '' ? undefined : typedLots(draft.quantity, context.instrument);
  if (typed !== undefined && lotCount(typed) > mostOf(context)) found.push(error('tpSlQtyOver', 'quantity'));
  const said = found.filter((issue) => issue !== undefined);
  const first = said.find((issue) => issue.severity === 'error') ?? said[0];
  return first === undefined ? [] : [first];
}

/** All messages of the form; `tpslEmpty` if there is nothing to send. */
export function tpslIssues(draft: TpslDraft, context: TpslContext): TpslIssue[] {
  const issues: TpslIssue[] = [];
  for (const kind of LEGS) {
    const leg = draft[kind];
    const wrong = textIssue(kind, leg);
    const trigger = positive(leg.trigger);
    const misplaced =
      wrong === undefined && trigger !== undefined
        ? (sideIssue(kind, trigger, context) ?? reachedIssue(kind, leg, trigger, context))
        : undefined;
    const issue = wrong ?? misplaced;
    if (issue !== undefined) issues.push(issue);
  }
  issues.push(...quantityIssues(draft, context));
  if (!issues.some((issue) => issue.severity === 'error')) issues.push(...liquidationIssues(draft, context));
  if (!LEGS.some((kind) => isSet(draft[kind])) && draft.editing === undefined) issues.push(error('tpslEmpty', 'form'));
  return issues;
}
