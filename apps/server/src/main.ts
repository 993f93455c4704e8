import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { dataFolderOf, makeFolder } from './files/data-folder.ts';
import { FolderInUse, lockFolder } from './files/folder-lock.ts';
import { operate } from './operator/operator-main.ts';
import { OperatorWrong } from './operator/operator-request.ts';
import { OptionsWrong, USAGE, readOptions, type ServerOptions } from './options.ts';
import { ServerFailed } from './engine-worker/start-engine.ts';
import { OPENING_MS_MAX, openInBrowser } from './open-browser.ts';
import { STOP_MS_MAX } from './operation/stop-limit.ts';
import { checkCertificate, startServer, type RunningServer } from './server.ts';

/** Closing the window of the terminal is a wish to stop, too. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Errors whose message is all that the operator needs. */
const SPOKEN = [OptionsWrong, OperatorWrong, FolderInUse, ServerFailed];

function say(error: unknown): void {
  const spoken = SPOKEN.some((kind) => error instanceof kind);
  const { message, stack } = error as Error;
  process.stderr.write(`${spoken ? message : (stack ?? message)}\n`);
}

function openLog(folder: string): Logger {
  return pino(
    { level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: join(folder, 'server.log'), sync: true }),
  );
}

async function run(options: ServerOptions): Promise<void> {
  const folder = dataFolderOf(options);
  prepare(folder);
  checkCertificate(options.tls);
  const asked = stopAsked();
  const lock = lockFolder(folder);
  // However the process ends, short of being killed.
  process.once('exit', () => lock.release());
  await serve(options, folder, asked);
}

function prepare(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ServerFailed(`The data folder ${folder} cannot be used: ${(error as Error).message}`);
  }
}

async function serve(options: ServerOptions, folder: string, asked: Promise<undefined>): Promise<void> {
  const log = openLog(folder);
  if (options.insecurePublic) {
    process.stderr.write(`Warning: ${options.host} is served without TLS; whoever shares the network can read and change what is sent.\n`);
  }
  const broken = faulted(log);
  const server = await Promise.race([startServer(options, folder, log), asked, broken]);
  if (server instanceof Error) throw server;
  if (server === undefined) {
    // What was begun ends with the process, as a crash would end it: the journal is read again at the next start.
    log.info('stopped before the start was over');
    return;
  }
  await welcome(server, options, folder);
  log.info({ url: server.url, folder }, 'started');
  const failure = await Promise.race([server.failed, asked, broken]);
  await stopInTime(server, log);
  if (failure === undefined) {
    log.info('stopped');
    return;
  }
  log.fatal(failure.message);
  throw failure;
}

/** Says where the server is. Whoever has a passphrase logs in by it; anybody else opens the address that works once. */
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

/** Stops the server; what cannot end in time is left as a crash would leave it, and nothing that was acknowledged is lost. */
async function stopInTime(server: RunningServer, log: Logger): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    limit = setTimeout(() => resolve('late'), STOP_MS_MAX);
  });
  const stopped = await Promise.race([server.stop(), late]);
  clearTimeout(limit);
  if (stopped === 'late') log.warn('stopped without a last snapshot: the exchange was busy; the next start takes longer');
}

/** Resolves at the first signal to stop; the second one ends the process at once. */
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

/** Resolves when something went wrong that nobody expected, here or in a promise that nobody waits for: then the server must end. */
function faulted(log: Logger): Promise<Error> {
  return new Promise((resolve) => {
    process.on('uncaughtException', (error, origin) => {
      log.fatal({ err: error, origin }, 'unexpected error');
      resolve(error instanceof Error ? error : new Error(String(error)));
    });
  });
}

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
