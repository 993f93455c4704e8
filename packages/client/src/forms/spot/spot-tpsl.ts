import {
  exitDirection,
  priceOfTicks,
  tickCount,
  ticks,
  type AttachedExits,
  type ExitKind,
  type ExitLeg,
  type Price,
} from '@tapedeck/domain';
import { priceIssue } from '../order/field-issues.ts';
import { typedTicks } from '../order/order-command.ts';
import { sourcePrice } from '../price-input/price-fields.ts';
import type { SpotContext, SpotError, SpotOrderDraft, SpotTpsl, SpotTpslField } from './spot-form.ts';
import type { SpotReading } from './spot-reading.ts';

const LEGS = ['takeProfit', 'stopLoss'] as const;

const textOf = (tpsl: SpotTpsl, field: SpotTpslField): string => tpsl[field] ?? '';

/** Attached TP/SL; `undefined` if there is none. */
export function spotExits({ tpsl }: SpotOrderDraft, { instrument }: SpotContext): AttachedExits | undefined {
  if (tpsl === undefined) return undefined;
  const { source = 'LastPrice' } = tpsl;
  const leg = (which: ExitKind): ExitLeg | undefined => {
    const trigger = typedTicks(tpsl[which], instrument);
    const limit = typedTicks(textOf(tpsl, `${which}Limit`), instrument);
    return trigger && { trigger, source, orderType: limit === undefined ? 'Market' : 'Limit', limit: limit ?? ticks(0) };
  };
  const [takeProfit, stopLoss] = [leg('takeProfit'), leg('stopLoss')];
  if (takeProfit === undefined && stopLoss === undefined) return undefined;
  return { mode: 'Partial', ...(takeProfit && { takeProfit }), ...(stopLoss && { stopLoss }) };
}

/** Reference price of both: the order's own price, its trigger, or the current price of their source. */
function referenceOf({ draft, context, price }: SpotReading): Price | undefined {
  const source = sourcePrice(draft.tpsl?.source ?? 'LastPrice', context);
  if (draft.orderType === 'Market' && draft.trigger === undefined) return source;
  return price && priceOfTicks(price, context.instrument.tickSize);
}

/** On the wrong side of the reference, given whether the exit waits for a rise. */
const WRONG_SIDE = {
  takeProfit: { rising: 'takeProfitTooLow', falling: 'takeProfitTooHigh' },
  stopLoss: { rising: 'stopLossTooLow', falling: 'stopLossTooHigh' },
} as const;

/** A limit needs a trigger and must be a valid price of the pair. */
function limitErrors(which: ExitKind, tpsl: SpotTpsl, { instrument }: SpotContext): SpotError[] {
  const field = `${which}Limit` as const;
  if (textOf(tpsl, field) === '') return [];
  if (tpsl[which] === '') return [{ code: 'tpslTriggerEmpty', field: which }];
  const issue = priceIssue(textOf(tpsl, field), instrument, { empty: 'tpslEmpty', own: false });
  return issue === undefined ? [] : [{ ...issue, field }];
}

/** A buy's take-profit must be above its price and its stop-loss below; for a sell the opposite. At least one is required. */
export function spotTpslErrors(order: SpotReading): SpotError[] {
  const { draft, context } = order;
  const { tpsl, side } = draft;
  if (tpsl === undefined) return [];
  if (LEGS.every((which) => tpsl[which] === '' && textOf(tpsl, `${which}Limit`) === ''))
    return [{ code: 'tpslEmpty', field: 'takeProfit' }];
  const reference = referenceOf(order);
  return LEGS.flatMap((which): SpotError[] => {
    const limits = limitErrors(which, tpsl, context);
    if (tpsl[which] === '') return limits;
    const issue = priceIssue(tpsl[which], context.instrument, { empty: 'tpslEmpty', own: false });
    if (issue !== undefined) return [{ ...issue, field: which }, ...limits];
    const at = typedTicks(tpsl[which], context.instrument);
    if (at === undefined || tickCount(at) === 0 || reference === undefined) return limits;
    const trigger = priceOfTicks(at, context.instrument.tickSize);
    const rises = exitDirection(side, which) === 'Rising';
    if (rises ? trigger > reference : trigger < reference) return limits;
    return [{ code: WRONG_SIDE[which][rises ? 'rising' : 'falling'], field: which }, ...limits];
  });
}
