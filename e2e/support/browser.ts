import { chromium, type Browser } from 'playwright-core';
import { inject } from 'vitest';

let connected: Promise<Browser> | undefined;

/** The browser of this run; every page is in a context of its own. */
export function browser(): Promise<Browser> {
  connected ??= chromium.connect(inject('browserAddress'));
  return connected;
}
