import { expect, test } from 'vitest';
import { CandleLanes } from './candle-lanes.ts';
import { settle } from './testing/fake-world.ts';

const CLIENT = '192.0.2.1';
const STRANGER = { lane: 'strangers', client: CLIENT } as const;
const query = (before: number) => ({ instrument: 0, series: 'trade', minutes: 1, before, limit: 1 }) as const;

test('OPS-05 strangers ask one question at a time, in order, and no user waits for them; a failure ends no lane', async () => {
  const asked: { readonly before: number; readonly answer: (failure?: Error) => void }[] = [];
  const lanes = new CandleLanes({
    candles: ({ before }) =>
      new Promise((resolve, reject) => {
        asked.push({ before, answer: (failure) => (failure === undefined ? resolve({ candles: [], complete: true }) : reject(failure)) });
      }),
  });
  const questions = [1, 2, 3].map((before) => lanes.ask(STRANGER, query(before)).catch(() => 'failed'));
  void lanes.ask({ lane: 7, client: CLIENT }, query(4));
  void lanes.ask({ lane: 8, client: CLIENT }, query(5));
  void lanes.ask({ lane: 7, client: CLIENT }, query(6));
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

test('OPS-05 strangers take turns by client: none waits for all the questions of another one', async () => {
  const asked: number[] = [];
  let answer = (): void => undefined;
  const lanes = new CandleLanes({
    candles: ({ before }) => {
      asked.push(before);
      return new Promise((resolve) => (answer = () => resolve({ candles: [], complete: true })));
    },
  });
  const [flood, chart, third] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
  const questions = [
    ...[1, 2, 3, 4].map((before) => [flood, before] as const),
    ...[11, 12].map((before) => [chart, before] as const),
    [third, 21] as const,
  ].map(([client, before]) => lanes.ask({ lane: 'strangers', client }, query(before)));
  for (let count = 0; count < questions.length; count += 1) {
    answer();
    await settle();
  }
  await Promise.all(questions);
  expect(asked).toEqual([1, 2, 11, 21, 3, 12, 4]);
  // A lane without questions is forgotten: the next question starts at once.
  void lanes.ask(STRANGER, query(31));
  await settle();
  expect(asked.at(-1)).toBe(31);
});
