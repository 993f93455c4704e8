import { join } from 'node:path';
import { priceUnits, quantityUnits, timestamp } from '@tapedeck/domain';
import type { MinuteBar } from '@tapedeck/venue';
import { LINEAR_INSTRUMENTS, PaperWorld } from '@tapedeck/venue-paper';
import type { EngineClock } from '../engine-worker/engine-clock.ts';
import { EngineHost } from '../engine-worker/engine-host.ts';
import type { TurnResult } from '../engine-worker/engine-messages.ts';
import type { Genesis } from '../engine-worker/genesis.ts';
import { recoverWorld } from '../engine-worker/recover-world.ts';
import type { TapeEntry } from '../engine-worker/replay-tape.ts';
import { StepClock } from '../engine-worker/step-clock.ts';
import { SnapshotStore, worldHash } from '../snapshots/snapshots.ts';

export const GENESIS_TIME = Date.UTC(2026, 4, 6, 14, 0, 0);

/** The engine on a real world in a folder, without its thread: the test says when it has a turn. */
export function engineOn(folder: string, source: Genesis['source'], clock: EngineClock, entries: readonly TapeEntry[] = []) {
  const tape: (readonly [time: number, instrument: number, price: bigint, quantity: bigint])[] = [];
  const bars: MinuteBar[] = [];
  const turns: TurnResult[] = [];
  const snapshots = new SnapshotStore(join(folder, 'snapshots'));
  const { world, journal } = recoverWorld({
    folder: join(folder, 'journal'),
    snapshots,
    historyApplied: 0,
    createWorld: ({ seed, time }) =>
      PaperWorld.create({ instruments: LINEAR_INSTRUMENTS, seed, genesis: timestamp(time), recorded: source === 'replay' }),
    newGenesis: () => ({ source, seed: 5, time: GENESIS_TIME, label: '' }),
    tape: { entries, recordings: [] },
    onHistory: () => undefined,
  });
  const host = new EngineHost({
    world,
    journal,
    snapshots,
    clock,
    steps: clock instanceof StepClock ? clock : undefined,
    steadyNow: () => 0,
    work: () => 0,
    historyApplied: 0,
    publish: (turn) => {
      turns.push(turn);
      bars.push(...turn.bars.filter((bar) => bar.closed));
      for (const { time, events } of turn.batches) {
        for (const event of events) {
          if (event.type !== 'TradePrinted') continue;
          tape.push([Number(time), event.instrument, priceUnits(event.price), quantityUnits(event.quantity)]);
        }
      }
    },
    history: { sent: 0, send: () => undefined, confirm: () => undefined },
    onSnapshotFailed: (error) => {
      throw error;
    },
  });
  return { host, world, tape, bars, turns, end: () => [journal.nextSequence, worldHash(world.write())], close: () => journal.close() };
}
