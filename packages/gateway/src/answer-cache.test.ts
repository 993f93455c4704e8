import { describe, expect, test } from 'vitest';
import { AnswerCache, MARKET_SHARE_MS } from './answer-cache.ts';
import { Lanes } from './lanes.ts';
import type { GatewayOptions } from './ports.ts';
import { createWorld, settle } from './testing/fake-world.ts';

const CALLERS = 100;
const LINEAR = { category: 'linear', symbol: 'BTCUSDT' };
const DAY_S = 86_400;

function worldWith(options: Partial<GatewayOptions> = {}) {
  const world = createWorld(undefined, undefined, { steps: undefined, ...options });
  const { venue } = world;
  let markets = 0;
  const { market } = venue;
  venue.market = (id) => {
    markets += 1;
    return market.call(venue, id);
  };
  const v5 = async (path: string, parameters: Readonly<Record<string, string>>) => {
    const request = {
      method: 'GET',
      path,
      query: '',
      parameters,
      body: '',
      value: undefined,
      headers: {},
      client: '127.0.0.1',
      address: '127.0.0.1',
    };
    const answer = await world.gateway.handleV5(request);
    expect(answer.body.retCode).toBe(0);
    return answer;
  };
  const udf = () => {
    const to = String(Math.floor(world.now / 1_000));
    const query = { symbol: 'BTCUSDT', resolution: '1', from: String(Number(to) - DAY_S), to };
    return world.gateway.handle({ method: 'GET', path: '/udf/history', query, body: undefined, session: undefined, client: 'c' });
  };
  /** Questions to the exchange and reads of its markets so far. */
  const work = (): number => venue.candleQueries.length + markets;
  return { world, v5, udf, work };
}

const CALLS = [
  ['/v5/market/kline', { ...LINEAR, interval: '1' }],
  ['/v5/market/mark-price-kline', { ...LINEAR, interval: '1' }],
  ['/v5/market/premium-index-price-kline', { ...LINEAR, interval: '1', limit: '1000' }],
  ['/v5/market/tickers', { category: 'linear' }],
  ['/v5/market/tickers', { category: 'option', baseCoin: 'BTC' }],
  ['/v5/market/instruments-info', { category: 'option' }],
  ['/udf/history', {}],
] as const;

describe('market data', () => {
  test.each(CALLS)(
    'OPS-05 %s %j is made and encoded once for all who ask at a time, and again when it may be older',
    async (path, query) => {
      const { world, v5, udf, work } = worldWith();
      const ask = async (): Promise<unknown> => (path === '/udf/history' ? (await udf()).content : (await v5(path, query)).body.result);
      const atRest = work();
      const first = await ask();
      const once = work() - atRest;
      world.now += MARKET_SHARE_MS;
      const all = await Promise.all(Array.from({ length: CALLERS }, ask));
      expect(work() - atRest).toBe(2 * once);
      expect(new Set(all).size).toBe(1);
      expect(all[0]).not.toBe(first);
      world.now += MARKET_SHARE_MS - 1;
      expect(await ask()).toBe(all[0]);
      world.now += 1;
      expect(await ask()).not.toBe(all[0]);
      expect(work() - atRest).toBe(3 * once);
    },
  );

  test('OPS-05 comes with its text, and terms are encoded once for all pages', async () => {
    const { v5 } = worldWith();
    const page = (limit: string) => v5('/v5/market/instruments-info', { category: 'linear', limit });
    const [one, two] = [await page('1'), await page('2')];
    expect(JSON.parse(one.resultText ?? '')).toEqual(one.body.result);
    const rowOf = ({ body }: typeof one): unknown => (body.result as { readonly list: readonly unknown[] }).list[0];
    expect(rowOf(one)).toBeDefined();
    expect(rowOf(one)).toBe(rowOf(two));
  });

  test('OPS-05 is never shared where a program moves the market, and for a shorter time in a fast replay', async () => {
    const query = { ...LINEAR, interval: '1' };
    const stepped = worldWith({ steps: { mayStep: () => true, step: () => Promise.reject(new Error('no step')) } });
    await Promise.all([stepped.v5('/v5/market/kline', query), stepped.v5('/v5/market/kline', query)]);
    expect(stepped.world.venue.candleQueries).toHaveLength(2);
    const fast = worldWith({ market: { source: 'replay', label: 'a', speed: 100 } });
    for (const asked of [1, 2]) {
      await fast.v5('/v5/market/kline', query);
      expect(fast.world.venue.candleQueries).toHaveLength(asked);
      fast.world.now += MARKET_SHARE_MS / 100;
    }
  });
});

describe('what is kept', () => {
  const atOnce = (work: () => Promise<string>): Promise<string> => work();
  const make = (answer: string) => {
    const made = {
      count: 0,
      of: {
        lane: 'strangers' as const,
        inTurn: atOnce,
        make: () => Promise.resolve(answer).finally(() => (made.count += 1)),
        weigh: (text: string) => text.length,
      },
    };
    return made;
  };

  test('is neither a refusal nor a failure', async () => {
    const cache = new AnswerCache(() => 0, 1);
    const refusal = make('');
    for (const count of [1, 2]) {
      await cache.get('refusal', 1_000, refusal.of);
      expect(refusal.count).toBe(count);
    }
    const fail = { lane: 'strangers' as const, inTurn: atOnce, make: () => Promise.reject<string>(new Error('away')), weigh: () => 1 };
    await expect(Promise.all([cache.get('x', 1_000, fail), cache.get('x', 1_000, fail)])).rejects.toThrow('away');
    expect(await cache.get('x', 1_000, make('here').of)).toBe('here');
  });

  test('OPS-05 a user does not wait for what strangers wait for, and takes what they have', async () => {
    const cache = new AnswerCache(() => 0, 1);
    let arrive: (answer: string) => void = () => undefined;
    const slow = {
      lane: 'strangers' as const,
      inTurn: atOnce,
      make: () => new Promise<string>((resolve) => (arrive = resolve)),
      weigh: () => 1,
    };
    const strangers = [cache.get('x', 1_000, slow), cache.get('x', 1_000, make('second').of)];
    expect(await cache.get('x', 1_000, { ...make('mine').of, lane: 'users' })).toBe('mine');
    arrive('slow');
    expect(await Promise.all(strangers)).toEqual(['slow', 'slow']);
    expect(await cache.get('x', 1_000, { ...make('other').of, lane: 'users' })).toBe('mine');
  });

  test('OPS-05 nobody waits for the place of another that asked first: the first of them in turn makes the answer for all', async () => {
    const lanes = new Lanes(() => Promise.resolve());
    const cache = new AnswerCache(() => 0, 1);
    const done: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) => async (): Promise<string> => {
      await new Promise<void>((end) => ends.set(name, end));
      done.push(name);
      return name;
    };
    const own = (client: string, name: string) => lanes.run('candles', client, work(name));
    const ask = (client: string) =>
      cache.get('same', 1_000, {
        lane: 'strangers',
        inTurn: (make, isNeeded) => lanes.run('candles', client, make, isNeeded),
        make: work(`same by ${client}`),
        weigh: () => 1,
      });
    const others = [own('busy', 'b1'), own('busy', 'b2'), own('busy', 'b3')];
    const answers = [ask('busy'), ask('quiet'), ask('busy')];
    const last = own('late', 'l1');
    for (const name of ['b1', 'b2', 'same by quiet', 'l1', 'b3']) {
      await settle();
      expect([...ends.keys()].at(-1)).toBe(name);
      ends.get(name)?.();
    }
    await Promise.all([...others, last]);
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 3 }, () => 'same by quiet'));
    expect(done).toEqual(['b1', 'b2', 'same by quiet', 'l1', 'b3']);
    // The places of those who no longer needed them are gone.
    await Promise.all([own('busy', 'b4'), settle().then(() => ends.get('b4')?.())]);
    expect(done.at(-1)).toBe('b4');
  });

  test('OPS-05 the age of an answer counts from its making, and not from the wait for it', async () => {
    const clock = { now: 0 };
    const cache = new AnswerCache(() => clock.now, 1);
    let turn: () => void = () => undefined;
    const mine = make('mine');
    const waiting = cache.get('x', 500, {
      ...mine.of,
      inTurn: async (work) => {
        await new Promise<void>((go) => (turn = go));
        return work();
      },
    });
    clock.now = 10_000;
    turn();
    expect(await waiting).toBe('mine');
    clock.now += 499;
    expect(await cache.get('x', 500, make('other').of)).toBe('mine');
    clock.now += 1;
    expect(await cache.get('x', 500, make('other').of)).toBe('other');
  });

  test.each([
    ['in number', 1, 256],
    ['in bytes', 1 << 20, 16],
  ])('OPS-05 is bounded %s: the oldest make room', async (_what, bytes, most) => {
    const cache = new AnswerCache(() => 0, 1);
    const answers = Array.from({ length: most + 1 }, () => make('x'.repeat(bytes)));
    for (const [at, { of }] of answers.entries()) await cache.get(String(at), 1_000, of);
    for (const [at, { of }] of [...answers.entries()].reverse()) await cache.get(String(at), 1_000, of);
    // The first one had to go, and its return takes the place of the next.
    expect(answers.map(({ count }) => count)).toEqual([2, ...Array<number>(most).fill(1)]);
    await settle();
  });
});
