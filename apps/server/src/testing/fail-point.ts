import { existsSync } from 'node:fs';
import type { FailPoint } from '../operation/fail-point.ts';

/**
 * Which step, how often it is passed before it is the last one, and the file from whose presence on this is counted, if not from
 * the start: `turn synced:20:FILE`. Nothing happens without it.
 */
const [last, times, armed = ''] = (process.env['TAPEDECK_FAIL_POINT'] ?? ':').split(':');
let left = Number(times);

/** In the place of the server's own: ends the process at the step that the test named. */
export function failPoint(step: FailPoint | 'journal half written'): void {
  if (due(step)) process.kill(process.pid, 'SIGKILL');
}

/** Whether this is the moment that the test named. */
export function due(step: FailPoint | 'journal half written' | 'disk full' | 'sync failed'): boolean {
  if (step !== last || (armed !== '' && !existsSync(armed))) return false;
  left -= 1;
  return left === 0;
}
