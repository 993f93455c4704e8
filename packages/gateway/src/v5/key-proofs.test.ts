import { beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/fake-world.ts';
import { NamedKeys, ProgramSocket } from '../testing/program-socket.ts';
import type { V5Response } from './ports.ts';

/** A client without a session has three light calls, and each user has ten. */
const SHARE = { perSecond: 1, atOnce: 3 };
const HERE = '192.0.2.1';

let world: World;
let keys: NamedKeys;
beforeEach(() => {
  keys = new NamedKeys();
  const all = { perSecond: 100, atOnce: 1_000 };
  const user = { perSecond: 1, atOnce: 10 };
  const workLimits = { client: SHARE, strangers: all, user, users: all, underWay: { client: 1, strangers: 1 } };
  world = createWorld(undefined, keys, { workLimits });
});

interface Signed {
  readonly sign?: string;
  readonly key?: string;
  readonly client?: string;
  readonly at?: number;
}

function ask(path: string, { sign = 'right', key = 'trader', client = HERE, at = world.now }: Signed = {}): Promise<V5Response> {
  const headers = { 'x-bapi-api-key': key, 'x-bapi-sign': sign, 'x-bapi-timestamp': String(at), 'x-bapi-recv-window': '' };
  const method = path.startsWith('/v5/account') ? 'GET' : 'POST';
  return world.gateway.handleV5({
    ...{ method, path, query: '', parameters: {}, body: '', value: {}, headers },
    ...{ client, address: client },
  });
}
const codes = async (calls: readonly Promise<V5Response>[]): Promise<readonly number[]> =>
  (await Promise.all(calls)).map(({ body }) => body.retCode);

const READ = '/v5/account/info';
const ORDER = '/v5/order/create';

test.each([
  ['a wrong signature', { sign: 'forged' }, 10004],
  ['no signature', { sign: '' }, 10004],
  ['a time that has passed', { at: 1 }, 10002],
])(
  'OPS-05 BOT-04 a call with a known key and %s costs its sender, who is refused at once when nothing is left',
  async (_what, wrong, code) => {
    expect(await codes([ask(READ, wrong), ask(ORDER, wrong), ask(READ, wrong), ask(ORDER, wrong)])).toEqual([code, code, code, code]);
    const asked = keys.asked.length;
    const over = await ask(ORDER, wrong);
    expect([over.status, over.body.retCode, over.headers['Retry-After']]).toEqual([429, 10006, '1']);
    expect(keys.asked.length).toBe(asked);
    // The client has spent what it had as a stranger, and the owner of the key has spent nothing.
    expect(world.gateway.workBudgets?.take('light', { name: HERE, isStranger: true })).toBeDefined();
    for (let read = 0; read < 10; read += 1) expect((await ask(READ, { client: '192.0.2.2' })).body.retCode).toBe(0);
    expect((await ask(READ, { client: '192.0.2.2' })).body.retCode).toBe(10006);
  },
);

test('OPS-05 BOT-04 forged calls from the machine of the owner keep neither its reads nor its orders from being made', async () => {
  expect((await ask(READ)).body.retCode).toBe(0);
  const forged = await codes(Array.from({ length: 20 }, () => ask(ORDER, { sign: 'forged' })));
  expect(forged).toEqual([10004, 10004, 10004, 10004, ...Array.from({ length: 16 }, () => 10006)]);
  expect(await codes([ask(READ), ask(ORDER)])).toEqual([0, 10001]);
  // Other keys have to be proved there first.
  expect(await codes([ask(READ, { key: 'other' })])).toEqual([10006]);
  world.now += 1_000;
  expect(await codes([ask(READ, { key: 'other' })])).not.toEqual([10006]);
});

test('OPS-05 BOT-04 calls beyond the scope of a key cost its user', async () => {
  const calls = Array.from({ length: 12 }, () => ask(ORDER, { key: 'reader' }));
  expect(await codes(calls)).toEqual([...Array.from({ length: 10 }, () => 10005), 10006, 10006]);
});

test.each([
  ['private', (frame: Readonly<Record<string, unknown>> | undefined) => frame?.['ret_msg']],
  ['trade', (frame: Readonly<Record<string, unknown>> | undefined) => frame?.['retMsg']],
] as const)('OPS-05 BOT-02 BOT-04 forged log-ins on the stream %s cost their sender', async (channel, textOf) => {
  const logIn = (key: string, signature?: string): unknown => {
    const socket = new ProgramSocket(world.gateway, channel);
    const [answer] = socket.auth(key, world.now, signature).take();
    socket.hangUp();
    return textOf(answer);
  };
  for (let forged = 0; forged < 4; forged += 1) expect(logIn('trader', 'forged')).toContain('error sign!');
  const asked = keys.asked.length;
  expect(logIn('trader', 'forged')).toBe('Too many visits!');
  expect(logIn('trader')).toBe('Too many visits!');
  expect(keys.asked.length).toBe(asked);
  expect((await ask(READ)).body.retCode).toBe(10006);
  expect((await ask(READ, { client: '192.0.2.2' })).body.retCode).toBe(0);
  world.now += 1_000;
  expect(logIn('trader')).not.toBe('Too many visits!');
  expect(logIn('trader', 'forged')).toContain('error sign!');
  // Proved from this client: log-ins of its owner go on.
  expect(logIn('trader', 'forged')).toBe('Too many visits!');
  expect(logIn('trader')).not.toBe('Too many visits!');
});
