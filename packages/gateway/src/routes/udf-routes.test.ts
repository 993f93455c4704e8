import { beforeEach, describe, expect, test } from 'vitest';
import { udfBars, udfConfig, udfFound, udfSymbolInfo, parseWire } from '@tapedeck/protocol';
import { START, units } from '../testing/fake-venue.ts';
import { createWorld, type World } from '../testing/fake-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
  // One bar per minute (or per requested interval) up to now.
  world.venue.bars = ({ minutes }) =>
    Array.from({ length: 20 }, (_, at) => ({
      start: START - (20 - at) * 60_000 * (typeof minutes === 'number' ? minutes : 1),
      open: units('1') * BigInt(at + 1),
      high: units('3') * BigInt(at + 1),
      low: units('0.5') * BigInt(at + 1),
      close: units('2') * BigInt(at + 1),
      volume: units('4'),
      turnover: units('5'),
    }));
});

async function ask(path: string, query: Record<string, string> = {}): Promise<unknown> {
  const { status, content } = await world.get(`/udf/${path}`, query);
  expect([status, content?.type]).toEqual([200, 'application/json; charset=utf-8']);
  return JSON.parse(content?.parts as string);
}

describe('charts', () => {
  test('a chart program finds out what it can ask, and finds symbols', async () => {
    expect(parseWire(udfConfig, await ask('config')).supported_resolutions).toContain('1W');
    const found = parseWire(udfFound, await ask('search', { query: 'eth', limit: '5' }));
    expect(found.map(({ full_name }) => full_name)).toEqual(['TAPEDECK:ETHUSDT']);
    expect(await ask('search', { query: 'eth', type: 'spot' })).toEqual([]);
    expect(await ask('search', { exchange: 'OTHER' })).toEqual([]);
    const info = parseWire(udfSymbolInfo, await ask('symbols', { symbol: 'TAPEDECK:BTCUSDT' }));
    expect(info).toMatchObject({ ticker: 'BTCUSDT', minmov: 1, pricescale: 10, volume_precision: 3 });
    expect(await ask('symbols', { symbol: 'NOPE' })).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
  });

  test('bars are those of the candles route, with times in seconds and numbers as numbers', async () => {
    const to = String(START / 1_000);
    const bars = parseWire(udfBars, await ask('history', { symbol: 'BTCUSDT', resolution: '1', from: String(START / 1_000 - 600), to }));
    const rows = (await world.get('/contract/v5/market/candles', { symbol: 'BTCUSDT', resolution: '1', to: String(START), limit: '11' }))
      .body.result as { rows: (readonly [number, ...string[]])[] };
    const wanted = rows.rows.filter(([start]) => start >= START - 600_000);
    expect(bars.s).toBe('ok');
    expect(bars.t).toEqual(wanted.map(([start]) => start / 1_000));
    expect(bars.c).toEqual(wanted.map((row) => Number(row[4])));
    const counted = parseWire(udfBars, await ask('history', { symbol: 'BTCUSDT', resolution: '1', from: to, to, countback: '3' }));
    expect(counted.t?.length).toBe(3);
  });

  test('BOT-03 times before 1970 mean the first bar, and fractions are cut', async () => {
    const second = START / 1_000;
    const month = { symbol: 'BTCUSDT', resolution: '1M', from: '-315619200', to: String(second), countback: '300' };
    expect(parseWire(udfBars, await ask('history', month)).s).toBe('ok');
    const minutes = (from: string, to: string) => ask('history', { symbol: 'BTCUSDT', resolution: '1', from, to });
    expect(await minutes(`${second - 600}.75`, `${second}.5`)).toEqual(await minutes(String(second - 600), String(second)));
    world.venue.bars = () => [];
    expect(await minutes('-1', '-1')).toEqual({ s: 'no_data' });
    expect(world.venue.candleQueries.at(-1)).toMatchObject({ before: 0 });
  });

  test('mark and index are series of their own', async () => {
    for (const [suffix, series] of [
      ['', 'trade'],
      ['.MARK', 'mark'],
      ['.INDEX', 'index'],
    ] as const) {
      await ask('history', { symbol: `BTCUSDT${suffix}`, resolution: 'D', to: String(START / 1_000), countback: '2' });
      expect(world.venue.candleQueries.at(-1)).toMatchObject({ series, minutes: 1440, limit: 2 });
    }
  });

  test('what is wrong with a question is said in the form of the protocol', async () => {
    for (const [path, query, errmsg] of [
      ['history', { symbol: 'BTCUSDT', resolution: '7', to: '5' }, 'The parameter resolution is not valid.'],
      ['history', { symbol: 'BTCUSDT', resolution: '1' }, 'The parameter to is missing.'],
      ['symbols', { symbol: '' }, 'The parameter symbol is not valid.'],
    ] as const) {
      const { status, content } = await world.get(`/udf/${path}`, query);
      expect([status, JSON.parse(content?.parts as string)]).toEqual([400, { s: 'error', errmsg }]);
    }
    const [mark, index] = [await ask('symbols', { symbol: 'BTCUSDT.MARK' }), await ask('symbols', { symbol: 'BTCUSDT.INDEX' })];
    expect([mark, index]).toMatchObject([
      { description: 'BTC / USDT LinearPerpetual, mark price' },
      { description: 'BTC / USDT LinearPerpetual, index price' },
    ]);
  });

  test('an unknown symbol is an error, and nothing before the first bar is no data', async () => {
    expect(await ask('history', { symbol: 'NOPE', resolution: '1', to: '5' })).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
    world.venue.bars = () => [];
    expect(await ask('history', { symbol: 'BTCUSDT', resolution: '1', to: '5' })).toEqual({ s: 'no_data' });
    const time = await world.get('/udf/time');
    expect(time.content).toEqual({ type: 'text/plain; charset=utf-8', parts: String(Math.floor(world.now / 1_000)) });
  });
});
