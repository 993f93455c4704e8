import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A new folder for one test, and the way to remove it. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'tapedeck-server-'));
  const remove = (): void => {
    removeSockets(path);
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}

/** A killed server leaves its control socket, which is not in its folder where that path is too long for one. */
function removeSockets(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (basename(name) !== 'control.json') continue;
    const { socket } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly socket: string };
    rmSync(socket, { force: true });
  }
}
