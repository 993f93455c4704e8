import type { StoragePort } from '../ports/ports.ts';

/** Storage for the lifetime of the page: used without browser storage, and in tests. */
export function memoryStorage(): StoragePort {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
}
