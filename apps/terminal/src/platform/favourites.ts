import { createStore } from '@tapedeck/client';
import { keepChoice, readChoice } from './storage.ts';
import { useReadable } from './use-readable.ts';

const CHOICE = 'favourites';
/** More than any user marks; a longer stored list is invalid. */
const FAVOURITES_MAX = 500;

/** The trader's favourite symbols, in the order of marking. Unreadable storage counts as empty. */
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

/** Marks or unmarks a symbol. Another page may have marked some since this one started; a browser may store nothing. */
export function toggleFavourite(symbol: string): void {
  const before = readChoice(CHOICE) === undefined ? favourites.get() : kept();
  const next = before.includes(symbol) ? before.filter((other) => other !== symbol) : [...before, symbol];
  keepChoice(CHOICE, JSON.stringify(next));
  favourites.set(next);
}
