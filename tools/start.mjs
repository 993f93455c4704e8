// npm start: installs and builds what is missing, then serves. All arguments go to the server (--help lists them).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/repository.mjs';
import { checkNode, ensureBuilt, ensureInstalled, guarded } from './lib/setup.mjs';

await guarded(async () => {
  checkNode();
  await ensureInstalled();
  await ensureBuilt();
});

// `npm start` puts a shell between npm and us, and a signal to npm ends only those two: follow them.
if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

// In this very process: signals reach the server as they are, and no wrapper can outlive or orphan it.
const main = path.join(root, 'apps/server/dist/main.js');
process.setSourceMapsEnabled(true);
process.argv[1] = main;
await import(pathToFileURL(main).href);
