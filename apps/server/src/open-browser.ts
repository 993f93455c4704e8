import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Lifetime of the file with the address, and of the address. */
export const OPENING_MS_MAX = 60_000;

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Opens the log-in address through a file that only its owner can read, because everyone on the machine can read a
 * program's arguments. Returns an error message, if any.
 */
export function openInBrowser(address: string, folder: string): Promise<string | undefined> {
  const file = join(folder, 'open.html');
  rmSync(file, { force: true });
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${address}"><title>Tapedeck</title>\n`, { mode: 0o600 });
  const remove = (): void => rmSync(file, { force: true });
  setTimeout(remove, OPENING_MS_MAX).unref();
  process.once('exit', remove);
  const [program, ...first] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...first, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
    child.once('error', (error) => resolve(error.message));
    child.once('spawn', () => resolve(undefined));
    child.unref();
  });
}
