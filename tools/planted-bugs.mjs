// npm run planted-bugs [-- id...]: plants one small fault after the other and prints which test noticed it.
// Fails when a fault survives. Every fault runs the tests that are named beside it in tools/planted-bugs.json.
import { spawnSync } from 'node:child_process';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plantedBugs } from './lib/planted-bugs.mjs';
import { root } from './lib/repository.mjs';

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const names = process.argv.slice(2);
const chosen = plantedBugs().filter(({ id }) => names.length === 0 || names.some((name) => id.includes(name)));
if (chosen.length === 0) {
  console.error(`No planted bug is called ${names.join(', ')}.`);
  process.exit(2);
}

/** The first test that fails with the bug in place, and how. */
function firstFailure(bug, report) {
  const command = [
    vitest,
    'run',
    '--project',
    'node',
    '--project',
    'browser',
    '--bail',
    '1',
    '--reporter',
    'json',
    '--outputFile',
    report,
    ...bug.tests,
  ];
  const env = { ...process.env, PLANTED_BUG: bug.id, TWIN_COMMANDS: process.env.TWIN_COMMANDS ?? '40000' };
  spawnSync(process.execPath, command, { cwd: root, env, stdio: 'ignore' });
  for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    const failed = file.assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined) return `${failed.title}: ${(failed.failureMessages[0] ?? '').split('\n')[0].slice(0, 140)}`;
    if (file.status === 'failed') return `${path.relative(root, file.name)}: ${(file.message ?? '').split('\n')[0].slice(0, 140)}`;
  }
  return undefined;
}

const folder = mkdtempSync(path.join(tmpdir(), 'planted-bugs-'));
let survived = 0;
for (const bug of chosen) {
  const caught = firstFailure(bug, path.join(folder, `${bug.id}.json`));
  if (caught === undefined) survived += 1;
  console.log(`${caught === undefined ? 'SURVIVES' : 'caught  '} ${bug.id}: ${bug.says}\n         ${caught ?? bug.tests.join(', ')}`);
}
rmSync(folder, { recursive: true });
console.log(`${chosen.length - survived} of ${chosen.length} planted bugs caught`);
process.exitCode = survived === 0 ? 0 : 1;
