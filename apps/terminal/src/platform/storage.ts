/** Small settings stored in the browser. A browser that stores nothing is not an error. */
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
    // Private windows may refuse; the setting then lasts as long as the page.
  }
}

/** The storage for the client's ids of sent orders; everything read back is validated. Throws if storage is blocked. */
export const browserStorage = (): Storage => localStorage;
