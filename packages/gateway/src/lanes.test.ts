import { expect, test } from 'vitest';
import { Lanes } from './lanes.ts';
import { settle } from './testing/fake-world.ts';

test('OPS-05 work of one lane is done piece by piece, in order, after everything else that waits; no lane waits for another, and a failure ends none', async () => {
  const begun: { readonly name: string; readonly end: (failure?: Error) => void }[] = [];
  const pauses: (() => void)[] = [];
  const lanes = new Lanes(() => new Promise((resolve) => pauses.push(resolve)));
  const names = (): readonly string[] => begun.map(({ name }) => name);
  const run = (lane: string, name: string): Promise<string> =>
    lanes.run(
      lane,
      '192.0.2.1',
      () => new Promise((resolve, reject) => begun.push({ name, end: (failure) => (failure ? reject(failure) : resolve(name)) })),
    );
  const answers = ['a', 'b', 'c'].map((name) => run('strangers', name).catch(() => 'failed'));
  void run('7', 'd');
  void run('8', 'e');
  void run('7', 'f');
  expect(names()).toEqual(['a', 'd', 'e']);
  begun[0]?.end(new Error('away'));
  expect(await answers[0]).toBe('failed');
  await settle();
  // The next piece waits until the others had their turn.
  expect([names(), pauses.length]).toEqual([['a', 'd', 'e'], 1]);
  pauses[0]?.();
  await settle();
  expect(names()).toEqual(['a', 'd', 'e', 'b']);
  begun[3]?.end();
  await settle();
  pauses[1]?.();
  await settle();
  begun[4]?.end();
  expect(await Promise.all(answers.slice(1))).toEqual(['b', 'c']);
  expect(names()).toEqual(['a', 'd', 'e', 'b', 'c']);
});

test('OPS-05 clients of a lane take turns, so that none waits for all the work of another', async () => {
  const done: string[] = [];
  const lanes = new Lanes(() => Promise.resolve());
  const run = (client: string, name: string): Promise<number> => lanes.run('strangers', client, async () => done.push(name));
  await Promise.all([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('b', 'b2'), run('c', 'c1')]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  // Nothing is kept of a lane without work.
  await run('a', 'a4');
  expect(done.at(-1)).toBe('a4');
});
