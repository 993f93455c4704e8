import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { dataFolderOf, makeFolder } from './files/data-folder.ts';
import { FolderInUse, lockFolder } from './files/folder-lock.ts';
import { operate } from './operator/operator-main.ts';
import { OperatorWrong } from './operator/operator-request.ts';
import { OptionsWrong, USAGE, readOptions, type ServerOptions } from './options.ts';
import { ServerFailed } from './engine-worker/start-engine.ts';
import { checkCertificate, startServer } from './server.ts';

const STOP_MS_MAX = 15_000;

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
  const lock = lockFolder(folder);
  try {
    await serve(options, folder);
  } finally {
    lock.release();
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

async function serve(options: ServerOptions, folder: string): Promise<void> {
  const log = openLog(folder);
  if (options.insecurePublic) {
    process.stderr.write(`Warning: ${options.host} is served without TLS; whoever shares the network can read and change what is sent.\n`);
  }
  const asked = stopAsked();
  const starting = startServer(options, folder, log);
  const server = await Promise.race([starting, asked]);
  if (server === undefined) {
    // Stopped while starting: what is half open is finished first, so that the folder is left in order.
    await (await starting).stop();
    return;
  }
  process.stdout.write(`Tapedeck is on ${server.url}\n`);
  log.info({ url: server.url, folder }, 'started');
  const failure = await Promise.race([server.failed, asked]);
  // Whatever hangs must not keep the process.
  setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
  await server.stop();
  if (failure === undefined) {
    log.info('stopped');
    return;
  }
  log.fatal(failure.message);
  throw failure;
}

/** Resolves at the first SIGINT or SIGTERM; the second one ends the process at once. */
function stopAsked(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve(undefined);
      });
    }
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
