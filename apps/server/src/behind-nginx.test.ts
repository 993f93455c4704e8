import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ServerProcess, bundleServer } from './testing/server-process.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const PASSWORD = 'correct horse battery';
const LOGIN = '/user/public/login';
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find((path) => existsSync(path));
const OPERATING = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');

if (NGINX === undefined) {
  process.stdout.write('There is no nginx on this machine: what docs/operating.md says about it is not tested.\n');
}

/** The configuration that the documentation recommends, for the address of this server. */
function documented(target: string): { readonly map: string; readonly location: string } {
  const map = /`(map \$http_upgrade [^`]+)`/.exec(OPERATING)?.[1] ?? '';
  const location = /```nginx\n([^`]+)```/.exec(OPERATING)?.[1] ?? '';
  expect(map).toContain('upgrade');
  expect(location).toContain('proxy_pass http://127.0.0.1:4300;');
  return { map, location: location.replace('http://127.0.0.1:4300', target) };
}

async function freePort(): Promise<number> {
  const holder = createServer();
  holder.listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Asks from one of the machine's own addresses, so that the proxy sees several clients. */
function ask(url: string, from: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type: Readonly<Record<string, string>> = body === undefined ? {} : { 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const outgoing = request(url, { method, headers: { ...type, ...headers }, agent: false, localAddress: from }, (incoming) => {
      incoming.resume();
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers }));
    });
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const cookieOf = ({ headers }: Answer): string => (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');

describe.skipIf(NGINX === undefined)('behind nginx as docs/operating.md says', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let server: ServerProcess;
  let nginx: ChildProcess | undefined;
  let proxied = '';
  let bare = '';
  beforeAll(async () => {
    folder = temporaryFolder();
    server = new ServerProcess(await bundleServer(), join(folder.path, 'data'), ['--trust-proxy', '127.0.0.1', '--open-registration']);
    await server.start();
    expect((await server.visitor().call('POST', '/user/public/register', { username: 'alice', password: PASSWORD })).ret_code).toBe(0);
    const [proxyPort, barePort] = [await freePort(), await freePort()];
    [proxied, bare] = [`http://127.0.0.1:${proxyPort}`, `http://127.0.0.1:${barePort}`];
    await startNginx(proxyPort, barePort);
  });
  afterAll(async () => {
    if (nginx?.exitCode === null) {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
    }
    await server.end('SIGKILL');
    folder.remove();
  });

  async function startNginx(proxyPort: number, barePort: number): Promise<void> {
    const { map, location } = documented(server.address);
    const home = join(folder.path, 'nginx');
    mkdirSync(home);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`);
    const file = join(home, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off; pid ${home}/nginx.pid; error_log stderr warn; events {}
      http { access_log off; ${temporary.join(' ')}
        ${map}
        server { listen 127.0.0.1:${proxyPort}; ${location} }
        server { listen 127.0.0.1:${barePort}; location / { proxy_pass ${server.address}; } }
      }`,
    );
    const child = spawn(NGINX ?? '', ['-c', file, '-p', home, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
    nginx = child;
    await vi.waitFor(
      async () => {
        if (child.exitCode === null) expect((await ask(`${proxied}/healthz`, '127.0.0.9')).status).toBe(200);
      },
      { timeout: 60_000 },
    );
    if (child.exitCode !== null) throw new Error(errors);
  }

  test('OPS-05 OPS-04 a user logs in, and both streams run, through the proxy', async () => {
    const answer = await ask(`${proxied}${LOGIN}`, '127.0.0.2', { username: 'alice', password: PASSWORD }, { origin: proxied });
    expect(answer.status).toBe(200);
    const cookie = cookieOf(answer);
    expect((await ask(`${proxied}/contract/v5/account/state`, '127.0.0.2', undefined, { cookie })).status).toBe(200);
    for (const path of ['/realtime?v=2', '/private?v=2']) {
      const socket = new WebSocket(`${proxied.replace('http', 'ws')}${path}`, { headers: { cookie, origin: proxied } });
      await once(socket, 'open');
      const heard = once(socket, 'message');
      socket.send(JSON.stringify({ op: 'ping' }));
      expect(String((await heard)[0])).toContain('pong');
      socket.terminate();
    }
  });

  test('OPS-05 S-43 limits count the clients behind the proxy, whatever they say of themselves', async () => {
    const guess = (from: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
      ask(`${proxied}${LOGIN}`, from, { username: 'alice', password: 'wrong password' }, headers);
    for (let count = 0; count < 10; count += 1) expect((await guess('127.0.0.3')).status).toBe(401);
    const refused = await guess('127.0.0.3');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess('127.0.0.3', { 'x-forwarded-for': '198.51.100.1' })).status).toBe(429);
    expect((await ask(`${proxied}${LOGIN}`, '127.0.0.4', { username: 'alice', password: PASSWORD })).status).toBe(200);
  });

  test('OPS-05 OPS-04 a bare proxy_pass, which says nothing of its visitors, makes none of them the owner', async () => {
    for (const path of ['/', '/user/public/session', '/trade/usdt/BTCUSDT', '/enter', '/enter?token=x']) {
      expect((await ask(`${bare}${path}`, '127.0.0.5', undefined, { accept: 'text/html' })).headers['set-cookie'], path).toBeUndefined();
    }
    expect((await ask(`${bare}/contract/v5/account/state`, '127.0.0.5')).status).toBe(401);
    expect((await ask(`${bare}/metrics`, '127.0.0.5')).status).toBe(401);
  });
});
