import { lots } from '@tapedeck/domain';
import { encodeInstrument, type SymbolListResult } from '@tapedeck/protocol';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initialDraft } from '../forms/order/order-form-reducer.ts';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import type { RecordsPort } from '../ports/ports.ts';
import { dataOf } from '../store/loadable.ts';
import { FakeDesk } from '../testing/fake-desk.ts';
import { answerOf, FakePorts, memoryRecords, settle } from '../testing/fake-ports.ts';
import { BTC, ETH } from '../testing/instruments.ts';
import { builtInCatalogue } from './built-in.ts';
import { createCatalogueCache } from '../storage/catalogue-cache.ts';
import { createCatalogue, type Catalogue, type CatalogueStrategy } from './catalogue.ts';
import { createHttp } from '../connection/http.ts';

const KEY = 'symbolData.v6';
const LOCAL = 'tapedeck.symbolData.v6';

const listOf = (version: string, ...instruments: readonly (typeof BTC)[]): SymbolListResult => ({
  version,
  LinearPerpetual: instruments.map((instrument) => encodeInstrument(instrument)),
  ...{ InversePerpetual: [], InverseFutures: [], UsdcPerpetual: [], UsdcFutures: [], LinearFutures: [] },
});
const copyOf = (list: SymbolListResult) => ({ version: 6, list });
const BUILT_IN = listOf('builtIn', ETH);

let ports: FakePorts;
let kept: Map<string, unknown>;
let traced: number[];
let builtIn: () => Promise<SymbolListResult>;
let tail: string | undefined;

beforeEach(() => {
  ports = new FakePorts();
  kept = new Map();
  ports.records = memoryRecords(kept);
  traced = [];
  builtIn = () => Promise.resolve(BUILT_IN);
  tail = undefined;
});

/** As after a reload of the page. */
function opened(): Catalogue {
  const traces = { trace: (code: number) => void traced.push(code) };
  const http = createHttp(ports, { origin: '', language: () => 'en' });
  const token = { tail: () => tail };
  const cache = createCatalogueCache(ports, traces);
  return createCatalogue({ http, token, traces, cache, builtIn: () => builtIn(), remember: () => undefined });
}

async function loaded(strategy: CatalogueStrategy, waitMs = 0): Promise<Catalogue> {
  const catalogue = opened();
  void catalogue.load(strategy);
  await ports.advance(waitMs);
  return catalogue;
}

const symbols = ({ state }: Catalogue): readonly string[] | undefined => dataOf(state.get())?.map(({ symbol }) => symbol);
const asked = (): Record<string, string>[] =>
  ports.requests.map(({ url }) =>
    Object.fromEntries([...url.matchAll(/[?&](\w+)=([^&]*)/g)].map(([, name = '', value = '']) => [name, decodeURIComponent(value)])),
  );
const queries = (): string[] => ports.requests.map(({ url }) => /[?&]version=([^&]*)/.exec(url)?.[1] ?? '');

describe('the call', () => {
  it('CAT-01 names the families, the version of the copy, and the end of a stored token', async () => {
    kept.set(KEY, copyOf(listOf('7', BTC)));
    await loaded('staleWhileRevalidate');
    tail = 'n4me0f8c';
    await loaded('staleWhileRevalidate');
    const filter = 'LinearPerpetual,InversePerpetual,InverseFutures,UsdcPerpetual,UsdcFutures,LinearFutures';
    expect(asked()).toMatchObject([
      { filter, version: '7' },
      { filter, version: '7', token: 'n4me0f8c' },
    ]);
    expect(asked()[0]).not.toHaveProperty('token');
  });

  it.each([
    ['another code than 0', { ret_code: 10016, ret_msg: 'no', result: listOf('2', BTC) }],
    ['no result', { ret_code: 0, ret_msg: 'OK' }],
    ['a result of null', { ret_code: 0, ret_msg: 'OK', result: null }],
  ])('CAT-01 an answer with %s is not accepted', async (_what, body) => {
    ports.route = () => ({ status: 200, body: JSON.stringify(body) });
    const catalogue = await loaded('networkFirst');
    expect(catalogue.state.get().status).toBe('error');
    expect(symbols(catalogue)).toEqual(['ETHUSDT']);
  });
});

describe('a contract that is asked for alone', () => {
  const item = (change: object = {}) => ({ ...encodeInstrument({ ...BTC, minOrder: lots(5) }), ...change });
  const least = ({ state }: Catalogue) => dataOf(state.get())?.map(({ symbol, minOrder }) => [symbol, minOrder]);

  it('CAT-05 stands in its list in the place of what was known of it, until the list itself is newer', async () => {
    kept.set(KEY, copyOf(listOf('1', BTC, ETH)));
    const catalogue = await loaded('staleWhileRevalidate');
    const before = least(catalogue);
    catalogue.replace(item());
    expect(least(catalogue)).not.toEqual(before);
    expect(least(catalogue)?.[1]).toEqual(before?.[1]);
    expect(catalogue.state.get().status).toBe('pending');
    ports.route = () => answerOf(listOf('2', BTC, ETH));
    await catalogue.load('networkFirst');
    expect(least(catalogue)).toEqual(before);
  });

  it('CAT-05 does so in a copy that is shown after it, and adds nothing to a list without it', async () => {
    kept.set(KEY, copyOf(listOf('1', BTC)));
    const catalogue = opened();
    catalogue.replace(item());
    catalogue.replace({ ...encodeInstrument(ETH) });
    void catalogue.load('staleWhileRevalidate');
    await ports.advance(0);
    expect(symbols(catalogue)).toEqual(['BTCUSDT']);
    expect(least(catalogue)).not.toEqual([['BTCUSDT', BTC.minOrder]]);
    catalogue.replace(item({ symbolDisplay: 'hide' }));
    expect(symbols(catalogue)).toEqual([]);
  });
});

describe('the strategies', () => {
  it('CAT-02 CAT-03 the list is pending, then resolved, and is kept', async () => {
    ports.route = () => answerOf(listOf('1', BTC, ETH));
    const catalogue = opened();
    const load = catalogue.load('staleWhileRevalidate');
    expect(catalogue.state.get()).toEqual({ status: 'pending' });
    await load;
    expect(catalogue.state.get().status).toBe('success');
    expect(symbols(catalogue)).toEqual(['BTCUSDT', 'ETHUSDT']);
    await settle();
    expect(kept.get(KEY)).toEqual(copyOf(listOf('1', BTC, ETH)));
    expect(traced).toEqual([]);
  });

  it('CAT-03 the copy is shown at once and the newer list after it; an unchanged one is not sent again', async () => {
    kept.set(KEY, copyOf(listOf('1', BTC)));
    const stale = await loaded('staleWhileRevalidate');
    expect(stale.state.get().status).toBe('pending');
    expect(symbols(stale)).toEqual(['BTCUSDT']);
    expect(stale.fallback.get()).toBeUndefined();
    ports.route = () => answerOf(listOf('2', BTC, ETH));
    expect(symbols(await loaded('staleWhileRevalidate'))).toEqual(['BTCUSDT', 'ETHUSDT']);
    ports.route = () => answerOf({ ...listOf('2'), unchanged: true });
    const same = await loaded('staleWhileRevalidate');
    expect(same.state.get().status).toBe('success');
    expect(symbols(same)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(queries()).toEqual(['1', '1', '2']);
  });

  it('CAT-03 with the network first the copy is shown only where there is no answer', async () => {
    kept.set(KEY, copyOf(listOf('1', BTC)));
    const waiting = await loaded('networkFirst');
    expect(waiting.state.get()).toEqual({ status: 'pending' });
    ports.route = () => 'broken';
    const cut = await loaded('networkFirst');
    expect(cut.state.get().status).toBe('error');
    expect(symbols(cut)).toEqual(['BTCUSDT']);
    expect(cut.fallback.get()).toBe('cache');
    expect(traced).toEqual([10011506]);
  });

  it.each([
    ['cut', () => 'broken' as const, 10011505],
    ['slow', () => 'silent' as const, 10011505],
    ['garbage', () => ({ status: 200, body: '<html>' }), 10011505],
    ['another shape', () => answerOf({ version: '1', LinearPerpetual: {} }), 10011501],
    ['empty', () => answerOf(listOf('1')), 10011501],
    ['unchanged though nothing was known', () => answerOf({ ...listOf('1'), unchanged: true }), 10011501],
    ['refused', () => answerOf(undefined, 10016, 'no'), 10011505],
  ])('CAT-02 CAT-07 a network that is %s leads to the copy, then to the built-in list, each with its code', async (_how, route, code) => {
    ports.route = route;
    const bare = await loaded('staleWhileRevalidate', 11_000);
    expect(bare.state.get().status).toBe('error');
    expect(symbols(bare)).toEqual(['ETHUSDT']);
    expect(bare.fallback.get()).toBe('builtIn');
    expect(traced).toEqual([code, 10011507]);
    traced.length = 0;
    kept.set(KEY, copyOf(listOf('7', BTC)));
    // A server that has the version of the copy may say so.
    const withCopy = await loaded('staleWhileRevalidate', 11_000);
    expect(symbols(withCopy)).toEqual(['BTCUSDT']);
    expect(kept.get(KEY)).toEqual(copyOf(listOf('7', BTC)));
  });

  it('CAT-02 CAT-10 what stands in for the list goes when the list can be had', async () => {
    ports.route = () => 'broken';
    const catalogue = await loaded('staleWhileRevalidate');
    ports.route = () => answerOf(listOf('1', BTC));
    await catalogue.load('networkFirst');
    expect(symbols(catalogue)).toEqual(['BTCUSDT']);
    expect(catalogue.fallback.get()).toBeUndefined();
    expect(catalogue.state.get().status).toBe('success');
  });

  it('CAT-02 where even the built-in list cannot be had there is an error and no list, and it is looked for again', async () => {
    ports.route = () => 'broken';
    builtIn = () => Promise.reject(new Error('away'));
    const catalogue = await loaded('staleWhileRevalidate');
    expect(catalogue.state.get()).toMatchObject({ status: 'error', error: { code: 9000000 } });
    expect(symbols(catalogue)).toBeUndefined();
    builtIn = () => Promise.resolve(BUILT_IN);
    await catalogue.load('networkFirst');
    expect(symbols(catalogue)).toEqual(['ETHUSDT']);
  });
});

describe('hidden contracts', () => {
  it('SYM-11 are left out of the list that is traded from, and stay known: in the whole list, in the copy, in what changes', async () => {
    const hide = (instrument: typeof BTC) => ({ ...encodeInstrument(instrument), symbolDisplay: 'hide' });
    const list = { ...listOf('1', BTC), LinearPerpetual: [encodeInstrument(BTC), hide(ETH)] };
    new FakeDesk(ports);
    const answer = ports.route;
    ports.route = (request, path) => (path.includes('brief-symbol-list') ? answerOf(list) : answer(request, path));
    const client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
    client.start();
    await ports.advance(0);
    expect(dataOf(client.markets.catalogue.get())?.map(({ symbol }) => symbol)).toEqual(['BTCUSDT']);
    expect(client.markets.instrument('ETHUSDT')).toEqual(ETH);
    expect(client.markets.facts('ETHUSDT')).toMatchObject({ isHidden: true, displayName: 'ETHUSDT' });
    client.stop();
    ports.route = () => answerOf(list);
    const catalogue = await loaded('networkFirst');
    catalogue.take({ version: '2', changed: [hide(BTC), encodeInstrument(ETH)] });
    expect(symbols(catalogue)).toEqual(['ETHUSDT']);
    ports.route = () => 'broken';
    expect(symbols(await loaded('staleWhileRevalidate'))).toEqual(['BTCUSDT']);
  });
});

describe('the copy', () => {
  const NEVER = (): Promise<never> => new Promise(() => undefined);
  const NO = (): Promise<never> => Promise.reject(new Error('denied'));
  const shown = async (): Promise<readonly string[] | undefined> => symbols(await loaded('staleWhileRevalidate', 3_000));

  it('CAT-04 copies of versions 1 to 5 are purged, wherever they are kept', async () => {
    for (const version of [1, 2, 3, 4, 5]) {
      kept.set(`symbolData.v${version}`, copyOf(listOf('1', BTC)));
      ports.storage.setItem(`tapedeck.symbolData.v${version}`, JSON.stringify(copyOf(listOf('1', BTC))));
    }
    expect(await shown()).toBeUndefined();
    expect([...kept.keys()]).toEqual([]);
    for (const version of [1, 2, 3, 4, 5]) expect(ports.storage.getItem(`tapedeck.symbolData.v${version}`)).toBeNull();
  });

  it.each([
    ['of another version', { version: 5, list: listOf('1', BTC) }],
    ['no copy', 'text'],
    ['torn', { version: 6, list: { version: '1', LinearPerpetual: [{ symbol: 1 }] } }],
    ['without linear perpetuals', copyOf(listOf('1'))],
    ['of contracts that cannot be read', copyOf({ ...listOf('1'), LinearPerpetual: [{ ...encodeInstrument(BTC), tickSize: 'x' }] })],
  ])('CAT-04 CAT-07 one that is %s is not used', async (_what, copy) => {
    kept.set(KEY, copy);
    expect(await shown()).toBeUndefined();
    expect(traced).toEqual([10011501]);
  });

  it('CAT-04 CAT-07 what was kept before there was a database moves there', async () => {
    ports.storage.setItem(LOCAL, JSON.stringify(copyOf(listOf('1', BTC))));
    expect(await shown()).toEqual(['BTCUSDT']);
    expect(traced).toEqual([10011502]);
    expect(kept.get(KEY)).toEqual(copyOf(listOf('1', BTC)));
    expect(ports.storage.getItem(LOCAL)).toBeNull();
  });

  it('CAT-04 CAT-07 of what was kept before and cannot be read nothing is left', async () => {
    ports.storage.setItem(LOCAL, '{"version":6');
    expect(await shown()).toBeUndefined();
    expect(traced).toEqual([10011503]);
    expect(ports.storage.getItem(LOCAL)).toBeNull();
  });

  it.each<[string, RecordsPort]>([
    ['denied', { read: NO, write: NO, remove: NO }],
    ['blocked', { read: NEVER, write: NEVER, remove: NEVER }],
    ['full', { ...memoryRecords(), write: NO }],
  ])('CAT-04 CAT-07 with a database that is %s the copy is kept as it was before there was one', async (_how, records) => {
    ports.records = records;
    ports.route = () => answerOf(listOf('1', BTC));
    await shown();
    expect(traced).toContain(10011504);
    expect(JSON.parse(ports.storage.getItem(LOCAL) ?? '')).toEqual(copyOf(listOf('1', BTC)));
    ports.route = () => 'broken';
    expect(await shown()).toEqual(['BTCUSDT']);
  });

  it('CAT-04 CAT-07 a machine that keeps nothing at all costs nothing but the copy', async () => {
    const deny = (): never => {
      throw new Error('denied');
    };
    ports.records = { read: NO, write: NO, remove: NO };
    ports.storage = { getItem: deny, setItem: deny, removeItem: deny };
    ports.route = () => answerOf(listOf('1', BTC));
    expect(await shown()).toEqual(['BTCUSDT']);
    expect(new Set(traced)).toEqual(new Set([10011504]));
  });
});

describe('a terminal without its exchange', () => {
  it('CAT-06 CAT-10 opens with the built-in list, refuses orders, and is itself again when the exchange answers', async () => {
    const desk = new FakeDesk(ports);
    desk.acceptsSockets = false;
    const answer = ports.route;
    ports.route = () => 'broken';
    const client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
    client.start();
    await ports.advance(0);
    await expect.poll(() => client.markets.fallback.get()).toBe('builtIn');
    const names = dataOf(client.markets.catalogue.get())?.map(({ symbol }) => symbol);
    expect(names).toEqual(expect.arrayContaining(['BTCUSDT', 'BTCUSD', 'XRPPERP']));
    const draft = initialDraft(BTC.symbol);
    expect(await client.orders.place(draft, 'Buy')).toMatchObject({ ok: false, failure: { code: 9000007 } });
    expect(ports.requests.every(({ method }) => method === 'GET')).toBe(true);
    ports.route = answer;
    desk.acceptsSockets = true;
    await ports.advance(60_000);
    expect(client.markets.fallback.get()).toBeUndefined();
    expect(dataOf(client.markets.catalogue.get())?.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(client.connection.get().account).toBe('live');
    client.stop();
  });

  it('CAT-06 only the list is away: orders that reduce go out, others do not', async () => {
    new FakeDesk(ports);
    kept.set(KEY, copyOf(listOf('1', BTC)));
    const answer = ports.route;
    ports.route = (request, path) => (path.includes('brief-symbol-list') ? 'broken' : answer(request, path));
    const client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
    client.start();
    await ports.advance(60_000);
    expect(client.markets.fallback.get()).toBe('cache');
    const draft = { ...initialDraft(BTC.symbol), price: '60000', quantity: '1' };
    const placed = (): number => ports.requests.filter(({ url }) => url.includes('order/create')).length;
    expect(await client.orders.place(draft, 'Sell')).toMatchObject({ ok: false, failure: { code: 9000007 } });
    expect(placed()).toBe(0);
    expect(await client.orders.place({ ...draft, reduceOnly: true }, 'Sell')).toMatchObject({ ok: true });
    expect(placed()).toBe(1);
    client.stop();
  });

  it.each([
    ['BTCUSDT', 1],
    ['XRPUSDT', 0],
  ] as const)(
    'CAT-06 CAT-10 with %s followed, a contract whose steps differ from those of the built-in list: %i',
    async (symbol, times) => {
      new FakeDesk(ports);
      const answer = ports.route;
      ports.route = () => 'broken';
      const onRegrid = vi.fn();
      const options = { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount, onRegrid };
      const client = createTerminalClient(ports, options);
      client.start();
      await ports.advance(0);
      await expect.poll(() => client.markets.fallback.get()).toBe('builtIn');
      // The sample of the specification.
      expect(Number(client.markets.instrument('BTCUSDT')?.tickSize) / 1e8).toBe(0.5);
      const feed = client.markets.feed(symbol);
      ports.route = answer;
      await ports.advance(60_000);
      expect(client.markets.instrument('BTCUSDT')?.tickSize).toBe(BTC.tickSize);
      expect(onRegrid).toHaveBeenCalledTimes(times);
      feed.release();
      client.stop();
    },
  );

  it('CAT-06 the built-in list is read whole', async () => {
    const list = await builtInCatalogue();
    expect(list.LinearPerpetual.length + list.InversePerpetual.length + list.UsdcPerpetual.length).toBe(41);
  });

  it('CAT-03 CAT-10 an exchange that is slow to answer holds back no copy', async () => {
    kept.set(KEY, copyOf(listOf('1', BTC)));
    const firstScreen = { symbol: 'BTCUSDT', shown: new Promise<void>(() => undefined) };
    const client = createTerminalClient(ports, {
      origin: '',
      socketOrigin: 'ws://desk',
      language: () => 'en',
      account: createAccount,
      firstScreen,
    });
    client.start();
    await ports.advance(499);
    expect(client.markets.catalogue.get()).toEqual({ status: 'idle' });
    await ports.advance(1);
    expect(dataOf(client.markets.catalogue.get())?.map(({ symbol }) => symbol)).toEqual(['BTCUSDT']);
    client.stop();
  });
});
