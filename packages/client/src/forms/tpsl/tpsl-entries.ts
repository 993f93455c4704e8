import { priceUnits, type Lots, type OrderType, type Price } from '@tapedeck/domain';
import type { StopOrderType } from '../../orders/enumerations.ts';
import { emptyTpsl } from './tpsl-reducer.ts';
import type { TpslContext, TpslDraft, TpslHabits, TpslLeg, TpslMode, TriggerSource } from './tpsl-form.ts';
import { formatDecimal, quantityOfLots, quantityUnits } from '@tapedeck/domain';
import { fieldPrice } from '../price-input/price-step.ts';

/** An order that closes a position when its trigger price is reached. */
export interface ExitOrder {
  readonly orderId: number;
  /** Both ways out of one entry name the same parent; 0 for none. */
  readonly parentId: number;
  readonly stopOrderType: StopOrderType;
  readonly trigger: Price;
  readonly triggerBy: TriggerSource;
  readonly orderType: OrderType;
  /** Of a limit exit. */
  readonly limitPrice: Price | undefined;
  readonly quantity: Lots;
  readonly updatedAt: number;
}

/** A take-profit, a stop-loss, or both, that belong together. */
export interface TpslEntry {
  readonly key: number;
  readonly takeProfit?: ExitOrder;
  readonly stopLoss?: ExitOrder;
  readonly quantity: Lots;
  readonly updatedAt: number;
}

export interface PositionTpsl {
  /** `undefined` when the position has neither. */
  readonly mode: TpslMode | undefined;
  readonly full: TpslEntry | undefined;
  readonly partial: readonly TpslEntry[];
}

const isTakeProfit = (type: StopOrderType): boolean => type === 'TakeProfit' || type === 'PartialTakeProfit';
const FULL: ReadonlySet<StopOrderType> = new Set(['TakeProfit', 'StopLoss']);
const PARTIAL: ReadonlySet<StopOrderType> = new Set(['PartialTakeProfit', 'PartialStopLoss']);

/** Orders of a position's TP/SL are shown with the position and in their own tab, never among other orders. */
export const isTpslOrder = (type: StopOrderType): boolean => FULL.has(type) || PARTIAL.has(type);

function entryOf(key: number, orders: readonly ExitOrder[]): TpslEntry {
  const takeProfit = orders.find((order) => isTakeProfit(order.stopOrderType));
  const stopLoss = orders.find((order) => !isTakeProfit(order.stopOrderType));
  const [first] = orders;
  if (first === undefined) throw new Error('An entry has an order.');
  return {
    key,
    ...(takeProfit !== undefined && { takeProfit }),
    ...(stopLoss !== undefined && { stopLoss }),
    quantity: first.quantity,
    updatedAt: Math.max(...orders.map((order) => order.updatedAt)),
  };
}

/**
 * The TP/SL of a position: full when it has a TakeProfit or StopLoss order, partial when there are only partial or child orders;
 * those with one parent are one entry (specification, section 4).
 */
export function positionTpsl(orders: readonly ExitOrder[]): PositionTpsl {
  const whole = orders.filter((order) => FULL.has(order.stopOrderType));
  const groups = new Map<number, ExitOrder[]>();
  for (const order of orders) {
    if (!PARTIAL.has(order.stopOrderType)) continue;
    const key = order.parentId === 0 ? order.orderId : order.parentId;
    groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  const partial = [...groups].map(([key, own]) => entryOf(key, own));
  const full = whole.length === 0 ? undefined : entryOf(whole[0]?.orderId ?? 0, whole);
  return { mode: full !== undefined ? 'Full' : partial.length > 0 ? 'Partial' : undefined, full, partial };
}

export type TpslSort = 'time' | 'takeProfit' | 'stopLoss';

/** Entries by time (newest first), or by the price of a way out (lowest first, entries without it last). */
export function sortedEntries(entries: readonly TpslEntry[], by: TpslSort): readonly TpslEntry[] {
  if (by === 'time') return [...entries].sort((a, b) => b.updatedAt - a.updatedAt);
  const priceOf = (entry: TpslEntry): bigint | undefined => entry[by] && priceUnits(entry[by].trigger);
  return [...entries].sort((a, b) => {
    const [first, second] = [priceOf(a), priceOf(b)];
    if (first === undefined || second === undefined) return first === second ? 0 : first === undefined ? 1 : -1;
    return first < second ? -1 : first > second ? 1 : 0;
  });
}

/** A position without TP/SL but with partial entries opens in partial mode. */
export const openingMode = (tpsl: PositionTpsl): TpslMode => (tpsl.full === undefined && tpsl.partial.length > 0 ? 'Partial' : 'Full');

function legOf(order: ExitOrder | undefined, empty: TpslLeg, context: TpslContext): TpslLeg {
  if (order === undefined) return empty;
  const trigger = fieldPrice(order.trigger, context.instrument);
  return {
    ...empty,
    inputType: 'PRICE',
    text: trigger,
    trigger,
    triggerBy: order.triggerBy,
    orderType: order.orderType,
    limitPrice: order.limitPrice === undefined ? '' : fieldPrice(order.limitPrice, context.instrument),
  };
}

/** The form filled with an entry that exists: it is edited, and its mode stays. */
export function editingTpsl(mode: TpslMode, entry: TpslEntry, context: TpslContext, habits: TpslHabits): TpslDraft {
  const empty = emptyTpsl(mode, context, habits);
  const { instrument } = context;
  return {
    mode,
    takeProfit: legOf(entry.takeProfit, empty.takeProfit, context),
    stopLoss: legOf(entry.stopLoss, empty.stopLoss, context),
    quantity: mode === 'Full' ? '' : formatDecimal(quantityUnits(quantityOfLots(entry.quantity, instrument.lotSize))),
    editing: {
      ...(entry.takeProfit !== undefined && { takeProfitId: entry.takeProfit.orderId }),
      ...(entry.stopLoss !== undefined && { stopLossId: entry.stopLoss.orderId }),
    },
  };
}
