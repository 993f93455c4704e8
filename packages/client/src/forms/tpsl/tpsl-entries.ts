import {
  formatDecimal,
  lotCount,
  priceOfTicks,
  quantityOfLots,
  quantityUnits,
  tickCount,
  type ExitEntry,
  type Lots,
  type OrderRecord,
  type PositionExits,
} from '@tapedeck/domain';
import { fieldPrice } from '../price-input/price-step.ts';
import type { TpslContext, TpslDraft, TpslHabits, TpslLeg, TpslMode } from './tpsl-form.ts';
import { emptyTpsl } from './tpsl-reducer.ts';

/** A take-profit, a stop-loss, or both as one entry. */
export interface TpslEntry {
  readonly key: number;
  readonly takeProfit?: OrderRecord;
  readonly stopLoss?: OrderRecord;
  /** Partial entries only; an exit of the entire position has no quantity of its own. */
  readonly quantity: Lots;
  readonly updatedAt: number;
}

function entryOf(key: number, { takeProfit, stopLoss }: Pick<ExitEntry, 'takeProfit' | 'stopLoss'>): TpslEntry | undefined {
  const first = takeProfit ?? stopLoss;
  if (first === undefined) return undefined;
  return {
    key,
    ...(takeProfit !== undefined && { takeProfit }),
    ...(stopLoss !== undefined && { stopLoss }),
    quantity: first.quantity,
    updatedAt: Math.max(Number(takeProfit?.updatedAt ?? 0), Number(stopLoss?.updatedAt ?? 0)),
  };
}

/** The TP/SL of the entire position. */
export const fullEntry = (exits: PositionExits): TpslEntry | undefined => entryOf(0, exits);

/** The partial entries; the legs of one parent are one entry. */
export function partialEntries(exits: PositionExits): readonly TpslEntry[] {
  return exits.partial.flatMap((entry) => {
    const first = entry.takeProfit ?? entry.stopLoss;
    return entryOf(entry.parent === 0 ? (first?.orderId ?? 0) : entry.parent, entry) ?? [];
  });
}

/** Full when the position has a TakeProfit or StopLoss order, Partial when it has only partial ones; `undefined` without any. */
export function tpslModeOfExits(exits: PositionExits): TpslMode | undefined {
  if (exits.takeProfit !== undefined || exits.stopLoss !== undefined) return 'Full';
  return exits.partial.length > 0 ? 'Partial' : undefined;
}

/** Lots that a new entry may still close with a take-profit or with a stop-loss; `except` is the entry under modification. */
export function freeLots(exits: PositionExits, size: Lots, except?: TpslEntry): { readonly takeProfit: number; readonly stopLoss: number } {
  const left = (kind: 'takeProfit' | 'stopLoss'): number => {
    const others = partialEntries(exits).filter((entry) => entry.key !== except?.key && entry[kind] !== undefined);
    return Math.max(0, lotCount(size) - others.reduce((sum, entry) => sum + lotCount(entry.quantity), 0));
  };
  return { takeProfit: left('takeProfit'), stopLoss: left('stopLoss') };
}

export const TPSL_SORTS = ['time', 'takeProfit', 'stopLoss'] as const;
export type TpslSort = (typeof TPSL_SORTS)[number];

/** Entries by time (newest first), or by the price of one kind of exit (lowest first, entries without it last). */
export function sortedEntries(entries: readonly TpslEntry[], by: TpslSort): readonly TpslEntry[] {
  if (by === 'time') return [...entries].sort((a, b) => b.updatedAt - a.updatedAt || b.key - a.key);
  const tickOf = (entry: TpslEntry): number => {
    const trigger = entry[by]?.stop?.trigger;
    return trigger === undefined ? Infinity : tickCount(trigger.price);
  };
  return [...entries].sort((a, b) => (tickOf(a) === tickOf(b) ? 0 : tickOf(a) - tickOf(b)));
}

/** A position without TP/SL but with partial entries opens in partial mode. */
export const openingMode = (exits: PositionExits): TpslMode => tpslModeOfExits(exits) ?? 'Full';

function legOf(order: OrderRecord | undefined, empty: TpslLeg, { instrument }: TpslContext): TpslLeg {
  const trigger = order?.stop?.trigger;
  if (order === undefined || trigger === undefined) return empty;
  const text = fieldPrice(priceOfTicks(trigger.price, instrument.tickSize), instrument);
  return {
    ...empty,
    inputType: 'PRICE',
    text,
    trigger: text,
    triggerBy: trigger.source,
    orderType: order.orderType,
    limitPrice: order.orderType === 'Limit' ? fieldPrice(priceOfTicks(order.price, instrument.tickSize), instrument) : '',
  };
}

/** The form filled with an existing entry, which is modified; its mode stays. */
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
