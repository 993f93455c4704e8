// npm run operator -- COMMAND: works on users and data of a server; --help lists the commands.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/repository.mjs';
import { checkNode, ensureBuilt, ensureInstalled, guarded } from './lib/setup.mjs';

await guarded(async () => {
  checkNode();
  await ensureInstalled();
  await ensureBuilt();
});

const main = path.join(root, 'apps/server/dist/main.js');
process.argv.splice(1, 1, main, 'operator');
await import(pathToFileURL(main).href);
