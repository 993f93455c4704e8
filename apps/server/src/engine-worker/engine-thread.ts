import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Room for what is new, in megabytes: the engine makes many records that nobody keeps, and each clearing away has a price of its own. The
 * room is taken only when it is needed.
 */
const YOUNG_GENERATION_MB = 192;
/**
 * How much V8 copies into one compiled function of those that it calls, in bytes of their code. By default it stops in the middle of the
 * way of an order, so that amounts which never leave a function are made as objects: a sixth more commands a second without that.
 */
const INLINED_BYTES = 4_000;

/** A thread as the engine needs it, for the engine and for those who measure it. */
export function engineThread(file: URL, options: WorkerOptions = {}): Worker {
  // A flag of the whole process: there is none for a single thread.
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTES}`);
  return new Worker(file, { ...options, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } });
}
