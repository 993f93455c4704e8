import { createAccount } from '@tapedeck/client/account';
import { createTerminalClient, memoryStorage, webPorts, type TerminalClient } from '@tapedeck/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { platformWith } from './early-start.ts';

const ORIGIN = 'ws://localhost:3000';
/** A script of the page, not a module of ours: it has no types. */
const START: string = '../../public/start.js';

class TestSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: TestSocket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: { op: string; args?: string[] }[] = [];

  constructor(readonly url: string) {
    super();
    TestSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { op: string });
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  say(message: unknown): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  subscriptions(): string[] {
    return this.sent.flatMap(({ op, args }) => (op === 'subscribe' ? (args ?? []) : []));
  }
}

const asked = vi.fn((_url: string) => Promise.resolve({ status: 200, text: () => Promise.resolve('{"ret_code":1,"ret_msg":"later"}') }));
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(async () => {
  TestSocket.made = [];
  asked.mockClear();
  vi.stubGlobal('WebSocket', TestSocket);
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost:3000', pathname: '/trade/usdt/ETHUSDT' });
  vi.resetModules();
  await import(/* @vite-ignore */ START);
});

afterEach(() => {
  delete window.tapedeckEarly;
  vi.unstubAllGlobals();
});

function openClient(): TerminalClient {
  return createTerminalClient(
    webPorts(platformWith(window.tapedeckEarly), { storage: memoryStorage }, () => 0),
    {
      origin: '',
      socketOrigin: ORIGIN,
      language: () => 'en',
      firstScreen: { symbol: 'ETHUSDT', shown: new Promise(() => undefined) },
      account: createAccount,
    },
  );
}

it('the client takes over what the page asked for early, and asks for nothing twice', async () => {
  const paths = () => asked.mock.calls.map(([url]) => url.replace(/\?.*/, ''));
  const early = ['/contract/v5/product/dynamic-symbol-item', '/user/public/session'];
  expect(paths()).toEqual(early);
  const client = openClient();
  client.start();
  await settle();
  // The one instrument was refused: the page needs the lists.
  const lists = ['/contract/v5/product/brief-symbol-list', '/spot/api/basic/symbol_list_all', '/spot/api/basic/symbol_list_v3'];
  await expect.poll(() => paths().slice(0, 5).sort()).toEqual([...early, ...lists].sort());
  expect(TestSocket.made.map(({ url }) => url)).toEqual([`${ORIGIN}/realtime?v=2`]);
  await expect.poll(() => client.markets.catalogue.get().status).toBe('error');
  expect(client.markets.catalogue.get()).toMatchObject({ status: 'error', error: { message: 'later' } });
  client.stop();
});

it('hands over what came for a topic when its owner subscribes, in order and once', async () => {
  const [socket] = TestSocket.made;
  socket?.open();
  expect(socket?.subscriptions()).toEqual(['instrument_info.ETHUSDT', 'orderBook_200.ETHUSDT', 'recently_trade.ETHUSDT']);
  socket?.say({ topic: 'orderBook_200.ETHUSDT', u: 1 });
  const taken = new (platformWith(window.tapedeckEarly).WebSocket)(`${ORIGIN}/realtime?v=2`);
  const heard: unknown[] = [];
  const opened = vi.fn();
  taken.onopen = opened;
  taken.onmessage = (event: MessageEvent<string>) => heard.push(JSON.parse(event.data));
  await settle();
  expect(opened).toHaveBeenCalledOnce();
  socket?.say({ topic: 'orderBook_200.ETHUSDT', u: 2 });
  socket?.say({ op: 'pong' });
  expect(heard).toEqual([{ op: 'pong' }]);
  taken.send(JSON.stringify({ op: 'subscribe', args: ['symbols'] }));
  await settle();
  expect(heard).toHaveLength(1);
  taken.send(JSON.stringify({ op: 'subscribe', args: ['orderBook_200.ETHUSDT', 'recently_trade.ETHUSDT'] }));
  await settle();
  expect(heard.slice(1)).toEqual([
    { topic: 'orderBook_200.ETHUSDT', u: 1 },
    { topic: 'orderBook_200.ETHUSDT', u: 2 },
  ]);
  expect(socket?.sent.at(-1)).toEqual({ op: 'unsubscribe', args: ['instrument_info.ETHUSDT'] });
  socket?.say({ topic: 'orderBook_200.ETHUSDT', u: 3 });
  expect(heard).toHaveLength(4);
});

it('an early socket that has closed is not taken over', () => {
  TestSocket.made[0]?.close();
  new (platformWith(window.tapedeckEarly).WebSocket)(`${ORIGIN}/realtime?v=2`);
  expect(TestSocket.made).toHaveLength(2);
});
