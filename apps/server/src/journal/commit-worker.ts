import { parentPort, workerData } from 'node:worker_threads';
import { failPoint } from '../operation/fail-point.ts';
import { DURABLE, ENDED, FAILED, FILE, REQUESTED, commitWords, writeFailure } from './commit-words.ts';
import type { CommitThreadData } from './commit-thread.ts';
import { SYSTEM_FILES } from './journal-files.ts';

const { memory, port } = workerData as CommitThreadData;
const shared = commitWords(memory);
const { words } = shared;

/** Waits for more records to make durable; returns the last one requested, or `ENDED`. */
function nextRequest(done: bigint): bigint {
  for (;;) {
    const requested = Atomics.load(words, REQUESTED);
    if (requested !== done) return requested;
    Atomics.wait(words, REQUESTED, requested);
  }
}

/** One sync confirms all records requested before it began. After a failed one the thread ends: a second one would prove nothing. */
function commitUntilEnd(): void {
  let done = Atomics.load(words, DURABLE);
  for (;;) {
    const requested = nextRequest(done);
    if (requested === ENDED) return;
    let result = requested;
    try {
      SYSTEM_FILES.sync(Number(Atomics.load(words, FILE)));
      failPoint('turn synced');
    } catch (error) {
      writeFailure(shared, (error as Error).message);
      result = FAILED;
    }
    Atomics.store(words, DURABLE, result);
    Atomics.notify(words, DURABLE);
    failPoint('turn confirmed');
    // The main thread first: it answers the traders.
    parentPort?.postMessage(null);
    port.postMessage(null);
    if (result === FAILED) return;
    done = result;
  }
}

commitUntilEnd();
