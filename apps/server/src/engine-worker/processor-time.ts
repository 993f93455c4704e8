import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const NS_PER_MS = 1e6;
const OF_THIS_THREAD = '/proc/thread-self/schedstat';

/** Processor time of this thread since it began, ms; where the system does not tell, the time in which its event loop was busy. */
export function processorTime(): number {
  try {
    return Number(readFileSync(OF_THIS_THREAD, 'utf8').split(' ', 1)[0]) / NS_PER_MS;
  } catch {
    return performance.eventLoopUtilization().active;
  }
}
