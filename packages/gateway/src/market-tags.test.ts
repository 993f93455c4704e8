import { price, timestamp, type Instrument, type MarketState } from '@tapedeck/domain';
import type { DayStatistics } from '@tapedeck/venue';
import { describe, expect, test } from 'vitest';
import { Catalogue } from './catalogue.ts';
import { MarketTagger, marketTags } from './market-tags.ts';
import { fakeInstrument, START } from './testing/fake-venue.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GRID = { tick: '0.1', lot: '0.001', digits: [1, 3] } as const;
const listed = (id: number, more: Partial<Instrument> = {}): Instrument => ({ ...fakeInstrument(id, `C${id}USDT`, GRID), ...more });

/** A market by the turnover and the price of each instrument, all of which began the day at 100. */
class Figures {
  readonly figures = new Map<number, { turnover: bigint; last: bigint }>();

  set(id: number, turnover: bigint, last = 100n): void {
    this.figures.set(id, { turnover, last });
  }

  market(id: number): { state: MarketState; day: DayStatistics } | undefined {
    const known = this.figures.get(id);
    if (known === undefined) return undefined;
    return {
      state: { time: timestamp(START), last: price(known.last) } as MarketState,
      day: { instrument: id, open: 100n, high: 100n, low: 100n, volume: 1n, turnover: known.turnover },
    };
  }
}

function tagged(tag: string, tags: ReadonlyMap<number, readonly string[]>): number[] {
  return [...tags].filter(([, list]) => list.includes(tag)).map(([id]) => id);
}

describe('SYM-12 what the market makes of a symbol', () => {
  test('the ten most traded are popular, and of the busier half the five that moved most are trending', () => {
    const venue = new Figures();
    const contracts = Array.from({ length: 24 }, (_, id) => listed(id));
    // The lower the id, the more is traded; 13 and beyond move most but are quiet.
    for (const { id } of contracts) venue.set(id, BigInt(1_000 - id), 100n + BigInt(id % 2 === 0 ? id : -id));
    const tags = marketTags(venue, contracts, START);
    expect(tagged('Popular', tags)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(tagged('Trending', tags)).toEqual([7, 8, 9, 10, 11]);
  });

  test('only USDT perpetuals with trades are ranked, and what did not move is not trending', () => {
    const venue = new Figures();
    const contracts = [listed(0), listed(1, { kind: 'InversePerpetual' }), listed(2), listed(3)];
    venue.set(0, 10n);
    venue.set(1, 99n, 150n);
    venue.set(2, 0n, 150n);
    const tags = marketTags(venue, contracts, START);
    expect(tagged('Popular', tags)).toEqual([0]);
    expect(tagged('Trending', tags)).toEqual([]);
  });

  test('new is what was launched within 14 days, and not what is only announced', () => {
    const contracts = [
      listed(0, { launchAt: timestamp(START - 13 * DAY) }),
      listed(1, { launchAt: timestamp(START - 15 * DAY) }),
      listed(2, { launchAt: timestamp(START + DAY), status: 'PreLaunch' }),
      listed(3),
    ];
    expect(tagged('NEW', marketTags(new Figures(), contracts, START))).toEqual([0]);
  });

  test('the catalogue carries the tags, and tells each hour of which contracts they changed', () => {
    const venue = new Figures();
    venue.set(0, 10n, 110n);
    venue.set(1, 5n);
    const [first, second] = [listed(0, { launchAt: timestamp(START - 14 * DAY + HOUR) }), listed(1)];
    const catalogue = new Catalogue([first, second]);
    const tagger = new MarketTagger(venue, catalogue);
    expect(catalogue.contract(first)).toMatchObject({ symbolTags: 'NEW,Trending', isPopular: true });
    const { version } = catalogue;
    venue.set(0, 10n, 100n);
    expect(tagger.look(START + 1_000, false)).toEqual([]);
    expect(catalogue.version).toBe(version);
    expect(tagger.look(START + HOUR, false)).toEqual([first]);
    expect(catalogue.contract(first)).toMatchObject({ symbolTags: '', isPopular: true });
    expect(catalogue.version).not.toBe(version);
  });

  test('a launch is on the wire: its time, and that it is still to come', () => {
    const coming = listed(0, { launchAt: timestamp(START + DAY), status: 'PreLaunch' });
    const catalogue = new Catalogue([coming]);
    expect(catalogue.contract(coming)).toMatchObject({
      contractStatus: 'PreLaunch',
      isPreListing: true,
      startTradingTimeE3: START + DAY,
      expectStartTradingTime: START + DAY,
      expectDisplay: true,
    });
    catalogue.put({ ...coming, status: 'Trading' });
    expect(catalogue.contract(coming)).toMatchObject({ isPreListing: false, startTradingTimeE3: START + DAY, expectStartTradingTime: 0 });
  });
});
