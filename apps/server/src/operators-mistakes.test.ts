// Time limit of this file: 240 s, since its tests start a server each.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STATE_VERSION } from '@tapedeck/venue-paper';
import { writtenByVersion } from './testing/other-rules.ts';
import { serverRuns } from './testing/server-runs.ts';

const runs = serverRuns();
const pathOf = (name: string): string => join(runs.pathOf('data'), name);

interface Ended {
  readonly code: number | string | null;
  readonly error: string;
}

/** Runs the program until it ends by itself. */
function run(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, DATABASE_URL: '' } };
    execFile(process.execPath, [runs.main(), ...args, '--data', runs.pathOf('data')], options, (failure, _out, error) => {
      resolve({ code: failure?.code ?? 0, error });
    });
  });
}

/** One line, and no stack. */
function expectSentence({ code, error }: Ended, words: string | RegExp): void {
  expect(error).toMatch(words);
  expect(error.trimEnd().split('\n')).toHaveLength(1);
  expect([1, 2]).toContain(code);
}

const fileInPlaceOf = (path: string): void => {
  rmSync(path, { recursive: true, force: true });
  writeFileSync(path, '');
};

test('OPS-03 a data folder that the server cannot use is refused by the name of the file and the way forward', async () => {
  const start = (): Promise<Ended> => run('--port', '0', '--coins', 'BTC');
  mkdirSync(pathOf('server.log'), { recursive: true });
  expectSentence(await start(), /EISDIR.*server\.log/);
  rmSync(pathOf('server.log'), { recursive: true });
  fileInPlaceOf(pathOf('journal'));
  expectSentence(await start(), /cannot write to \S+journal: ENOTDIR.* with --data\.$/m);
  rmSync(pathOf('journal'));
  writeFileSync(pathOf('api-keys.key'), 'x');
  expectSentence(await start(), /api-keys\.key is damaged: restore it from a backup, or delete it/);
  rmSync(pathOf('identity'), { recursive: true });
  expectSentence(await start(), /users, sessions and API keys \(\S+identity\) are missing/);
});

test.skipIf(process.platform === 'win32')('OPS-03 a recording that is a pipe is refused, without a wait for its end', async () => {
  mkdirSync(runs.pathOf('data'));
  execFileSync('mkfifo', [pathOf('pipe')]);
  expectSentence(await run('--port', '0', '--replay', pathOf('pipe')), 'pipe is not a file');
});

test.skipIf(process.platform === 'win32')(
  'OPS-05 a data folder is readable by its owner only, whatever the mask of the shell',
  async () => {
    mkdirSync(runs.pathOf('data'), { mode: 0o755 });
    const mask = process.umask(0);
    const server = await runs.start().finally(() => process.umask(mask));
    // The history opens after the server.
    await expect.poll(async () => (await server.call('GET', '/contract/v5/order/history')).ret_code).toBe(0);
    await server.end('SIGTERM');
    const names = ['', ...readdirSync(runs.pathOf('data'), { recursive: true, encoding: 'utf8' })];
    expect(names).toEqual(expect.arrayContaining(['identity', 'journal', 'server.log']));
    expect(names.filter((name) => (statSync(pathOf(name)).mode & 0o077) !== 0)).toEqual([]);
  },
);

test.each(['{', '{}'])('OPS-03 a control file %s of a dead server does not stop the tool', async (text) => {
  const server = await runs.start();
  await server.end('SIGTERM');
  writeFileSync(pathOf('control.json'), text);
  const ended = await run('operator', 'list');
  rmSync(pathOf('control.json'));
  expect(ended).toEqual({ code: 0, error: '' });
});

test('OPS-03 a command that cannot be recorded is answered so, and the server goes on', async () => {
  const server = await runs.start();
  mkdirSync(pathOf('audit.log'));
  const ended = await run('operator', 'ban', 'trader-01');
  expectSentence(ended, /^It is done, but audit\.log in the data folder cannot be written: EISDIR/);
  expect((await server.call('GET', '/contract/v5/order/list')).ret_code).toBe(0);
  expect(server.loggedErrors()).toEqual([]);
});

test('OPS-03 EXC-07 a data folder of another version is refused by a sentence, whatever the tool is asked for', async () => {
  const server = await runs.start();
  expect(await server.end('SIGTERM')).toBe(0);
  await writtenByVersion(runs.pathOf('data'), STATE_VERSION - 1);
  expectSentence(await run('operator', 'list'), 'npm run operator -- upgrade');
  expectSentence(await run('operator', 'upgrade', '--yes'), 'it knows no way from that state to its own');
  expectSentence(await run('--port', '0', '--coins', 'BTC,ETH'), 'npm run operator -- upgrade');
  await writtenByVersion(runs.pathOf('data'), STATE_VERSION + 1);
  expectSentence(await run('operator', 'list'), 'start that version, or choose a new data folder');
});
