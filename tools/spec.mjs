// npm run spec: lists requirements without a test and tests that cite an unknown requirement.
//   --write   lowers the number in specs/coverage.json to the current one
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, readJson, root } from './lib/repository.mjs';
import { citedIds, compare, definedIds, isBeyond, isTestFile } from './lib/spec-ids.mjs';

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const defined = filesBelow('specs')
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => definedIds(read(file)));
const citations = ['packages', 'apps', 'e2e', 'bench', 'tools']
  .flatMap((folder) => filesBelow(folder))
  .filter(isTestFile)
  .flatMap((file) => citedIds(file, read(file)).map((id) => ({ id, file })));

let failed = false;
const twice = defined.filter((id, index) => defined.indexOf(id) !== index);
if (twice.length > 0) {
  console.error(`defined twice: ${twice.join(' ')}`);
  failed = true;
}

const { uncovered, unknown } = compare(defined, citations);
for (const area of new Set(defined.map((id) => id.split('-')[0]))) {
  const rows = defined.filter((id) => id.startsWith(`${area}-`));
  const open = rows.filter((id) => uncovered.includes(id));
  console.log(
    `${area.padEnd(4)} ${String(rows.length - open.length).padStart(3)} of ${String(rows.length).padStart(2)}${open.length > 0 ? `   without a test: ${open.map((id) => id.slice(area.length + 1)).join(' ')}` : ''}`,
  );
}
for (const { id, file } of unknown) {
  console.error(`unknown: ${id} in ${file}. Define the row in specs/, or correct the title.`);
  failed = true;
}

const ofSpecification = defined.filter((id) => !isBeyond(id));
const lost = ofSpecification.filter((id) => uncovered.includes(id));
for (const id of lost) console.error(`without a test: ${id}. Every row of the specification itself has one.`);
failed ||= lost.length > 0;

const ceiling = readJson('specs/coverage.json').uncovered;
console.log(
  `\n${defined.length - uncovered.length} of ${defined.length} covered, ${uncovered.length} uncovered (at most ${ceiling} allowed), ${unknown.length} unknown`,
);
if (uncovered.length > ceiling) {
  console.error('The number of uncovered requirements may only fall: a test that named one has lost it.');
  failed = true;
} else if (uncovered.length < ceiling && process.argv.includes('--write')) {
  writeFileSync(path.join(root, 'specs/coverage.json'), `${JSON.stringify({ uncovered: uncovered.length }, null, 2)}\n`);
}
process.exitCode = failed ? 1 : 0;
