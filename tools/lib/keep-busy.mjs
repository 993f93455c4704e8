import { spawn } from 'node:child_process';

/** It ends with the run, also when the run is killed. */
const BUSY = `while (process.ppid === ${process.pid});`;

/** Keeps that many cores busy with processes of their own; `stop` ends them. */
export function keepBusy(count) {
  const children = Array.from({ length: count }, () => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }));
  return {
    pids: children.map(({ pid }) => pid),
    stop() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
