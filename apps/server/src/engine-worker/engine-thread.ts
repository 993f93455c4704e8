import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Memory for new objects, in megabytes: the engine creates many short-lived records, and each collection has a fixed
 * cost. The memory is allocated only on demand.
 */
const YOUNG_GENERATION_MB = 192;
/**
 * Bytes of bytecode that V8 inlines into one compiled function. The default stops halfway through an order, so that
 * amounts which never leave a function are allocated as objects: this setting gives a sixth more commands a second.
 */
const INLINED_BYTES = 4_000;

/** A thread with the settings of the engine, for the engine and for benchmarks. */
export function engineThread(file: URL, options: WorkerOptions = {}): Worker {
  // A flag of the whole process: there is none per thread.
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTES}`);
  return new Worker(file, { ...options, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } });
}
