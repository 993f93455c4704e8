// Brings a fresh clone to where it can run: the right Node, the packages of the lock file, a built server and terminal.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run, runNpm } from './processes.mjs';
import { installed, root, sourceFingerprint } from './repository.mjs';

/** A message for the person at the keyboard, without a stack. */
export class SetupFailure extends Error {}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupFailure(`Tapedeck needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
}

export async function ensureInstalled() {
  if (installed()) return;
  console.log('Installing the packages (needed once, and after an update) ...');
  // Development packages too, whatever NODE_ENV says: the build needs them.
  const code = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0)
    throw new SetupFailure('npm could not install the packages; its message is above. Without a network, connect once and try again.');
}

export const BUILD_STAMP = 'apps/server/dist/.built-from';
const BUILT = ['apps/server/dist/main.js', 'apps/terminal/dist/web/index.html'];

export function built() {
  const stamp = path.join(root, BUILD_STAMP);
  return (
    BUILT.every((file) => existsSync(path.join(root, file))) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceFingerprint()
  );
}

export async function ensureBuilt() {
  if (built()) return;
  console.log('Building (needed once, and after a change) ...');
  const code = await run(process.execPath, ['tools/build.mjs', '--quiet']);
  if (code !== 0) throw new SetupFailure('The build failed; its message is above.');
}

/** Runs `main`, and turns a SetupFailure into a message and exit code 1. */
export async function guarded(main) {
  try {
    await main();
  } catch (failure) {
    if (!(failure instanceof SetupFailure)) throw failure;
    console.error(failure.message);
    process.exit(1);
  }
}
