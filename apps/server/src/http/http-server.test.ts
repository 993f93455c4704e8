import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { udfError, parseWire } from '@tapedeck/protocol';
import { startTestServer, type TestServer } from '../testing/straw-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Raw, so that every header can be forged. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string, port = server.port): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => response.on('error', reject));
    outgoing.end(body);
  });
}

const post = (body: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask('POST', '/contract/v5/order/create', { 'content-type': 'application/json', ...headers }, body);

function envelopeOf(answer: Answer): { ret_code: number; ret_msg: string; result: unknown } {
  return JSON.parse(answer.text) as { ret_code: number; ret_msg: string; result: unknown };
}

async function expectRefused(answer: Promise<Answer>, status: number, code: number): Promise<void> {
  const settled = await answer;
  expect([settled.status, envelopeOf(settled).ret_code]).toEqual([status, code]);
  expect(settled.text).not.toMatch(/node_modules|\bat .*:\d+:\d+|Error:|\/src\//);
  expect(server.gateway.requests.length).toBe(0);
}

describe('bad input is refused with a code, and reaches nothing', () => {
  test('S-20 bodies over 64 KiB, declared or not', async () => {
    await expectRefused(post(JSON.stringify({ symbol: 'x'.repeat(70_000) })), 413, 10001);
    await expectRefused(post(`{"a":"${'x'.repeat(70_000)}"}`, { 'transfer-encoding': 'chunked' }), 413, 10001);
  });

  test('what is not JSON, by content and by type', async () => {
    await expectRefused(post('{"symbol":'), 400, 10001);
    await expectRefused(post('{"symbol":"\u0000'), 400, 10001);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'nonsense',
    ]) {
      await expectRefused(post('{"symbol":"BTCUSDT"}', { 'content-type': type }), 415, 10001);
    }
  });

  test('S-20 S-22 deep, wide, polluting and overlong JSON', async () => {
    await expectRefused(post(`${'['.repeat(30_000)}${']'.repeat(30_000)}`), 400, 10001);
    await expectRefused(post(`{"a":${'{"a":'.repeat(8)}1${'}'.repeat(8)}}`), 400, 10001);
    await expectRefused(post(JSON.stringify(Array.from({ length: 501 }, () => 1))), 400, 10001);
    await expectRefused(post('{"__proto__":{"banned":false}}'), 400, 10001);
    await expectRefused(post('{"a":{"constructor":{"prototype":{}}}}'), 400, 10001);
    await expectRefused(post('{"\\u005f_proto__":1}'), 400, 10001);
    await expectRefused(post(`{"qty":${'9'.repeat(21)}}`), 400, 10001);
    await expectRefused(post('{"qty":1e999}'), 400, 10001);
  });

  test('a body that is packed is refused, not misread', async () => {
    await expectRefused(post('{}', { 'content-encoding': 'gzip' }), 415, 10001);
    expect((await post('{}', { 'content-encoding': 'identity' })).status).toBe(200);
  });

  test('API-06 a wrong method is told from a wrong path, and the right one is named', async () => {
    for (const [method, path, allow] of [
      ['OPTIONS', '/contract/v5/order/create', 'POST'],
      ['OPTIONS', '/contract/v5/market/candles', 'GET, HEAD'],
      ['OPTIONS', '/v3/private/user/member/pref-setting', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await ask(method, path);
      expect([answer.status, envelopeOf(answer).ret_code, answer.headers['allow']]).toEqual([405, 10017, allow]);
    }
    expect((await ask('OPTIONS', '/contract/x')).headers['allow']).toBeUndefined();
  });

  test('HEAD is answered as GET is, without the body', async () => {
    for (const path of ['/', '/index.html', '/trade/usdt/BTCUSDT', '/contract/x', '/openapi.json']) {
      const [whole, head] = [await ask('GET', path, { accept: 'text/html' }), await ask('HEAD', path, { accept: 'text/html' })];
      expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', whole.headers['content-type']]);
      expect(whole.status).toBe(200);
    }
    expect(server.gateway.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  test('foreign hosts (DNS rebinding) and pages of other sites', async () => {
    const own = `127.0.0.1:${server.port}`;
    for (const host of ['evil.example', 'evil.example:4300', '127.0.0.1.evil.example', '192.168.1.4', 'a@127.0.0.1']) {
      await expectRefused(ask('GET', '/contract/v5/market/candles', { host }), 403, 10005);
    }
    for (const origin of [
      'http://evil.example',
      'null',
      `http://evil.example:${server.port}`,
      'file://',
      `http://localhost:${server.port}`,
    ]) {
      await expectRefused(post('{}', { host: own, origin }), 403, 10005);
    }
    await expectRefused(post('{}', { 'sec-fetch-site': 'cross-site' }), 403, 10005);
    expect((await post('{}', { host: own, origin: `http://${own}`, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await ask('GET', '/contract/x', { host: `localhost:${server.port}` })).status).toBe(200);
    expect((await ask('GET', '/contract/x', { host: `[::1]:${server.port}` })).status).toBe(200);
  });

  test('repeated and overlong parameters, broken escapes, unknown methods, broken HTTP', async () => {
    await expectRefused(ask('GET', '/contract/x?symbol=A&symbol=B'), 400, 10001);
    await expectRefused(ask('GET', `/contract/x?symbol=${'A'.repeat(600)}`), 400, 10001);
    await expectRefused(ask('GET', '/contract/%zz'), 400, 10001);
    await expectRefused(ask('OPTIONS', '/contract/x'), 404, 10017);
    const raw = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (part) => {
        text += part.toString();
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(raw).toContain('400 Bad Request');
    expect(raw).toContain('"ret_code":10001');
  });

  test('E8 a failure of our own says nothing of itself', async () => {
    const answer = await ask('GET', '/contract/fails');
    expect([answer.status, envelopeOf(answer).ret_code]).toEqual([500, 10016]);
    expect(answer.text).not.toContain('secret');
  });
});

test('good requests arrive parsed', async () => {
  const answer = await ask(
    'POST',
    '/contract/v5/order/create?a=1&b=%20x',
    { 'content-type': 'application/json; charset=utf-8' },
    '{"qty":"1"}',
  );
  expect(envelopeOf(answer).result).toEqual({
    path: '/contract/v5/order/create',
    query: { a: '1', b: ' x' },
    body: { qty: '1' },
    loggedIn: false,
  });
  expect(envelopeOf(await ask('POST', '/contract/x')).result).toMatchObject({ path: '/contract/x' });
});

/** Our files, and the scripts and styles inside the page. */
const ownAnd = (inline: string): string => `'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
const SOURCES = [`script-src ${ownAnd('first()')}`, `style-src ${ownAnd('b{top:0}')}`];
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types tapedeck'];

describe('pages', () => {
  test('the terminal at every address of its own, hashed files for ever, nothing outside', async () => {
    for (const path of [
      '/',
      '/trade/usdt/BTCUSDT',
      '/index.html',
      '/anything/else?x=1',
      '/user/assets/order/derivatives/uniform-usdt/trade-history',
    ]) {
      const answer = await ask('GET', path, { accept: 'text/html' });
      expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([
        200,
        '<!doctype html><title>Tapedeck</title><script>first()</script><style>b{top:0}</style>',
        'no-cache',
      ]);
    }
    const plain = await ask('GET', '/assets/app-1a2b3c4d.js');
    expect([plain.text, plain.headers['cache-control']]).toEqual(['console.log(1)', 'public, max-age=31536000, immutable']);
    const packed = await ask('GET', '/assets/app-1a2b3c4d.js', { 'accept-encoding': 'gzip' });
    expect([packed.headers['content-encoding'], packed.text]).toEqual(['gzip', 'not really gzip']);
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '/..\\secret.txt']) {
      expect((await ask('GET', path)).text).not.toBe('secret');
    }
  });

  test('S-11 a strict policy for scripts and styles; only the chart may be framed, by us', async () => {
    const page = await ask('GET', '/', { accept: 'text/html' });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    for (const part of ["default-src 'none'", ...SOURCES, ...TRUSTED_TYPES, "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy.split(';')).toContain(part);
    }
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['x-powered-by']).toBeUndefined();
    const chart = await ask('GET', '/chart.html');
    expect(String(chart.headers['content-security-policy'])).toContain("frame-ancestors 'self'");
  });
});

/** `name=value` of the cookies that an answer sets, and the whole lines. */
function cookiesOf(answer: Answer): { readonly header: string; readonly lines: readonly string[] } {
  const lines = [answer.headers['set-cookie'] ?? []].flat();
  return { lines, header: lines.map((line) => line.split(';')[0] ?? '').join('; ') };
}

const loggedIn = async (headers: Record<string, string>, path = '/contract/x'): Promise<unknown> =>
  (envelopeOf(await ask('GET', path, headers)).result as { loggedIn: unknown }).loggedIn;

const passphrase = 'correct horse battery';

describe('sessions', () => {
  test('OPS-01 OPS-05 a one-time address logs in by a cookie that scripts and other sites never see, and leaves no token behind', async () => {
    const path = `/enter?token=${server.entries.issue()}`;
    const answer = await ask('GET', path);
    expect([answer.status, answer.headers['location'], answer.headers['cache-control']]).toEqual([303, '/', 'no-store']);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    const { header, lines } = cookiesOf(answer);
    expect(lines.length).toBe(1);
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=604800']) expect(lines[0]).toContain(attribute);
    expect(lines[0]).not.toContain('Secure');
    expect(await loggedIn({ cookie: header })).toBe(true);
    // The address worked once; a logged-in visitor is led to the terminal.
    for (const headers of [{}, { cookie: header }] as Record<string, string>[]) {
      const again = await ask('GET', path, headers);
      expect([again.status, again.headers['location'], cookiesOf(again).lines]).toEqual([303, '/', []]);
    }
  });

  test('OPS-05 nobody is logged in without having been let in, whatever they ask and wherever they come from', async () => {
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { accept: 'text/html' }] as Record<string, string>[]) {
      for (const path of ['/', '/user/public/session', '/trade/usdt/BTCUSDT', '/enter', '/enter?token=', '/enter?token=guess']) {
        expect(cookiesOf(await ask('GET', path, headers)).lines, path).toEqual([]);
      }
      expect(cookiesOf(await ask('POST', '/user/public/login', headers)).lines).toEqual([]);
      expect(await loggedIn(headers, '/user/public/session')).toBe(false);
    }
  });

  test('OPS-05 an address is spent by opening it, not by looking ahead, by asking for its headers or where the owner is in already', async () => {
    const path = `/enter?token=${server.entries.issue()}`;
    const cookie = await server.login();
    expect(cookiesOf(await ask('HEAD', path)).lines).toEqual([]);
    for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }, { cookie }] as Record<string, string>[]) {
      expect(cookiesOf(await ask('GET', path, headers)).lines).toEqual([]);
    }
    expect(cookiesOf(await ask('GET', path)).lines.length).toBe(1);
    const late = `/enter?token=${server.entries.issue(1_000)}`;
    server.now.value += 1_000;
    expect(cookiesOf(await ask('GET', late)).lines).toEqual([]);
  });

  test('API-07 after a log-out the cookie is worth nothing; another address logs in again', async () => {
    const cookie = await server.login();
    const left = cookiesOf(await ask('POST', '/user/private/logout', { cookie }));
    expect(left.lines[0]).toContain('Max-Age=0');
    expect(await loggedIn({ cookie })).toBe(false);
    expect(await loggedIn({ cookie: await server.login() })).toBe(true);
  });

  test('OPS-05 limits count clients: what a proxy says is believed when it was named, and the cookie is for https when it took https', async () => {
    const behind = await startTestServer({ trustedProxies: ['127.0.0.1'] });
    try {
      const guess = async (from: string, port = behind.port): Promise<number> => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
        return (await ask('POST', '/user/public/login', headers, '{"username":"nobody","password":"x"}', port)).status;
      };
      // A client and a name have a limit of their own: here each guess is at another name.
      const other = async (from: string, name: number, port = behind.port): Promise<number> => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
        return (await ask('POST', '/user/public/login', headers, `{"username":"user-${name}","password":"x"}`, port)).status;
      };
      for (let count = 0; count < 20; count += 1) expect(await other('198.51.100.1', count)).toBe(401);
      expect(await other('198.51.100.1', 20)).toBe(429);
      // An entry that the client itself put in front does not make it another client.
      expect(await other('203.0.113.9, 198.51.100.1', 21)).toBe(429);
      expect(await guess('198.51.100.2')).toBe(401);
      // A network of IPv6 is one client.
      for (let count = 20; count < 40; count += 1) expect(await other(`2001:db8:1:2::${count}`, count)).toBe(401);
      expect(await other('2001:db8:1:2:ffff::1', 40)).toBe(429);
      // A proxy that was not named is a client.
      for (let count = 0; count < 20; count += 1) expect(await other(`198.51.100.${count}`, count, server.port)).toBe(401);
      expect(await other('198.51.100.99', 20, server.port)).toBe(429);
      const entered = (port: number, entries: typeof server.entries) =>
        ask('GET', `/enter?token=${entries.issue()}`, { 'x-forwarded-proto': 'https' }, undefined, port);
      expect(cookiesOf(await entered(behind.port, behind.entries)).lines[0]).toContain('; Secure');
      expect(cookiesOf(await entered(server.port, server.entries)).lines[0]).not.toContain('Secure');
    } finally {
      await behind.stop();
    }
  });

  test('OPS-05 S-43 behind a proxy, one client that guesses locks neither the owner out elsewhere nor those who are logged in', async () => {
    const behind = await startTestServer({ trustedProxies: ['127.0.0.1'], passphrase });
    try {
      await behind.sessions.createUser('alice', 'correct horse battery');
      const login = (from: string, password: string): Promise<Answer> => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
        return ask('POST', '/user/public/login', headers, JSON.stringify({ username: 'alice', password }), behind.port);
      };
      const attacker = '198.51.100.1';
      const cookie = cookiesOf(await login(attacker, 'correct horse battery')).header;
      const statuses: number[] = [];
      for (let count = 0; count < 15; count += 1) statuses.push((await login(attacker, `guess ${count}`)).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 5 }, () => 429)]);
      behind.now.value += 500;
      const refused = await login(attacker, 'correct horse battery');
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
      expect((await login('198.51.100.2', 'correct horse battery')).status).toBe(200);
      const asked = await ask('GET', '/contract/x', { cookie, 'x-forwarded-for': attacker }, undefined, behind.port);
      expect(envelopeOf(asked).result).toMatchObject({ loggedIn: true });
    } finally {
      await behind.stop();
    }
  });

  test('OPS-05 what is malformed is no guess: it never uses up the attempts of a client', async () => {
    const headers = { 'content-type': 'application/json' };
    for (let count = 0; count < 30; count += 1) {
      await ask('POST', '/user/public/login', headers, '{"password":"x"}');
      await ask('POST', '/user/public/login', headers, '{broken');
      await ask('POST', '/user/public/register', headers, '{"username":"x"}');
    }
    expect((await ask('POST', '/user/public/login', headers, '{"username":"nobody","password":"x"}')).status).toBe(401);
  });

  test('ACC-01 a session ends after seven days without use; each use gives it, and its cookie, seven more', async () => {
    const cookie = await server.login();
    server.now.value += 7 * 86_400_000 - 1;
    const renewed = cookiesOf(await ask('GET', '/contract/x', { cookie }));
    expect(renewed.header).toBe(cookie);
    expect(renewed.lines[0]).toContain('Max-Age=604800');
    expect(cookiesOf(await ask('GET', '/contract/x', { cookie })).lines).toEqual([]);
    server.now.value += 7 * 86_400_000 - 1;
    expect(await loggedIn({ cookie })).toBe(true);
    server.now.value += 7 * 86_400_000;
    expect(await loggedIn({ cookie })).toBe(false);
  });

  test('API-04 a token in the body is a compatibility mode: off unless asked for, and then as good as the cookie', async () => {
    const login = async ({ port }: TestServer): Promise<Readonly<Record<string, unknown>>> => {
      const answer = await ask('POST', '/user/public/login', { 'content-type': 'application/json' }, JSON.stringify({ passphrase }), port);
      return envelopeOf(answer).result as Readonly<Record<string, unknown>>;
    };
    const [usual, compatible] = await Promise.all([startTestServer({ passphrase }), startTestServer({ passphrase, bodyToken: true })]);
    try {
      expect(await login(usual)).not.toHaveProperty('token');
      const token = String((await login(compatible))['token']);
      expect(Buffer.from(token, 'base64url').length).toBe(32);
      const as = async (port: number, usertoken: string): Promise<unknown> =>
        (envelopeOf(await ask('GET', '/contract/x', { usertoken }, undefined, port)).result as { loggedIn: unknown }).loggedIn;
      expect(await as(compatible.port, token)).toBe(true);
      expect(await as(compatible.port, `${token}x`)).toBe(false);
      const cookie = await server.login();
      expect(await as(server.port, cookie.split('=')[1] ?? '')).toBe(false);
    } finally {
      await Promise.all([usual.stop(), compatible.stop()]);
    }
  });

  test('OPS-04 only the passphrase logs in by passphrase, and guessing it is cut short', async () => {
    const guarded = await startTestServer({ passphrase });
    try {
      const login = (given: string): Promise<Answer> =>
        ask('POST', '/user/public/login', { 'content-type': 'application/json' }, JSON.stringify({ passphrase: given }), guarded.port);
      expect(cookiesOf(await login(passphrase)).lines.length).toBe(1);
      for (let attempt = 0; attempt < 10; attempt += 1) expect(cookiesOf(await login(`guess ${attempt}`)).lines).toEqual([]);
      const refused = await login(passphrase);
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
      guarded.now.value += 60_000;
      expect((await login(passphrase)).status).toBe(200);
    } finally {
      await guarded.stop();
    }
  });
});

describe('answers that are no envelope', () => {
  test('BOT-03 what the transport refuses of chart programs is told in the form of their protocol', async () => {
    for (const path of ['/udf/config', '/udf/symbols', '/udf/search', '/udf/history']) {
      const repeated = await ask('GET', `${path}?symbol=A&symbol=B`);
      const foreign = await ask('GET', path, { host: 'evil.example' });
      for (const [answer, status] of [
        [repeated, 400],
        [foreign, 403],
      ] as const) {
        expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8']);
        expect(parseWire(udfError, JSON.parse(answer.text)).errmsg).not.toBe('');
      }
    }
    expect(server.gateway.requests).toEqual([]);
  });

  test('S-15 a file is saved under its name, of its own type, and never kept', async () => {
    const { status, headers, text } = await ask('GET', '/contract/v5/history/export?list=orders', { accept: 'text/html' });
    expect([status, text]).toEqual([200, 'orderId,symbol\r\n7,BTCUSDT\r\n']);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('E8 a file that cannot be finished breaks off: nobody takes it for whole, and nothing of the reason is told', async () => {
    await expect(ask('GET', '/contract/v5/history/export?list=broken')).rejects.toThrow(/aborted|hang up|reset/);
    expect((await ask('GET', '/contract/v5/history/export?list=orders')).status).toBe(200);
  });

  test('I18-02 texts are files by namespace, language and environment, and nothing else is', async () => {
    const german = await ask('GET', '/i18n/orders/de.testnet.json?v=1');
    expect([german.status, german.headers['content-type'], german.text]).toEqual([
      200,
      'application/json; charset=utf-8',
      '{"title":"Aufträge"}',
    ]);
    expect((await ask('GET', '/i18n/orders/de.production.json?v=1')).text).toBe('{"title":"Orders"}');
    for (const path of [
      '/i18n/orders/fr.testnet.json',
      '/i18n/orders/de.staging.json',
      '/i18n/secret/de.testnet.json',
      '/i18n/orders/..%2f..%2f..%2fsecret.txt',
    ])
      // No file: the routes answer.
      expect(envelopeOf(await ask('GET', path)).result).toMatchObject({ path });
  });
});
