import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { rememberFolder } from './login.ts';
import { runClockOption } from './run-clock.ts';

/** From the top of the repository, where every script of it runs. */
const MAIN = path.resolve('apps/server/dist/main.js');
const READY_LIMIT_MS = 50_000;
const STOP_LIMIT_MS = 30_000;

export interface RunningServer {
  readonly url: string;
  readonly data: string;
  /** Ends the process and starts it again on the same address and data; `more` options stand above those it was started with. */
  restart(signal?: 'SIGTERM' | 'SIGKILL', ...more: readonly string[]): Promise<void>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
  /** Runs an operator command on it, such as staging a market scenario. */
  operator(...args: readonly string[]): Promise<void>;
  /** Its output so far. */
  output(): string;
}

/** Starts the built server on a free port with a new data folder. `args` go to it as they are; modules to
 * `--import` go to Node, in the place of the run's clock. */
export async function startServer(...args: readonly string[]): Promise<RunningServer> {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: run \`npm run build\` first.`);
  const data = mkdtempSync(path.join(tmpdir(), 'tapedeck-e2e-'));
  const lines: string[] = [];
  let running = await launch('0', data, args, lines);
  const { port } = new URL(running.url);
  rememberFolder(running.url, data);
  return {
    url: running.url,
    data,
    restart: async (signal = 'SIGTERM', ...more) => {
      await end(running.child, signal);
      running = await launch(port, data, [...args, ...more], lines);
    },
    stop: async () => {
      await end(running.child, 'SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
    operator: async (...call) => {
      await promisify(execFile)(process.execPath, [MAIN, 'operator', ...call, '--data', data]);
    },
    output: () => lines.join('\n'),
  };
}

async function launch(port: string, data: string, args: readonly string[], lines: string[]): Promise<{ child: ChildProcess; url: string }> {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('TAPEDECK_') && name !== 'NODE_OPTIONS'),
  );
  const isImport = (arg: string): boolean => arg.startsWith('--import=');
  const imports = args.filter(isImport);
  const options = ['--enable-source-maps', ...(imports.length > 0 ? imports : [runClockOption()])];
  const own = args.filter((arg) => !isImport(arg));
  const child = spawn(process.execPath, [...options, MAIN, '--port', port, '--data', data, ...own], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, NODE_ENV: 'production' },
  });
  const { stdout, stderr } = child;
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`The server ${why}:\n${lines.slice(-40).join('\n')}`));
    };
    const limit = setTimeout(() => fail('was not ready in time'), READY_LIMIT_MS);
    child.once('exit', (code) => fail(`ended with ${String(code)} before it was ready`));
    const read = (line: string): void => {
      lines.push(line);
      const address = /\bhttp:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (address === undefined) return;
      clearTimeout(limit);
      child.removeAllListeners('exit');
      resolve(address);
    };
    createInterface(stdout).on('line', read);
    createInterface(stderr).on('line', read);
  });
  return { child, url };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  child.kill(signal);
  await gone;
  clearTimeout(limit);
}
