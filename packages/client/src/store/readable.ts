/** A value that can be read now and followed; made for `useSyncExternalStore` and for painters outside React. */
export interface Readable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

export interface Store<T> extends Readable<T> {
  /** Notifies the listeners unless the value is the same. */
  set(value: T): void;
  /** Notifies the listeners even if the value is the same object: it was changed in place. */
  touch(): void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const touch = (): void => {
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      touch();
    },
    touch,
    subscribe(listener) {
      // A separate wrapper, so that one function may be subscribed twice.
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

type Values<Sources extends readonly Readable<unknown>[]> = {
  readonly [K in keyof Sources]: Sources[K] extends Readable<infer T> ? T : never;
};

/**
 * A value computed from others, memoised: recomputed only when a source changes. An equal result (by `equal`) keeps its identity, so that
 * subscribers are not notified.
 */
export function derived<const Sources extends readonly Readable<unknown>[], T>(
  sources: Sources,
  compute: (...values: Values<Sources>) => T,
  equal: (a: T, b: T) => boolean = Object.is,
): Readable<T> {
  let inputs: readonly unknown[] | undefined;
  let result: T;
  const get = (): T => {
    const values = sources.map((source) => source.get());
    const previous = inputs;
    if (previous !== undefined && values.every((value, i) => Object.is(value, previous[i]))) return result;
    // The values of the sources, in their order.
    const next = (compute as (...given: readonly unknown[]) => T)(...values);
    if (previous === undefined || !equal(result, next)) result = next;
    inputs = values;
    return result;
  };
  const subscribe = (listener: () => void): (() => void) => {
    let seen = get();
    const check = (): void => {
      const now = get();
      if (Object.is(now, seen)) return;
      seen = now;
      listener();
    };
    const stops = sources.map((source) => source.subscribe(check));
    return () => stops.forEach((stop) => stop());
  };
  return { get, subscribe };
}
