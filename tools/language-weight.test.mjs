import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { firstTexts } from '../apps/terminal/src/app/first-texts.ts';
import { readJson, root } from './lib/repository.mjs';

const LANGUAGES = 'apps/terminal/languages';
const KILOBYTES_MAX = 15;
const PAGES = [
  '/trade/usdt/BTCUSDT',
  '/trade/spot/BTC/USDT',
  '/trade/option/usdc/BTC',
  '/trade/spread',
  '/copy-trading',
  '/user/assets/order',
];

/** As it is served. */
const weightOf = (tag, namespace) => gzipSync(JSON.stringify(readJson(`${LANGUAGES}/${tag}/${namespace}.json`)), { level: 9 }).length;

const tags = readdirSync(path.join(root, LANGUAGES)).filter((tag) => existsSync(path.join(root, LANGUAGES, tag, 'app.json')));

describe('the weight of languages', () => {
  it.each(tags)('I18-02 the texts that the first view of a page waits for are light in %s', (tag) => {
    for (const page of PAGES) {
      const bytes = firstTexts(page).reduce((sum, namespace) => sum + weightOf(tag, namespace), 0);
      expect(bytes / 1000, page).toBeLessThanOrEqual(KILOBYTES_MAX);
    }
  });
});
