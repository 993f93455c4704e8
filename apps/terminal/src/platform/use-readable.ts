import { createStore, type Readable } from '@tapedeck/client';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Re-renders with every change: for values that change rarely. */
export function useReadable<T>(readable: Readable<T>): T {
  return useSyncExternalStore(
    useCallback((listener) => readable.subscribe(listener), [readable]),
    useCallback(() => readable.get(), [readable]),
  );
}

/** Re-renders only when the selected part changes, by `same` (identity by default). */
export function useSelected<T, Part>(
  readable: Readable<T>,
  select: (value: T) => Part,
  same: (a: Part, b: Part) => boolean = Object.is,
): Part {
  const held = useRef<{ readonly part: Part } | undefined>(undefined);
  const read = (): Part => {
    const part = select(readable.get());
    if (held.current !== undefined && same(held.current.part, part)) return held.current.part;
    held.current = { part };
    return part;
  };
  return useSyncExternalStore(
    useCallback((listener) => readable.subscribe(listener), [readable]),
    read,
  );
}

/** The values of a component's last render, for observers outside React. */
export function useRendered<T>(value: T): Readable<T> {
  const [store] = useState(() => createStore(value));
  useEffect(() => store.set(value), [store, value]);
  return store;
}
