import { formatsOf } from '@tapedeck/i18n';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChartQuote } from '@tapedeck/chart';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { liveTicker, SECOND_INSTRUMENT, TEST_INSTRUMENT } from '../../testing/records.ts';
import { followQuotes } from './quotes.ts';

describe('quotes of the chart’s symbol search', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('CHT-09 tell the last price and the change over 24 hours at once, and what changed a few times a second', () => {
    const client = fakeClient([TEST_INSTRUMENT, SECOND_INSTRUMENT]);
    const told: (readonly ChartQuote[])[] = [];
    const tickers = [TEST_INSTRUMENT.symbol, SECOND_INSTRUMENT.symbol, 'NOSUCH'];
    const stop = followQuotes(client, () => formatsOf('en'), [tickers, (quotes) => told.push(quotes)]);
    const rise = { ticker: TEST_INSTRUMENT.symbol, last: '64,182.4', change: '+1.93%', tone: 'up' };
    expect(told).toEqual([[rise, { ...rise, ticker: SECOND_INSTRUMENT.symbol }]]);

    const feed = client.markets.feed(SECOND_INSTRUMENT.symbol);
    feed.ticker.set(liveTicker(SECOND_INSTRUMENT, '62967.5'));
    feed.ticker.set(liveTicker(SECOND_INSTRUMENT, '61000'));
    vi.runAllTimers();
    expect(told.slice(1)).toEqual([[{ ticker: SECOND_INSTRUMENT.symbol, last: '61,000.0', change: '-3.12%', tone: 'down' }]]);

    feed.ticker.set(liveTicker(SECOND_INSTRUMENT, '60000'));
    stop();
    vi.runAllTimers();
    expect(told).toHaveLength(2);
    expect(feed.release).toHaveBeenCalledOnce();
    expect(client.markets.feed(TEST_INSTRUMENT.symbol).release).toHaveBeenCalledOnce();
  });

  test('CHT-09 of a symbol whose ticker has not come are told when it comes', () => {
    const client = fakeClient([TEST_INSTRUMENT]);
    const feed = client.markets.feed(TEST_INSTRUMENT.symbol);
    feed.ticker.set({ freshness: 'loading', ticker: undefined });
    const told: (readonly ChartQuote[])[] = [];
    const stop = followQuotes(client, () => formatsOf('de'), [[TEST_INSTRUMENT.symbol], (quotes) => told.push(quotes)]);
    expect(told).toEqual([]);
    feed.ticker.set(liveTicker());
    vi.runAllTimers();
    expect(told.flat().map(({ last }) => last)).toEqual(['64.182,4']);
    stop();
  });
});
