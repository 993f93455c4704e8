// Child processes of the tools.
import { spawn } from 'node:child_process';
import { root } from './repository.mjs';

/** Runs a command with the terminal's streams; resolves to its exit code. */
export function run(command, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a command and collects what it prints; resolves to { code, output }. */
export function capture(command, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }));
  });
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
