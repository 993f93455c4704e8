// Time limit of this file: 600 s, since each of 9 stops starts a server twice and reads its journal from the beginning.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { KillDesk, Known } from './testing/kill-desk.ts';

/** Disk errors, after half of a batch was written or at the sync. */
const REFUSED = [
  ['disk full', 20, 'ENOSPC'],
  ['sync failed', 20, 'EIO'],
] as const;
/** Steps of the server's shutdown. */
const AT_THE_END = [
  ['snapshot begun', 1],
  ['snapshot half written', 2],
  ['snapshot written', 1],
  ['snapshot named', 1],
] as const;

let desk: KillDesk;
beforeAll(async () => {
  desk = await KillDesk.open();
});
// The next test needs the folder, whatever became of this one.
afterEach(() => desk.server.end('SIGKILL'));
afterAll(() => desk.close());

describe('a process that stops, or has to', () => {
  test.each(REFUSED)(
    'EXC-07 D13 S5 S6 %s: the server says so and ends, and only what was durable was ever acknowledged',
    async (fault, times, words) => {
      const known = new Known();
      await desk.startDeadly(fault, times);
      const { server } = desk;
      desk.arm();
      await desk.trade(known, fault);
      expect(await server.gone()).toBe(1);
      expect(server.output).toContain(`the journal could not be written: ${words}`);
      await desk.startAgain();
      await desk.expectWhole(known);
      expect(await desk.server.end('SIGTERM')).toBe(0);
    },
  );

  test.each(AT_THE_END)('EXC-07 D5 D7 S4 after "%s", while it stops: the snapshot is there whole or not at all', async (step, times) => {
    const known = new Known();
    await desk.startDeadly(step, times);
    for (let count = 0; count < 5; count += 1) {
      const link = `${step.replaceAll(' ', '-')}-${count}`;
      known.asked.add(link);
      expect(await desk.place(link)).toBe(0);
      known.acknowledged.add(link);
    }
    await desk.historyReady();
    // Not before: a server that has worked for long writes a snapshot by itself.
    desk.arm();
    expect(await desk.server.end('SIGTERM')).toBe(null);
    await desk.startAgain();
    await desk.expectWhole(known);
    expect(await desk.server.end('SIGTERM')).toBe(0);
  });

  test('OPS-03 K8 told to stop while orders come: it ends in order, and what it acknowledged is there', async () => {
    const known = new Known();
    await desk.next().start();
    const traders = desk.trade(known, 'stop');
    await expect.poll(() => known.acknowledged.size, { interval: 5 }).toBeGreaterThan(20);
    expect(await desk.server.end('SIGTERM')).toBe(0);
    await traders;
    await desk.startAgain();
    await desk.expectWhole(known);
    expect(await desk.server.end('SIGTERM')).toBe(0);
  });

  test('OPS-03 EXC-07 a stop that takes longer than it may ends without a last snapshot, and what it acknowledged is there', async () => {
    const known = new Known();
    await desk.next({ TAPEDECK_STOP_MS: '1' }).start();
    const traders = desk.trade(known, 'late');
    await expect.poll(() => known.acknowledged.size, { interval: 5 }).toBeGreaterThan(20);
    expect(await desk.server.end('SIGTERM')).toBe(0);
    await traders;
    expect(desk.server.logLines().some((line) => line.startsWith('stopped without a final snapshot'))).toBe(true);
    await desk.startAgain();
    await desk.expectWhole(known);
    expect(await desk.server.end('SIGTERM')).toBe(0);
  });

  test('EXC-07 D5 again and again while it recovers: the next start finds the same state', async () => {
    const before = desk.recovered('genesis');
    for (let kill = 0; kill < 3; kill += 1)
      await expect(desk.next({ TAPEDECK_FAIL_POINT: 'journal read:1' }).start()).rejects.toThrow('it ended with code null');
    await desk.startAgain();
    desk.expectRecovered(before);
    expect(await desk.openLinks()).toEqual([]);
  });
});
