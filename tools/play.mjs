// npm run play: the terminal with hot reload against the simulated market. All arguments go to the server; its folder is ./data/play.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './lib/repository.mjs';
import { checkNode, ensureBuilt, ensureInstalled, guarded } from './lib/setup.mjs';

/** Where vite serves the pages (apps/terminal/vite.config.ts). */
const PAGES = 'http://127.0.0.1:4320';

await guarded(async () => {
  checkNode();
  await ensureInstalled();
  await ensureBuilt();
});

const children = new Set();
let ending = false;

/** One that ends takes the others along. */
function start(command, parameters, options) {
  const child = spawn(command, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], ...options });
  children.add(child);
  child.on('exit', (code) => {
    children.delete(child);
    end(code ?? 1);
  });
  return child;
}

function end(code) {
  if (!ending) process.exitCode = code;
  ending = true;
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));

const server = start(process.execPath, [
  '--max-semi-space-size=32',
  '--enable-source-maps',
  path.join(root, 'apps/server/dist/main.js'),
  '--data',
  path.join(root, 'data/play'),
  ...process.argv.slice(2),
]);

for await (const line of createInterface({ input: server.stdout })) {
  const address = /^\s+(http:\/\/\S+)$/.exec(line)?.[1];
  if (address === undefined) {
    console.log(line);
    continue;
  }
  const { origin, pathname, search } = new URL(address);
  // Not by npm: it would not hand a signal on.
  const vite = start(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1'], {
    cwd: path.join(root, 'apps/terminal'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TAPEDECK_SERVER: origin },
  });
  vite.once('spawn', () => console.log(`The terminal with hot reload; the address logs in once:\n  ${PAGES}${pathname}${search}`));
}
