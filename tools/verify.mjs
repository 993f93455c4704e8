// npm run verify: every check that decides whether a change may land.
//   node tools/verify.mjs [step...]   only these steps
// Two steps run at a time, one of each lane; the browser tests follow alone, since a page that is short of processor time shows nothing of
// what a trader sees.
// The ten slowest test files and the failed tests are listed at the end. The last line is `N passed, N failed`: every test, and one for every other step.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { capture } from './lib/processes.mjs';
import { root } from './lib/repository.mjs';

const reports = path.join(root, 'node_modules/.cache/tapedeck-verify');
mkdirSync(reports, { recursive: true });
const reportOf = (name) => path.join(reports, `${name}.json`);
const SLOWEST_SHOWN = 10;
const MESSAGE_SHOWN = 240;

const bin = (file, ...parameters) => [path.join('node_modules', file), ...parameters];
const vitest = (name, ...parameters) =>
  bin('vitest/vitest.mjs', 'run', ...parameters, '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`);

const formatCache = ['--cache-location', path.join(reports, 'format-cache')];

const TWINS = 'packages/exchange/src/reference/exchange-twins.test.ts';

/**
 * `after`: steps that must have ended. `computes`: its lane, in which the steps follow each other in this order. `alone`: nothing else runs
 * beside it.
 */
const STEPS = [
  { name: 'build', command: ['tools/build.mjs'] },
  { name: 'e2e', command: vitest('e2e', '--config', 'e2e/vitest.config.ts'), tests: true, after: ['build'], alone: true },
  { name: 'unit', command: vitest('unit', '--exclude', TWINS), tests: true, after: ['build', 'types'] },
  { name: 'types', command: bin('typescript7/bin/tsc', '-b'), computes: true },
  // The two exchanges that are compared: a test file like any other, but the longest one by far.
  { name: 'twins', command: vitest('twins', '--project', 'node', TWINS), tests: true, computes: true },
  { name: 'lint', command: bin('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'), computes: true },
  { name: 'bans', command: bin('eslint/bin/eslint.js', '.', '--max-warnings=0'), computes: true },
  // A file's formatting depends on nothing else, so files unchanged since the last good run are not read again.
  {
    name: 'format',
    command: bin('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '--cache', '--cache-strategy', 'content', ...formatCache, '.'),
    computes: true,
  },
  {
    name: 'imports',
    command: bin('dependency-cruiser/bin/dependency-cruise.mjs', 'packages', 'apps', '--config', '.dependency-cruiser.cjs'),
    computes: true,
  },
  { name: 'spec', command: ['tools/spec.mjs'], computes: true },
  { name: 'budget', command: ['tools/bundle-budget.mjs'], after: ['build'], computes: true },
];

const chosen = process.argv.slice(2);
const steps = STEPS.filter((step) => chosen.length === 0 || chosen.includes(step.name));
const running = new Set();
const results = new Map();

function counts(step, code) {
  if (!step.tests) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const file = reportOf(step.name);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A file that does not even load has no failed test, but is a failure.
  const failed = report.numFailedTests === 0 && code !== 0 ? 1 : report.numFailedTests;
  return { passed: report.numPassedTests, failed };
}

/** The beginning of the first message of a failed test. */
function beginning([message = '']) {
  return message.replaceAll(`${root}/`, '').replaceAll(/\s+/g, ' ').slice(0, MESSAGE_SHOWN);
}

/** The failures of a step: a run of thousands of tests prints far more, with the failures at its end. */
function failures(step, output) {
  const lines = output.trimEnd().split('\n');
  const first = lines.findIndex((line) => /⎯ (Failed|Unhandled)/.test(line));
  return step.tests ? lines.slice(first < 0 ? -60 : first).join('\n') : output.trimEnd();
}

async function execute(step) {
  const started = performance.now();
  rmSync(reportOf(step.name), { force: true });
  const { code, output } = await capture(process.execPath, step.command, { env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' } });
  const seconds = (performance.now() - started) / 1000;
  results.set(step.name, { ...counts(step, code), code, seconds, errors: /⎯ Unhandled[^]*/.exec(output)?.[0] });
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds.toFixed(1)} s)`);
  if (code !== 0) console.log(failures(step, output), '\n');
}

const isAwaited = (name) => steps.some((other) => other.name === name) && !results.has(name);

/** Runs the steps of a lane one after the other; one that waits for the other lane lets those behind it go first. */
async function runLane(lane) {
  const pending = [...lane];
  while (pending.length > 0) {
    const at = pending.findIndex((step) => !(step.after ?? []).some(isAwaited));
    if (at < 0) {
      await Promise.race(running);
      continue;
    }
    const [step] = pending.splice(at, 1);
    if (step.after?.includes('build') === true && results.get('build')?.code) {
      results.set(step.name, { passed: 0, failed: 1, code: 1, seconds: 0 });
      console.log(`FAILED ${step.name} (not run: build failed)`);
      continue;
    }
    const work = execute(step).finally(() => running.delete(work));
    running.add(work);
    await work;
  }
}

const together = steps.filter(({ alone }) => !alone);
await Promise.all([runLane(together.filter(({ computes }) => !computes)), runLane(together.filter(({ computes }) => computes))]);
await runLane(steps.filter(({ alone }) => alone));

const slowest = steps
  .filter(({ name }) => existsSync(reportOf(name)))
  .flatMap(({ name }) => JSON.parse(readFileSync(reportOf(name), 'utf8')).testResults)
  .map(({ name, startTime, endTime }) => ({ file: path.relative(root, name), seconds: (endTime - startTime) / 1000 }))
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, SLOWEST_SHOWN);
if (slowest.length > 0) console.log('\nslowest test files');
for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);

// At the end, since a long output is often read from its end, or cut to it.
const failedTests = steps
  .filter(({ name }) => existsSync(reportOf(name)))
  .flatMap(({ name }) => JSON.parse(readFileSync(reportOf(name), 'utf8')).testResults)
  .filter(({ status }) => status === 'failed')
  .flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    // A file that does not load, or whose hooks fail, has a message of its own.
    if (failed.length === 0) return [`${file}\n    ${beginning([message])}`];
    return failed.map(({ fullName, failureMessages }) => `${file}  ${fullName}\n    ${beginning(failureMessages)}`);
  });
const outsideTests = [...results]
  .filter(([, { errors }]) => errors !== undefined)
  .map(([name, { errors }]) => `${name}\n    ${beginning([errors])}`);
if (failedTests.length + outsideTests.length > 0) console.log(`\nfailed tests\n${[...failedTests, ...outsideTests].join('\n')}`);

console.log(`\n${'step'.padEnd(10)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'seconds'.padStart(10)}`);
let passed = 0;
let failed = 0;
for (const step of steps) {
  const result = results.get(step.name);
  passed += result.passed;
  failed += result.failed;
  console.log(
    `${step.name.padEnd(10)}${String(result.passed).padStart(8)}${String(result.failed).padStart(8)}${result.seconds.toFixed(1).padStart(10)}`,
  );
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
