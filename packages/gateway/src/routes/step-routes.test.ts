import { expect, test } from 'vitest';
import { createWorld, sessionOf } from '../testing/fake-world.ts';

const PATH = '/contract/v5/market/step';

test('BOT-05 a step answers the minutes of a symbol that ended meanwhile, in its units', async () => {
  const world = createWorld();
  const { body } = await world.post(PATH, { milliseconds: 60_000, symbol: 'BTCUSDT' }, sessionOf());
  expect(body.result).toMatchObject({
    ended: false,
    rows: [[expect.any(Number), '0.00000001', '0.00000002', '0.00000001', '0.00000002', expect.any(String), expect.any(String)]],
  });
});

test('BOT-05 a step without a symbol answers the time alone', async () => {
  const world = createWorld();
  const { body } = await world.post(PATH, { milliseconds: 60_000 }, sessionOf());
  expect(Object.keys(body.result as object)).toEqual(['timeE3', 'ended']);
});
