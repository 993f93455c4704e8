import type { Failure } from '../store/loadable.ts';

/** Number of failures kept for a screen that has not loaded. */
const KEPT = 16;

export interface FailureNews {
  tell(failure: Failure): void;
  /** The first listener also receives earlier messages. Returns the function that unsubscribes. */
  listen(listener: (failure: Failure) => void): () => void;
}

/** Failures of any call for their listener; the latest ones are kept until there is one. */
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
