// npm run bench [name...]: measures ourselves against peers in the same run and prints ratios.
// Every bench/*.bench.ts runs in its own process; a name chooses those whose file name contains it.
import { run, runNpm } from './lib/processes.mjs';
import { filesBelow } from './lib/repository.mjs';

const names = process.argv.slice(2);
const all = ['bench', 'apps', 'packages'].flatMap((folder) => filesBelow(folder)).filter((file) => file.endsWith('.bench.ts'));
const chosen = all.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
if (chosen.length === 0) {
  console.error(`No benchmark is called ${names.join(', ')}. There are: ${all.join(', ')}`);
  process.exit(2);
}

// The built server and pages are measured: they must be those of this source.
if ((await runNpm(['run', 'build'])) !== 0) process.exit(1);

let failed = 0;
for (const file of chosen) {
  console.log(`\n${file}`);
  if ((await run(process.execPath, ['--expose-gc', 'tools/run.mjs', file])) !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
