import { expect, test } from 'vitest';
import { timestamp } from '@tapedeck/domain';
import { RECORD_HEADER_BYTES } from '../journal/segment.ts';
import { WatchedMarkets } from './watched-markets.ts';
import { CommandEncoder } from './world.ts';

const encoder = new CommandEncoder();
const INSTRUMENTS = Array.from({ length: 900 }, (_, at) => at * 17);

/** Records changes as the engine does, and keeps the set that a replay of them leads to. */
class Recorder {
  readonly watched = new WatchedMarkets(0);
  replayed: readonly number[] = [];
  changes = 0;
  bytes = 0;

  turn(now: number, force = false): void {
    const change = this.watched.change(now, force);
    if (change === undefined) return;
    const command = { ...change, time: timestamp(now) };
    const payload = encoder.encode(command).length;
    this.watched.spend(payload);
    this.bytes += payload + RECORD_HEADER_BYTES;
    this.changes += 1;
    if (command.type === 'WatchMarkets') this.replayed = [...command.instruments];
    else this.replayed = [...this.replayed.filter((one) => !command.removed.includes(one)), ...command.added].sort((a, b) => a - b);
  }
}

test('OPS-05 whatever visitors subscribe to and leave, it takes at most 14 MB of journal a day', () => {
  const recorder = new Recorder();
  const day = 86_400_000;
  for (let now = 0, turn = 0; now < day; now += 250, turn += 1) {
    recorder.watched.want(turn % 2 === 0 ? INSTRUMENTS : INSTRUMENTS.filter((_, at) => at % 50 === turn % 50));
    recorder.turn(now);
  }
  expect(recorder.bytes).toBeGreaterThan(5_000_000);
  expect(recorder.bytes).toBeLessThan(14_000_000);
  expect(recorder.changes).toBeGreaterThan(1_000);
});

test('SIM-01 changes lead to the wanted instruments, at once while there is a reserve, and later without', () => {
  const recorder = new Recorder();
  let seed = 1;
  const drawn = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  for (let round = 0; round < 200; round += 1) {
    const wanted = INSTRUMENTS.filter(() => drawn() % 3 === 0);
    recorder.watched.want([...wanted].reverse());
    recorder.turn(round);
    if (round < 50) expect(recorder.replayed).toEqual(wanted);
  }
  const wanted = [5, 3, 4];
  recorder.watched.want(wanted);
  recorder.turn(200);
  expect(recorder.watched.recorded).not.toEqual([3, 4, 5]);
  recorder.turn(60_000);
  expect(recorder.replayed).toEqual([3, 4, 5]);
  const { changes } = recorder;
  recorder.watched.want(wanted);
  recorder.turn(600_000);
  expect(recorder.changes).toBe(changes);
});

test('BOT-05 a step of time finds watched what was wanted before it, reserve or not', () => {
  const recorder = new Recorder();
  for (let turn = 0; turn < 500; turn += 1) {
    recorder.watched.want(turn % 2 === 0 ? INSTRUMENTS : []);
    recorder.turn(0);
  }
  recorder.watched.want([7]);
  recorder.turn(0);
  expect(recorder.replayed).not.toEqual([7]);
  recorder.turn(0, true);
  expect(recorder.replayed).toEqual([7]);
});
