/** Pause between two attempts to load a script. */
const PAUSE_MS = 1_000;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Browsers word this error differently; a script that arrived and failed reports its own error. */
const isLost = (error: unknown): boolean =>
  error instanceof Error && /preload CSS|dynamically imported module|module script/i.test(error.message);

/** Fetches styles again. The link that failed is replaced, unless another part has done so. */
function fetchAgain(link: HTMLLinkElement, lost: Set<HTMLLinkElement>): Promise<void> {
  lost.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    if (!link.isConnected) return resolve();
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${again.href}`)));
    link.replaceWith(again);
  });
}

/**
 * Loads the script of a later part, and retries until it and its styles arrive. React never repeats a failed load, so without this a
 * lost connection would leave the page blank. The next import takes styles that failed for loaded, and its error names one of
 * several: they are fetched here.
 */
export async function arrives<Part>(load: () => Promise<Part>): Promise<Part> {
  const lost = new Set<HTMLLinkElement>();
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
  };
  // Captured: the errors of links do not bubble.
  document.addEventListener('error', note, true);
  try {
    for (;;) {
      try {
        await Promise.all([...lost].map((link) => fetchAgain(link, lost)));
        return await load();
      } catch (error) {
        if (!isLost(error)) throw error;
        await pause();
      }
    }
  } finally {
    document.removeEventListener('error', note, true);
  }
}
