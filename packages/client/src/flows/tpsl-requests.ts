import { lotCount, type Instrument, type Lots, type OrderId, type OrderRecord, type PositionRecord } from '@tapedeck/domain';
import { encodeLeg, lotsText, type SetTpSlRequest } from '@tapedeck/protocol';
import { exitLegOf } from '../forms/tpsl/tpsl-exits.ts';
import type { TpslExit, TpslTerms } from '../forms/tpsl/tpsl-terms.ts';
import { partsOf } from './order-parts.ts';

type Leg = TpslExit | 'remove' | undefined;

function isSame(exit: TpslExit, order: OrderRecord | undefined): boolean {
  const trigger = order?.stop?.trigger;
  if (order === undefined || trigger?.price !== exit.trigger || trigger.source !== exit.triggerBy) return false;
  return order.orderType === exit.orderType && (exit.orderType === 'Market' || order.price === exit.limitPrice);
}

/** The fields of a new or changed leg; none for an unchanged one. */
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

/** Ids of the existing orders that the terms modify. */
function editedIds({ editing, takeProfit, stopLoss }: TpslTerms): {
  readonly profit: OrderId | undefined;
  readonly loss: OrderId | undefined;
} {
  if (editing !== undefined) return { profit: editing.takeProfitId, loss: editing.stopLossId };
  return { profit: exitOf(takeProfit)?.orderId, loss: exitOf(stopLoss)?.orderId };
}

/** Fields of partial entries only: quantity and order ids. */
function partialFields(quantity: Lots | undefined, ids: ReturnType<typeof editedIds>, instrument: Instrument): Partial<SetTpSlRequest> {
  return {
    ...(quantity !== undefined && { qty: lotsText(quantity, instrument) }),
    ...(ids.profit !== undefined && { tpStopOrderId: String(ids.profit) }),
    ...(ids.loss !== undefined && { slStopOrderId: String(ids.loss) }),
  };
}

/** One call with the changed legs; an edited entry is named by its order ids. `undefined` if nothing changed. */
function request(terms: TpslTerms, { position, instrument, orders }: TpslTarget): SetTpSlRequest | undefined {
  const { mode, takeProfit, stopLoss } = terms;
  const ids = editedIds(terms);
  const [profit, loss] = [ids.profit, ids.loss].map((id) => (id === undefined ? undefined : orders.get(id)));
  const fields = { ...legFields(takeProfit, profit, 'takeProfit', instrument), ...legFields(stopLoss, loss, 'stopLoss', instrument) };
  const quantity = exitOf(takeProfit)?.quantity ?? exitOf(stopLoss)?.quantity;
  const resized = quantity !== undefined && quantity !== (profit ?? loss)?.quantity;
  if (Object.keys(fields).length === 0 && !resized) return undefined;
  const head = { symbol: instrument.symbol, positionIdx: position.positionIndex, tpSlMode: mode };
  return { ...head, ...fields, ...(mode === 'Partial' && partialFields(quantity, ids, instrument)) };
}

/** A leg that closes this part as a new order; removals go with the first part. */
function partLeg(leg: Leg, quantity: Lots, isFirst: boolean): Leg {
  if (leg === undefined || leg === 'remove') return isFirst ? leg : undefined;
  return isFirst ? { ...leg, quantity } : { ...leg, quantity, orderId: undefined };
}

/** Splits an entry above the maximum per order: the first part modifies the existing orders, the others are new. */
function entryParts(terms: TpslTerms, { instrument }: TpslTarget): readonly TpslTerms[] {
  const { mode, takeProfit, stopLoss } = terms;
  const quantity = exitOf(takeProfit)?.quantity ?? exitOf(stopLoss)?.quantity;
  if (mode === 'Full' || quantity === undefined || lotCount(quantity) <= lotCount(instrument.maxLimitOrder)) return [terms];
  return partsOf(quantity, instrument.maxLimitOrder).map((part, at) => {
    const legs = { takeProfit: partLeg(takeProfit, part, at === 0), stopLoss: partLeg(stopLoss, part, at === 0) };
    return at === 0 ? { ...terms, ...legs } : { mode, ...legs };
  });
}

/**
 * The calls that set a position's TP/SL to the dialog's terms; none if nothing changed. New legs with different quantities become two
 * entries, and a quantity above the maximum per order becomes several.
 */
export function tpslRequests(terms: TpslTerms, target: TpslTarget): SetTpSlRequest[] {
  const { mode, takeProfit, stopLoss } = terms;
  const [first, second] = [exitOf(takeProfit)?.quantity, exitOf(stopLoss)?.quantity];
  const apart = terms.editing === undefined && mode === 'Partial' && first !== undefined && second !== undefined && first !== second;
  const entries: TpslTerms[] = apart
    ? [
        { mode, takeProfit, stopLoss: undefined },
        { mode, takeProfit: undefined, stopLoss },
      ]
    : [terms];
  return entries.flatMap((entry) => entryParts(entry, target)).flatMap((part) => request(part, target) ?? []);
}
