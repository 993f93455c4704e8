import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ProgramDesk } from '../testing/program-desk.ts';

const ORDER = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '30000' };

let desk: ProgramDesk;
const opened: WebSocket[] = [];

beforeAll(async () => {
  desk = await ProgramDesk.open();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});
afterAll(() => desk.close());

type Frame = Readonly<Record<string, unknown>>;

/** A bare socket, and its frames in order. */
class Bare {
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  readonly #frames: Frame[] = [];
  #wake: () => void = () => undefined;

  constructor(path: string) {
    this.socket = new WebSocket(`${desk.sockets}${path}`, { perMessageDeflate: false });
    opened.push(this.socket);
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data: Buffer) => {
      this.#frames.push(JSON.parse(data.toString()) as Frame);
      this.#wake();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on('close', resolve);
    });
  }

  static async open(path: string): Promise<Bare> {
    const bare = new Bare(path);
    await once(bare.socket, 'open');
    return bare;
  }

  say(message: object): this {
    this.socket.send(JSON.stringify(message));
    return this;
  }

  /** The next frame that is an answer. */
  async answer(): Promise<Frame> {
    for (;;) {
      const at = this.#frames.findIndex((frame) => !('topic' in frame));
      const [found] = at < 0 ? [] : this.#frames.splice(at, 1);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

const hmac = (secret: string, expires: number): string => createHmac('sha256', secret).update(`GET/realtime${expires}`).digest('hex');
const soon = (): number => Date.now() + 10_000;
function auth({ apiKey, secret }: { readonly apiKey: string; readonly secret: string }, expires = soon()): object {
  return { op: 'auth', args: [apiKey, expires, hmac(secret, expires)] };
}
const create = (): object => ({ op: 'order.create', reqId: 'r', args: [ORDER], header: { 'X-BAPI-TIMESTAMP': String(Date.now()) } });

test('BOT-02 an RSA key opens the account by its private half, and nothing else does', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
  const { result } = await desk.server.call('POST', '/user/private/api-keys/create', {
    name: 'rsa',
    scope: 'read',
    kind: 'RSA',
    publicKey: pem,
    addresses: [],
  });
  const { apiKey } = result['key'] as { readonly apiKey: string };
  const expires = soon();
  const signature = createSign('RSA-SHA256').update(`GET/realtime${expires}`).sign(privateKey, 'base64');
  const socket = await Bare.open('/v5/private');
  expect(await socket.say({ op: 'auth', args: [apiKey, expires + 1, signature] }).answer()).toMatchObject({ success: false });
  expect(await socket.say({ op: 'auth', args: [apiKey, expires, signature] }).answer()).toMatchObject({ success: true });
});

test('BOT-02 E7 forged, expired and malformed log-ins open nothing, and the third ends the connection', async () => {
  const { apiKey, secret } = desk.key;
  const socket = await Bare.open('/v5/private');
  expect(await socket.say({ op: 'auth', args: [apiKey, soon(), 'f'.repeat(64)] }).answer()).toMatchObject({ success: false });
  expect(await socket.say(auth(desk.key, Date.now() - 1)).answer()).toMatchObject({ success: false });
  expect(await socket.say({ op: 'auth', args: [apiKey, { toString: 1 }, secret] }).answer()).toMatchObject({ success: false });
  expect(await socket.closed).toBe(4403);
});

test('BOT-02 E7 a revoked key loses its connections at once, and only its own', async () => {
  const key = await desk.makeKey('trade');
  const [reading, trading, other] = await Promise.all([Bare.open('/v5/private'), Bare.open('/v5/trade'), Bare.open('/v5/private')]);
  expect(await reading.say(auth(key)).answer()).toMatchObject({ success: true });
  expect(await trading.say(auth(key)).answer()).toMatchObject({ retCode: 0 });
  expect(await other.say(auth(desk.key)).answer()).toMatchObject({ success: true });
  await desk.server.call('POST', '/user/private/api-keys/revoke', { apiKey: key.apiKey });
  expect(await Promise.all([reading.closed, trading.closed])).toEqual([4401, 4401]);
  expect(await other.say({ op: 'ping' }).answer()).toMatchObject({ op: 'pong' });
});

test('BOT-02 E7 a key that only reads sends no orders', async () => {
  const socket = await Bare.open('/v5/trade');
  expect(await socket.say(auth(await desk.makeKey('read'))).answer()).toMatchObject({ retCode: 0 });
  expect(await socket.say(create()).answer()).toMatchObject({ reqId: 'r', retCode: 10005 });
});

test('BOT-02 nobody sends orders without a log-in, or by another path', async () => {
  expect(await (await Bare.open('/v5/trade')).say(create()).answer()).toMatchObject({ retCode: 10007 });
  const reading = await Bare.open('/v5/private');
  await reading.say(auth(desk.key)).answer();
  expect(await reading.say(create()).answer()).toMatchObject({ success: false, ret_msg: 'error:invalid op' });
});

test('BOT-04 S-20 what is larger than a message may be ends the connection', async () => {
  const socket = await Bare.open('/v5/trade');
  socket.socket.send('x'.repeat(65 * 1024));
  expect(await socket.closed).toBe(1009);
  const binary = await Bare.open('/v5/public/linear');
  binary.socket.send(Buffer.from([1, 2, 3]));
  expect(await binary.closed).toBe(1003);
});

test('BOT-04 S-21 a flood of subscriptions ends the connection, and the server goes on', async () => {
  const socket = await Bare.open('/v5/public/linear');
  for (let at = 0; at < 2_100; at += 1) socket.say({ op: at % 2 === 0 ? 'subscribe' : 'unsubscribe', args: ['tickers.BTCUSDT'] });
  expect(await socket.closed).toBe(4029);
  expect(await (await Bare.open('/v5/public/linear')).say({ op: 'ping' }).answer()).toMatchObject({ ret_msg: 'pong' });
});

test.each(['/v5/public', '/v5/public/futures', '/v5/nothing', '/v5/private?max_active_time=1s', '/v5/trade?max_active_time=99m'])(
  'BOT-04 %s is no stream',
  async (path) => {
    const { socket } = new Bare(path);
    const [, { statusCode }] = (await once(socket, 'unexpected-response')) as [unknown, { readonly statusCode: number }];
    expect(statusCode).toBe(path.includes('?') ? 400 : 404);
  },
);
