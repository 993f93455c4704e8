// The weight of the scripts of a first load, gzipped, against its budget. Dialogs, docking, posters and other pages come on demand.
import path from 'node:path';
import { firstLoad } from './lib/bundle.mjs';
import { root } from './lib/repository.mjs';

const BUDGETS = [
  { page: 'index.html', name: 'terminal', kilobytes: 220 },
  { page: 'chart.html', name: 'chart frame', kilobytes: 110 },
];

let over = false;
for (const { page, name, kilobytes } of BUDGETS) {
  const rows = firstLoad(path.join(root, 'apps/terminal/dist/web'), page);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  console.log(`${name}: ${total.toFixed(1)} KB gzipped in ${rows.length} scripts, at most ${kilobytes} KB`);
  for (const { file, bytes } of rows) console.log(`  ${(bytes / 1000).toFixed(1).padStart(7)} KB  ${file}`);
  if (rows.length === 0) {
    console.error(`${page} names no script: the budget would measure nothing.`);
    over = true;
  }
  if (total > kilobytes) {
    console.error(`${name} is over its budget: load what a first view does not need with import().`);
    over = true;
  }
}
process.exitCode = over ? 1 : 0;
