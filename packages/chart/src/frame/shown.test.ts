import { describe, expect, it } from 'vitest';
import { setupSample } from '../testing/samples.ts';
import { newDocument } from './document/chart-document.ts';
import { spokenBar, zoneOfBars, type Shown } from './shown.ts';

const bar = { time: Date.UTC(2026, 10, 23, 20), open: 1, high: 2.25, low: 0.5, close: 2, volume: 7 };

describe('a bar in words', () => {
  const { symbol, texts, lines } = setupSample();
  const shown: Shown = { symbol: { ...symbol, priceDigits: 2 }, resolution: '60', locale: 'en', texts, lines };
  const document = newDocument('Asia/Tokyo');

  it('WSP-07 has the time of the chart’s zone, and prices as the symbol is traded', () => {
    const words = spokenBar({ bar, previousClose: undefined }, shown, document);
    expect(words).toMatch(/^Nov 24, 2026, 5:00\sAM, /);
    expect(words).toContain('2.25');
  });

  it('WSP-07 has the decimals that the user wants', () => {
    const settings = { ...document.settings, precision: 0 };
    expect(spokenBar({ bar, previousClose: undefined }, shown, { ...document, settings })).not.toContain('2.25');
  });

  it('bars of a day and longer have their own date in every zone', () => {
    expect(zoneOfBars('1D', 'Asia/Tokyo')).toBe('Etc/UTC');
    expect(zoneOfBars('720', 'Asia/Tokyo')).toBe('Asia/Tokyo');
  });
});
