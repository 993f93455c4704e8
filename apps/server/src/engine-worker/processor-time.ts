import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const NS_PER_MS = 1e6;
const OF_THIS_THREAD = '/proc/thread-self/schedstat';

/** A reading takes as long as a short turn of the engine: it is reused for this many milliseconds. */
const GOOD_FOR_MS = 5;

let last = 0;
let readAt = Number.NEGATIVE_INFINITY;

/**
 * Processor time of this thread since its start, ms; on systems without it, the busy time of its event loop. At most
 * some milliseconds old.
 */
export function processorTime(): number {
  const now = performance.now();
  if (now - readAt < GOOD_FOR_MS) return last;
  readAt = now;
  last = readProcessorTime();
  return last;
}

function readProcessorTime(): number {
  try {
    return Number(readFileSync(OF_THIS_THREAD, 'utf8').split(' ', 1)[0]) / NS_PER_MS;
  } catch {
    return performance.eventLoopUtilization().active;
  }
}
