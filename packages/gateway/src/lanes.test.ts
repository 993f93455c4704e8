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
