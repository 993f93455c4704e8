import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { engineOn, GENESIS_TIME } from '../testing/engine-on.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { order } from '../testing/straw-run.ts';
import { StepClock } from './step-clock.ts';
import { WallClock } from './wall-clock.ts';

const DAY_SECONDS = 86_400;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const journalBytes = (path: string): number => {
  const files = join(path, 'journal');
  return readdirSync(files).reduce((sum, name) => sum + readFileSync(join(files, name)).length, 0);
};

/** An engine whose machine has a turn every 50 ms. */
function liveEngine(path: string) {
  const time = { wall: GENESIS_TIME };
  const clock = new WallClock({ wall: () => time.wall, steady: () => time.wall }, GENESIS_TIME);
  const engine = engineOn(path, 'simulated', clock);
  const run = (milliseconds: number): void => {
    for (let past = 0; past < milliseconds; past += 50) {
      time.wall += 50;
      engine.host.turn([], true);
    }
  };
  return { ...engine, run };
}

test('OPS-05 the clock of a watched market takes at most 4 MB of journal a day', () => {
  const engine = liveEngine(folder.path);
  engine.host.turn([{ kind: 'watch', instruments: [0] }], false);
  engine.run(2_000);
  const before = journalBytes(folder.path);
  const seconds = 60;
  engine.run(seconds * 1_000);
  const bytes = journalBytes(folder.path) - before;
  expect((bytes / seconds) * DAY_SECONDS).toBeLessThan(4_000_000);
  expect(bytes).toBeGreaterThan(0);
  expect(engine.tape.length).toBeGreaterThan(100);
  engine.close();
});

test('EXC-07 a journal with runs of the clock leads to the same state and sequence, whatever came between the steps', () => {
  const engine = liveEngine(folder.path);
  for (let at = 0; at < 40; at += 1) {
    engine.run(50 * ((at * 7) % 31));
    if (at % 9 === 3) engine.host.turn([{ kind: 'watch', instruments: at % 2 === 0 ? [] : [0, 2] }], false);
    else engine.host.turn([order(at)], false);
  }
  engine.run(700);
  const end = engine.end();
  engine.close();
  const again = liveEngine(folder.path);
  expect(again.end()).toEqual(end);
  again.close();
});

test('EXC-07 a killed server lacks at most a second of public steps, and no command', () => {
  const engine = liveEngine(folder.path);
  engine.host.turn([{ kind: 'watch', instruments: [0] }], false);
  engine.run(5_350);
  engine.host.turn([order(1)], false);
  const acknowledged = engine.turns.flatMap(({ outcomes }) => outcomes).length;
  const sequence = engine.turns.at(-1)?.shownAfter ?? 0;
  engine.run(950);
  const [next] = engine.end();
  const left = join(folder.path, 'as a kill leaves it');
  const after = liveEngine(left);
  after.close();
  for (const name of readdirSync(join(folder.path, 'journal')))
    writeFileSync(join(left, 'journal', name), readFileSync(join(folder.path, 'journal', name)));
  engine.close();
  const again = liveEngine(left);
  const [found] = again.end();
  expect(acknowledged).toBe(1);
  expect(sequence).toBeGreaterThan(0);
  expect(found).toBeGreaterThan(sequence);
  expect(Number(next) - Number(found)).toBeLessThanOrEqual(20);
  again.close();
});

test('BOT-05 in stepped time no answer is ahead of the journal', () => {
  const engine = engineOn(folder.path, 'simulated', new StepClock({ time: GENESIS_TIME, next: 0 }));
  engine.host.turn([{ kind: 'watch', instruments: [0] }], true);
  engine.host.turn([{ kind: 'step', id: 1, milliseconds: 60_550 }], false);
  let before = journalBytes(folder.path);
  while (engine.turns.every(({ answers }) => answers.length === 0)) engine.host.turn([], true);
  expect(journalBytes(folder.path)).toBeGreaterThan(before);
  before = journalBytes(folder.path);
  engine.close();
  expect(journalBytes(folder.path)).toBe(before);
});
