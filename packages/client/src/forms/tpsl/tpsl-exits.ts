import { ticks, type AttachedExits, type ExitLeg } from '@tapedeck/domain';
import type { TpslExit, TpslTerms } from './tpsl-terms.ts';

/** A way out as the exchange takes it. */
export function exitLegOf({ trigger, triggerBy, orderType, limitPrice }: TpslExit): ExitLeg {
  return { trigger, source: triggerBy, orderType, limit: orderType === 'Limit' && limitPrice !== undefined ? limitPrice : ticks(0) };
}

/** The TP/SL that an order brings along; `undefined` when the form holds none. */
export function attachedExits({ mode, takeProfit, stopLoss }: TpslTerms): AttachedExits | undefined {
  const profit = takeProfit === 'remove' ? undefined : takeProfit;
  const loss = stopLoss === 'remove' ? undefined : stopLoss;
  if (profit === undefined && loss === undefined) return undefined;
  return {
    mode,
    ...(profit !== undefined && { takeProfit: exitLegOf(profit) }),
    ...(loss !== undefined && { stopLoss: exitLegOf(loss) }),
  };
}
