/** Hands items to one listener, and keeps them while there is none. */
export interface Outbox<T> {
  send(item: T): void;
  /** Hands over the kept items, then each further one; returns a function that ends it. */
  receive(listener: (item: T) => void): () => void;
}

export function createOutbox<T>(): Outbox<T> {
  let receiver: ((item: T) => void) | undefined;
  const kept: T[] = [];
  return {
    send(item) {
      if (receiver === undefined) kept.push(item);
      else receiver(item);
    },
    receive(listener) {
      receiver = listener;
      for (const item of kept.splice(0)) listener(item);
      return () => {
        if (receiver === listener) receiver = undefined;
      };
    },
  };
}
