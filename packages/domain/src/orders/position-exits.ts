import type { OrderRecord } from '../records/records.ts';
import type { InstrumentId, OrderId } from '../values/ids.ts';
import type { PositionIndex } from '../positions/position.ts';
import { lotCount } from '../values/quantities.ts';
import type { Lots } from '../values/types.ts';

const WHOLE_PERCENT = 100;

/** One partial TP/SL entry: one or two legs that cancel each other. */
export interface ExitEntry {
  readonly parent: OrderId;
  readonly takeProfit?: OrderRecord;
  readonly stopLoss?: OrderRecord;
}

/** The TP/SL and trailing stop of one position, found among the account's open orders. */
export interface PositionExits {
  readonly takeProfit?: OrderRecord;
  readonly stopLoss?: OrderRecord;
  readonly trailing?: OrderRecord;
  /** Oldest first. */
  readonly partial: readonly ExitEntry[];
}

type Building = { -readonly [Field in keyof ExitEntry]: ExitEntry[Field] };

/** Groups the conditional orders of a position: its Full legs, its trailing stop, and its partial entries by parent. */
export function positionExits(orders: Iterable<OrderRecord>, instrument: InstrumentId, index: PositionIndex): PositionExits {
  const exits: { -readonly [Field in keyof PositionExits]: PositionExits[Field] } = { partial: [] };
  const entries = new Map<OrderId, Building>();
  const own = [...orders].filter(
    (order) => order.instrument === instrument && order.positionIndex === index && order.status === 'Untriggered',
  );
  for (const order of own.sort((a, b) => a.orderId - b.orderId)) {
    const { stop } = order;
    if (stop === undefined) continue;
    switch (stop.kind) {
      case 'TakeProfit':
        exits.takeProfit = order;
        break;
      case 'StopLoss':
        exits.stopLoss = order;
        break;
      case 'TrailingStop':
      case 'TrailingProfit':
        exits.trailing = order;
        break;
      case 'PartialTakeProfit':
      case 'PartialStopLoss': {
        const entry = entries.get(stop.parent) ?? { parent: stop.parent };
        entry[stop.kind === 'PartialTakeProfit' ? 'takeProfit' : 'stopLoss'] = order;
        entries.set(stop.parent, entry);
        break;
      }
      default:
        break;
    }
  }
  exits.partial = [...entries.values()];
  return exits;
}

/**
 * Share of a position of `size` lots that its stop-losses close, in whole percent, rounded down: 100 with a stop for the entire position or
 * an active trailing stop, else the sum of the partial stops, at most 100.
 */
export function lossCoverage({ stopLoss, trailing, partial }: PositionExits, size: Lots): number {
  if (stopLoss !== undefined || trailing?.stop?.trigger !== undefined) return WHOLE_PERCENT;
  const total = lotCount(size);
  const closed = partial.reduce((sum, entry) => sum + (entry.stopLoss === undefined ? 0 : lotCount(entry.stopLoss.quantity)), 0);
  return total === 0 ? 0 : Math.min(WHOLE_PERCENT, Math.floor((closed * WHOLE_PERCENT) / total));
}
