// npm run mutants [-- path...]: how many small faults in the rules the unit tests notice.
//   path...      files or folders of packages/domain and packages/exchange; both when none is given
//   --sample N   only so many mutants, drawn by --seed S (1)
//   --tests P    only test files whose path begins so; may be given more than once
//   --again      those that the last run killed are not tried again
//   --workers N  processes (2), each with a share of the mutants
//   --write      keeps the score of each folder in tools/mutants/score.json
// Survivors and what killed the others are written to tools/mutants/output. Those that change nothing are explained in
// tools/mutants/explained.json. Fails when a mutant survives without an explanation, or an explanation has lost its mutant.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow, readJson, root } from './lib/repository.mjs';
import { mutate } from './mutants/mutate.mjs';
import { chooseTests, drawn, scoreOf } from './mutants/plan.mjs';

const MUTATED = ['packages/domain/src', 'packages/exchange/src'];
/** A process that has said nothing for so long hangs in a mutant. */
const SILENT_MS = 900_000;
const output = path.join(root, 'tools/mutants/output');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true },
    workers: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
});

const isMutated = (file) => /\.ts$/.test(file) && !/\.(test|d)\.ts$|\/(testing|reference)\//.test(file);
const chosen = (positionals.length === 0 ? MUTATED : positionals.map((name) => name.replaceAll('\\', '/').replace(/\/$/, ''))).flatMap(
  (name) => (/\.ts$/.test(name) ? [name] : filesBelow(name)),
);
const files = chosen.filter((file) => isMutated(file) && MUTATED.some((folder) => file.startsWith(`${folder}/`)));
if (files.length === 0) {
  console.error(`No source of ${MUTATED.join(' or ')} is called ${positionals.join(', ')}.`);
  process.exit(2);
}

const first = {};
const all = [];
for (const file of files) {
  first[file] = all.length;
  all.push(...mutate(file, readFileSync(path.join(root, file), 'utf8'), all.length).mutants);
}
const explained = readJson('tools/mutants/explained.json');
const why = ({ file, key }) => explained[file]?.[key];
const stale = Object.entries(explained).flatMap(([file, keys]) =>
  files.includes(file) ? Object.keys(keys).filter((key) => !all.some((one) => one.file === file && one.key === key)) : [],
);
const tried = values.sample === undefined ? all : drawn(all, Number(values.sample), Number(values.seed));
const tests = chooseTests(files, filesBelow('packages'), values.tests);
const fates = new Map();
const report = path.join(output, 'mutants.json');
const nameOf = ({ file, key }) => `${file} ${key}`;
if (values.again && existsSync(report)) {
  const before = new Map(JSON.parse(readFileSync(report, 'utf8')).map((one) => [nameOf(one), one.by]));
  for (const one of tried) {
    const by = before.get(nameOf(one));
    if (by !== undefined) fates.set(one.number, { by });
  }
}
const untold = tried.filter(({ number }) => !fates.has(number));
mkdirSync(output, { recursive: true });
console.log(`${untold.length} of ${all.length} mutants in ${files.length} files, ${tests.length} test files`);

/** Output of a process: the finished test files, its number, and the mutant it was testing when it ended, if any. */
function read(lines) {
  const done = new Set();
  let at;
  let worker;
  for (const line of readFileSync(lines, 'utf8').split('\n')) {
    if (line === '') continue;
    const told = JSON.parse(line);
    if (told.broken !== undefined) throw new Error(`Without a mutant, ${told.broken} fails: ${told.test}`);
    worker = told.process ?? worker;
    if (told.done !== undefined) done.add(told.done);
    if (told.begun !== undefined) at = told.begun;
    if (told.met !== undefined) {
      at = undefined;
      if (!fates.has(told.met)) fates.set(told.met, { survived: true });
    }
    if (told.killed !== undefined) fates.set(told.killed, { by: told.by });
  }
  return { done, at, process: worker };
}

/** Tries a share of the mutants in a process, and in another one from where it ended, until all tests are done. */
async function tryShare(share, number) {
  const plan = path.join(output, `plan-${number}.json`);
  const lines = path.join(output, `lines-${number}.jsonl`);
  let asked = tests;
  const ended = new Set();
  while (asked.length > 0) {
    const left = share.filter((one) => fates.get(one.number)?.by === undefined);
    if (left.length === 0) return;
    const numbers = (list) => list.map((one) => one.number);
    rmSync(lines, { force: true });
    writeFileSync(
      plan,
      JSON.stringify({ files: first, tests: asked, lines, mutants: numbers(left), outside: numbers(left.filter((one) => one.outside)) }),
    );
    const { done, at, hung } = await run(plan, lines);
    asked = asked.filter((file) => !done.has(file));
    if (at === undefined && done.size === 0) throw new Error(`Nothing was tried with ${asked[0]}.`);
    // A process may end by itself; twice at the same mutant, it is the mutant.
    if (at !== undefined && (hung || ended.has(at))) fates.set(at, { by: hung ? 'it never ends' : 'it ends the process' });
    if (at !== undefined) ended.add(at);
  }
}

function run(plan, lines) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tools/mutants/vitest.config.mjs'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, MUTANTS_PLAN: plan, TWIN_COMMANDS: process.env.TWIN_COMMANDS ?? '3000' },
    });
    const errors = [];
    child.stderr.on('data', (part) => errors.push(part));
    let hangs = false;
    const watch = setInterval(() => {
      const silent = Date.now() - (existsSync(lines) ? statSync(lines).mtimeMs : Date.now());
      if (silent < SILENT_MS || hangs) return;
      hangs = true;
      const { process: worker } = read(lines);
      if (worker !== undefined) process.kill(worker, 'SIGKILL');
      child.kill('SIGKILL');
    }, 5_000);
    child.on('close', () => {
      clearInterval(watch);
      try {
        if (!existsSync(lines)) throw new Error(Buffer.concat(errors).toString('utf8'));
        resolve({ ...read(lines), hung: hangs });
      } catch (error) {
        reject(error);
      }
    });
  });
}

const workers = Number(values.workers);
await Promise.all(
  Array.from({ length: workers }, (_, worker) =>
    tryShare(
      untold.filter((_one, index) => index % workers === worker),
      worker,
    ),
  ),
);

const told = tried.map((one) => ({ ...one, ...(fates.get(one.number) ?? { unmet: true }), why: why(one) }));
const alive = told.filter((one) => one.by === undefined && one.why === undefined);
const wrong = told.filter((one) => one.by !== undefined && one.why !== undefined);
writeFileSync(report, `${JSON.stringify(told, undefined, 1)}\n`);
const lineOf = (one) => `${one.file}:${one.line}  ${one.key}${one.unmet ? '  (no test comes here)' : ''}`;
writeFileSync(path.join(output, 'survivors.txt'), alive.map((one) => `${lineOf(one)}\n`).join(''));

const scores = scoreOf(told);
console.log(
  `\n${'folder'.padEnd(36)}${'mutants'.padStart(8)}${'killed'.padStart(8)}${'explained'.padStart(10)}${'alive'.padStart(7)}${'score'.padStart(8)}`,
);
for (const { folder, mutants, killed, explained: known, score } of scores)
  console.log(
    `${folder.padEnd(36)}${String(mutants).padStart(8)}${String(killed).padStart(8)}${String(known).padStart(10)}${String(mutants - killed - known).padStart(7)}${`${score} %`.padStart(8)}`,
  );
if (values.write) {
  const kept = Object.fromEntries(readJson('tools/mutants/score.json').map((row) => [row.folder, row]));
  for (const row of scores) kept[row.folder] = { ...row, ...(values.sample === undefined ? {} : { seed: Number(values.seed) }) };
  const rows = Object.values(kept).sort((a, b) => (a.folder < b.folder ? -1 : 1));
  writeFileSync(path.join(root, 'tools/mutants/score.json'), `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`);
}
for (const key of stale) console.log(`explained, but there is no such mutant: ${key}`);
for (const one of wrong) console.log(`explained, but killed by ${one.by}: ${lineOf(one)}`);
for (const one of alive.slice(0, 200)) console.log(`survives: ${lineOf(one)}`);
process.exitCode = alive.length + wrong.length + stale.length === 0 ? 0 : 1;
