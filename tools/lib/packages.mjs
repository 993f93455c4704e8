// Programs of the machine, and Debian's packages where they can be installed.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { run } from './processes.mjs';

export function onPath(command) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, command);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder; look in the next one.
    }
  }
  return undefined;
}

/** Whether packages of Debian can be installed here. */
export const hasPackages = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined;

/** Installs the first of these sets of packages that there is. */
export async function installPackages(...sets) {
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-qq'], quiet);
  for (const packages of sets)
    if ((await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)) === 0) return;
}
