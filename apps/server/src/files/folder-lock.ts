import { linkSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './data-folder.ts';

const LOCK_NAME = 'server.lock';
const HEARTBEAT_MS = 5_000;
/** Silence after which a holder on another host, whose processes are not visible, counts as gone. */
const SILENCE_MS_MAX = 30_000;
const CHANCES = 3;

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process in the system's own format; distinguishes it from a later one with the same number. '' if unknown. */
  readonly started: string;
}

/** Field 22 of /proc/PID/stat and its boot id; '' on systems without it. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  } catch {
    return '';
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    const [pid, host, started] = readFileSync(file, 'utf8').split('\n');
    return { pid: Number(pid), host: host ?? '', started: started ?? '' };
  } catch {
    return undefined;
  }
}

function holds(holder: Holder, file: string): boolean {
  // A lock is complete when it gets its name: a server that died in a power cut may leave it empty.
  if (!Number.isSafeInteger(holder.pid) || holder.pid <= 0 || holder.host === '') return false;
  if (holder.host !== hostname()) return Date.now() - statSync(file).mtimeMs < SILENCE_MS_MAX;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return holder.started === '' || startOf(holder.pid) === holder.started;
}

/**
 * Locks a data folder for this process. Two processes on one folder would write two histories into one journal, and
 * ruin the database, which has no lock of its own. Throws `FolderInUse`; the lock of an ended process is taken over.
 */
export function lockFolder(folder: string): { readonly release: () => void } {
  makeFolder(folder);
  const lock = join(folder, LOCK_NAME);
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, `${process.pid}\n${hostname()}\n${startOf(process.pid)}\n`);
  try {
    for (let chance = 0; chance < CHANCES; chance += 1) {
      if (tryLink(own, lock)) return keep(lock);
      takeAwayIfStale(lock, folder, `${own}.stale`);
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw new FolderInUse(`another server is taking the data folder ${folder}; try again`);
}

function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function takeAwayIfStale(lock: string, folder: string, aside: string): void {
  const holder = readHolder(lock);
  if (holder === undefined) return;
  const inUse = new FolderInUse(`the data folder ${folder} is in use by another server (process ${holder.pid} on ${holder.host})`);
  if (holds(holder, lock)) throw inUse;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  const taken = readHolder(aside);
  const stolen = taken !== undefined && holds(taken, aside);
  // Another server took over the stale lock between check and move: it is restored.
  if (stolen) tryLink(aside, lock);
  unlinkSync(aside);
  if (stolen) throw inUse;
}

function keep(lock: string): { readonly release: () => void } {
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(lock, now, now);
    } catch {
      // Only an outside program removes the file; the heartbeat serves other hosts only, so there is nothing to restore
      // here.
    }
  }, HEARTBEAT_MS);
  beat.unref();
  return {
    release: () => {
      clearInterval(beat);
      rmSync(lock, { force: true });
    },
  };
}
