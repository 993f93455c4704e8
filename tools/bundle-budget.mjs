// The weight of the scripts and fonts of a first load, of the script that follows it, and of the texts of each language, gzipped, against
// their budgets. Dialogs, docking, posters and other pages come on demand.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstFonts, firstLoad, loadAfter, wholeLoad } from './lib/bundle.mjs';
import { root } from './lib/repository.mjs';

const web = path.join(root, 'apps/terminal/dist/web');
const BUDGETS = [
  { rows: firstLoad(web, 'index.html'), name: 'terminal', kilobytes: 148.5 },
  { rows: loadAfter(web, 'index.html', 'second-load'), name: 'second view', kilobytes: 63 },
  { rows: firstLoad(web, 'chart.html'), name: 'chart frame', kilobytes: 78.8 },
  { rows: firstFonts(web, 'index.html'), name: 'fonts of the terminal', kilobytes: 22.5 },
  // As sent, without headers and without answers of the web API.
  { rows: wholeLoad(web), name: 'all files of a first load', kilobytes: 305.6 },
];

let over = false;
for (const { rows, name, kilobytes } of BUDGETS) {
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  console.log(`${name}: ${total.toFixed(1)} KB in ${rows.length} files, at most ${kilobytes} KB`);
  for (const { file, bytes } of rows) console.log(`  ${(bytes / 1000).toFixed(1).padStart(7)} KB  ${file}`);
  if (rows.length === 0) {
    console.error(`${name} has no files: the budget would measure nothing.`);
    over = true;
  }
  if (total > kilobytes) {
    console.error(`${name} is over its budget: load what a first view does not need with import().`);
    over = true;
  }
}

const LANGUAGE_KILOBYTES = 49;
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
