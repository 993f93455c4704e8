import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { browser } from './support/browser.ts';
import { playWorld } from './support/played-world.ts';

declare global {
  /** Provided by the page's bundle. */
  var played: { playWorld(): string[] } | undefined;
}

/** The exchange with its simulated market as one script for a page. */
async function scriptOfWorld(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('support/played-world.ts', import.meta.url)),
    platform: 'browser',
    logLevel: 'warn',
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'played' });
  await bundle.close();
  return output[0].code;
}

describe('the exchange in a page', () => {
  it('EXC-07 D6 D8 plays the same commands to the same state as in Node, twice over', async () => {
    const here = playWorld();
    expect(new Set(here).size).toBe(3);
    expect(playWorld()).toEqual(here);
    const page = await (await browser()).newPage();
    await page.addScriptTag({ content: await scriptOfWorld() });
    const inPage = (): Promise<string[] | undefined> => page.evaluate(() => globalThis.played?.playWorld());
    expect(await inPage()).toEqual(here);
    expect(await inPage()).toEqual(here);
    await page.close();
  });
});
