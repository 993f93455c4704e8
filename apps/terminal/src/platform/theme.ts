import { createStore } from '@tapedeck/client';
import { keepChoice } from './storage.ts';
import { useReadable } from './use-readable.ts';

export type Theme = 'dark' | 'light';

const current = createStore<Theme>(document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark');

/** The displayed theme; painters follow it to read their colours again. */
export const theme: { get(): Theme; subscribe(listener: () => void): () => void } = current;

export function setTheme(next: Theme): void {
  document.documentElement.dataset['theme'] = next;
  keepChoice('theme', next);
  current.set(next);
}

export const useTheme = (): Theme => useReadable(current);

/** Current colour or length of a design token. */
export function token(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
