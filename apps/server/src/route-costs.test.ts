import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { COSTS, ROUTES, V5_ROUTES, streamDocs, unitsOfOrders, type Connection, type ProgramChannel, type Session } from '@tapedeck/gateway';
import { VALID } from '@tapedeck/gateway/testing';
import { isInverse, isOption, isSpot, lots, money, ticks } from '@tapedeck/domain';
import { ACCOUNT } from './testing/paper-desk.ts';
import { ApiDesk } from './testing/api-desk.ts';
import {
  PRIVATE_PROGRAM_TOPICS,
  PUBLIC_TOPICS,
  SPREAD,
  programTopics,
  worstCommands,
  worstOwnCommands,
  worstQueries,
  type CommandWorld,
} from './testing/worst-calls.ts';

const QUESTIONS = ['submit', 'account', 'leaders', 'insurance', 'book', 'candles'] as const;
/** Open orders of an account in a contract, or in all pairs: the exchange takes no more. */
const OPEN_ORDERS = 500;
/** Contracts with as many orders as they take: more orders make no page longer. */
const CONTRACTS = 16;
/** For the orders of the walk itself. */
const ROOM = 100;
/** Rows of a batch, and one more. */
const NAMED_ORDERS = 21;
const E8 = 100_000_000;
/** Least value of an order, with room for the move of a price; USDT. */
const LEAST_VALUE = 6;

let api: ApiDesk;
let spread: string;

beforeAll(async () => {
  api = await ApiDesk.open();
  const { desk } = api;
  const spreads = await api.ask('GET', '/v5/spread/instrument', { limit: '1' });
  spread = (spreads.result as { readonly list: readonly { readonly symbol: string }[] }).list[0]?.symbol ?? '';
  placeOrders();
  for (const { symbol, status, kind, minOrder } of desk.venue.instruments)
    if (kind === 'LinearPerpetual' && status === 'Trading' && symbol !== 'BTCUSDT' && Number(minOrder) > 0)
      await api.ask('POST', '/v5/order/create', { category: 'linear', symbol, side: 'Buy', orderType: 'Market', qty: '1' });
  await api.ask('POST', '/v5/order/create', { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' });
  await desk.run(4);
});
afterAll(() => api.close());

/** Resting orders in many contracts, in a pair and in the options of each coin, as many as the exchange takes. */
function placeOrders(): void {
  const { venue } = api.desk;
  /** Coins whose options, and pairs that share their maximum. */
  const full = new Set<string>();
  for (const instrument of venue.instruments) {
    const { id, symbol, tickSize, lotSize, settleCoin, baseCoin } = instrument;
    const shared = isSpot(instrument) ? 'pairs' : isOption(instrument) ? baseCoin : symbol;
    const state = venue.market(id)?.state;
    if (instrument.status !== 'Trading' || state === undefined || full.has(shared)) continue;
    if (shared === symbol && full.size >= CONTRACTS) continue;
    full.add(shared);
    venue.apply({ type: 'CreditAccount', account: ACCOUNT, coin: settleCoin, amount: money(10n ** 16n) });
    const price = Math.max(1, Math.floor((Number(state.mark) / Number(tickSize)) * 0.9));
    const lotValue = isInverse(instrument) ? Number(lotSize) / E8 : (((price * Number(tickSize)) / E8) * Number(lotSize)) / E8;
    const quantity = lots(Math.max(Number(instrument.minOrder), isOption(instrument) ? 1 : Math.ceil(LEAST_VALUE / lotValue)));
    const terms = { account: ACCOUNT, instrument: id, side: 'Buy', orderType: 'Limit', timeInForce: 'GoodTillCancel' } as const;
    const most = symbol === 'BTCUSDT' ? OPEN_ORDERS - ROOM : OPEN_ORDERS;
    for (let placed = 0, refused = false; placed < most && !refused; placed += 1) {
      const own = { clientOrderId: `${symbol}-${placed}`.padEnd(36, 'x'), reduceOnly: false, positionIndex: 0, source: 'api' } as const;
      refused = venue.apply({ type: 'PlaceOrder', ...terms, ...own, price: ticks(price), quantity }).refusal !== undefined;
    }
  }
}

/** Questions and commands that the exchange receives while `run` runs. */
async function counted<Answer>(run: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly questions: number }> {
  const spies = QUESTIONS.map((name) => vi.spyOn(api.desk.venue, name));
  try {
    const answer = await run();
    return { answer, questions: spies.reduce((sum, { mock }) => sum + mock.calls.length, 0) };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const withSpread = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === SPREAD ? spread : (value as unknown)])) as Fields;

interface Answer {
  readonly code: number;
  readonly bytes: number;
}

/** The orders and prices that commands name now: most commands end the orders that they name. */
async function commandWorld(): Promise<CommandWorld> {
  const { venue } = api.desk;
  const selection = { most: NAMED_ORDERS, instruments: [0], kinds: ['Plain'] } as const;
  const { orders = [], strategies = [] } = (await venue.account(ACCOUNT, selection))?.state ?? {};
  const last = Number(venue.market(0)?.state.last ?? 0n) / E8;
  return {
    orderIds: orders.map(({ orderId }) => String(orderId)),
    low: (last * 0.9).toFixed(0),
    lower: (last * 0.85).toFixed(0),
    high: (last * 1.08).toFixed(0),
    strategyId: String(strategies.find(({ ended }) => ended === undefined)?.strategyId ?? 0),
  };
}

/** A call of the web API; a market without subscribers gets a moment to quote. */
async function callOwn(method: string, path: string, named: CommandWorld, session: Session | undefined): Promise<Answer> {
  const { desk } = api;
  const queries = worstQueries(desk.now);
  const body = worstOwnCommands(named)[path] ?? VALID[path] ?? {};
  const request = { method, path, query: queries[path] ?? {}, body, session, client: '192.0.2.1' };
  const answer = desk.gateway.handle({ ...request, ...(method === 'GET' && { body: undefined }), ...(method !== 'GET' && { query: {} }) });
  for (;;) {
    const response = await Promise.race([answer, desk.run(1)]);
    if (response === undefined) continue;
    const { content, body: envelope } = response;
    const parts = content === undefined ? [JSON.stringify(envelope)] : content.parts;
    let bytes = 0;
    // A file is sent in parts, each of which counts as a call.
    for await (const part of typeof parts === 'string' ? [parts] : parts) bytes = Math.max(bytes, Buffer.byteLength(part));
    return { code: envelope.ret_code, bytes };
  }
}

async function callV5(method: string, path: string, named: CommandWorld): Promise<Answer> {
  const fields = withSpread(method === 'GET' ? (worstQueries(api.desk.now)[path] ?? {}) : (worstCommands(named)[path] ?? {}));
  const body = await api.ask(method, path, fields);
  return { code: body.retCode, bytes: Buffer.byteLength(JSON.stringify(body)) };
}

const NOTHING: CommandWorld = { orderIds: [], low: '1', lower: '1', high: '1', strategyId: '1' };

/** Commands that this account cannot have done, and why. Their worst refusal is walked. */
const REFUSED: Readonly<Record<string, string>> = {
  '/v5/position/add-margin': 'the position is crossed',
  '/v5/position/set-auto-add-margin': 'the position is crossed',
  '/v5/position/switch-isolated': 'the account has one mode',
  '/v5/account/set-margin-mode': 'open orders',
  '/v5/account/set-hedging-mode': 'spot hedges nothing here',
  '/v5/account/no-convert-repay': 'nothing is borrowed any more',
  '/v5/spot-margin-trade/set-leverage': 'spot has none here',
  '/v5/account/demo-apply-money': 'once a day',
  '/v5/spread/order/cancel': 'spread orders fill or go at once here',
  '/user/public/register': 'registration is closed here',
  '/user/private/change-password': 'the password is another one',
  '/contract/v5/account/paper-funds': 'once a day',
  '/contract/v5/position/set-margin-mode': 'open orders',
  '/contract/v5/position/set-position-mode': 'open orders',
  '/private/position/set-auto-add-margin': 'the position is crossed',
  '/private/position/add-margin': 'the position is crossed',
  '/private/position/pre-add-margin': 'the position is crossed',
  '/fapi/beehive/private/v1/common/order/close-all': 'the account copies nobody',
  '/fapi/beehive/private/v1/common/order/create': 'the account copies nobody',
  '/fapi/beehive/private/v1/common/follow/set': 'no such leader',
  '/fapi/beehive/private/v1/common/follow/stop': 'the account copies nobody',
  '/contract/v5/strategy/signal': 'no webhook',
  '/contract/v5/asset/account-transfer': 'the account has no other',
  '/contract/v5/market/step': 'time follows the clock',
};

/** Commands change the account: those that end all orders come last, and modes of positions before them. */
const rankOf = ({ method, path }: { readonly method: string; readonly path: string }): number => {
  if (method === 'GET') return 0;
  if (/cancel-(all|totally)$/.test(path)) return 3;
  return /(margin|switch|position)-mode$/.test(path) ? 2 : 1;
};

const OWN = ROUTES.map((route) => ({ ...route, call: callOwn }));
const PROGRAMS = V5_ROUTES.map((route) => ({ ...route, call: callV5 }));
const CALLS = [...PROGRAMS, ...OWN]
  .toSorted((one, other) => rankOf(one) - rankOf(other))
  .map((route) => [`${route.method} ${route.path}`, route] as const);

test('OPS-05 the account of the walk has as many orders as the exchange takes in many contracts', async () => {
  const orders = (await api.desk.venue.account(ACCOUNT))?.state.orders ?? [];
  expect(orders.length).toBeGreaterThanOrEqual(CONTRACTS * OPEN_ORDERS - ROOM);
});

test.each(OWN.filter(({ access }) => access === 'user').map((route) => [`${route.method} ${route.path}`, route] as const))(
  'OPS-05 %s asks the exchange nothing for a stranger',
  async (_name, { method, path }) => {
    const { answer, questions } = await counted(() => callOwn(method, path, NOTHING, undefined));
    expect([answer.code, questions]).toEqual([10007, 0]);
  },
);

/** Bytes of the frames and questions to the exchange until a subscription is answered and up to date. */
async function subscribed(open: (send: (frames: readonly string[]) => boolean) => Connection, topic: string) {
  const frames: string[] = [];
  const { questions } = await counted(async () => {
    const connection = open((more) => {
      frames.push(...more);
      return true;
    });
    connection.receive(JSON.stringify({ op: 'subscribe', args: [topic] }));
    await new Promise((resolve) => setImmediate(resolve));
    connection.closed();
  });
  expect(JSON.parse(frames[0] ?? '{}')).toMatchObject({ success: true });
  return { bytes: frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0), questions };
}

const nothing = (): void => undefined;

test('OPS-05 NTF-05 a subscription to each public topic of the terminal costs what a light call may', async () => {
  const { gateway } = api.desk;
  for (const topic of PUBLIC_TOPICS) {
    const open = (send: (frames: readonly string[]) => boolean) =>
      gateway.streams.connect('public', { session: undefined, client: '192.0.2.1' }, send, nothing);
    const { bytes, questions } = await subscribed(open, topic);
    expect(bytes, topic).toBeLessThanOrEqual(COSTS.light.bytes);
    expect(questions, topic).toBeLessThanOrEqual(COSTS.light.questions);
  }
  const kinds = (names: readonly string[]): readonly string[] => [...new Set(names.map((name) => name.split('.{')[0] ?? ''))].toSorted();
  const documented = streamDocs()
    .topics.filter(({ socket }) => !socket.includes('private'))
    .map(({ topic }) => topic);
  const walked = PUBLIC_TOPICS.map((name) => name.replace('.1D.', '.{resolution}.').replace('.BTCUSDT', '.{symbol}'));
  expect(kinds(walked)).toEqual(expect.arrayContaining([...kinds(documented)]));
});

const VISITOR = { address: '192.0.2.1', client: '192.0.2.1', idleMs: 60_000 };

test('OPS-05 BOT-02 a subscription to each topic of each public v5 stream costs what a light call may', async () => {
  const { gateway, venue } = api.desk;
  const option = venue.instruments.find((one) => isOption(one) && one.settleCoin === 'USDC' && one.status === 'Trading');
  for (const [channel, topics] of Object.entries(programTopics(option?.symbol ?? ''))) {
    for (const topic of topics) {
      const { bytes, questions } = await subscribed(
        (send) => gateway.programStreams.connect(channel as ProgramChannel, VISITOR, send, nothing),
        topic,
      );
      expect(bytes, topic).toBeLessThanOrEqual(COSTS.light.bytes);
      expect(questions, topic).toBeLessThanOrEqual(COSTS.light.questions);
    }
  }
});

test.each(PRIVATE_PROGRAM_TOPICS)('OPS-05 BOT-02 a subscription to the private v5 topic %s costs what a light call may', async (topic) => {
  const { desk } = api;
  const frames: string[] = [];
  const connection = desk.gateway.programStreams.connect('private', VISITOR, (more) => frames.push(...more) > 0, nothing);
  connection.receive(JSON.stringify({ op: 'auth', args: ['TD1', desk.now + 60_000, 's'] }));
  await new Promise((resolve) => setImmediate(resolve));
  const { questions } = await counted(async () => {
    connection.receive(JSON.stringify({ op: 'subscribe', args: [topic] }));
    await new Promise((resolve) => setImmediate(resolve));
  });
  connection.closed();
  expect(frames.map((frame) => (JSON.parse(frame) as { readonly success?: boolean }).success)).toEqual([true, true]);
  expect(frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0)).toBeLessThanOrEqual(COSTS.light.bytes);
  expect(questions).toBeLessThanOrEqual(COSTS.light.questions);
});

test('OPS-05 NTF-05 the snapshot of the private stream costs what a light call may, and its orders what they are charged for', async () => {
  const { desk } = api;
  const { body } = await desk.gateway.handle({
    ...{ method: 'POST', path: '/user/private/ott', query: {}, body: {} },
    ...{ session: desk.session, client: '192.0.2.1' },
  });
  const { token } = body.result as { readonly token: string };
  const orders = (await desk.venue.account(ACCOUNT))?.state.orders.length ?? 0;
  const frames: string[] = [];
  const { questions } = await counted(async () => {
    const visitor = { session: desk.session, client: '192.0.2.1' };
    const connection = desk.gateway.streams.connect('private', visitor, (more) => frames.push(...more) > 0, nothing);
    connection.receive(JSON.stringify({ op: 'login', args: [token] }));
    connection.receive(JSON.stringify({ op: 'subscribe', args: ['user.*'] }));
    await new Promise((resolve) => setImmediate(resolve));
    connection.closed();
  });
  expect(frames).toHaveLength(3);
  expect(Buffer.byteLength(frames.at(-1) ?? '')).toBeLessThanOrEqual(COSTS.light.bytes * (1 + unitsOfOrders(orders)));
  expect(questions).toBeLessThanOrEqual(COSTS.light.questions);
});

test.each(CALLS)('OPS-05 API-06 BOT-01 the worst call of %s stays within its class', async (_name, { method, path, cost, call }) => {
  const named = await commandWorld();
  const { answer, questions } = await counted(() => call(method, path, named, api.desk.session));
  expect(answer.code !== 0, String(answer.code)).toBe(path in REFUSED);
  expect(answer.bytes).toBeLessThanOrEqual(COSTS[cost].bytes);
  expect(questions).toBeLessThanOrEqual(COSTS[cost].questions);
});

test('OPS-05 OPS-03 the documentation has the figures of every class', () => {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const rows = new Map(
    page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, name = '', , ...figures]) => [name, figures.slice(0, 4)]),
  );
  const bytes = (count: number): string => (count >= 1 << 20 ? `${count >> 20} MB` : `${count >> 10} KB`);
  for (const [name, cost] of Object.entries(COSTS))
    expect(rows.get(`\`${name}\``)).toEqual([String(cost.units), `${cost.mainMs} ms`, `${cost.engineMs} ms`, bytes(cost.bytes)]);
});
