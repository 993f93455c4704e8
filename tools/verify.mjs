// Runs the checks and tests of the gate (`npm test`), or all of them (`npm run test:all`). `--help` lists the options.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keepBusy } from './lib/keep-busy.mjs';
import { childSeconds } from './lib/processes.mjs';
import { root, treeFingerprint } from './lib/repository.mjs';
import { Records, hasPassed, keepFlaky, summary, tally, writePage } from './lib/run-report.mjs';
import { runSteps } from './lib/run-steps.mjs';
import { built, guarded } from './lib/setup.mjs';
import { choose, gate, whole } from './lib/test-plan.mjs';

const OUTPUT = path.join(root, '.cache/tests');

const HELP = `npm test                    the gate: every fast check and test, samples of the slow ones, the first actions in a browser
npm run test:all            every check and every test; a file that passed on this tree does not run again
npm run verify -- STEP ...  only these steps of the gate

  --all            everything, as npm run test:all does
  --files TEXT     only the test files whose path contains TEXT, without the checks
  --shard 2/4      the second quarter of the test files; the checks belong to the first
  --again          with --all: also the files that passed on this tree
  --repeat N       each chosen file N times; a file that fails once fails the run
  --busy N         N processes beside the run that each keep a core busy
  --minutes N      the run ends by itself after N minutes; otherwise after 40`;

await guarded(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      files: { type: 'string' },
      shard: { type: 'string' },
      again: { type: 'boolean', default: false },
      repeat: { type: 'string', default: '1' },
      busy: { type: 'string', default: '0' },
      minutes: { type: 'string', default: '40' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(HELP);
  else process.exitCode = (await runAll(values, positionals)) ? 0 : 1;
});

/** Runs what the options choose and prints the outcome; resolves to whether the run has passed. */
async function runAll({ all, files, shard, again, minutes, busy, ...options }, names) {
  mkdirSync(OUTPUT, { recursive: true });
  const repeat = Number(options.repeat);
  const plan = all || files !== undefined ? whole : gate;
  const steps = choose(plan({ formatCache: path.join(OUTPUT, 'format-cache') }), { names, files, shard });
  const kept = all && repeat === 1 ? new Records(path.join(OUTPUT, `${treeFingerprint()}.jsonl`)) : undefined;
  const known = kept === undefined || again ? new Map() : kept.passed();
  if (known.size > 0) console.log(`${known.size} checks and files passed on this tree and do not run again; --again runs them.`);

  const stop = stopAfter(Number(minutes));
  const folder = temporaryFolder();
  const crowd = keepBusy(Number(busy));
  const started = performance.now();
  const processorBefore = childSeconds();
  const records = [];
  for (let round = 1; round <= repeat && !stop.signal.aborted; round += 1) {
    if (repeat > 1) console.log(`round ${round} of ${repeat}`);
    const onRecord = (record) => {
      kept?.add(record);
      for (const { test, text } of record.failures) console.log(`FAILED ${record.name}${test === '' ? '' : ` > ${test}`}\n${text}\n`);
    };
    // A build of this tree is not made again, unless it is asked for by name.
    const needed = steps.filter(({ name }) => name !== 'build' || names.includes('build') || !built());
    const results = await runSteps({ root, steps: needed, known, signal: stop.signal, again: repeat === 1, onRecord });
    records.push(...results.values());
  }
  const times = [`${Math.round((performance.now() - started) / 1000)} s`];
  if (processorBefore !== undefined) times.push(`${Math.round(childSeconds() - processorBefore)} s of processor time`);
  stop.end();
  crowd.stop();
  return report({ steps, records, stopped: stop.reason(), left: folder.remove(), times });
}

/** Prints the outcome and writes the page; returns whether the run has passed. */
function report({ steps, records, stopped, left, times }) {
  const flakyFolder = path.join(OUTPUT, 'flaky');
  keepFlaky(flakyFolder, records);
  const file = path.join(OUTPUT, 'report.md');
  writePage(file, records);
  console.log(summary({ steps, records, stopped, flakyFolder: path.relative(root, flakyFolder) }));
  if (left.length > 0) console.log(`\nleft in the temporary folder: ${left.join(' ')}`);
  console.log(`\n${path.relative(root, file)} lists every file. The run took ${times.join(', ')}.`);
  const succeeded = hasPassed(records, stopped);
  const { passed, failed } = tally(records);
  // A run that was stopped, or has too many flaky files, has failed even where no test did.
  console.log(`${passed} passed, ${succeeded ? 0 : Math.max(1, failed)} failed`);
  return succeeded;
}

/** A signal that aborts after that many minutes, or with SIGINT or SIGTERM. */
function stopAfter(minutes) {
  const stop = new AbortController();
  let reason;
  const abort = (why) => {
    reason ??= why;
    stop.abort();
  };
  const limit = setTimeout(() => abort(`The run was stopped after ${minutes} minutes.`), minutes * 60_000);
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => abort(`The run was stopped by ${name}.`));
  return { signal: stop.signal, reason: () => reason, end: () => clearTimeout(limit) };
}

/** A temporary folder for everything that the run starts. `remove` returns the names of what was left in it. */
function temporaryFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tapedeck-test-'));
  // PostgreSQL, which does not run as root, has its folder in it under another user.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return {
    remove() {
      const left = readdirSync(folder);
      rmSync(folder, { recursive: true, force: true });
      return left;
    },
  };
}
