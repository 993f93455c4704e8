// Runs test files by vitest, with a limit for each file and a result of each, whatever becomes of vitest itself.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endGroup } from './processes.mjs';

const REPORTER = fileURLToPath(new URL('run-reporter.mjs', import.meta.url));
const FILE_LIMIT_S = 120;
/** The longest time without any file at work: a start, or an end, of vitest that hangs. */
const IDLE_LIMIT_S = 120;
/** The output kept of vitest, in characters: its end. */
const OUTPUT_MAX = 10_000;
const OUTSIDE = '(outside its tests)';

/** The limit of a file in seconds: 120, unless the file states a larger one with its reason. */
export function limitOf(text) {
  const stated = /^\/\/ Time limit of this file: (\d+) s, since \w/m.exec(text);
  return stated === null ? FILE_LIMIT_S : Number(stated[1]);
}

/**
 * Runs `files` (paths relative to `root`); `parameters` go to vitest as they are. Calls `onResult` with the result of each file as soon as
 * it is known: { file, passed, titles, skipped, failures: [{ test, text }], output, seconds }, and again when an error outside its tests follows.
 * A file that takes longer than its limit fails and is stopped with its process; the others go on in a new process. `signal` stops the
 * run: files at work fail, the others have no result. Resolves to the texts of errors that belong to no file.
 */
export async function runFiles({ root, files, parameters = [], environment = {}, signal, onResult }) {
  const results = new Map();
  const errors = [];
  let pending = files;
  while (pending.length > 0 && !signal?.aborted) {
    errors.push(
      ...(await runOnce({ root, files: pending, parameters, environment, signal }, (result) => {
        results.set(result.file, result);
        onResult(result);
      })),
    );
    const left = files.filter((file) => !results.has(file));
    if (signal?.aborted) break;
    if (left.length === pending.length) {
      for (const file of left) onResult(failure(file, 'not run: no project of the configuration includes it, or vitest could not start'));
      break;
    }
    pending = left;
  }
  return errors;
}

const failure = (file, text, seconds = 0) => ({
  file,
  passed: 0,
  titles: [],
  skipped: 0,
  failures: [{ test: OUTSIDE, text }],
  output: '',
  seconds,
});

/** One process of vitest. Resolves to errors that belong to no file. */
function runOnce({ root, files, parameters, environment, signal }, onResult) {
  const relative = (file) => path.relative(root, file).split(path.sep).join('/');
  const limits = new Map(files.map((file) => [file, limitOf(readFileSync(path.join(root, file), 'utf8'))]));
  /** When each file at work began. */
  const running = new Map();
  const ended = new Map();
  const errors = [];
  let output = '';
  let lastMessage = performance.now();

  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...parameters, `--reporter=${REPORTER}`, ...files], {
    cwd: root,
    env: { ...process.env, ...environment, FORCE_COLOR: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A group of its own, so that all that it started ends with it.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-OUTPUT_MAX);
    });

  const secondsOf = (file) => (performance.now() - (running.get(file) ?? performance.now())) / 1000;
  const report = (result) => {
    running.delete(result.file);
    if (!limits.has(result.file)) return;
    ended.set(result.file, result);
    onResult(result);
  };
  const failRunning = (text) => {
    for (const file of [...running.keys()]) report(failure(file, text, secondsOf(file)));
  };

  child.on('message', (message) => {
    lastMessage = performance.now();
    if (message.kind === 'start') running.set(relative(message.file), performance.now());
    else if (message.kind === 'end') {
      const { kind: _, ...result } = message;
      const file = relative(message.file);
      report({ ...result, file, seconds: secondsOf(file) });
    } else
      for (const { file = '', text } of message.errors) {
        const result = ended.get(relative(file));
        if (result === undefined) errors.push(text);
        else report({ ...result, failures: [...result.failures, { test: OUTSIDE, text }] });
      }
  });

  const isLate = (file) => secondsOf(file) > limits.get(file);
  const watch = setInterval(() => {
    const late = [...running.keys()].filter(isLate);
    for (const file of late) report(failure(file, `stopped: it took longer than its limit of ${limits.get(file)} s`, secondsOf(file)));
    const isIdle = running.size === 0 && performance.now() - lastMessage > IDLE_LIMIT_S * 1000;
    if (isIdle) errors.push(`vitest was stopped: it ran no file for ${IDLE_LIMIT_S} s\n${output}`);
    if (late.length === 0 && !isIdle) return;
    clearInterval(watch);
    // The other files at work have no result, and run again.
    running.clear();
    endGroup(child);
  }, 250);
  const abort = () => {
    failRunning('still running when the run was stopped');
    endGroup(child);
  };
  signal?.addEventListener('abort', abort);

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      signal?.removeEventListener('abort', abort);
      endGroup(child);
      failRunning(`vitest ended while it ran (code ${code})\n${output}`);
      if (code !== 0 && ended.size === 0 && errors.length === 0 && !signal?.aborted)
        errors.push(`vitest ended with code ${code}\n${output}`);
      resolve(errors);
    });
  });
}
