import type { FailPoint } from '../operation/fail-point.ts';

/** Which step, and how often it is passed before it is the last one: `turn synced:20`. Nothing happens without it. */
const [last, times] = (process.env['TAPEDECK_FAIL_POINT'] ?? ':').split(':');
let left = Number(times);

/** In the place of the server's own: ends the process at the step that the test named. */
export function failPoint(step: FailPoint | 'journal half written'): void {
  if (due(step)) process.kill(process.pid, 'SIGKILL');
}

/** Whether this is the moment that the test named. */
export function due(step: FailPoint | 'journal half written' | 'disk full' | 'sync failed'): boolean {
  if (step !== last) return false;
  left -= 1;
  return left === 0;
}
