import type { Instrument, OrderId, OrderRecord, PositionRecord } from '@tapedeck/domain';
import { encodeLeg, lotsText, type SetTpSlRequest } from '@tapedeck/protocol';
import { exitLegOf } from '../forms/tpsl/tpsl-exits.ts';
import type { TpslExit, TpslTerms } from '../forms/tpsl/tpsl-terms.ts';

type Leg = TpslExit | 'remove' | undefined;

function isSame(exit: TpslExit, order: OrderRecord | undefined): boolean {
  const trigger = order?.stop?.trigger;
  if (order === undefined || trigger?.price !== exit.trigger || trigger.source !== exit.triggerBy) return false;
  return order.orderType === exit.orderType && (exit.orderType === 'Market' || order.price === exit.limitPrice);
}

/** The fields of a leg that is new or differs from its order; nothing for one that stays as it is. */
function legFields(
  leg: Leg,
  order: OrderRecord | undefined,
  which: 'takeProfit' | 'stopLoss',
  instrument: Instrument,
): Partial<SetTpSlRequest> {
  if (leg === undefined) return {};
  if (leg === 'remove') return { [which]: '0' };
  return isSame(leg, order) ? {} : encodeLeg(exitLegOf(leg), which, instrument);
}

const exitOf = (leg: Leg): TpslExit | undefined => (leg === 'remove' ? undefined : leg);

export interface TpslTarget {
  readonly position: PositionRecord;
  readonly instrument: Instrument;
  readonly orders: ReadonlyMap<OrderId, OrderRecord>;
}

/** One call: the legs that differ from what is there, an edited entry named by the orders it has. `undefined` when nothing differs. */
function request({ mode, editing, ...legs }: TpslTerms, { position, instrument, orders }: TpslTarget): SetTpSlRequest | undefined {
  const [profit, loss] = [exitOf(legs.takeProfit), exitOf(legs.stopLoss)];
  const tp = editing?.takeProfitId ?? profit?.orderId;
  const sl = editing?.stopLossId ?? loss?.orderId;
  const orderOf = (id: OrderId | undefined): OrderRecord | undefined => (id === undefined ? undefined : orders.get(id));
  const fields = {
    ...legFields(legs.takeProfit, orderOf(tp), 'takeProfit', instrument),
    ...legFields(legs.stopLoss, orderOf(sl), 'stopLoss', instrument),
  };
  const quantity = profit?.quantity ?? loss?.quantity;
  const resized = quantity !== undefined && quantity !== (orderOf(tp) ?? orderOf(sl))?.quantity;
  if (Object.keys(fields).length === 0 && !resized) return undefined;
  const partial = mode === 'Partial';
  return {
    symbol: instrument.symbol,
    positionIdx: position.positionIndex,
    tpSlMode: mode,
    ...fields,
    ...(partial && quantity !== undefined && { qty: lotsText(quantity, instrument) }),
    ...(partial && tp !== undefined && { tpStopOrderId: String(tp) }),
    ...(partial && sl !== undefined && { slStopOrderId: String(sl) }),
  };
}

/** The calls that bring a position's TP/SL to what the dialog says; none when it is there already. New legs of unlike quantities are two entries. */
export function tpslRequests(terms: TpslTerms, target: TpslTarget): SetTpSlRequest[] {
  const { mode, takeProfit, stopLoss } = terms;
  const [first, second] = [exitOf(takeProfit)?.quantity, exitOf(stopLoss)?.quantity];
  const apart = terms.editing === undefined && mode === 'Partial' && first !== undefined && second !== undefined && first !== second;
  const parts: TpslTerms[] = apart
    ? [
        { mode, takeProfit, stopLoss: undefined },
        { mode, takeProfit: undefined, stopLoss },
      ]
    : [terms];
  return parts.flatMap((part) => request(part, target) ?? []);
}
