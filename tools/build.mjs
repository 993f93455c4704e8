// npm run build: the terminal (vite) and the server (rolldown), each by its own workspace's script.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, npm } from './lib/processes.mjs';
import { root, sourceFingerprint } from './lib/repository.mjs';
import { BUILD_STAMP } from './lib/setup.mjs';

const quiet = process.argv.includes('--quiet');
const stamp = path.join(root, BUILD_STAMP);
const fingerprint = sourceFingerprint();
rmSync(stamp, { force: true });

const [command, first, options] = npm();
const results = await Promise.all(
  ['@tapedeck/terminal', '@tapedeck/server'].map(async (workspace) => {
    const { code, output } = await capture(command, [...first, 'run', 'build', '--silent', '-w', workspace], options);
    if (code !== 0 || !quiet) console.log(`${workspace}\n${output}`);
    return code;
  }),
);
if (results.some((code) => code !== 0)) process.exit(1);
writeFileSync(stamp, fingerprint);
