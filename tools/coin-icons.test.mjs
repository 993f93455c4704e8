// Every coin of the built-in exchange has an icon for each theme, drawn without anything from outside the file.
import { readdirSync, readFileSync } from 'node:fs';
import { FOUNDING_INSTRUMENTS } from '@tapedeck/market-sim';
import { coinIcon, defaultIcon } from '@tapedeck/protocol';
import { expect, it } from 'vitest';
import { NEW_COINS } from '../packages/market-sim/src/listings/new-coins.ts';
import { RENAMED_COINS } from '../packages/market-sim/src/path/coin-profiles.ts';

const FOLDER = new URL('../apps/terminal/public', import.meta.url);

it.each(['dark', 'light'])('SYM-07 the icons for the %s theme are those of the coins that are listed, and one for all others', (theme) => {
  const coins = [...FOUNDING_INSTRUMENTS.map(({ baseCoin }) => baseCoin), ...NEW_COINS, ...Object.values(RENAMED_COINS)];
  const wanted = new Set([...coins.map((coin) => coinIcon(coin, theme)), defaultIcon(theme)]);
  const files = readdirSync(`${FOLDER.pathname}/coins/${theme}`).map((name) => `/coins/${theme}/${name}`);
  expect(files.sort()).toEqual([...wanted].sort());
  for (const file of files) {
    const text = readFileSync(`${FOLDER.pathname}${file}`, 'utf8');
    expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 24 24">/);
    expect(text).not.toMatch(/<script|<image|href|url\(/);
  }
});
