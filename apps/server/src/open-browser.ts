import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** For so long the file with the address stays, and the address works. */
export const OPENING_MS_MAX = 60_000;

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Opens an address that logs in. It goes through a file that only its owner reads: the arguments of a program can be read by everybody on
 * the machine. Answers what went wrong.
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
