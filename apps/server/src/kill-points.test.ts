// Time limit of this file: 600 s, since each of 15 kills starts a server twice and reads its journal from the beginning.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { KillDesk, Known } from './testing/kill-desk.ts';

/** The way of an order; each step, and how often it is passed before the process dies right after it. */
const ON_THE_WAY = [
  ['request read', 20],
  ['order sent', 20],
  ['turn begun', 20],
  ['journal half written', 20],
  ['turn written', 20],
  ['commit started', 20],
  ['order applied', 20],
  ['turn told', 20],
  ['turn synced', 20],
  ['turn confirmed', 20],
  ['turn released', 20],
  ['request answered', 20],
  ['history gathered', 2],
  ['history written', 2],
  ['history kept', 2],
] as const;

let desk: KillDesk;
beforeAll(async () => {
  desk = await KillDesk.open();
});
// The next test needs the folder, whatever became of this one.
afterEach(() => desk.server.end('SIGKILL'));
afterAll(() => desk.close());

describe('a process that dies between two steps of an order', () => {
  test.each(ON_THE_WAY)(
    'EXC-07 D1 D2 D4 D5 after "%s": nothing acknowledged is lost, nothing is there twice, asking again is harmless',
    async (step, times) => {
      const known = new Known();
      await desk.startDeadly(step, times);
      desk.arm();
      await desk.trade(known, step);
      await desk.server.gone();
      await desk.startAgain();
      await desk.expectWhole(known);
      await desk.expectPast(known);
      expect(await desk.server.end('SIGTERM')).toBe(0);
    },
  );
});
