/** Between two tries to fetch a part. */
const PAUSE_MS = 1_000;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Browsers say it in words of their own; a script that arrived and failed says what it failed at. */
const isLost = (error: unknown): error is Error =>
  error instanceof Error && /preload CSS|dynamically imported module|module script/i.test(error.message);

/** Takes the link of styles that did not arrive away: while it stands, the next import takes them for loaded. */
function forgetStyles({ message }: Error): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (message.endsWith(link.href)) link.remove();
}

/**
 * The script of a part that is made later, asked for until it arrives: what React could not load once, for want of a connection, it never
 * loads again, and the page goes blank.
 */
export async function arrives<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!isLost(error)) throw error;
      forgetStyles(error);
      await pause();
    }
  }
}
