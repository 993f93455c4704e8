import { price, ticks } from '@tapedeck/domain';
import { describe, expect, test } from 'vitest';
import { FakeVenue } from '../../testing/fake-venue.ts';
import { FUTURE, INVERSE } from '../../testing/program-markets.ts';
import { encodeV5Ticker } from './tickers.ts';

describe('OPS-05 a market without a price yet', () => {
  test.each([INVERSE, FUTURE, { ...FUTURE, id: 6, symbol: 'BTCUSDU26', kind: 'InverseFutures' as const }])(
    '$symbol has a ticker without quotes and value',
    (instrument) => {
      const market = new FakeVenue([{ ...instrument, id: 0 }]).market(0);
      if (market === undefined) throw new Error('the market is open');
      const none = price(0n);
      const state = { ...market.state, last: none, mark: none, index: none, bestBid: ticks(0), bestAsk: ticks(0) };
      const day = { ...market.day, open: 0n, high: 0n, low: 0n, volume: 0n, turnover: 0n };
      expect(encodeV5Ticker(instrument, { state, day }, { book: undefined, hourAgo: undefined })).toMatchObject({
        symbol: instrument.symbol,
        bid1Price: '',
        ask1Price: '',
        prevPrice1h: '',
        price24hPcnt: '0',
        openInterestValue: '0',
        singleOpenInterestValue: '0',
        basisRate: '',
      });
    },
  );
});
