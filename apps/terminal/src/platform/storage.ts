/** Small choices kept in the browser. A browser that keeps nothing is not an error. */
export function readChoice(name: string): string | undefined {
  try {
    return localStorage.getItem(`tapedeck.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`tapedeck.${name}`, value);
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

/** The storage that the client keeps the ids of sent orders in; it reads back nothing it does not validate. Throws where storage is closed. */
export const browserStorage = (): Storage => localStorage;
