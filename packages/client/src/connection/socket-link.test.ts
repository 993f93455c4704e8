import { beforeEach, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { answerOf, FakePorts, settle, type FakeSocket } from '../testing/fake-ports.ts';
import { CLOCK_JUMP_MS, PING_INTERVAL_MS } from './heartbeat.ts';
import { createHttp } from './http.ts';
import { oneTimeToken } from './one-time-token.ts';
import { BACKOFF_MAX_MS, CONNECT_TIMEOUT_MS, CONNECT_TIMEOUTS_MAX, createSocketLink, type SocketLink } from './socket-link.ts';

let ports: FakePorts;
let frames: string[];
let malformed: number;

beforeEach(() => {
  ports = new FakePorts();
  frames = [];
  malformed = 0;
});

const common = () => ({ onFrame: (topic: string) => void frames.push(topic), onMalformed: () => (malformed += 1) });
const publicLink = (): SocketLink => createSocketLink(ports, { url: 'ws://desk/realtime?v=2', endsOn: [], ...common() });

function privateLink(token: () => Promise<string | undefined> = () => Promise.resolve('t1')): SocketLink {
  return createSocketLink(ports, { url: 'ws://desk/private?v=2', endsOn: [1000], token, ...common() });
}

async function openUp(link: SocketLink): Promise<FakeSocket> {
  link.open();
  ports.lastSocket.accept();
  await settle();
  return ports.lastSocket;
}

const loginAnswer = (success: boolean) => ({ op: 'login', success, ret_code: success ? 0 : 10007, ret_msg: '', req_id: 'login' });

describe('public socket', () => {
  it('subscribes what is wanted once, whoever holds it, and lets go with the last holder', async () => {
    const link = publicLink();
    const socket = await openUp(link);
    link.acquire('a');
    link.acquire('a');
    link.acquire('b');
    await settle();
    expect(socket.of('subscribe')).toEqual([['a', 'b']]);
    link.release('a');
    await settle();
    expect(socket.topics).toEqual(['a', 'b']);
    link.release('a');
    await settle();
    expect(socket.topics).toEqual(['b']);
  });

  it('sends at most 64 topics in a message', async () => {
    const link = publicLink();
    const socket = await openUp(link);
    for (let i = 0; i < 130; i += 1) link.acquire(`t${i}`);
    await settle();
    expect(socket.of('subscribe').map((args) => args.length)).toEqual([64, 64, 2]);
  });

  it('replaces a socket that is silent for two pings and subscribes again', async () => {
    const link = publicLink();
    const first = await openUp(link);
    link.acquire('a');
    await ports.advance(3 * PING_INTERVAL_MS);
    expect(first.of('ping')).toHaveLength(2);
    expect(first.isClosed).toBe(true);
    expect(link.state.get()).toBe('lost');
    await ports.advance(BACKOFF_MAX_MS);
    ports.lastSocket.accept();
    await settle();
    expect(ports.lastSocket).not.toBe(first);
    expect(ports.lastSocket.topics).toEqual(['a']);
  });

  it('keeps a socket that answers and measures the round trip', async () => {
    const link = publicLink();
    const socket = await openUp(link);
    await ports.advance(PING_INTERVAL_MS);
    for (let i = 0; i < 10; i += 1) {
      await ports.advance(12);
      socket.text({ op: 'pong', success: true, ret_code: 0, ret_msg: '', req_id: socket.sent.at(-1)?.req_id });
      await ports.advance(PING_INTERVAL_MS - 12);
    }
    expect(socket.isClosed).toBe(false);
    expect(link.latency.get()).toBe(12);
  });

  it('replaces the socket at once after the machine slept', async () => {
    const link = publicLink();
    const socket = await openUp(link);
    ports.sleep(PING_INTERVAL_MS + CLOCK_JUMP_MS + 1);
    await ports.advance(0);
    expect(socket.isClosed).toBe(true);
  });

  it('gives up a connection that does not open', async () => {
    const link = publicLink();
    link.open();
    await ports.advance(CONNECT_TIMEOUT_MS);
    expect(link.state.get()).toBe('lost');
  });

  it('waits longer for each connection that does not open in time, up to a limit, until one opens', async () => {
    const link = publicLink();
    const next = async (): Promise<FakeSocket> => {
      const before = ports.lastSocket;
      while (ports.lastSocket === before) await ports.advance(1);
      return ports.lastSocket;
    };
    const givesUpAfter = async (socket: FakeSocket, periods: number): Promise<void> => {
      await ports.advance(periods * CONNECT_TIMEOUT_MS - 1);
      expect(socket.isClosed).toBe(false);
      await ports.advance(1);
      expect(socket.isClosed).toBe(true);
    };
    link.open();
    await givesUpAfter(ports.lastSocket, 1);
    for (let periods = 2; periods <= CONNECT_TIMEOUTS_MAX; periods += 1) await givesUpAfter(await next(), periods);
    await givesUpAfter(await next(), CONNECT_TIMEOUTS_MAX);
    const opened = await next();
    opened.accept();
    opened.drop();
    await givesUpAfter(await next(), 1);
  });

  it('a message that cannot be read is counted as a hole and never throws', async () => {
    const link = publicLink();
    const socket = await openUp(link);
    for (const text of ['{', '7', 'null', '"x"', '[]', '{}', '{"op":7}']) socket.text(text);
    expect(malformed).toBe(7);
    expect(link.state.get()).toBe('open');
    socket.text({ topic: 'a' });
    expect(frames).toEqual(['a']);
  });

  it('hears nothing more from a socket that was replaced', async () => {
    const link = publicLink();
    const old = await openUp(link);
    await ports.advance(3 * PING_INTERVAL_MS);
    old.text({ topic: 'late' });
    expect(frames).toEqual([]);
  });
});

describe('private channel', () => {
  it('NTF-03 connects, logs in with a one-time token, then subscribes with { op, args }', async () => {
    const link = privateLink();
    link.open();
    link.acquire('user.order');
    const socket = ports.lastSocket;
    expect(socket.url).toBe('ws://desk/private?v=2');
    socket.accept();
    await settle();
    expect(socket.sent).toEqual([{ op: 'login', args: ['t1'], req_id: 'login' }]);
    socket.text(loginAnswer(true));
    expect(link.authed.get()).toBe(true);
    expect(socket.sent.at(-1)).toEqual({ op: 'subscribe', args: ['user.order'] });
  });

  it('NTF-03 the token is asked for up to three times more, 500 ms apart', async () => {
    const http = createHttp(ports, { origin: '', language: () => 'en' });
    const askedAt: number[] = [];
    ports.route = (_request, path) => {
      expect(path).toBe('/user/private/ott');
      askedAt.push(ports.now());
      return askedAt.length < 4 ? answerOf(undefined, 10016, 'busy') : answerOf({ token: 'late', expiresInMs: 30_000 });
    };
    const start = ports.now();
    const token = oneTimeToken(http, ports);
    await ports.advance(5_000);
    expect(await token).toEqual({ ok: true, value: 'late' });
    expect(askedAt.map((at) => at - start)).toEqual([0, 500, 1_000, 1_500]);
  });

  it('NTF-03 after the third retry the token is given up', async () => {
    const http = createHttp(ports, { origin: '', language: () => 'en' });
    ports.route = () => answerOf(undefined, 10016, 'busy');
    const token = oneTimeToken(http, ports);
    await ports.advance(5_000);
    expect(await token).toMatchObject({ ok: false, failure: { code: 10016 } });
    expect(ports.requests).toHaveLength(4);
  });

  it('NTF-04 on reconnect it logs in first, then subscribes again', async () => {
    const link = privateLink();
    link.open();
    link.acquire('user.order');
    link.acquire('user.wallet');
    ports.lastSocket.accept();
    await settle();
    ports.lastSocket.text(loginAnswer(true));
    ports.lastSocket.drop(1006);
    expect(link.authed.get()).toBe(false);
    await ports.advance(BACKOFF_MAX_MS);
    const next = ports.lastSocket;
    next.accept();
    await settle();
    expect(next.sent.map((message) => message.op)).toEqual(['login']);
    next.text(loginAnswer(true));
    expect(next.sent.map((message) => message.op)).toEqual(['login', 'subscribe']);
    expect(next.topics).toEqual(['user.order', 'user.wallet']);
  });

  it('NTF-04 a close with code 1000 clears all channels and does not connect again', async () => {
    const link = privateLink();
    link.acquire('early');
    link.open();
    link.acquire('user.order');
    ports.lastSocket.accept();
    await settle();
    ports.lastSocket.text(loginAnswer(true));
    ports.lastSocket.drop(1000);
    await ports.advance(60_000);
    expect(link.wanted()).toEqual([]);
    expect(link.state.get()).toBe('closed');
    expect(ports.sockets).toHaveLength(1);
  });

  it('NTF-04 closed by the user it refuses new subscriptions until it is opened again', async () => {
    const link = privateLink();
    await openUp(link);
    link.closeByUser();
    expect(link.acquire('user.order')).toBe(false);
    expect(link.wanted()).toEqual([]);
    await ports.advance(60_000);
    expect(ports.sockets).toHaveLength(1);
    link.open();
    expect(link.acquire('user.order')).toBe(true);
  });

  it('NTF-04 a login failure clears the authed flag and nothing is subscribed', async () => {
    const link = privateLink();
    const socket = await openUp(link);
    link.acquire('user.order');
    socket.text(loginAnswer(true));
    expect(link.authed.get()).toBe(true);
    socket.text(loginAnswer(false));
    expect(link.authed.get()).toBe(false);
    expect(link.state.get()).toBe('lost');
  });

  it('NTF-04 a late answer to a login of an earlier socket changes nothing', async () => {
    const link = privateLink();
    const old = await openUp(link);
    old.drop(1006);
    old.text(loginAnswer(true));
    expect(link.authed.get()).toBe(false);
  });
});

describe('subscriptions', () => {
  const acceptIfWaiting = (link: SocketLink): void => {
    if (link.state.get() !== 'open' && !ports.lastSocket.isClosed) ports.lastSocket.accept();
  };
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('acquire' as const, 'release' as const), topic: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constantFrom('drop' as const, 'wait' as const, 'accept' as const), topic: fc.constant('') }),
  );

  it('F3 after any reconnects the subscribed set equals the wanted set', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        ports = new FakePorts();
        const link = publicLink();
        link.open();
        const held = new Map<string, number>();
        for (const { kind, topic } of steps) {
          if (kind === 'acquire') {
            link.acquire(topic);
            held.set(topic, (held.get(topic) ?? 0) + 1);
          } else if (kind === 'release' && (held.get(topic) ?? 0) > 0) {
            link.release(topic);
            held.set(topic, (held.get(topic) ?? 0) - 1);
          } else if (kind === 'drop') ports.lastSocket.drop();
          else if (kind === 'accept') acceptIfWaiting(link);
          else await ports.advance(700);
        }
        if (link.state.get() !== 'open') {
          if (ports.lastSocket.isClosed) await ports.advance(BACKOFF_MAX_MS);
          ports.lastSocket.accept();
        }
        await settle();
        const wanted = [...held].filter(([, count]) => count > 0).map(([topic]) => topic);
        expect([...ports.lastSocket.topics].sort()).toEqual(wanted.sort());
        expect([...link.subscribed()].sort()).toEqual(wanted);
        link.closeByUser();
        expect(ports.timerCount).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});
