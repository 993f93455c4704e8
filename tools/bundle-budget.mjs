// The weight of the scripts of a first load, and of the texts of each language, gzipped, against their budgets. Dialogs, docking, posters
// and other pages come on demand.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
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

const LANGUAGE_KILOBYTES = 48;
const texts = path.join(root, 'apps/terminal/dist/web/i18n');
const weights = new Map();
for (const namespace of existsSync(texts) ? readdirSync(texts) : []) {
  for (const file of readdirSync(path.join(texts, namespace)).filter((name) => name.endsWith('.production.json'))) {
    const tag = file.slice(0, file.indexOf('.'));
    weights.set(tag, (weights.get(tag) ?? 0) + gzipSync(readFileSync(path.join(texts, namespace, file)), { level: 9 }).length / 1000);
  }
}
for (const [tag, kilobytes] of [...weights].sort()) {
  console.log(`${tag}: ${kilobytes.toFixed(1)} KB gzipped, at most ${LANGUAGE_KILOBYTES} KB`);
  if (kilobytes > LANGUAGE_KILOBYTES) {
    console.error(`The texts of ${tag} are over their budget.`);
    over = true;
  }
}
process.exitCode = over ? 1 : 0;
