import type { OrderOptions, SelfMatch } from '@tapedeck/domain';
import { slippageLimitOf } from '../slippage/slippage.ts';
import { attachedExits } from '../tpsl/tpsl-exits.ts';
import { tpslTerms } from '../tpsl/tpsl-terms.ts';
import type { OrderReading } from './order-reading.ts';

const DEFAULT_SELF_MATCH: SelfMatch = 'CancelMaker';

/** Trigger, self-match prevention, slippage limit and TP/SL of one side's order; `undefined` if it has none. */
export function orderOptions({ draft, trigger, tpsl }: OrderReading): OrderOptions | undefined {
  const slippage = draft.orderType === 'Market' && draft.slippage !== undefined ? slippageLimitOf(draft.slippage) : undefined;
  const own = tpsl();
  const exits = own && attachedExits(tpslTerms(own.draft, own.context));
  // The default rule is omitted.
  const selfMatch = draft.selfMatch === DEFAULT_SELF_MATCH ? undefined : draft.selfMatch;
  if ([trigger, slippage, exits, selfMatch].every((option) => option === undefined)) return undefined;
  return {
    ...(trigger !== undefined && { trigger, closeOnTrigger: draft.trigger?.closeOnTrigger === true }),
    ...(slippage !== undefined && { slippage }),
    ...(exits !== undefined && { exits }),
    ...(selfMatch !== undefined && { selfMatch }),
  };
}
