import { exitDirection, priceOfTicks, tickCount, ticks, type AttachedExits, type ExitLeg, type Price } from '@tapedeck/domain';
import { priceIssue } from '../order/field-issues.ts';
import { typedTicks } from '../order/order-command.ts';
import type { SpotContext, SpotError, SpotOrderDraft } from './spot-form.ts';
import { knownPrice } from './spot-sizing.ts';

const LEGS = ['takeProfit', 'stopLoss'] as const;

/** Whether the order brings TP/SL along: a buy alone can, because they sell what it bought. */
export const bringsTpsl = ({ side, tpsl }: Pick<SpotOrderDraft, 'side' | 'tpsl'>): boolean => side === 'Buy' && tpsl !== undefined;

/** What the order brings along; `undefined` when it has none. Both leave at market, by the last price. */
export function spotExits(draft: SpotOrderDraft, { instrument }: SpotContext): AttachedExits | undefined {
  const { tpsl } = draft;
  if (tpsl === undefined || !bringsTpsl(draft)) return undefined;
  const leg = (text: string): ExitLeg | undefined => {
    const trigger = typedTicks(text, instrument);
    return trigger && { trigger, source: 'LastPrice', orderType: 'Market', limit: ticks(0) };
  };
  const [takeProfit, stopLoss] = [leg(tpsl.takeProfit), leg(tpsl.stopLoss)];
  if (takeProfit === undefined && stopLoss === undefined) return undefined;
  return { mode: 'Partial', ...(takeProfit && { takeProfit }), ...(stopLoss && { stopLoss }) };
}

/** The price that both are measured against: the order's own, its trigger, or the last price. */
function referenceOf(draft: SpotOrderDraft, { instrument, last }: SpotContext): Price | undefined {
  if (draft.orderType === 'Market' && draft.trigger === undefined) return last;
  const at = knownPrice(draft, instrument);
  return at && priceOfTicks(at, instrument.tickSize);
}

/** A take-profit lies above what is paid, a stop-loss below it; one of them has to be there. */
export function spotTpslErrors(draft: SpotOrderDraft, context: SpotContext): SpotError[] {
  const { tpsl } = draft;
  if (tpsl === undefined || !bringsTpsl(draft)) return [];
  if (LEGS.every((which) => tpsl[which] === '')) return [{ code: 'tpslEmpty', field: 'takeProfit' }];
  const reference = referenceOf(draft, context);
  return LEGS.flatMap((which): SpotError[] => {
    if (tpsl[which] === '') return [];
    const issue = priceIssue(tpsl[which], context.instrument, { empty: 'tpslEmpty', own: false });
    if (issue !== undefined) return [{ ...issue, field: which }];
    const at = typedTicks(tpsl[which], context.instrument);
    if (at === undefined || tickCount(at) === 0 || reference === undefined) return [];
    const trigger = priceOfTicks(at, context.instrument.tickSize);
    const rises = exitDirection('Buy', which) === 'Rising';
    if (rises ? trigger > reference : trigger < reference) return [];
    return [{ code: rises ? 'takeProfitTooLow' : 'stopLossTooHigh', field: which }];
  });
}
