import { expect, test } from 'vitest';
import { SlowDisk } from './slow-disk.ts';

test('D10 S7 a record that waits for the disk for more than 5 s makes the server not ready, with one warning, until it is confirmed', () => {
  const commits = { requested: 7, durable: 7 };
  let now = 0;
  const said: string[] = [];
  const disk = new SlowDisk({ commits, oldestCommand: () => undefined, now: () => now, onChange: (text) => said.push(text) });
  const at = (time: number, requested: number, durable: number): boolean => {
    now = time;
    Object.assign(commits, { requested, durable });
    return disk.isDiskSlow();
  };
  expect(at(60_000, 7, 7)).toBe(false);
  expect(at(61_000, 9, 7)).toBe(false);
  // Later records, and the confirmation of an earlier one, do not change how long this one has waited.
  expect([at(66_000, 12, 8), said]).toEqual([false, []]);
  expect([at(66_001, 12, 8), at(90_000, 12, 8)]).toEqual([true, true]);
  expect(said).toEqual(['commands have waited for the disk for more than 5 s']);
  // Its confirmation ends the wait; the next record begins its own.
  expect([at(91_000, 12, 9), at(96_000, 12, 9), at(96_001, 12, 12)]).toEqual([false, false, false]);
  expect(said.slice(1)).toEqual(['the disk confirms commands again']);
  // A journal that is closed asks for nothing.
  expect([at(97_000, -1, 12), at(200_000, -1, 12)]).toEqual([false, false]);
});

test('D10 S7 a command that the exchange does not answer for more than 5 s makes the server not ready, if the disk owes nothing', () => {
  const commits = { requested: 7, durable: 7 };
  let now = 0;
  let oldest: number | undefined;
  const said: string[] = [];
  const disk = new SlowDisk({ commits, oldestCommand: () => oldest, now: () => now, onChange: (text) => said.push(text) });
  const at = (time: number, command: number | undefined): string | undefined => {
    now = time;
    oldest = command;
    return disk.look();
  };
  expect([at(0, undefined), at(10_000, 3), at(15_000, 3), at(15_001, 3)]).toEqual([
    undefined,
    undefined,
    undefined,
    'commands wait for the exchange',
  ]);
  // The next command begins its own wait.
  expect([at(16_000, 4), at(21_000, 4), at(21_001, undefined)]).toEqual([undefined, undefined, undefined]);
  // A command that waits for the disk is the disk's.
  commits.requested = 8;
  expect([at(30_000, 5), at(35_000, 5), at(35_001, 5)]).toEqual([undefined, undefined, 'commands wait for the disk']);
  expect(disk.isDiskSlow()).toBe(true);
  expect(said).toEqual([
    'the exchange has not answered a command for more than 5 s',
    'the exchange answers again',
    'commands have waited for the disk for more than 5 s',
  ]);
});
