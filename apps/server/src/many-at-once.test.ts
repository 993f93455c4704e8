import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket, type RawData } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_CALL_LIMIT, ServerProcess, bundleServer, type Visitor } from './testing/server-process.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const CLIENTS = 1_000;
/** Half of the limit, because lost connections may still count when new ones arrive. */
const PER_VISITOR = 16;
const AT_ONCE = 50;
const DUPLICATE = 110072;

const folder = temporaryFolder();
let server: ServerProcess;
beforeAll(async () => {
  server = new ServerProcess(await bundleServer(), join(folder.path, 'data'), ['--seed', '5', '--coins', 'BTC,ETH,SOL', ...NO_CALL_LIMIT]);
  await server.start();
});
afterAll(async () => {
  await server.end('SIGKILL');
  folder.remove();
});

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const codesOf = (answers: readonly { readonly ret_code: number }[]): number[] => answers.map(({ ret_code }) => ret_code);
const succeeded = (answers: readonly { readonly ret_code: number }[]): number => codesOf(answers).filter((code) => code === 0).length;
const post = (path: string, body: object) => server.call('POST', `/contract/v5/${path}`, body);
const state = async () => (await server.call('GET', '/contract/v5/account/state')).result;

async function walletOf(name: 'funding' | undefined): Promise<number> {
  const wallet = (await state())['wallet'] as readonly { readonly coin: string; readonly wallet?: string; readonly cash: string }[];
  return Number(wallet.find((item) => item.coin === 'USDT' && item.wallet === name)?.cash ?? 0);
}

interface OrderRow {
  readonly orderId: string;
  readonly orderLinkId: string;
}
async function openOrders(): Promise<readonly OrderRow[]> {
  return (await server.call('GET', '/contract/v5/order/list')).result['list'] as readonly OrderRow[];
}

async function lowPrice(): Promise<string> {
  const { result } = await server.call('GET', '/contract/v5/market/tickers?symbol=BTCUSDT');
  const [ticker] = result['list'] as readonly { readonly lastPrice: string }[];
  return String(Math.floor(Number(ticker?.lastPrice) * 0.8));
}

const resting = (price: string, orderLinkId: string) =>
  post('order/create', { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price, qty: '0.001', orderLinkId });

/** A socket with its received frames; `until` resolves with the first frame that matches. */
class Client {
  readonly socket: WebSocket;
  readonly #cookie: string;
  #take: (text: string) => void = () => undefined;

  constructor(path: string, cookie: string) {
    this.#cookie = cookie;
    this.socket = new WebSocket(`${server.address.replace('http', 'ws')}${path}?v=2`, {
      headers: { cookie: this.#cookie },
      perMessageDeflate: false,
    });
    this.socket.on('message', (data: RawData) => this.#take((data as Buffer).toString()));
  }

  say(op: string, ...args: readonly string[]): void {
    this.socket.send(JSON.stringify({ op, args }));
  }

  until(found: (text: string) => boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      this.socket.once('error', reject);
      this.socket.once('close', (code) => reject(new Error(`closed: ${code}`)));
      this.#take = (text) => {
        if (found(text)) resolve(text);
      };
    });
  }
}

/** Follows the book until a snapshot came and a delta went on from it without a hole. */
async function followBook(cookie: string): Promise<Client> {
  const client = new Client('/realtime', cookie);
  let update: number | undefined;
  let holes = 0;
  const live = client.until((text) => {
    if (!text.includes('"topic":"orderBook_200.BTCUSDT"')) return false;
    const u = Number(/"u":(\d+)/.exec(text)?.[1]);
    const goesOn = text.includes('"type":"delta"') && update !== undefined;
    if (goesOn) holes += u === (update ?? NaN) + 1 ? 0 : 1;
    update = u;
    return goesOn;
  });
  await once(client.socket, 'open');
  client.say('subscribe', 'orderBook_200.BTCUSDT');
  await live;
  expect(holes).toBe(0);
  client.say('unsubscribe', 'orderBook_200.BTCUSDT');
  return client;
}

/** Logs in with a new token and follows the account; returns the account's open orders. */
async function followAccount(visitor: Visitor, topic = 'user.order'): Promise<{ client: Client; snapshot: string }> {
  const { result } = await visitor.call('POST', '/user/private/ott', {});
  const client = new Client('/private', visitor.cookie);
  const snapshot = client.until((text) => text.includes('"topic":"user.snapshot"'));
  await once(client.socket, 'open');
  client.say('login', String(result['token']));
  client.say('subscribe', topic);
  return { client, snapshot: await snapshot };
}

test('ACC-03 coins go from one account of the user to another: both wallets, both histories, both streams', async () => {
  const me = server.visitor();
  const call = async (path: string, body: object) => {
    const answer = await me.call('POST', path, body);
    expect(answer.ret_code, answer.ret_msg).toBe(0);
    return answer.result;
  };
  await call('/user/public/register', { username: 'mover', password: 'correct horse battery' });
  await call('/contract/v5/account/switch', { accountKind: 'regular' });
  await call('/contract/v5/account/switch', { accountKind: 'UTA2' });
  await call('/contract/v5/account/paper-funds', { coin: 'USDT', amount: '1000' });
  const transfer = { coin: 'USDT', amount: '250', toAccountKind: 'regular', transferId: 'once' };
  await call('/contract/v5/asset/account-transfer', transfer);
  await call('/contract/v5/asset/account-transfer', transfer);
  const cash = async () => {
    const wallet = (await me.call('GET', '/contract/v5/account/state')).result['wallet'] as readonly { readonly cash: string }[];
    return wallet.map((item) => item.cash);
  };
  const movements = async () => {
    const { list } = (await me.call('GET', '/contract/v5/account/transfer-history')).result as { readonly list: readonly object[] };
    return list;
  };
  expect(await cash()).toEqual(['750']);
  await expect.poll(movements).toMatchObject([{ type: 'transfer', amount: '-250', otherAccountKind: 'regular' }, { type: 'deposit' }]);
  await call('/contract/v5/account/switch', { accountKind: 'regular' });
  expect(await cash()).toEqual(['250']);
  await expect.poll(movements).toMatchObject([{ type: 'transfer', amount: '250', otherAccountKind: 'UTA2' }]);
  const { client: stream } = await followAccount(me, 'user.wallet');
  const told = stream.until((text) => text.includes('"topic":"user.wallet"') && text.includes('"300"'));
  await call('/contract/v5/asset/account-transfer', { ...transfer, amount: '50', fromAccountKind: 'UTA2', transferId: 'again' });
  expect(await told).toContain('"coin":"USDT"');
  stream.socket.terminate();
});

describe('a storm', () => {
  test(`N3 E1 E2 F2 ${CLIENTS} clients that are cut off and come back at once all get whole books and accounts, while orders are taken`, async () => {
    const price = await lowPrice();
    const visitors: Visitor[] = [];
    while (visitors.length < CLIENTS / PER_VISITOR) visitors.push(await server.owner());
    let live: Client[] = [];
    for (let wave = 0; wave < 3; wave += 1) {
      for (const { socket } of live) socket.terminate();
      const accounts = Promise.all(visitors.map((visitor) => followAccount(visitor)));
      const books = Promise.all(times(CLIENTS - visitors.length, (at) => followBook(visitors[at % visitors.length]?.cookie ?? '')));
      const orders = await Promise.all(times(10, (at) => resting(price, `storm-${wave}-${at}`)));
      expect(succeeded(orders)).toBe(10);
      const followed = await accounts;
      live = [...(await books), ...followed.map(({ client }) => client)];
      // A stream opened before an order receives it, one opened after it finds it in the snapshot: a fresh one finds
      // all.
      const late = await followAccount(await server.owner());
      for (const { result } of orders) expect(late.snapshot).toContain(`"orderId":"${String(result['orderId'])}"`);
      late.client.socket.terminate();
    }
    await expect.poll(() => server.metric('tapedeck_sockets')).toBe(CLIENTS);
    for (const { socket } of live) socket.terminate();
    await expect.poll(() => server.metric('tapedeck_sockets')).toBe(0);
    expect((await post('order/cancel-all', {})).result['cancelled']).toBe(30);
  });
});

describe('races: what comes at once ends as if it had come one after the other', () => {
  test('S-30 N1 one order id asked for many times is one order', async () => {
    const price = await lowPrice();
    const answers = await Promise.all(times(AT_ONCE, () => resting(price, 'only-one')));
    expect(codesOf(answers).sort()).toEqual([0, ...times(AT_ONCE - 1, () => DUPLICATE)].sort());
    const open = await openOrders();
    expect(open.map(({ orderLinkId }) => orderLinkId)).toEqual(['only-one']);
    // And many cancels of it are one.
    const orderId = open[0]?.orderId;
    const cancels = await Promise.all(times(AT_ONCE, () => post('order/cancel', { symbol: 'BTCUSDT', orderId })));
    expect(succeeded(cancels)).toBe(1);
    expect(await openOrders()).toEqual([]);
  });

  test('S-30 A13 transfers that compete for one wallet move what it has and no more; one transfer id moves once', async () => {
    const [before, inFunding] = [await walletOf(undefined), await walletOf('funding')];
    const amount = Math.floor(before / 10) - 1;
    const move = (from: string, to: string, transferId: string) =>
      post('asset/transfer', { coin: 'USDT', amount: String(amount), from, to, transferId });
    const out = await Promise.all(times(AT_ONCE, (at) => move('trading', 'funding', `out-${at}`)));
    expect(succeeded(out)).toBe(10);
    expect(await walletOf('funding')).toBeCloseTo(inFunding + 10 * amount, 6);
    expect(await walletOf(undefined)).toBeCloseTo(before - 10 * amount, 6);
    const back = await Promise.all(times(AT_ONCE, () => move('funding', 'trading', 'back')));
    // Each has the answer of the one that moved.
    expect(succeeded(back)).toBe(AT_ONCE);
    expect(await walletOf(undefined)).toBeCloseTo(before - 9 * amount, 6);
    for (let at = 1; at < 10; at += 1) expect((await move('funding', 'trading', `back-${at}`)).ret_code).toBe(0);
    expect(await walletOf(undefined)).toBeCloseTo(before, 6);
  });

  test('S-30 many leverage changes leave one of the values that were asked for', async () => {
    const asked = times(AT_ONCE, (at) => String(11 + (at % 20)));
    const answers = await Promise.all(
      asked.map((value) => post('position/set-leverage', { symbol: 'SOLUSDT', buyLeverage: value, sellLeverage: value })),
    );
    const settings = (await state())['settings'] as readonly { symbol: string; buyLeverageE2: string; sellLeverageE2: string }[];
    const sol = settings.find(({ symbol }) => symbol === 'SOLUSDT');
    expect(succeeded(answers)).toBeGreaterThan(0);
    expect(asked.map((value) => `${value}00`)).toContain(sol?.buyLeverageE2);
    expect(sol?.sellLeverageE2).toBe(sol?.buyLeverageE2);
  });

  test('S-30 closes that compete end flat, never on the other side', async () => {
    const market = (side: string, qty: string, reduceOnly: boolean) =>
      post('order/create', { symbol: 'ETHUSDT', side, orderType: 'Market', qty, reduceOnly });
    expect((await market('Buy', '0.5', false)).ret_code).toBe(0);
    const sizeOf = async (): Promise<string | undefined> =>
      ((await state())['positions'] as readonly { symbol: string; size: string }[]).find(({ symbol }) => symbol === 'ETHUSDT')?.size;
    expect(Number(await sizeOf())).toBe(0.5);
    await Promise.all(times(AT_ONCE, () => market('Sell', '0.5', true)));
    expect(Number((await sizeOf()) ?? '0')).toBe(0);
    const { result } = await server.call('GET', '/contract/v5/execution/list?limit=200&symbol=ETHUSDT');
    const sold = (result['list'] as readonly { side: string; execQty: string }[]).filter(({ side }) => side === 'Sell');
    expect(sold.reduce((sum, { execQty }) => sum + Number(execQty), 0)).toBeCloseTo(0.5, 9);
  });
});

describe('the past while it grows', () => {
  test('E12 paging visits every row once, whatever is added meanwhile', async () => {
    const price = await lowPrice();
    const place = async (name: string, count: number): Promise<readonly string[]> => {
      const links = times(count, (at) => `${name}-${at}`);
      await Promise.all(links.map((link) => resting(price, link)));
      await post('order/cancel-all', {});
      return links;
    };
    const early = await place('early', 30);
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; cursor !== '' || page === 0; page += 1) {
      const { result } = await server.call('GET', `/contract/v5/order/history?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...(result['list'] as readonly OrderRow[]).map(({ orderLinkId, orderId }) => orderLinkId || orderId));
      cursor = String(result['nextPageCursor']);
      await place(`late-${page}`, 5);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(early.filter((link) => !seen.includes(link))).toEqual([]);
    expect(seen.filter((link) => link.startsWith('late'))).toEqual([]);
  });

  test('ACC-03 transfers, loans and savings are lines of the transaction log and of the lists by kind', async () => {
    const coin = { coin: 'USDT', amount: '25' };
    for (const [path, body] of [
      ['asset/transfer', { ...coin, from: 'trading', to: 'funding' }],
      ['asset/subscribe', coin],
      ['asset/redeem', coin],
      ['asset/transfer', { ...coin, from: 'funding', to: 'trading' }],
      ['asset/borrow', coin],
      ['asset/repay', coin],
    ] as const)
      expect((await post(path, body)).ret_code, path).toBe(0);
    const linesOf = async (list: string): Promise<readonly string[]> => {
      const { result } = await server.call('GET', `/contract/v5/account/${list}?limit=20`);
      const rows = result['list'] as readonly { readonly wallet?: string; readonly type: string; readonly amount: string }[];
      return rows.map(({ wallet = 'trading', type, amount }) => `${type} ${wallet} ${Number(amount)}`);
    };
    // Newest first; every move has a line in each of the two wallets.
    const transfers = [
      ['transfer trading 25', 'transfer funding -25'],
      ['redemption funding 25', 'redemption savings -25'],
      ['subscription savings 25', 'subscription funding -25'],
      ['transfer funding 25', 'transfer trading -25'],
    ];
    const loans = [
      ['repay loan 25', 'repay trading -25'],
      ['borrow trading 25', 'borrow loan -25'],
    ];
    const pairs = async (list: string, count: number): Promise<readonly (readonly string[])[]> => {
      const lines = (await linesOf(list)).slice(0, count * 2);
      return times(count, (at) => lines.slice(at * 2, at * 2 + 2).sort());
    };
    const sorted = (moves: readonly (readonly string[])[]): unknown => moves.map((lines) => [...lines].sort());
    expect(await pairs('transaction-log', 6)).toEqual(sorted([...loans, ...transfers]));
    expect(await pairs('transfer-history', 4)).toEqual(sorted(transfers));
    expect(await pairs('borrow-history', 2)).toEqual(sorted(loans));
  });
});
