import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown, type ExternalOption } from 'rolldown';
import { loadConfig } from 'rolldown/config';
import { askControl } from '../operator/control-socket.ts';

const SERVER_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = resolve(SERVER_FOLDER, '../../node_modules/.cache');
/** Modules that the build of the kill tests has in the place of the server's own: steps that end the process, and no hurry to stop. */
const DEADLY = ['src/testing/fail-point.ts', 'src/testing/journal-files.ts', 'src/testing/stop-limit.ts'];

const BUNDLE = 'tapedeck-server-tests-';
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The build's configuration. */
interface BuildConfig {
  readonly input: Readonly<Record<string, string>>;
  readonly external: ExternalOption;
  readonly output: { readonly format: 'esm'; readonly entryFileNames: string; readonly chunkFileNames: string };
}

/**
 * Bundles the server as its build does, in a folder of its own; returns its main file. With `failPoints` the process ends at the step that
 * `TAPEDECK_FAIL_POINT` names. A folder never changes, because a server of another test may be reading it.
 */
export async function bundleServer({ failPoints = false } = {}): Promise<string> {
  const { input, external, output } = (await loadConfig(join(SERVER_FOLDER, 'rolldown.config.mjs'))) as BuildConfig;
  const inputs = Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(SERVER_FOLDER, file)]));
  const plugins = failPoints ? [deadlySteps] : [];
  const bundle = await rolldown({ input: inputs, external, platform: 'node', logLevel: 'warn', plugins });
  const { output: files } = await bundle.generate(output);
  await bundle.close();
  const texts = files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const);
  const hash = createHash('sha256');
  for (const [name, text] of texts) hash.update(`${name}\0`).update(text);
  const folder = join(CACHE, `${BUNDLE}${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(folder)) await place(folder, texts);
  return join(folder, 'main.js');
}

/** Makes a folder of these files, and an empty history beside them, whole at once: others may be making it too. */
async function place(folder: string, files: readonly (readonly [name: string, text: string | Uint8Array])[]): Promise<void> {
  const beside = `${folder}.${process.pid}`;
  for (const [name, text] of files) {
    mkdirSync(dirname(join(beside, name)), { recursive: true });
    writeFileSync(join(beside, name), text);
  }
  await promisify(execFile)(process.execPath, [join(beside, 'make-empty-history.js')]);
  try {
    renameSync(beside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(beside, { recursive: true, force: true });
  }
  for (const name of readdirSync(CACHE)) {
    const old = join(CACHE, name);
    const made = name.startsWith(BUNDLE) ? statSync(old, { throwIfNoEntry: false })?.mtimeMs : undefined;
    if (made !== undefined && Date.now() - made > DAY_MS) rmSync(old, { recursive: true, force: true });
  }
}

const deadlySteps = {
  name: 'tapedeck:deadly-steps',
  resolveId: (source: string, importer: string | undefined): string | undefined => {
    if (importer?.includes('/testing/') === true) return undefined;
    const deadly = DEADLY.find((file) => basename(file) === basename(source));
    return deadly === undefined ? undefined : join(SERVER_FOLDER, deadly);
  },
};

export interface ApiAnswer {
  readonly ret_code: number;
  readonly ret_msg: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/** Level of the log, as pino counts levels. */
const ERROR_LEVEL = 50;

interface LogLine {
  readonly level: number;
  readonly msg: string;
}

/** A caller with its own cookies. */
export interface Visitor extends Pick<ServerProcess, 'call'> {
  readonly cookie: string;
}

/** A market that starts sooner than that of all coins, with contracts of every kind. */
const FEW_COINS = ['--coins', 'BTC,ETH'];

/** For programs that trade as fast as the server answers. */
export const NO_CALL_LIMIT = ['--calls-per-second', '100000'];

/** The real server in a process of its own. */
export class ServerProcess {
  readonly #main: string;
  readonly #data: string;
  readonly #extra: readonly string[];
  readonly #agent = new Agent({ keepAlive: true });
  #process: ChildProcess | undefined;
  /** Resolves when the process has ended and all its output has been read. */
  #closed: Promise<unknown> = Promise.resolve();
  #address = '';
  #cookie = '';
  output = '';

  readonly #environment: NodeJS.ProcessEnv;

  /** `extra`: further options. `environment` is added to ours. */
  constructor(main: string, data: string, extra: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
    this.#environment = environment;
    this.#main = main;
    this.#data = data;
    this.#extra = extra;
  }

  get address(): string {
    return this.#address;
  }

  get pid(): number {
    return this.#process?.pid ?? -1;
  }

  /** Starts the server; resolves when it prints its address, rejects with its output if it ends before. */
  async start(): Promise<void> {
    this.output = '';
    const market = this.#extra.some((option) => option === '--replay' || option === '--coins') ? [] : FEW_COINS;
    const child = spawn(process.execPath, [this.#main, '--port', '0', '--data', this.#data, ...market, ...this.#extra], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATABASE_URL: '', ...this.#environment },
    });
    this.#process = child;
    this.#closed = once(child, 'close');
    const entry = await new Promise<string>((ready, failed) => {
      const hear = (part: Buffer): void => {
        this.output += part.toString();
        const [, address, entry] = /Tapedeck is on (\S+)\n[^]*?(http\S+\/enter\?token=\S+)\n/.exec(this.output) ?? [];
        if (address === undefined || entry === undefined) return;
        this.#address = address;
        ready(entry);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('close', (code) => failed(new Error(`it ended with code ${code}: ${this.output}`)));
    });
    // A restarted server has another port, and with it another cookie.
    this.#cookie = await this.#enter(entry);
  }

  /** Ends it by a signal and waits until it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    // Does nothing to a process that has ended.
    this.#process?.kill(signal);
    const code = await this.gone();
    this.#agent.destroy();
    return code;
  }

  /** Resolves when the process has ended, however; with its code, if by itself. */
  async gone(): Promise<number | null> {
    await this.#closed;
    return this.#process?.exitCode ?? null;
  }

  /** One call of the web API; rejects when the connection breaks. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<ApiAnswer> {
    return this.#send(method, path, body, this.#cookie).then(({ text }) => JSON.parse(text) as ApiAnswer);
  }

  /** Another visitor, with cookies of its own after the first call. */
  visitor(): Visitor {
    return this.#visitorWith('');
  }

  /** The owner in another browser. */
  async owner(): Promise<Visitor> {
    const answer = await askControl(this.#data, { command: 'login', by: 'test', arguments: {} });
    if (answer?.ok !== true) throw new Error(`no address to log in by: ${JSON.stringify(answer)}`);
    const { address } = answer.result as { readonly address: string };
    return this.#visitorWith(await this.#enter(address));
  }

  #visitorWith(first: string): Visitor {
    let cookie = first;
    return {
      get cookie() {
        return cookie;
      },
      call: async (method, path, body) => {
        const { text, cookies } = await this.#send(method, path, body, cookie);
        if (cookies.length > 0) cookie = cookies.map((line) => line.split(';')[0] ?? '').join('; ');
        return JSON.parse(text) as ApiAnswer;
      },
    };
  }

  /** Text of a path's answer. */
  text(path: string): Promise<string> {
    return this.#send('GET', path, undefined, '').then(({ text }) => text);
  }

  /** Value of one series without labels in `/metrics`. */
  async metric(name: string): Promise<number> {
    const { text } = await this.#send('GET', '/metrics', undefined, this.#cookie);
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  logLines(): readonly string[] {
    return this.#log().map(({ msg }) => msg);
  }

  /** Log lines at level error and above. */
  loggedErrors(): readonly LogLine[] {
    return this.#log().filter(({ level }) => level >= ERROR_LEVEL);
  }

  #log(): readonly LogLine[] {
    const file = join(this.#data, 'server.log');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as LogLine);
  }

  /** Opens a one-time address; the cookie of the session. */
  async #enter(entry: string): Promise<string> {
    const { cookies } = await this.#send('GET', entry.slice(this.#address.length), undefined, '');
    return cookies.map((line) => line.split(';')[0] ?? '').join('; ');
  }

  #send(
    method: string,
    path: string,
    body: object | undefined,
    cookie: string,
  ): Promise<{ readonly text: string; readonly cookies: readonly string[] }> {
    return new Promise((settle, failed) => {
      const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const outgoing = request(`${this.#address}${path}`, { method, headers, agent: this.#agent }, (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', failed);
        incoming.on('aborted', () => failed(new Error('the connection broke')));
        incoming.on('end', () => settle({ text: Buffer.concat(parts).toString('utf8'), cookies: incoming.headers['set-cookie'] ?? [] }));
      });
      outgoing.on('error', failed);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}
