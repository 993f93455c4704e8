import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { serverRuns } from './testing/server-runs.ts';

const PASSWORD = 'correct horse battery';
const times = <Value>(count: number, make: (at: number) => Value): Value[] => Array.from({ length: count }, (_, at) => make(at));

const runs = serverRuns();
const dataFile = (name: string): string => join(runs.pathOf('data'), name);

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly cookies: readonly string[];
}

/** Each call has a socket of its own. */
function ask(url: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type: Readonly<Record<string, string>> = body === undefined ? {} : { 'content-type': 'application/json' };
    const outgoing = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', headers: { ...type, ...headers }, agent: false },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (part: string) => (text += part));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text, cookies: incoming.headers['set-cookie'] ?? [] }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A reverse proxy that says nothing of those whom it forwards, as nginx does with a bare `proxy_pass`. */
async function startBareProxy(target: string): Promise<{ readonly url: string; readonly server: Server }> {
  const { port: targetPort } = new URL(target);
  const headersOf = ({ headers }: IncomingMessage) => ({ ...headers, host: `127.0.0.1:${targetPort}` });
  const server = createServer((incoming, outgoing) => {
    const { method, url } = incoming;
    const forward = request(`${target}${url ?? '/'}`, { method, headers: headersOf(incoming) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forward);
  });
  server.on('upgrade', (incoming, socket) => {
    const forward = connect(Number(targetPort), '127.0.0.1', () => {
      const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${String(value)}`);
      forward.write(`GET ${incoming.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      forward.pipe(socket).pipe(forward);
    });
    forward.on('error', () => socket.destroy());
    socket.on('error', () => forward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('without a session', () => {
  test('OPS-05 S-21 of 200 log-ins at once no more than the limit are compared, and the server goes on', async () => {
    const server = runs.create();
    await server.start();
    const created = await server.visitor().call('POST', '/user/public/register', { username: 'alice', password: PASSWORD });
    expect(created.ret_code).toBe(0);
    const guess = (at: number): Promise<Answer> =>
      ask(`${server.address}/user/public/login`, { username: 'alice', password: `wrong guess ${at}` });
    const statuses = (await Promise.all(times(200, guess))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBe(10);
    expect(statuses.filter((status) => status === 429).length).toBe(190);
    const named = times(200, (at) => ask(`${server.address}/user/public/login`, { username: `user-${at}`, password: PASSWORD }));
    // One of this client's twenty attempts was the registration, and ten were the guesses.
    expect((await Promise.all(named)).filter(({ status }) => status === 401).length).toBe(9);
    const made = times(200, (at) => ask(`${server.address}/user/public/register`, { username: `user-${at}`, password: PASSWORD }));
    expect(new Set((await Promise.all(made)).map(({ status }) => status))).toEqual(new Set([429]));
    expect((await ask(`${server.address}/readyz`)).text).toBe('ready\n');
    expect((await server.call('GET', '/contract/v5/account/state')).ret_code).toBe(0);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('OPS-05 OPS-04 a reverse proxy that says nothing of its visitors makes none of them the owner; the owner still gets in through it', async () => {
    const server = runs.create();
    await server.start();
    const proxy = await startBareProxy(server.address);
    try {
      for (const path of ['/', '/user/public/session', '/trade/usdt/BTCUSDT', '/enter', '/enter?token=x']) {
        expect((await ask(`${proxy.url}${path}`, undefined, { accept: 'text/html' })).cookies, path).toEqual([]);
      }
      for (const body of [{}, { passphrase: '' }, { passphrase: 'x' }, { username: 'trader-01', password: '' }]) {
        const answer = await ask(`${proxy.url}/user/public/login`, body);
        expect([answer.status, answer.cookies]).toEqual([401, []]);
      }
      expect((await ask(`${proxy.url}/metrics`)).status).toBe(401);
      expect((await ask(`${proxy.url}/contract/v5/account/state`)).status).toBe(401);
      const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/realtime?v=2`);
      await once(socket, 'open');
      const heard = once(socket, 'message');
      socket.send(JSON.stringify({ op: 'ping' }));
      await heard;
      socket.terminate();
      const owner = await server.owner();
      expect((await ask(`${proxy.url}/contract/v5/account/state`, undefined, { cookie: owner.cookie })).status).toBe(200);
    } finally {
      proxy.server.closeAllConnections();
      proxy.server.close();
    }
  });

  test('OPS-05 a visitor that subscribes to every instrument and leaves, again and again, grows the journal by some kilobytes', async () => {
    const server = runs.create();
    await server.start();
    const { text } = await ask(`${server.address}/v5/market/instruments-info?category=option&baseCoin=BTC&limit=1000`);
    const { list } = (JSON.parse(text) as { readonly result: { readonly list: readonly { readonly symbol: string }[] } }).result;
    const topics = ['BTCUSDT', 'ETHUSDT', ...list.map(({ symbol }) => symbol)].map((symbol) => `orderBook_200.${symbol}`);
    expect(topics.length).toBeGreaterThan(150);
    const visit = async (): Promise<void> => {
      for (let from = 0; from < topics.length; from += 192) {
        const socket = new WebSocket(`${server.address.replace('http', 'ws')}/realtime?v=2`);
        await once(socket, 'open');
        for (let at = from; at < from + 192; at += 1) {
          const topic = topics[at];
          if (topic === undefined) break;
          const confirmed = new Promise<void>((resolve) => {
            socket.on('message', (data: Buffer) => {
              if (data.includes(`"req_id":"${topic}"`)) resolve();
            });
          });
          socket.send(JSON.stringify({ op: 'subscribe', args: [topic], req_id: topic }));
          await confirmed;
          socket.removeAllListeners('message');
        }
        socket.terminate();
      }
    };
    const bytes = (): number =>
      readdirSync(dataFile('journal')).reduce((sum, name) => sum + statSync(join(dataFile('journal'), name)).size, 0);
    const before = bytes();
    await Promise.all([visit(), visit(), visit()]);
    expect(bytes() - before).toBeGreaterThan(0);
    // A list of all of them for each subscription would take more than 200 KB.
    expect(bytes() - before).toBeLessThan(40_000);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

describe('with questions as fast as they are answered', () => {
  test('OPS-05 API-06 a client without a session gets the default units of work and no more, while orders and log-ins go on', async () => {
    const server = await runs.start();
    const begun = Date.now();
    const answers: Answer[] = [];
    const tickers = (): Promise<Answer> => ask(`${server.address}/contract/v5/market/tickers`);
    while (answers.every(({ status }) => status === 200)) answers.push(...(await Promise.all(times(20, tickers))));
    const seconds = (Date.now() - begun) / 1_000;
    const granted = answers.filter(({ status }) => status === 200).length;
    // Ten units each.
    expect(granted).toBeGreaterThanOrEqual(500);
    expect(granted).toBeLessThanOrEqual(500 + 20 * (seconds + 1));
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, JSON.parse(refused?.text ?? '{}')]).toEqual([429, expect.objectContaining({ ret_code: 10006 })]);
    expect((await ask(`${server.address}/readyz`)).text).toBe('ready\n');
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.001' };
    expect((await server.call('POST', '/contract/v5/order/create', order)).ret_code).toBe(0);
    expect((await server.call('GET', '/contract/v5/market/tickers')).ret_code).toBe(0);
    const guess = await ask(`${server.address}/user/public/login`, { username: 'alice', password: PASSWORD });
    expect(guess.status).toBe(401);
  });
});

describe('with the smallest account', () => {
  test('OPS-05 who stores as much as is allowed, and changes it for ever, keeps nobody from logging in, nor fills the disk', async () => {
    const server = runs.create();
    await server.start();
    const stranger = server.visitor();
    expect((await stranger.call('POST', '/user/public/register', { username: 'mallory', password: PASSWORD })).ret_code).toBe(0);
    const value = 'x'.repeat(8_000);
    const change = (upsert_keys: object) => stranger.call('POST', '/v3/private/user/member/pref-setting', { upsert_keys });
    const filled = [];
    for (let at = 0; at < 256; at += 1) filled.push((await change({ [`key${at}`]: value })).ret_code);
    expect(filled.filter((code) => code === 0)).toHaveLength(16);
    const writers = times(4, async (writer) => {
      for (let count = 0; count < 500; count += 1)
        expect((await change({ [`key${writer}`]: `${count}${value.slice(4)}` })).ret_code).toBe(0);
    });
    await Promise.all(writers);
    const log = dataFile('identity');
    expect(readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0)).toBeLessThan(6 << 20);
    const others = async (): Promise<void> => {
      const credentials = { username: 'alice', password: PASSWORD };
      const path = users === 0 ? 'register' : 'login';
      users += 1;
      expect((await server.visitor().call('POST', `/user/public/${path}`, credentials)).ret_code).toBe(0);
      expect((await (await server.owner()).call('GET', '/contract/v5/account/state')).ret_code).toBe(0);
    };
    let users = 0;
    await others();
    expect(await server.end('SIGTERM')).toBe(0);
    await server.start();
    await others();
    expect(server.loggedErrors()).toEqual([]);
  });
});

describe('with orders as fast as they are taken', () => {
  test('OPS-05 API-06 one user gets the default calls a second and no more, and keeps nobody from trading', async () => {
    const server = await runs.start();
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price: '1', timeInForce: 'ImmediateOrCancel' };
    const registered = await ask(`${server.address}/user/public/register`, { username: 'mallory', password: PASSWORD });
    const cookie = registered.cookies.map((line) => line.split(';')[0]).join('; ');
    const batch = (): Promise<Answer> =>
      ask(`${server.address}/contract/v5/order/create-batch`, { request: times(20, () => order) }, { cookie });
    const begun = Date.now();
    const answers: Answer[] = [];
    while (answers.every(({ status }) => status === 200)) answers.push(...(await Promise.all(times(10, batch))));
    const seconds = (Date.now() - begun) / 1_000;
    const granted = answers.filter(({ status }) => status === 200).length * 20;
    expect(granted).toBeGreaterThanOrEqual(100);
    expect(granted).toBeLessThanOrEqual(100 * (seconds + 1));
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, JSON.parse(refused?.text ?? '{}')]).toEqual([429, expect.objectContaining({ ret_code: 10006 })]);
    const placed = await server.call('POST', '/contract/v5/order/create', { ...order, price: '50000' });
    expect(placed.ret_msg).not.toContain('Too many');
    expect(placed.ret_code).not.toBe(10006);
  });
});

describe('starting and stopping', () => {
  test.skipIf(process.platform === 'win32')(
    'OPS-05 --open opens an address that logs in once, by a file that nobody else reads',
    async () => {
      const [programs, opened] = [runs.pathOf('programs'), runs.pathOf('opened')];
      mkdirSync(programs);
      for (const program of ['xdg-open', 'open']) {
        writeFileSync(join(programs, program), `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`, {
          mode: 0o755,
        });
      }
      const server = runs.create({
        extra: ['--open'],
        environment: { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` },
      });
      await server.start();
      await expect.poll(() => existsSync(opened)).toBe(true);
      const page = fileURLToPath(readFileSync(opened, 'utf8'));
      expect(statSync(page).mode & 0o777).toBe(0o600);
      const [, address = ''] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(readFileSync(page, 'utf8')) ?? [];
      expect(address.startsWith(`${server.address}/enter?token=`)).toBe(true);
      // Another one than the printed address, which the page of this test has used.
      expect(server.output).not.toContain(address);
      expect((await ask(address)).cookies).toHaveLength(1);
      expect((await ask(address)).cookies).toEqual([]);
      expect(await server.end('SIGTERM')).toBe(0);
      expect(existsSync(page)).toBe(false);
    },
  );

  test('OPS-03 a port that is taken is noticed before anything is begun', async () => {
    const other = createTcpServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = other.address() as AddressInfo;
      const server = runs.create({ extra: ['--port', String(port)] });
      await expect(server.start()).rejects.toThrow(`ended with code 1: Port ${port} is in use. Choose another port with --port.`);
      expect(existsSync(dataFile('journal'))).toBe(false);
      expect(existsSync(dataFile('server.lock'))).toBe(false);
    } finally {
      other.close();
    }
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'OPS-03 %s during the start ends it at once and in order, and the next start finds everything',
    async (signal) => {
      const server = runs.create();
      const starting = server.start().catch(() => 'stopped');
      await expect.poll(() => existsSync(dataFile('server.lock'))).toBe(true);
      process.kill(server.pid, signal);
      expect(await starting).toBe('stopped');
      expect(await server.gone()).toBe(0);
      expect(server.logLines().at(-1)).toBe('stopped during the start');
      expect(existsSync(dataFile('server.lock'))).toBe(false);
      await server.start();
      expect((await server.call('GET', '/contract/v5/account/state')).ret_code).toBe(0);
      expect(await server.end('SIGTERM')).toBe(0);
      expect(server.logLines().at(-1)).toBe('stopped');
    },
  );

  test('OPS-05 OPS-03 an error that nobody awaits is logged, and the server stops in order with a code that is not 0', async () => {
    const planted = runs.pathOf('planted.mjs');
    writeFileSync(planted, "process.on('SIGUSR2', () => void Promise.reject(new Error('planted')));\n");
    const server = runs.create({ environment: { NODE_OPTIONS: `--import=${planted}` } });
    await server.start();
    process.kill(server.pid, 'SIGUSR2');
    expect(await server.gone()).toBe(1);
    expect(server.logLines()).toContain('unexpected error');
    expect(existsSync(dataFile('server.lock'))).toBe(false);
    // It ended with a snapshot, as it does when it is asked to.
    expect(server.logLines().some((line) => line.startsWith('left '))).toBe(true);
  });
});
