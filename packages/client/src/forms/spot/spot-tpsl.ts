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

/** What the order brings along; `undefined` when it has none. */
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

/** The price that both are measured against: the order's own, its trigger, or where their source stands. */
function referenceOf({ draft, context, price }: SpotReading): Price | undefined {
  const source = sourcePrice(draft.tpsl?.source ?? 'LastPrice', context);
  if (draft.orderType === 'Market' && draft.trigger === undefined) return source;
  return price && priceOfTicks(price, context.instrument.tickSize);
}

/** On the wrong side of the reference, by whether the exit waits for a rise. */
const WRONG_SIDE = {
  takeProfit: { rising: 'takeProfitTooLow', falling: 'takeProfitTooHigh' },
  stopLoss: { rising: 'stopLossTooLow', falling: 'stopLossTooHigh' },
} as const;

/** A limit goes with a trigger, and is a price of the pair. */
function limitErrors(which: ExitKind, tpsl: SpotTpsl, { instrument }: SpotContext): SpotError[] {
  const field = `${which}Limit` as const;
  if (textOf(tpsl, field) === '') return [];
  if (tpsl[which] === '') return [{ code: 'tpslTriggerEmpty', field: which }];
  const issue = priceIssue(textOf(tpsl, field), instrument, { empty: 'tpslEmpty', own: false });
  return issue === undefined ? [] : [{ ...issue, field }];
}

/** The take-profit of a buy lies above what is paid, its stop-loss below it, those of a sell the other way round; one has to be there. */
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
