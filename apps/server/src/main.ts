import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { StateOfAnotherVersion } from '@tapedeck/venue-paper';
import { pino, type Logger } from 'pino';
import { GenesisUnreadable } from './engine-worker/genesis.ts';
import { dataFolderOf, hasBegun, makeFolder } from './files/data-folder.ts';
import { FolderInUse, lockFolder } from './files/folder-lock.ts';
import { FolderUnusable, systemRefusal } from './files/folder-unusable.ts';
import { createForOwnerOnly } from './files/owner-only.ts';
import { checkCertificate } from './http/certificate.ts';
import { JournalDamaged, JournalTooNew } from './journal/segment.ts';
import { operate } from './operator/operator-main.ts';
import { OperatorWrong } from './operator/operator-request.ts';
import { OptionsWrong, USAGE, readOptions, type ServerOptions } from './options.ts';
import { RecordingRefused } from './engine-worker/recording-refused.ts';
import { loadTape } from './engine-worker/replay-tape.ts';
import { ServerFailed, replayOf } from './engine-worker/start-engine.ts';
import { OPENING_MS_MAX, openInBrowser } from './open-browser.ts';
import { STOP_MS_MAX } from './operation/stop-limit.ts';
import { compileForStart } from './operation/start-compiler.ts';
import { startServer, type RunningServer } from './server.ts';

/** Closing the terminal window also requests a stop. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Errors whose message is all that the operator needs. */
const SPOKEN = [
  OptionsWrong,
  OperatorWrong,
  RecordingRefused,
  FolderInUse,
  FolderUnusable,
  ServerFailed,
  JournalDamaged,
  JournalTooNew,
  GenesisUnreadable,
  StateOfAnotherVersion,
];

function say(error: unknown): void {
  const spoken = SPOKEN.some((kind) => error instanceof kind);
  const { message, stack } = error as Error;
  process.stderr.write(`${spoken ? message : (systemRefusal(error) ?? stack ?? message)}\n`);
}

function openLog(folder: string): Logger {
  return pino(
    { level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: join(folder, 'server.log'), sync: true }),
  );
}

async function run(options: ServerOptions): Promise<void> {
  const folder = dataFolderOf(options);
  const replay = replayOf(options);
  // A recording that cannot be played leaves no folder behind.
  if (replay !== undefined && !hasBegun(folder)) await loadTape(replay);
  prepare(folder);
  const { tls: files, host, allowedHosts } = options;
  const warnings = files === undefined ? [] : [...checkCertificate({ files, host, allowedHosts, now: Date.now() })];
  if (options.insecurePublic) warnings.push(`${host} is served without TLS; anyone on the network can read and change the traffic.`);
  const asked = stopAsked();
  const lock = new HeldLock(folder);
  const log = openLog(folder);
  for (const text of warnings) {
    process.stderr.write(`Warning: ${text}\n`);
    log.warn(text);
  }
  await serve(options, { folder, log, lock }, asked);
}

/** The lock of the folder, which the end of the process releases, unless work in the folder may outlive the stop. */
class HeldLock {
  readonly #lock: ReturnType<typeof lockFolder>;
  readonly release = (): void => this.#lock.release();

  constructor(folder: string) {
    this.#lock = lockFolder(folder);
    process.once('exit', this.release);
  }

  /** From now on, only `release` releases it. The next start takes over the lock of an ended process. */
  keep(): void {
    process.off('exit', this.release);
  }
}

function prepare(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ServerFailed(`The data folder ${folder} cannot be used: ${(error as Error).message}`);
  }
}

interface HeldFolder {
  readonly folder: string;
  readonly log: Logger;
  readonly lock: HeldLock;
}

async function serve(options: ServerOptions, { folder, log, lock }: HeldFolder, asked: Promise<undefined>): Promise<void> {
  const broken = faulted(log);
  const compileAsUsual = compileForStart();
  const starting = startServer(options, folder, log).catch((error: unknown): never => {
    log.fatal({ err: error }, 'the start failed');
    throw error;
  });
  const server = await Promise.race([starting, asked, broken]);
  if (server instanceof Error) throw server;
  if (server === undefined) {
    // Work in progress ends with the process, as in a crash; the next start reads the journal again.
    log.info('stopped during the start');
    return;
  }
  compileAsUsual();
  await welcome(server, options, folder);
  log.info({ url: server.url, folder }, 'started');
  const failure = await Promise.race([server.failed, asked, broken]);
  lock.keep();
  const inTime = await stopInTime(server, log);
  if (inTime) lock.release();
  if (failure !== undefined) log.fatal(failure.message);
  else if (inTime) log.info('stopped');
  if (!inTime && server.diskHangs()) endAtOnce(log, failure);
  if (failure !== undefined) throw failure;
}

/** An exit would wait for the thread that waits for the disk. */
function endAtOnce(log: Logger, failure: Error | undefined): void {
  log.warn('the disk does not answer: the server ends the process');
  if (failure !== undefined) say(failure);
  process.kill(process.pid, 'SIGKILL');
}

/** Prints the address of the server. With a passphrase, the owner logs in by it; otherwise by the printed one-time address. */
async function welcome(server: RunningServer, { passphrase, openBrowser }: ServerOptions, folder: string): Promise<void> {
  process.stdout.write(`Tapedeck is on ${server.url}\n`);
  if (passphrase === undefined) {
    process.stdout.write(
      `Open this address to log in; it works once (npm run operator -- login prints another):\n  ${server.newEntry()}\n`,
    );
  }
  if (!openBrowser) return;
  const trouble = await openInBrowser(server.newEntry(OPENING_MS_MAX), folder);
  if (trouble !== undefined) process.stderr.write(`The browser could not be opened (${trouble}). Open the address yourself.\n`);
}

/**
 * Stops the server, and returns whether it finished in time; unfinished work is left as after a crash, and no
 * acknowledged data is lost.
 */
async function stopInTime(server: RunningServer, log: Logger): Promise<boolean> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    limit = setTimeout(() => resolve('late'), STOP_MS_MAX);
  });
  const stopped = await Promise.race([server.stop(), late]);
  clearTimeout(limit);
  if (stopped === 'late') log.warn('stopped without a final snapshot because the exchange was busy; the next start takes longer');
  return stopped !== 'late';
}

/** Resolves at the first stop signal; the second one ends the process at once. */
function stopAsked(): Promise<undefined> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve(undefined);
      });
    }
  });
}

/** Resolves after an unexpected error, here or in an unobserved promise: then the server must end. */
function faulted(log: Logger): Promise<Error> {
  return new Promise((resolve) => {
    process.on('uncaughtException', (error, origin) => {
      log.fatal({ err: error, origin }, 'unexpected error');
      resolve(error instanceof Error ? error : new Error(String(error)));
    });
  });
}

createForOwnerOnly();
try {
  const [first, ...others] = process.argv.slice(2);
  if (first === 'operator') await operate(others, process.env);
  else {
    const options = readOptions(process.argv.slice(2), process.env);
    if (options === 'help') process.stdout.write(USAGE);
    else await run(options);
  }
  process.exit(0);
} catch (error) {
  say(error);
  process.exit(error instanceof OptionsWrong || error instanceof OperatorWrong ? 2 : 1);
}
