import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pino } from 'pino';
import { gatewayOn, startCore } from '../core.ts';
import { isStepped } from '../files/data-folder.ts';
import { finishUpgrade } from '../files/finish-upgrade.ts';
import { FolderInUse, lockFolder } from '../files/folder-lock.ts';
import { readDatabaseUrl, type Environment } from '../options.ts';
import { appendAudit } from './audit-log.ts';
import { restore } from './backup.ts';
import { askControl, type OperatorAnswer } from './control-socket.ts';
import { OperatorService } from './operator-service.ts';
import { upgrade } from './upgrade.ts';
import { OPERATOR_USAGE, OperatorWrong, readOperatorCall, type OperatorRequest } from './operator-request.ts';

/** The command-line tool: asks the server that uses the folder, or works on the folder itself without one. */
export async function operate(argv: readonly string[], environment: Environment): Promise<void> {
  const call = readOperatorCall(argv, environment);
  if (call === 'help') {
    process.stdout.write(OPERATOR_USAGE);
    return;
  }
  const data = resolve(call.data);
  const password = call.passwordFromInput ? { password: await readInput() } : {};
  const request = withFolder({ ...call.request, arguments: { ...call.request.arguments, ...password } });
  const answer = await perform(request, data, environment);
  if (!answer.ok) throw new OperatorWrong(answer.message);
  process.stdout.write(`${JSON.stringify(answer.result, undefined, 2)}\n`);
}

/** Paths are relative to the working directory of the caller, not of the server. */
function withFolder(request: OperatorRequest): OperatorRequest {
  const { folder } = request.arguments;
  return folder === undefined ? request : { ...request, arguments: { ...request.arguments, folder: resolve(folder) } };
}

async function perform(request: OperatorRequest, data: string, environment: Environment): Promise<OperatorAnswer> {
  if (request.command === 'restore') return restoreInto(request, data);
  if (!existsSync(data)) throw new OperatorWrong(`There is no data folder ${data}. Name it with --data.`);
  const databaseUrl = readDatabaseUrl(environment['DATABASE_URL']);
  if (request.command === 'upgrade') return upgradeFolder(request, data, databaseUrl);
  const answer = await askControl(data, request);
  return answer ?? withoutServer(request, data, databaseUrl);
}

async function upgradeFolder(request: OperatorRequest, data: string, databaseUrl: string | undefined): Promise<OperatorAnswer> {
  const lock = lockOf(data, `A server uses ${data}: stop it first. An upgrade begins with the snapshot that a stop writes.`);
  try {
    const confirmed = request.arguments['yes'] === 'true';
    const result = await upgrade(data, { databaseUrl, confirmed, now: Date.now() });
    const outcome = confirmed ? 'done' : 'planned';
    appendAudit(data, { at: new Date().toISOString(), by: request.by, command: 'upgrade', arguments: request.arguments, outcome });
    return { ok: true, result };
  } finally {
    lock.release();
  }
}

async function restoreInto(request: OperatorRequest, data: string): Promise<OperatorAnswer> {
  const result = await restore(request.arguments['folder'] ?? '', data);
  appendAudit(data, { at: new Date().toISOString(), by: request.by, command: 'restore', arguments: request.arguments, outcome: 'done' });
  return { ok: true, result };
}

async function withoutServer(request: OperatorRequest, data: string, databaseUrl: string | undefined): Promise<OperatorAnswer> {
  if (basename(dirname(data)) === 'replays')
    throw new OperatorWrong('A recording is replayed only by a running server: start the server first.');
  const lock = lockOf(data, `A server uses ${data} but does not answer on its control socket.`);
  try {
    finishUpgrade(data);
    if (!existsSync(`${data}/journal`)) throw new OperatorWrong(`${data} is not a data folder: start a server with it first.`);
    const log = pino({ level: 'silent' });
    const market = {
      seed: undefined,
      coins: undefined,
      replay: [],
      speed: 1,
      replayStart: undefined,
      replaySymbol: undefined,
      steps: isStepped(data),
      begin: undefined,
    };
    const core = await startCore(
      { ...market, venue: 'paper', passphrase: undefined, registrationOpen: false, databaseUrl, historyDays: undefined },
      data,
      log,
    );
    try {
      const gateway = gatewayOn(core, market, log);
      return await new OperatorService({ core, gateway, status: () => ({ running: false, users: core.identity.userCount }) }).answer(
        request,
      );
    } finally {
      await core.stop();
    }
  } finally {
    lock.release();
  }
}

function lockOf(data: string, inUse: string): { readonly release: () => void } {
  try {
    return lockFolder(data);
  } catch (error) {
    if (error instanceof FolderInUse) throw new OperatorWrong(inUse);
    throw error;
  }
}

async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
