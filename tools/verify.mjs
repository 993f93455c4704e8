// npm run verify: every check that decides whether a change may land. Two steps run at a time; the browser tests run alone.
//   node tools/verify.mjs [step...]   only these steps
// The last line is `N passed, N failed`: the tests of both runners, and one for every other step.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { capture } from './lib/processes.mjs';
import { root } from './lib/repository.mjs';

const reports = path.join(root, 'node_modules/.cache/tapedeck-verify');
mkdirSync(reports, { recursive: true });

const bin = (file, ...parameters) => [path.join('node_modules', file), ...parameters];
const vitest = (name, ...parameters) =>
  bin(
    'vitest/vitest.mjs',
    'run',
    ...parameters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(reports, `${name}.json`)}`,
  );

/** `after`: steps that must have ended. `alone`: nothing else runs beside it. */
const STEPS = [
  { name: 'build', command: ['tools/build.mjs'] },
  { name: 'types', command: bin('typescript/bin/tsc', '-b') },
  { name: 'lint', command: bin('eslint/bin/eslint.js', '.', '--max-warnings=0') },
  { name: 'format', command: bin('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.') },
  {
    name: 'imports',
    command: bin('dependency-cruiser/bin/dependency-cruise.mjs', 'packages', 'apps', '--config', '.dependency-cruiser.cjs'),
  },
  { name: 'spec', command: ['tools/spec.mjs'] },
  { name: 'budget', command: ['tools/bundle-budget.mjs'], after: ['build'] },
  { name: 'unit', command: vitest('unit'), tests: true, after: ['build', 'types'] },
  { name: 'e2e', command: vitest('e2e', '--config', 'e2e/vitest.config.ts'), tests: true, after: ['build'], alone: true },
];

const chosen = process.argv.slice(2);
const steps = STEPS.filter((step) => chosen.length === 0 || chosen.includes(step.name));
const pending = [...steps];
const running = new Set();
const results = new Map();

function counts(step, code) {
  if (!step.tests) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const file = path.join(reports, `${step.name}.json`);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A file that does not even load has no failed test, but is a failure.
  const failed = report.numFailedTests === 0 && code !== 0 ? 1 : report.numFailedTests;
  return { passed: report.numPassedTests, failed };
}

/** What went wrong: a run of thousands of tests prints far more than its failures, which stand at its end. */
function failures(step, output) {
  const lines = output.trimEnd().split('\n');
  const first = lines.findIndex((line) => /⎯ (Failed|Unhandled)/.test(line));
  return step.tests ? lines.slice(first < 0 ? -60 : first).join('\n') : output.trimEnd();
}

async function execute(step) {
  const started = performance.now();
  rmSync(path.join(reports, `${step.name}.json`), { force: true });
  const { code, output } = await capture(process.execPath, step.command, { env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' } });
  const seconds = (performance.now() - started) / 1000;
  results.set(step.name, { ...counts(step, code), code, seconds });
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds.toFixed(1)} s)`);
  if (code !== 0) console.log(failures(step, output), '\n');
}

const failedBefore = (step) => (step.after ?? []).find((name) => results.get(name)?.code);
const ready = (step) =>
  (step.after ?? []).every((name) => results.has(name) || !steps.some((other) => other.name === name)) &&
  (step.alone ? running.size === 0 && pending.every((other) => other === step) : running.size < 2);

await new Promise((done) => {
  const next = () => {
    if (pending.length === 0 && running.size === 0) return done();
    for (const step of [...pending]) {
      if (!ready(step)) continue;
      pending.splice(pending.indexOf(step), 1);
      const broken = failedBefore(step);
      if (broken === 'build') {
        results.set(step.name, { passed: 0, failed: 1, code: 1, seconds: 0 });
        console.log(`FAILED ${step.name} (not run: ${broken} failed)`);
        return next();
      }
      running.add(step);
      execute(step).then(() => {
        running.delete(step);
        next();
      });
    }
  };
  next();
});

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
