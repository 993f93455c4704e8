import type { Event, InstrumentId, PositionLiquidated, TradePrinted } from '@tapedeck/domain';

export const isTrade = (event: Event): event is TradePrinted => event.type === 'TradePrinted';
export const isLiquidation = (event: Event): event is PositionLiquidated => event.type === 'PositionLiquidated';

/** The events of one kind, by instrument, in their order. */
export function byInstrument<One extends Event & { readonly instrument: InstrumentId }>(
  events: readonly Event[],
  isOne: (event: Event) => event is One,
): Map<InstrumentId, One[]> {
  const found = new Map<InstrumentId, One[]>();
  for (const event of events) {
    if (!isOne(event)) continue;
    const same = found.get(event.instrument);
    if (same === undefined) found.set(event.instrument, [event]);
    else same.push(event);
  }
  return found;
}
