import { milliseconds } from '@tapedeck/domain';
import { RECORD_RECORDED_TRADE } from '../files/record-kinds.ts';
import type { HistoryLink } from './engine-host.ts';
import type { RecoveredWorld } from './recover-world.ts';
import { playing, type Tape } from './replay-tape.ts';
import { CommandEncoder } from './world.ts';

const TRADES_PER_COMMIT = 10_000;

/** Prints what lies before the start position of a tape at once: charts begin with it. Goes on where a run that was killed stopped. */
export function printPast(recovered: RecoveredWorld, tape: Tape, history: HistoryLink): void {
  const { world, journal } = recovered;
  const encoder = new CommandEncoder();
  for (let next = recovered.recordedTrades; next < tape.startIndex; next += TRADES_PER_COMMIT) {
    const commands = tape.entries
      .slice(next, Math.min(next + TRADES_PER_COMMIT, tape.startIndex))
      .map((entry) => playing(entry, milliseconds(world.now)));
    for (const command of commands) journal.append(RECORD_RECORDED_TRADE, milliseconds(command.time), encoder.encode(command));
    journal.commit(false);
    for (const command of commands) world.apply(command);
    world.takeEvents();
    history.send(
      [],
      world.publish().minuteBars.filter((bar) => bar.closed),
    );
  }
  journal.commit(true);
}
