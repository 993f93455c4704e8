import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPlainFile } from '../files/key-file.ts';
import { OperatorWrong, type OperatorRequest } from './operator-request.ts';

const KEY_BYTES = 32;
const REQUEST_BYTES_MAX = 64 * 1024;
const REQUEST_MS_MAX = 5_000;
/** Some systems refuse longer socket paths. */
const PATH_BYTES_MAX = 100;

interface ControlFile {
  readonly socket: string;
  /** Access to the data folder grants operation, whatever the permissions of the socket itself. */
  readonly key: string;
}

export type OperatorAnswer = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly message: string };

const fileOf = (folder: string): string => join(folder, 'control.json');

function socketPath(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\tapedeck-${hash}`;
  const inside = join(folder, 'control.sock');
  return Buffer.byteLength(inside) <= PATH_BYTES_MAX ? inside : join(tmpdir(), `tapedeck-${hash}.sock`);
}

/** Accepts operator requests for the server that uses `folder`. */
export async function openControl(
  folder: string,
  answer: (request: OperatorRequest) => Promise<OperatorAnswer>,
): Promise<{ close(): void }> {
  const path = socketPath(folder);
  const key = randomBytes(KEY_BYTES).toString('hex');
  const server: Server = createServer((socket) => serve(socket, key, answer));
  if (process.platform !== 'win32') rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  writeFileSync(fileOf(folder), JSON.stringify({ socket: path, key } satisfies ControlFile), { mode: 0o600 });
  return {
    close: () => {
      rmSync(fileOf(folder), { force: true });
      server.close();
    },
  };
}

function serve(socket: Socket, key: string, answer: (request: OperatorRequest) => Promise<OperatorAnswer>): void {
  let text = '';
  const limit = setTimeout(() => socket.destroy(), REQUEST_MS_MAX);
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('close', () => clearTimeout(limit));
  const onData = (part: string): void => {
    text += part;
    if (text.length > REQUEST_BYTES_MAX) socket.destroy();
    if (!text.includes('\n')) return;
    clearTimeout(limit);
    socket.off('data', onData);
    const request = readRequest(text, key);
    const reply: Promise<OperatorAnswer> =
      request === undefined ? Promise.resolve({ ok: false, message: 'The request was not understood.' }) : answer(request);
    void reply.then((result) => socket.end(`${JSON.stringify(result)}\n`));
  };
  socket.on('data', onData);
}

function readRequest(text: string, key: string): OperatorRequest | undefined {
  let parsed: { readonly key?: unknown; readonly request?: unknown };
  try {
    parsed = JSON.parse(text) as typeof parsed;
  } catch {
    return undefined;
  }
  const given = Buffer.from(typeof parsed.key === 'string' ? parsed.key : '');
  const right = Buffer.from(key);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const { command, by, arguments: values } = (parsed.request ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof command !== 'string' || typeof by !== 'string' || typeof values !== 'object' || values === null) return undefined;
  if (!Object.values(values).every((value) => typeof value === 'string')) return undefined;
  return { command, by, arguments: values as Readonly<Record<string, string>> };
}

/** Asks the server that uses `folder`; `undefined` if none does. */
export function askControl(folder: string, request: OperatorRequest): Promise<OperatorAnswer | undefined> {
  const control = readControl(fileOf(folder));
  if (control === undefined) return Promise.resolve(undefined);
  const { socket: path, key } = control;
  return new Promise((resolve, reject) => {
    const socket = createConnection(path, () => socket.write(`${JSON.stringify({ key, request })}\n`));
    let text = '';
    socket.setEncoding('utf8');
    // A killed server leaves its socket file behind without a listener.
    socket.on('error', () => resolve(undefined));
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('end', () => {
      // An ending server breaks off.
      if (text.endsWith('\n')) resolve(JSON.parse(text) as OperatorAnswer);
      else reject(new OperatorWrong('The server gave no answer.'));
    });
  });
}

/** `undefined` without a complete control file: then the lock of the folder says whether a server uses it. */
function readControl(file: string): ControlFile | undefined {
  try {
    const { socket, key } = JSON.parse(isPlainFile(file) ? readFileSync(file, 'utf8') : '{}') as Partial<ControlFile>;
    return typeof socket === 'string' && typeof key === 'string' ? { socket, key } : undefined;
  } catch {
    return undefined;
  }
}
