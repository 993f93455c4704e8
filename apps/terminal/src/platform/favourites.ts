import { createStore } from '@tapedeck/client';
import { keepChoice, readChoice } from './storage.ts';
import { useReadable } from './use-readable.ts';

const CHOICE = 'favourites';
/** More than anybody marks; what is kept beyond it was not written here. */
const FAVOURITES_MAX = 500;

/** Symbols that the trader has marked, in the order in which they were. What is kept and cannot be read counts as none. */
function kept(): readonly string[] {
  try {
    const list: unknown = JSON.parse(readChoice(CHOICE) ?? '[]');
    return Array.isArray(list) ? list.filter((symbol) => typeof symbol === 'string').slice(0, FAVOURITES_MAX) : [];
  } catch {
    return [];
  }
}

const favourites = createStore<readonly string[]>(kept());

export const useFavourites = (): readonly string[] => useReadable(favourites);

/** Marks a symbol, or takes its mark away. Another page may have marked some since this one began; a browser may keep nothing. */
export function toggleFavourite(symbol: string): void {
  const before = readChoice(CHOICE) === undefined ? favourites.get() : kept();
  const next = before.includes(symbol) ? before.filter((other) => other !== symbol) : [...before, symbol];
  keepChoice(CHOICE, JSON.stringify(next));
  favourites.set(next);
}
