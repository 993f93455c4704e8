import { exactTicks, price, type ExitKind, type Lots, type OrderType, type Ticks } from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import type { TpslContext, TpslDraft, TpslEditing, TpslInputType, TpslMode, TriggerSource } from './tpsl-form.ts';
import { legLots } from './tpsl-reducer.ts';

/** One exit as sent. */
export interface TpslExit {
  readonly trigger: Ticks;
  readonly triggerBy: TriggerSource;
  readonly orderType: OrderType;
  /** Limit exits only. */
  readonly limitPrice: Ticks | undefined;
  /** Partial entries only; in full mode the exit closes the remaining position. */
  readonly quantity: Lots | undefined;
  readonly inputType: TpslInputType;
  /** The modified order; absent for a new one. */
  readonly orderId: number | undefined;
}

/** The terms to send. `remove` deletes an existing order. */
export interface TpslTerms {
  readonly mode: TpslMode;
  readonly takeProfit: TpslExit | 'remove' | undefined;
  readonly stopLoss: TpslExit | 'remove' | undefined;
  /** The existing orders of the modified entry. */
  readonly editing?: TpslEditing;
}

function exitOf(draft: TpslDraft, kind: ExitKind, context: TpslContext): TpslExit | 'remove' | undefined {
  const leg = draft[kind];
  const orderId = kind === 'takeProfit' ? draft.editing?.takeProfitId : draft.editing?.stopLossId;
  const { tickSize } = context.instrument;
  const ticksIn = (text: string): Ticks | undefined => {
    const units = numberIn(text);
    return units === undefined || units <= 0n ? undefined : exactTicks(price(units), tickSize);
  };
  const trigger = ticksIn(leg.trigger);
  if (trigger === undefined) return orderId === undefined ? undefined : 'remove';
  return {
    trigger,
    triggerBy: leg.triggerBy,
    orderType: leg.orderType,
    limitPrice: leg.orderType === 'Limit' ? ticksIn(leg.limitPrice) : undefined,
    quantity: draft.mode === 'Partial' ? legLots(draft, kind, context) : undefined,
    inputType: leg.inputType,
    orderId,
  };
}

/** The terms of a form without errors. */
export function tpslTerms(draft: TpslDraft, context: TpslContext): TpslTerms {
  return {
    mode: draft.mode,
    takeProfit: exitOf(draft, 'takeProfit', context),
    stopLoss: exitOf(draft, 'stopLoss', context),
    ...(draft.editing !== undefined && { editing: draft.editing }),
  };
}
