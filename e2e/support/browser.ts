import type { Browser } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';

let launched: Promise<Browser> | undefined;

/**
 * The browser of this worker, which ends with it; every page is in a context of its own. One that another process started would have
 * every message pass through that process.
 */
export function browser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}
