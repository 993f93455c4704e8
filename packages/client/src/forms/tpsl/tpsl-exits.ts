import { ticks, type AttachedExits, type ExitLeg } from '@tapedeck/domain';
import type { TpslExit, TpslTerms } from './tpsl-terms.ts';

/** An exit in the exchange's terms. */
export function exitLegOf({ trigger, triggerBy, orderType, limitPrice }: TpslExit): ExitLeg {
  return { trigger, source: triggerBy, orderType, limit: orderType === 'Limit' && limitPrice !== undefined ? limitPrice : ticks(0) };
}

/** The attached TP/SL of an order; `undefined` if the form is empty. */
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
