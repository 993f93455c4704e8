import { encodeSpotSymbol, type SpotListResult, type SpotSymbol } from '@tapedeck/protocol';
import { leverage, money, rate, type Instrument } from '@tapedeck/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from '../connection/http.ts';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import type { RecordsPort } from '../ports/ports.ts';
import { createSpotCache } from '../storage/spot-cache.ts';
import { dataOf } from '../store/loadable.ts';
import { FakeDesk } from '../testing/fake-desk.ts';
import { answerOf, FakePorts, memoryRecords, settle, type FakeAnswer } from '../testing/fake-ports.ts';
import { BTC } from '../testing/instruments.ts';
import { createSpotLists, type SpotLists } from './spot-lists.ts';

const KEY = 'spotData.v1';
const LOCAL = 'tapedeck.spotData.v1';
const ALL = '/spot/api/basic/symbol_list_all';
const V3 = '/spot/api/basic/symbol_list_v3';
const V2 = '/spot/api/basic/symbol_list_v2';
const CDN = '/cdn/spot/default-trade-recommended.json';
const FILE = '/static/spot/symbol-list.production.json';
const CODES = 11_511_500;
/** Longer than every step takes that gets no answer. */
const ALL_STEPS_MS = 45_000;

const TERMS = {
  amountStep: money(1_000_000n),
  maxAmount: money(800_000_000_000_000n),
  marketPriceLimitRate: rate(3_000_000n),
  buyClosed: false,
  sellClosed: false,
  shown: true,
  loanable: true,
};

const pair = (id: number, baseCoin: string, changes: Partial<Instrument> = {}): Instrument => ({
  ...BTC,
  id,
  symbol: `${baseCoin}/USDT`,
  kind: 'Spot',
  baseCoin,
  tiers: [],
  leverageSections: [leverage(100n)],
  fundingIntervalHours: 0,
  fundingCap: rate(0n),
  spot: TERMS,
  ...changes,
});
const raw = (instrument: Instrument): SpotSymbol => encodeSpotSymbol(instrument, '0');
const SOL = pair(1, 'SOL');
const XRP = pair(2, 'XRP');
const ADA = pair(3, 'ADA');

const treeOf = (...pairs: readonly Instrument[]): SpotListResult['list'] => [
  { tokenId: 'USDT', tokenName: 'USDT', tokenType: 'CHAIN_TOKEN', zeroFeeType: 0, quoteTags: '', quoteTokenSymbols: pairs.map(raw) },
];
const listOf = (stamp: number, ...pairs: readonly Instrument[]): SpotListResult => ({
  last_modified_at: stamp,
  version: `a${stamp}`,
  list: treeOf(...pairs),
});
const UNCHANGED = { last_modified_at: 1, version: 'a1', unchanged: true, list: [] };
const copyOf = (list: unknown, version = 1) => ({ version, list });
const plain = (value: unknown): FakeAnswer => ({ status: 200, body: JSON.stringify(value) });
const cdnOf = (...pairs: readonly Instrument[]) => plain({ defaultTradeRecommended: { spots: pairs.map(raw) } });

let ports: FakePorts;
let kept: Map<string, unknown>;
let traced: number[];
let answers: Record<string, FakeAnswer>;
let remembered: string[];

beforeEach(() => {
  ports = new FakePorts();
  kept = new Map();
  ports.records = memoryRecords(kept);
  traced = [];
  remembered = [];
  answers = {};
  ports.route = (_request, path) => answers[path] ?? 'broken';
});

function opened(): SpotLists {
  const traces = { trace: (code: number) => void traced.push(code - CODES) };
  const http = createHttp(ports, { origin: '', language: () => 'en' });
  return createSpotLists({
    http,
    ports,
    traces,
    cache: createSpotCache(ports, traces),
    remember: ({ symbol }, from) => void remembered.push(`${symbol} ${from}`),
  });
}

async function loaded(waitMs = 0): Promise<SpotLists> {
  const lists = opened();
  void lists.load();
  await ports.advance(waitMs);
  return lists;
}

const symbols = ({ state }: SpotLists): readonly string[] | undefined => dataOf(state.get())?.map(({ symbol }) => symbol);
const paths = (): string[] => ports.requests.map(({ url }) => url.replace(/\?.*/, ''));

describe('the full list and the v3 list', () => {
  it('SPT-02 are merged, the v3 list having the last word on a pair, and kept', async () => {
    const dearer = pair(2, 'XRP', { minNotional: money(1_000_000_000n) });
    answers = { [ALL]: answerOf(listOf(7, SOL, XRP)), [V3]: answerOf(listOf(8, dearer, ADA)) };
    const lists = await loaded();
    expect(lists.state.get()).toEqual({ status: 'success', data: [SOL, dearer, ADA] });
    expect(lists.fallback.get()).toBeUndefined();
    expect(kept.get(KEY)).toEqual(copyOf({ last_modified_at: 7, version: 'a8', list: treeOf(SOL, dearer, ADA) }));
    expect(remembered).toEqual(['SOL/USDT server', 'XRP/USDT server', 'ADA/USDT server']);
    expect(traced).toEqual([]);
    expect(paths()).toEqual([ALL, V3]);
  });

  it('SPT-02 what is in memory is shared: nobody asks twice, at once or later', async () => {
    answers = { [ALL]: answerOf(listOf(1, SOL)), [V3]: answerOf(listOf(1, SOL)) };
    const lists = opened();
    await Promise.all([lists.load(), lists.load()]);
    await lists.load();
    expect(paths()).toEqual([ALL, V3]);
  });

  it('SPT-02 each is asked with what the copy is of, shown while it is waited for, and may say that nothing has changed', async () => {
    kept.set(KEY, copyOf(listOf(1, SOL, XRP)));
    answers = { [ALL]: 'silent', [V3]: 'silent' };
    const waiting = await loaded();
    expect(waiting.state.get()).toEqual({ status: 'pending', data: [SOL, XRP] });
    expect(waiting.fallback.get()).toBeUndefined();
    expect(ports.requests[0]?.url).toContain('last_modified_at=1');
    expect(ports.requests[1]?.url).toContain('version=a1');
    answers = { [ALL]: answerOf(UNCHANGED), [V3]: answerOf(UNCHANGED) };
    expect((await loaded()).state.get()).toEqual({ status: 'success', data: [SOL, XRP] });
    answers = { [ALL]: answerOf(UNCHANGED), [V3]: answerOf(listOf(2, ADA)) };
    expect(symbols(await loaded())).toEqual(['SOL/USDT', 'XRP/USDT', 'ADA/USDT']);
    kept.set(KEY, copyOf(listOf(1, SOL, XRP)));
    answers = { [ALL]: answerOf(listOf(2, ADA)), [V3]: answerOf(UNCHANGED) };
    expect(symbols(await loaded())).toEqual(['ADA/USDT']);
    expect(traced).toEqual([]);
  });

  it('SPT-02 an exchange may have no pair; a pair that cannot be read is left out', async () => {
    answers = { [ALL]: answerOf({ ...listOf(1), list: [] }), [V3]: answerOf({ ...listOf(1), list: [] }) };
    expect((await loaded()).state.get()).toEqual({ status: 'success', data: [] });
    const torn = {
      ...listOf(1),
      list: treeOf(SOL).map((token) => ({ ...token, quoteTokenSymbols: [raw(SOL), { ...raw(XRP), minPrice: 'x' }] })),
    };
    answers = { [ALL]: answerOf(torn), [V3]: answerOf(torn) };
    expect(symbols(await loaded())).toEqual(['SOL/USDT']);
  });
});

const AWAY: readonly (readonly [string, FakeAnswer, boolean])[] = [
  ['cut', 'broken', false],
  ['slow', 'silent', false],
  ['garbage', { status: 200, body: '<html>' }, false],
  ['refused', answerOf(undefined, 10016, 'no'), false],
  ['another shape', answerOf({ list: {} }), true],
];

it('SPT-04 a pair that is not shown is known, and not offered', async () => {
  const hidden = pair(2, 'XRP', { spot: { ...TERMS, shown: false } });
  answers = { [ALL]: answerOf(listOf(1, SOL, hidden)), [V3]: answerOf(listOf(1, SOL, hidden)) };
  expect(symbols(await loaded())).toEqual(['SOL/USDT']);
  expect(remembered).toEqual(['SOL/USDT server', 'XRP/USDT server']);
});

describe('the fallbacks', () => {
  it.each(AWAY)('SPT-02 SPT-03 a full or a v3 list that is %s leads to the v2 list', async (_how, answer, isOfAnotherShape) => {
    answers = { [ALL]: answer, [V3]: answerOf(listOf(1, SOL)), [V2]: answerOf(listOf(3, XRP)) };
    const withoutAll = await loaded(ALL_STEPS_MS);
    expect(withoutAll.state.get()).toEqual({ status: 'success', data: [XRP] });
    expect(withoutAll.fallback.get()).toBeUndefined();
    expect(traced).toEqual([isOfAnotherShape ? 7 : 6]);
    expect(kept.get(KEY)).toEqual(copyOf(listOf(3, XRP)));
    traced.length = 0;
    answers = { [ALL]: answerOf(listOf(1, SOL)), [V3]: answer, [V2]: answerOf(listOf(3, XRP)) };
    expect(symbols(await loaded(ALL_STEPS_MS))).toEqual(['XRP/USDT']);
    expect(traced).toEqual([isOfAnotherShape ? 9 : 8]);
  });

  it('SPT-02 SPT-03 lists that cannot be merged lead to the v2 list', async () => {
    answers = { [ALL]: answerOf(listOf(1, SOL)), [V3]: answerOf(UNCHANGED), [V2]: answerOf(listOf(3, XRP)) };
    expect(symbols(await loaded())).toEqual(['XRP/USDT']);
    expect(traced).toEqual([10]);
    kept.clear();
    traced.length = 0;
    const unreadable = {
      ...listOf(1),
      list: treeOf(SOL).map((token) => ({ ...token, quoteTokenSymbols: [{ ...raw(SOL), maxPrice: '' }] })),
    };
    answers = { [ALL]: answerOf(unreadable), [V3]: answerOf(unreadable), [V2]: answerOf(listOf(3, XRP)) };
    expect(symbols(await loaded())).toEqual(['XRP/USDT']);
    expect(traced).toEqual([11]);
  });

  it.each(AWAY)('SPT-02 SPT-03 a v2 list that is %s leads to the copy, and no file is asked for', async (_how, answer) => {
    kept.set(KEY, copyOf(listOf(1, SOL)));
    answers = { [V2]: answer, [CDN]: cdnOf(XRP) };
    const lists = await loaded(ALL_STEPS_MS);
    expect(lists.state.get()).toMatchObject({ status: 'error', data: [SOL] });
    expect(lists.fallback.get()).toBe('cache');
    expect(traced).toEqual([6, 8, 12, 3]);
    expect(paths()).toEqual([ALL, V3, V2]);
    expect(remembered).toEqual(['SOL/USDT fallback']);
    expect(kept.get(KEY)).toEqual(copyOf(listOf(1, SOL)));
  });

  it('SPT-02 SPT-03 without a copy the file of the content network is shown', async () => {
    answers = { [CDN]: cdnOf(XRP), [FILE]: plain({ list: treeOf(ADA) }) };
    const lists = await loaded();
    expect(lists.state.get()).toMatchObject({ status: 'error', data: [XRP] });
    expect(lists.fallback.get()).toBe('file');
    expect(traced).toEqual([6, 8, 12]);
    expect(paths()).toEqual([ALL, V3, V2, CDN]);
    // A file is no list of the exchange.
    expect(kept.size).toBe(0);
  });

  it.each([...AWAY, ['empty', cdnOf(), false] as const])(
    'SPT-02 SPT-03 a file of the content network that is %s leads to that of the environment',
    async (_how, answer) => {
      answers = { [CDN]: answer, [FILE]: plain({ list: treeOf(ADA) }) };
      const lists = await loaded(ALL_STEPS_MS);
      expect(symbols(lists)).toEqual(['ADA/USDT']);
      expect(lists.fallback.get()).toBe('file');
      expect(traced).toEqual([6, 8, 12, 13]);
    },
  );

  it.each([...AWAY, ['empty', plain({ list: [] }), false] as const])(
    'SPT-02 SPT-03 a file of the environment that is %s leads to BTCUSDT and ETHUSDT',
    async (_how, answer) => {
      answers = { [FILE]: answer };
      const lists = await loaded(ALL_STEPS_MS);
      expect(symbols(lists)).toEqual(['BTC/USDT', 'ETH/USDT']);
      expect(lists.fallback.get()).toBe('hardCoded');
      expect(traced).toEqual([6, 8, 12, 13, 14, 4]);
    },
  );

  it('SPT-02 SPT-03 an error that nobody expected leads to BTCUSDT and ETHUSDT', async () => {
    const http = { get: () => Promise.reject(new Error('bug')), file: () => Promise.reject(new Error('bug')) };
    const traces = { trace: (code: number) => void traced.push(code - CODES) };
    const lists = createSpotLists({ http, ports, traces, cache: createSpotCache(ports, traces), remember: () => undefined });
    await lists.load();
    expect(symbols(lists)).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(traced).toEqual([5, 4]);
  });
});

describe('retries', () => {
  it('SPT-02 SPT-03 come after 1, 2, 4, 8 and 16 seconds, and every 16 from then on', async () => {
    const lists = opened();
    const asked: number[] = [];
    ports.route = (_request, path) => {
      if (path === ALL) asked.push(ports.now());
      return 'broken';
    };
    for (let second = 0; second <= 70; second += 0.25) {
      void lists.load();
      await ports.advance(250);
    }
    expect(asked.map((time, at) => Math.round((time - (asked[at - 1] ?? time)) / 1_000))).toEqual([0, 1, 2, 4, 8, 16, 16, 16]);
    expect(traced.filter((code) => code === 1)).toHaveLength(7);
    expect(traced.filter((code) => code === 2)).toHaveLength(1);
  });

  it('SPT-02 what stands in for the lists goes when they can be had, and a better stand-in takes its place', async () => {
    const lists = await loaded();
    expect(lists.fallback.get()).toBe('hardCoded');
    answers = { [FILE]: plain({ list: treeOf(ADA) }) };
    await ports.advance(1_000);
    await lists.load();
    expect([lists.fallback.get(), symbols(lists)]).toEqual(['file', ['ADA/USDT']]);
    answers = { [ALL]: answerOf(listOf(1, SOL)), [V3]: answerOf(listOf(1, SOL)) };
    await ports.advance(2_000);
    await lists.load();
    expect(lists.state.get()).toEqual({ status: 'success', data: [SOL] });
    expect(lists.fallback.get()).toBeUndefined();
  });
});

describe('the copy', () => {
  const NEVER = (): Promise<never> => new Promise(() => undefined);
  const NO = (): Promise<never> => Promise.reject(new Error('denied'));

  it.each([
    ['of an older version', copyOf(listOf(1, SOL), 0)],
    ['of a newer version', copyOf(listOf(1, SOL), 2)],
    ['no copy', 'text'],
    ['torn', copyOf({ last_modified_at: 1, version: 'a1', list: [{ tokenId: 'USDT' }] })],
    [
      'of pairs that cannot be read',
      copyOf({ ...listOf(1), list: [{ ...treeOf()[0], quoteTokenSymbols: [{ ...raw(SOL), basePrecision: '0' }] }] }),
    ],
  ])('SPT-02 SPT-03 one that is %s is not used', async (_what, copy) => {
    kept.set(KEY, copy);
    const lists = await loaded();
    expect(symbols(lists)).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(traced).toEqual([16, 6, 8, 12, 13, 14, 4]);
    expect(ports.requests[0]?.url).not.toContain('last_modified_at');
  });

  it.each<[string, RecordsPort]>([
    ['denied', { read: NO, write: NO, remove: NO }],
    ['blocked', { read: NEVER, write: NEVER, remove: NEVER }],
    ['full', { ...memoryRecords(), write: NO }],
  ])('SPT-02 SPT-03 with a database that is %s the copy is in local storage', async (_how, records) => {
    ports.records = records;
    answers = { [ALL]: answerOf(listOf(1, SOL)), [V3]: answerOf(listOf(1, SOL)) };
    await loaded(3_000);
    expect(JSON.parse(ports.storage.getItem(LOCAL) ?? '')).toEqual(copyOf(listOf(1, SOL)));
    expect(new Set(traced)).toEqual(new Set([15]));
    answers = {};
    const lists = await loaded(3_000);
    expect([symbols(lists), lists.fallback.get()]).toEqual([['SOL/USDT'], 'cache']);
  });

  it('SPT-02 SPT-03 a torn copy in local storage is thrown away', async () => {
    ports.storage.setItem(LOCAL, '{"version":1');
    expect(symbols(await loaded())).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(traced).toEqual([17, 6, 8, 12, 13, 14, 4]);
    expect(ports.storage.getItem(LOCAL)).toBeNull();
  });

  it('SPT-02 SPT-03 a machine that keeps nothing at all costs nothing but the copy', async () => {
    const deny = (): never => {
      throw new Error('denied');
    };
    ports.records = { read: NO, write: NO, remove: NO };
    ports.storage = { getItem: deny, setItem: deny, removeItem: deny };
    answers = { [ALL]: answerOf(listOf(1, SOL)), [V3]: answerOf(listOf(1, SOL)) };
    expect(symbols(await loaded())).toEqual(['SOL/USDT']);
    expect(new Set(traced)).toEqual(new Set([15]));
  });
});

it('SPT-02 a terminal without its spot lists sends no spot order, and is itself again when they can be had', async () => {
  new FakeDesk(ports);
  const answer = ports.route;
  let isAway = true;
  ports.route = (request, path) => {
    if (!path.startsWith('/spot/')) return answer(request, path);
    return isAway ? 'broken' : answerOf(listOf(1, SOL));
  };
  kept.set(KEY, copyOf(listOf(1, SOL)));
  const client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(5_000);
  expect(client.markets.fallback.get()).toBeUndefined();
  expect(client.markets.pairsFallback.get()).toBe('cache');
  const order = () => {
    const instrument = client.markets.instrument('SOL/USDT');
    if (instrument === undefined) throw new Error('The pair is not known.');
    const terms = { side: 'Buy', orderType: 'Limit', price: instrument.minPrice, quantity: instrument.minOrder } as const;
    return client.orders.placeSpot({
      ...terms,
      instrument,
      timeInForce: 'GoodTillCancel',
      reduceOnly: false,
      positionIndex: 0,
      source: 'form',
    });
  };
  const sent = (): number => ports.requests.filter(({ url }) => url.includes('order/create')).length;
  expect(await order()).toMatchObject({ ok: false, failure: { code: 9000007 } });
  expect(sent()).toBe(0);
  isAway = false;
  await ports.advance(20_000);
  expect(client.markets.pairsFallback.get()).toBeUndefined();
  const placing = order();
  await settle();
  expect(sent()).toBe(1);
  await ports.advance(60_000);
  await placing;
  client.stop();
});
