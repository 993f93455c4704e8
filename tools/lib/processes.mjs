// Child processes of the tools.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { root } from './repository.mjs';

/** Runs a command with the terminal's streams; resolves to its exit code. */
export function run(command, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Ends a process that leads a group, with all that it started. */
export function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (failure) {
    // The whole group has ended already.
    if (failure.code !== 'ESRCH') throw failure;
  }
}

/** Runs a command and collects its output; resolves to { code, output }. `signal` ends it with all that it started. */
export function capture(command, parameters, { signal, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: signal !== undefined, ...options });
    const chunks = [];
    const abort = () => endGroup(child);
    signal?.addEventListener('abort', abort);
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      signal?.removeEventListener('abort', abort);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** Seconds of processor time of the child processes that have ended, with theirs; undefined where the system does not count them in a file. */
export function childSeconds() {
  const TICKS_PER_SECOND = 100;
  if (!existsSync('/proc/self/stat')) return undefined;
  // The name of the program, in parentheses, may contain spaces. Behind it, fields 14 and 15 are the user and system time of children.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** npm, as the one that started us when there is one. Returns [command, first parameters, options]. */
export function npm() {
  const script = process.env.npm_execpath;
  if (script !== undefined && /\.c?js$/.test(script)) return [process.execPath, [script], {}];
  return ['npm', [], { shell: process.platform === 'win32' }];
}

/** Runs npm with `parameters`; resolves to its exit code. */
export function runNpm(parameters, options = {}) {
  const [command, first, ownOptions] = npm();
  return run(command, [...first, ...parameters], { ...ownOptions, ...options });
}
