// Plants test files that fail, hang, crash and pass by chance, and checks what a run reports of each.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root as repository } from './lib/repository.mjs';
import { limitOf } from './lib/run-files.mjs';
import { FLAKY_MAX, Records, hasPassed, keepFlaky, summary, tally } from './lib/run-report.mjs';
import { isFlaky, runSteps } from './lib/run-steps.mjs';
import { BROWSER_SAMPLES, CORE, SAMPLES, SLOW, choose, gate, isBrowserTest, testFiles, whole } from './lib/test-plan.mjs';

const IMPORT = "import { expect, test } from 'vitest';\n";
const PASSES = `${IMPORT}test('holds', () => expect(1).toBe(1));\n`;
const FAILS = `${IMPORT}test('holds', () => expect(1).toBe(1));\ntest('breaks', () => expect('this').toBe('that'));\n`;
const HANGS = `// Time limit of this file: 2 s, since the test waits for it.\n${IMPORT}test('ends', () => { for (;;); });\n`;
/** Fails in the first process that runs it. */
const flaky = (name) =>
  `import { existsSync, writeFileSync } from 'node:fs';\n${IMPORT}test('is lucky', () => { const lucky = existsSync('${name}.mark'); writeFileSync('${name}.mark', ''); console.log('lucky: ' + lucky); expect(lucky).toBe(true); });\n`;

let root;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'planted-'));
  // A run that is stopped leaves its temporary files.
  vi.stubEnv('TMPDIR', root);
  symlinkSync(path.join(repository, 'node_modules'), path.join(root, 'node_modules'));
  plant({
    'vitest.config.mjs': "export default { test: { include: ['*.test.mjs'], maxWorkers: 1, isolate: false, passWithNoTests: true } };\n",
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function plant(files) {
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text);
}

/** Plants files and runs them; resolves to the records by file. */
async function run(files, { signal = new AbortController().signal, ...options } = {}) {
  plant(files);
  const steps = [{ name: 'planted', files: Object.keys(files) }];
  return runSteps({ root, steps, signal, onRecord: () => {}, ...options });
}

const textOf = (record) => record.failures.map(({ test, text }) => `${test}: ${text}`).join('\n');
const listOf = (records) => [...records.values()];

describe('a run of tests', () => {
  it('passes when every file passes, and counts their tests', async () => {
    const records = listOf(await run({ 'one.test.mjs': PASSES, 'two.test.mjs': PASSES }));
    expect(tally(records)).toEqual({ passed: 2, failed: 0, flaky: 0 });
    expect(hasPassed(records)).toBe(true);
  });

  it('runs a file that failed again, and fails when it fails again, with the test and its message', async () => {
    const records = await run({ 'one.test.mjs': FAILS, 'two.test.mjs': PASSES });
    const broken = records.get('one.test.mjs');
    expect(broken.first).toBeDefined();
    expect(textOf(broken)).toMatch(/^breaks: [^]*expected 'this' to be 'that'/);
    expect(tally(listOf(records))).toEqual({ passed: 2, failed: 1, flaky: 0 });
    expect(hasPassed(listOf(records))).toBe(false);
    const text = summary({ steps: [{ name: 'planted' }], records: listOf(records), flakyFolder: 'flaky' });
    expect(text).toContain('one.test.mjs > breaks');
  });

  it('passes when a file passes alone, names the flaky test and keeps both outputs', async () => {
    const records = listOf(await run({ 'one.test.mjs': flaky('one'), 'two.test.mjs': PASSES }));
    expect(records.filter(isFlaky).map(({ name }) => name)).toEqual(['one.test.mjs']);
    expect(hasPassed(records)).toBe(true);
    const flakyFolder = path.join(root, 'flaky');
    keepFlaky(flakyFolder, records);
    expect(summary({ steps: [{ name: 'planted' }], records, flakyFolder })).toContain('flaky: one.test.mjs > is lucky');
    expect(readFileSync(path.join(flakyFolder, 'one.test.mjs.failed.txt'), 'utf8')).toContain('lucky: false');
    expect(readFileSync(path.join(flakyFolder, 'one.test.mjs.passed.txt'), 'utf8')).toContain('lucky: true');
  });

  it(`fails when more than ${FLAKY_MAX} files are flaky`, async () => {
    const [one] = listOf(await run({ 'one.test.mjs': flaky('one') }));
    expect(hasPassed(Array.from({ length: FLAKY_MAX }, () => one))).toBe(true);
    expect(hasPassed(Array.from({ length: FLAKY_MAX + 1 }, () => one))).toBe(false);
  });

  it('stops a file at its limit, with its process, and runs the others', async () => {
    const records = await run({ 'one.test.mjs': HANGS, 'two.test.mjs': PASSES, 'three.test.mjs': PASSES }, { again: false });
    expect(textOf(records.get('one.test.mjs'))).toContain('it took longer than its limit of 2 s');
    expect(tally(listOf(records))).toEqual({ passed: 2, failed: 1, flaky: 0 });
  });

  it('fails a file whose process dies, and runs the others', async () => {
    const crash = `${IMPORT}test('lives', () => process.kill(process.pid, 'SIGKILL'));\n`;
    const records = await run({ 'one.test.mjs': crash, 'two.test.mjs': PASSES }, { again: false });
    expect(records.get('one.test.mjs').failures.length).toBeGreaterThan(0);
    expect(records.get('two.test.mjs').failures).toEqual([]);
  });

  it('fails a file that cannot be loaded, and one whose promise nobody awaits', async () => {
    const unawaited = `${IMPORT}test('holds', async () => { Promise.reject(new Error('nobody waits')); await new Promise((next) => setTimeout(next, 50)); });\n`;
    const records = await run({ 'one.test.mjs': "import './missing.mjs';\n", 'two.test.mjs': unawaited }, { again: false });
    expect(textOf(records.get('one.test.mjs'))).toContain('missing.mjs');
    expect(textOf(records.get('two.test.mjs'))).toContain('nobody waits');
  });

  it('fails a file that no project of the configuration includes', async () => {
    const records = await run({ 'one.spec.mjs': PASSES }, { again: false });
    expect(textOf(records.get('one.spec.mjs'))).toContain('no project of the configuration includes it');
  });

  it('runs only the samples of a file, and fails for one that names no test', async () => {
    plant({ 'one.test.mjs': `${IMPORT}test('holds', () => {});\ntest('breaks (by a sum)', () => expect(1).toBe(2));\n` });
    const sampled = async (...titles) => {
      const step = { name: 'planted', files: ['one.test.mjs'], samples: titles.map((title) => ['one.test.mjs', title]) };
      const records = await runSteps({ root, steps: [step], again: false, signal: new AbortController().signal, onRecord: () => {} });
      return textOf(records.get('one.test.mjs'));
    };
    expect(await sampled('holds')).toBe('');
    expect(await sampled('breaks (by')).toContain('expected 1 to be 2');
    expect(await sampled('holds', 'has gone')).toContain('has gone: no test of the file');
  });

  it('names what still runs when it is stopped, and fails', async () => {
    const stop = new AbortController();
    const endless = `import { writeFileSync } from 'node:fs';\n${IMPORT}test('ends', () => { writeFileSync('begun.mark', ''); for (;;); });\n`;
    const running = run({ 'one.test.mjs': endless }, { signal: stop.signal });
    await expect.poll(() => existsSync(path.join(root, 'begun.mark'))).toBe(true);
    stop.abort();
    const records = await running;
    expect(textOf(records.get('one.test.mjs'))).toContain('still running when the run was stopped');
    expect(records.get('one.test.mjs').first).toBeUndefined();
    expect(hasPassed([], 'The run was stopped after 40 minutes.')).toBe(false);
  });

  it('goes on where an earlier run of the tree stopped, and runs again what failed', async () => {
    const file = path.join(root, 'records.jsonl');
    const kept = new Records(file);
    const files = { 'one.test.mjs': PASSES, 'two.test.mjs': FAILS };
    await run(files, { again: false, onRecord: (record) => kept.add(record) });
    const ran = [];
    const records = await run(files, { again: false, known: new Records(file).passed(), onRecord: ({ name }) => ran.push(name) });
    expect(ran).toEqual(['two.test.mjs']);
    expect(tally(listOf(records))).toEqual({ passed: 2, failed: 1, flaky: 0 });
  });

  it('runs no step behind one that failed, and says so', async () => {
    plant({ 'one.test.mjs': PASSES });
    const steps = [
      { name: 'build', lane: 1, command: ['-e', "console.log('no build'); process.exit(1)"] },
      { name: 'planted', files: ['one.test.mjs'], after: ['build'] },
    ];
    const records = await runSteps({ root, steps, signal: new AbortController().signal, onRecord: () => {} });
    expect(textOf(records.get('build'))).toContain('no build');
    expect(textOf(records.get('planted'))).toContain('not run: build failed');
  });
});

describe('the time limit of a file', () => {
  it('is 120 s, or what the file states with a reason', () => {
    expect(limitOf(PASSES)).toBe(120);
    expect(limitOf(HANGS)).toBe(2);
    expect(limitOf('// Time limit of this file: 600 s\n')).toBe(120);
  });
});

describe('the plan', () => {
  const all = testFiles();
  const filesOf = (steps) => steps.flatMap(({ files = [] }) => files);
  const options = { formatCache: 'cache' };

  it('runs each test file in test:all once', () => {
    expect(filesOf(whole(options)).sort()).toEqual([...all].sort());
  });

  it('runs each file in the gate too, but slow ones and browser tests outside the core; of slow ones it runs samples', () => {
    const inGate = filesOf(gate(options));
    const left = all.filter((file) => !inGate.includes(file));
    expect(left.filter((file) => !SLOW.includes(file) && !isBrowserTest(file))).toEqual([]);
    expect([...SLOW, ...CORE].filter((file) => !all.includes(file))).toEqual([]);
    expect(SAMPLES.map(([file]) => file).filter((file) => !SLOW.includes(file))).toEqual([]);
    expect(BROWSER_SAMPLES.map(([file]) => file).filter((file) => CORE.includes(file) || !all.includes(file))).toEqual([]);
  });

  it('divides the files of a run without a rest', () => {
    const parts = [1, 2, 3].map((part) => choose(whole(options), { shard: `${part}/3` }));
    expect(parts.flatMap(filesOf).sort()).toEqual([...all].sort());
    expect(parts.map((steps) => steps.filter(({ name }) => name === 'lint').length)).toEqual([1, 0, 0]);
  });

  it('chooses steps by name and files by a part of their path, and refuses what chooses nothing', () => {
    expect(choose(gate(options), { names: ['lint'] }).map(({ name }) => name)).toEqual(['lint']);
    expect(filesOf(choose(whole(options), { files: 'chart-alerts' }))).toEqual(['e2e/chart-alerts.test.ts']);
    expect(() => choose(gate(options), { names: ['lnt'] })).toThrow('There is no step lnt');
    expect(() => choose(whole(options), { files: 'no-such-file' })).toThrow('No check and no test file is chosen');
    expect(() => choose(whole(options), { shard: '5/4' })).toThrow('--shard takes a part of the whole');
  });
});
