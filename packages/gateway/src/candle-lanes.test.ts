import { expect, test } from 'vitest';
import { CandleLanes } from './candle-lanes.ts';
import { settle } from './testing/fake-world.ts';

const query = (before: number) => ({ instrument: 0, series: 'trade', minutes: 1, before, limit: 1 }) as const;

test('OPS-05 strangers ask one question at a time, in order, and no user waits for them; a failure ends no lane', async () => {
  const asked: { readonly before: number; readonly answer: (failure?: Error) => void }[] = [];
  const lanes = new CandleLanes({
    candles: ({ before }) =>
      new Promise((resolve, reject) => {
        asked.push({ before, answer: (failure) => (failure === undefined ? resolve({ candles: [], complete: true }) : reject(failure)) });
      }),
  });
  const questions = [1, 2, 3].map((before) => lanes.ask('strangers', query(before)).catch(() => 'failed'));
  void lanes.ask(7, query(4));
  void lanes.ask(8, query(5));
  void lanes.ask(7, query(6));
  await settle();
  expect(asked.map(({ before }) => before)).toEqual([1, 4, 5]);
  asked[0]?.answer(new Error('away'));
  expect(await questions[0]).toBe('failed');
  await settle();
  expect(asked.map(({ before }) => before)).toEqual([1, 4, 5, 2]);
  asked[3]?.answer();
  await settle();
  asked[4]?.answer();
  expect(await Promise.all(questions.slice(1))).toEqual([
    { candles: [], complete: true },
    { candles: [], complete: true },
  ]);
});
