import type { InstrumentId } from '@tapedeck/domain';
import type { WatchChange } from './command.ts';

/** The watched instruments after a command. Removing an instrument that is not watched changes nothing. */
export function watchedAfter(watched: ReadonlySet<InstrumentId>, command: WatchChange): Set<InstrumentId> {
  if (command.type === 'WatchMarkets') return new Set(command.instruments);
  const after = new Set([...watched, ...command.added]);
  for (const instrument of command.removed) after.delete(instrument);
  // The order is part of the state: it must not depend on the steps in which the set came about.
  return new Set([...after].sort((a, b) => a - b));
}
