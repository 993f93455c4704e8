import { fdatasyncSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { EventBatch } from '@tapedeck/venue';
import { EngineHost } from '../engine-worker/engine-host.ts';
import type { MainToEngine, TurnResult } from '../engine-worker/engine-messages.ts';
import type { Genesis } from '../engine-worker/genesis.ts';
import { recoverWorld, type RecoveredWorld } from '../engine-worker/recover-world.ts';
import type { Committer } from '../journal/committer.ts';
import { SnapshotStore } from '../snapshots/snapshots.ts';
import { StrawWorld } from './straw-world.ts';

export const GENESIS: Genesis = { source: 'simulated', seed: 7, time: 1_000, label: 'seed 7' };

interface StrawRunOptions {
  readonly historyApplied?: number;
  /** Syncs through the files of this run unless given. */
  readonly committer?: Committer;
  readonly segmentBytes?: number;
}

/** One run of the engine on a straw world in a folder, with everything that happens written down in order. */
export class StrawRun {
  readonly log: string[] = [];
  readonly results: TurnResult[] = [];
  readonly toHistory: EventBatch[] = [];
  readonly confirms: number[] = [];
  readonly snapshots: SnapshotStore;
  readonly recovered: RecoveredWorld;
  readonly host: EngineHost;
  /** Receives each turn as it leaves the engine. */
  onTurn: (result: TurnResult) => void = () => undefined;
  created: StrawWorld | undefined;
  now = 1_000;
  steady = 0;
  /** Processor time of the engine. */
  work = 0;
  syncFails = false;

  constructor(folder: string, { historyApplied = 0, committer, segmentBytes }: StrawRunOptions = {}) {
    this.snapshots = new SnapshotStore(join(folder, 'snapshots'));
    this.recovered = recoverWorld({
      folder: join(folder, 'journal'),
      snapshots: this.snapshots,
      historyApplied,
      createWorld: (genesis, snapshot) => {
        this.created = new StrawWorld(genesis.time, snapshot);
        return this.created;
      },
      newGenesis: () => GENESIS,
      onHistory: (batches) => this.toHistory.push(...batches),
      journal: {
        ...(committer !== undefined && { committer }),
        ...(segmentBytes !== undefined && { segmentBytes }),
        files: {
          write: (file, bytes, offset, length) => {
            this.log.push('write');
            return writeSync(file, bytes, offset, length);
          },
          sync: (file) => {
            if (this.syncFails) throw new Error('EIO');
            this.log.push('sync');
            fdatasyncSync(file);
          },
        },
      },
    });
    this.log.length = 0;
    this.host = new EngineHost({
      world: this.recovered.world,
      journal: this.recovered.journal,
      snapshots: this.snapshots,
      clock: { now: () => this.now, take: (_step, tick) => (tick ? [this.now] : []), wait: () => 0 },
      steadyNow: () => this.steady,
      work: () => this.work,
      historyApplied,
      publish: (result) => {
        this.log.push('publish');
        this.results.push(result);
        this.onTurn(result);
      },
      history: {
        sent: historyApplied,
        send: (batches) => this.toHistory.push(...batches),
        confirm: (sequence) => this.confirms.push(sequence),
      },
      onSnapshotFailed: (error) => this.log.push(String(error)),
    });
    this.follow(true);
  }

  follow(followed: boolean): void {
    this.host.turn([{ kind: 'follow', account: 100, followed }], false);
  }

  get world(): StrawWorld {
    if (this.created === undefined) throw new Error('recovery made no world');
    return this.created;
  }

  tick(): void {
    this.now += 50;
    this.host.turn([], true);
  }

  order(id: number): void {
    this.host.turn([order(id)], false);
  }

  /** As a kill leaves it: nothing is flushed, nothing is closed in order. */
  kill(): void {
    this.recovered.journal.close();
  }
}

export const order = (id: number): MainToEngine => ({
  kind: 'submit',
  id,
  command: { type: 'CancelAllOrders', account: 100, instrument: -1 },
});

/** Commands of a new journal: the first clock, the account and its seven coins. The genesis is the record before them. */
export const BEGUN = 9;
