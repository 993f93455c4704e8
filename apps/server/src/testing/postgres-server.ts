import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const DEBIAN = '/usr/lib/postgresql';
/** PostgreSQL does not run as root: then it runs as the user `nobody`. */
const NOBODY = 65_534;
const START_MS = 300_000;

/** The folder with the programs `initdb` and `postgres`, of the newest version there is; `undefined` on a machine without them. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => folder !== '' && ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))));
}

export interface PostgresProcess {
  readonly url: string;
  /** Ends it: in order (`SIGINT`), at once (`SIGQUIT`), or as a crash does (`SIGKILL`). */
  halt(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts it again after `halt`, on the same port and folder; resolves when it takes connections. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** A PostgreSQL server of its own on a free port of the loopback address, in a folder that ends with it. */
export async function startPostgres(programs: string): Promise<PostgresProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-postgres-'));
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (owner.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  await promisify(execFile)(join(programs, 'initdb'), ['-D', data, '-U', 'tapedeck', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    ...owner,
    cwd: folder,
  });
  const port = await freePort();
  const url = `postgres://tapedeck@127.0.0.1:${port}/postgres`;
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off'];
  const launch = (): ChildProcess =>
    spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    });
  const start = async (): Promise<ChildProcess> => {
    for (const began = Date.now(); ;) {
      const server = launch();
      try {
        await reachable(url, once(server, 'exit'));
        return server;
      } catch (error) {
        // A killed server may leave processes behind that hold its memory for a moment.
        if (Date.now() - began > START_MS) throw error;
      }
    }
  };
  let server = await start();
  const halt = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    url,
    halt,
    start: async () => {
      server = await start();
    },
    stop: async () => {
      await halt('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function reachable(url: string, ended: Promise<unknown>): Promise<void> {
  const gone = ended.then(() => 'gone' as const);
  for (const began = Date.now(); Date.now() - began < START_MS;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if ((await Promise.race([gone, wait(50)])) === 'gone') throw new Error('PostgreSQL ended while it started', { cause: error });
    }
  }
  throw new Error(`PostgreSQL did not answer within ${START_MS} ms`);
}
