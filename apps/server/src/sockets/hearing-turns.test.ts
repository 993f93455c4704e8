import { beforeEach, expect, test } from 'vitest';
import { HearingTurns, type Hearing, type Speaker } from './hearing-turns.ts';

const LIMITS = { strangers: 3, user: 5 };
const KB = 1_024;

let turns: HearingTurns;
let heard: string[];
beforeEach(() => {
  turns = new HearingTurns(LIMITS);
  heard = [];
});

/** A socket that counts how often it is read again. */
class Straw implements Speaker {
  user: number | undefined;
  isPaused = false;
  readonly name: string;
  readonly hearing: Hearing;
  readonly #heard = heard;

  constructor(name: string, user?: number) {
    this.name = name;
    this.user = user;
    this.hearing = turns.join(this);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  say(...texts: readonly string[]): void {
    for (const text of texts) this.hearing.hear(() => this.#heard.push(`${this.name}${text}`));
  }
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('S-21 strangers are heard piece by piece, one socket after the other, and users at once', async () => {
  const [a, b, user] = [new Straw('a'), new Straw('b'), new Straw('u', 7)];
  a.say('1', '2', '3', '4', '5', '6');
  b.say('1', '2');
  user.say('1', '2');
  expect(heard).toEqual(['a1', 'a2', 'a3', 'u1', 'u2']);
  expect([a.isPaused, b.isPaused, user.isPaused]).toEqual([true, true, false]);
  heard.length = 0;
  await turn();
  expect(heard).toEqual(['a4', 'b1', 'a5']);
  await turn();
  expect(heard).toEqual(['a4', 'b1', 'a5', 'b2', 'a6']);
  expect([a.isPaused, b.isPaused]).toEqual([true, true]);
  await turn();
  expect([a.isPaused, b.isPaused]).toEqual([false, false]);
});

test('S-21 bytes count as messages do, whatever frames they hold', async () => {
  const [a, b] = [new Straw('a'), new Straw('b')];
  a.hearing.read(2 * KB);
  expect(a.isPaused).toBe(false);
  a.hearing.read(KB);
  expect([a.isPaused, b.isPaused]).toEqual([true, true]);
  expect(new Straw('late').isPaused).toBe(true);
  await turn();
  expect([a.isPaused, b.isPaused]).toEqual([false, false]);
});

test('S-21 of many sockets some are read again in a turn, those first that have waited longest', async () => {
  const all = Array.from({ length: 130 }, (_, at) => new Straw(String(at)));
  all[0]?.hearing.read(3 * KB);
  const open = (): number => all.filter(({ isPaused }) => !isPaused).length;
  expect(open()).toBe(0);
  await turn();
  expect([open(), all[0]?.isPaused]).toEqual([64, false]);
  all[0]?.hearing.read(3 * KB);
  expect(open()).toBe(0);
  await turn();
  expect([open(), all[64]?.isPaused, all[0]?.isPaused]).toEqual([64, false, true]);
});

test('S-21 a log-in leaves the turns of the strangers, after the messages that were sent before', async () => {
  const [flood, trader] = [new Straw('f'), new Straw('t')];
  flood.say('1', '2', '3', '4', '5', '6');
  trader.hearing.hear(() => {
    heard.push('login');
    trader.user = 7;
  });
  trader.say('1');
  heard.length = 0;
  await turn();
  expect(heard).toEqual(['f4', 'login', 'f5']);
  await turn();
  expect(heard).toEqual(['f4', 'login', 'f5', 't1', 'f6']);
  expect(trader.isPaused).toBe(false);
  flood.say('7', '8', '9');
  trader.say('2', '3', '4');
  expect(heard.slice(-3)).toEqual(['t2', 't3', 't4']);
});

test('S-21 a socket that has left is heard no more', async () => {
  const [a, b] = [new Straw('a'), new Straw('b')];
  a.say('1', '2', '3', '4');
  b.say('1');
  a.hearing.end();
  heard.length = 0;
  await turn();
  await turn();
  expect(heard).toEqual(['b1']);
  expect(b.isPaused).toBe(false);
});
