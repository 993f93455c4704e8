// npm run bench [-- [--json] name...]: measures ourselves against peers in the same run and prints ratios.
// Every bench/*.bench.ts runs in its own process; a name chooses those whose file name contains it.
// With --json, every figure is written to bench/output/figures.json, with the load of the machine.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { run, runNpm } from './lib/processes.mjs';
import { filesBelow, root } from './lib/repository.mjs';

const asJson = process.argv.includes('--json');
const names = process.argv.slice(2).filter((name) => name !== '--json');
const all = ['bench', 'apps', 'packages'].flatMap((folder) => filesBelow(folder)).filter((file) => file.endsWith('.bench.ts'));
const chosen = all.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
if (chosen.length === 0) {
  console.error(`No benchmark is called ${names.join(', ')}. There are: ${all.join(', ')}`);
  process.exit(2);
}

// The built server and pages are measured: they must be those of this source.
if ((await runNpm(['run', 'build'])) !== 0) process.exit(1);

const folder = path.join(root, 'bench', 'output');
const figuresFile = path.join(folder, 'figures.jsonl');

/** Processes that wanted to run on each core, as a mean over the last minute. */
const load = () => Number(((loadavg()[0] ?? 0) / availableParallelism()).toFixed(2));

/** Runs one benchmark; resolves to its exit code and its figures. */
async function measure(file) {
  writeFileSync(figuresFile, '');
  const loadBefore = load();
  const code = await run(process.execPath, ['--expose-gc', 'tools/run.mjs', file], {
    env: { ...process.env, TAPEDECK_BENCH_FIGURES: figuresFile },
  });
  const lines = readFileSync(figuresFile, 'utf8').split('\n').filter(Boolean);
  return { code, part: { file, loadBefore, loadAfter: load(), figures: lines.map((line) => JSON.parse(line)) } };
}

mkdirSync(folder, { recursive: true });
const date = new Date().toISOString();
const parts = [];
let failed = 0;
for (const file of chosen) {
  console.log(`\n${file}`);
  const { code, part } = await measure(file);
  if (code !== 0) failed += 1;
  parts.push(part);
}
rmSync(figuresFile);
if (asJson) {
  const machine = { cores: availableParallelism(), node: process.version };
  writeFileSync(path.join(folder, 'figures.json'), `${JSON.stringify({ date, machine, parts }, null, 2)}\n`);
  console.log('\nThe figures are in bench/output/figures.json.');
}
process.exitCode = failed === 0 ? 0 : 1;
