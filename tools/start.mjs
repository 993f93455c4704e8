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

// In this very process: signals reach the server as they are, and no wrapper can outlive or orphan it.
const main = path.join(root, 'apps/server/dist/main.js');
process.setSourceMapsEnabled(true);
process.argv[1] = main;
await import(pathToFileURL(main).href);
