import { milliseconds } from '@tapedeck/domain';
import type { HistoryLink } from './engine-host.ts';
import type { RecoveredWorld } from './recover-world.ts';
import { EntryRun } from './entry-run.ts';
import type { Tape } from './replay-tape.ts';

const ENTRIES_PER_WRITE = 10_000;

/** Prints the part of a tape before its start position at once: charts begin with it. Continues where a killed run stopped. */
export function printPast(recovered: RecoveredWorld, tape: Tape, history: HistoryLink): void {
  const { world, journal } = recovered;
  const run = new EntryRun();
  for (let next = recovered.recordedEntries; next < tape.startIndex; next += ENTRIES_PER_WRITE) {
    const now = milliseconds(world.now);
    const entries = tape.entries.slice(next, Math.min(next + ENTRIES_PER_WRITE, tape.startIndex));
    const commands = entries.map((entry) => run.add(entry, now));
    run.writeTo(journal);
    journal.write();
    for (const command of commands) world.apply(command);
    world.takeEvents();
    history.send(
      [],
      world.publish().minuteBars.filter((bar) => bar.closed),
    );
  }
  journal.commit();
}
