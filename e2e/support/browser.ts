import { chromium, type Browser } from 'playwright-core';
import { shared } from './shared.ts';

let connected: Promise<Browser> | undefined;

/** The browser of this run; every page is in a context of its own. */
export function browser(): Promise<Browser> {
  connected ??= chromium.connect(shared().browser);
  return connected;
}
