import type { Failure } from '../store/loadable.ts';

/** As many as are kept for a screen that is not there yet. */
const KEPT = 16;

export interface FailureNews {
  tell(failure: Failure): void;
  /** The first listener also gets what was told before it came. Answers how to stop. */
  listen(listener: (failure: Failure) => void): () => void;
}

/** Failures of any call, told to whoever shows them; the last ones wait until somebody does. */
export function createFailureNews(): FailureNews {
  const listeners = new Set<(failure: Failure) => void>();
  const early: Failure[] = [];
  return {
    tell(failure) {
      for (const listener of listeners) listener(failure);
      if (listeners.size > 0) return;
      early.push(failure);
      if (early.length > KEPT) early.shift();
    },
    listen(listener) {
      listeners.add(listener);
      for (const failure of early.splice(0)) listener(failure);
      return () => listeners.delete(listener);
    },
  };
}
