import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { COSTS, ROUTES, V5_ROUTES, streamDocs, type Connection, type ProgramChannel, type Session } from '@tapedeck/gateway';
import { VALID } from '@tapedeck/gateway/testing';
import { ApiDesk } from './testing/api-desk.ts';
import { PROGRAM_TOPICS, PUBLIC_TOPICS, SPREAD, WORST_COMMANDS, worstQueries } from './testing/worst-calls.ts';

const QUESTIONS = ['submit', 'account', 'leaders', 'insurance', 'book', 'candles'] as const;
const OPEN_ORDERS = 480;
const BATCH = 20;

let api: ApiDesk;
let spread: string;

beforeAll(async () => {
  api = await ApiDesk.open();
  const { desk } = api;
  const spreads = await api.ask('GET', '/v5/spread/instrument', { limit: '1' });
  spread = (spreads.result as { readonly list: readonly { readonly symbol: string }[] }).list[0]?.symbol ?? '';
  const price = (Number(desk.venue.market(0)?.state.last ?? 0n) / 1e8) * 0.9;
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price: price.toFixed(0) };
  const orders = Array.from({ length: BATCH }, () => order);
  for (let placed = 0; placed < OPEN_ORDERS; placed += BATCH) await desk.post('/contract/v5/order/create-batch', { request: orders });
  for (const { symbol, status, kind, minOrder } of desk.venue.instruments)
    if (kind === 'LinearPerpetual' && status === 'Trading' && symbol !== 'BTCUSDT' && Number(minOrder) > 0)
      await api.ask('POST', '/v5/order/create', { category: 'linear', symbol, side: 'Buy', orderType: 'Market', qty: '1' });
  await desk.run(4);
});
afterAll(() => api.close());

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

/** A call of the web API; a market without subscribers gets a moment to quote. */
async function callOwn(method: string, path: string, session: Session | undefined): Promise<Answer> {
  const { desk } = api;
  const queries = worstQueries(desk.now);
  const request = { method, path, query: queries[path] ?? {}, body: VALID[path] ?? {}, session, client: '192.0.2.1' };
  const answer = desk.gateway.handle({ ...request, ...(method === 'GET' && { body: undefined }), ...(method !== 'GET' && { query: {} }) });
  for (;;) {
    const response = await Promise.race([answer, desk.run(1)]);
    if (response === undefined) continue;
    const { content, body } = response;
    let text = content === undefined ? JSON.stringify(body) : '';
    if (typeof content?.parts === 'string') text = content.parts;
    else if (content !== undefined) for await (const part of content.parts) text += part;
    return { code: body.ret_code, bytes: Buffer.byteLength(text) };
  }
}

async function callV5(method: string, path: string): Promise<Answer> {
  const fields = withSpread(method === 'GET' ? (worstQueries(api.desk.now)[path] ?? {}) : (WORST_COMMANDS[path] ?? {}));
  const body = await api.ask(method, path, fields);
  return { code: body.retCode, bytes: Buffer.byteLength(JSON.stringify(body)) };
}

const OWN = ROUTES.map((route) => ({ ...route, call: callOwn }));
const PROGRAMS = V5_ROUTES.map((route) => ({ ...route, call: callV5 }));
/** Commands change the account, and come last. */
const CALLS = [...PROGRAMS, ...OWN]
  .toSorted((one, other) => one.method.localeCompare(other.method))
  .map((route) => [`${route.method} ${route.path}`, route] as const);

test.each(CALLS)('OPS-05 API-06 BOT-01 the worst call of %s stays within its class', async (_name, { method, path, cost, call }) => {
  const { answer, questions } = await counted(() => call(method, path, api.desk.session));
  // The account lacks what some commands need.
  if (method === 'GET') expect(answer.code).toBe(0);
  expect(answer.bytes).toBeLessThanOrEqual(COSTS[cost].bytes);
  expect(questions).toBeLessThanOrEqual(COSTS[cost].questions);
});

test.each(OWN.filter(({ access }) => access === 'user').map((route) => [`${route.method} ${route.path}`, route] as const))(
  'OPS-05 %s asks the exchange nothing for a stranger',
  async (_name, { method, path }) => {
    const { answer, questions } = await counted(() => callOwn(method, path, undefined));
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

test.each(Object.entries(PROGRAM_TOPICS))(
  'OPS-05 BOT-02 a subscription to each topic of the v5 stream %s costs what a light call may',
  async (channel, topics) => {
    const { gateway } = api.desk;
    const visitor = { address: '192.0.2.1', client: '192.0.2.1', idleMs: 60_000 };
    for (const topic of topics) {
      const { bytes, questions } = await subscribed(
        (send) => gateway.programStreams.connect(channel as ProgramChannel, visitor, send, nothing),
        topic,
      );
      expect(bytes, topic).toBeLessThanOrEqual(COSTS.light.bytes);
      expect(questions, topic).toBeLessThanOrEqual(COSTS.light.questions);
    }
  },
);

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
