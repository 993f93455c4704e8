import { lots, milliseconds, money, tickCount, ticks, timestamp, type Event, type Instrument } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { describe, expect, test } from 'vitest';
import { LINEAR_INSTRUMENTS } from '../instruments/linear-instruments.ts';
import { SimulatedMarket } from '../live/simulated-market.ts';
import { DAY_MS, MINUTE_MS } from '../path/calendar.ts';
import { ListingCalendar } from './listing-calendar.ts';
import { RENAMED_COINS } from '../path/coin-profiles.ts';
import { NEW_COINS } from './new-coins.ts';

const BTC = LINEAR_INSTRUMENTS.slice(0, 1);
const SEED = 7;
const EVER = Date.UTC(2100, 0, 1);
const USER = 100;

const calendar = (seed: number) =>
  new ListingCalendar(seed).announcedBy(EVER).map(({ symbol, launchAt, formerSymbol: former }) => ({
    symbol,
    former,
    launchAt: milliseconds(launchAt),
  }));
const open = (): SimulatedMarket => new SimulatedMarket(SEED, BTC, { listings: true });

class Floor {
  readonly exchange: Exchange;

  constructor(
    public time: number,
    readonly market = open(),
  ) {
    this.exchange = new Exchange(BTC, market, timestamp(time));
    this.to(time);
  }

  to(time: number): Event[] {
    this.time = time;
    this.exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
    return this.exchange.events.splice(0);
  }

  named(symbol: string): Instrument | undefined {
    return this.exchange.instruments.find((instrument) => instrument.symbol === symbol);
  }

  openAccount(): void {
    const time = timestamp(this.time);
    this.exchange.apply({ type: 'OpenAccount', time, account: USER, kind: 'UTA2' });
    this.exchange.apply({ type: 'CreditAccount', time, account: USER, coin: 'USDT', amount: money(100_000_000_000_000n) });
  }

  /** Buys at the price of a tick; answers why not. */
  buy({ id }: Instrument, at: number): string | undefined {
    return this.exchange.apply({
      type: 'PlaceOrder',
      time: timestamp(this.time),
      account: USER,
      instrument: id,
      side: 'Buy',
      orderType: 'Limit',
      price: ticks(at),
      quantity: lots(1_000),
      timeInForce: 'GoodTillCancel',
      reduceOnly: false,
      positionIndex: 0,
      clientOrderId: '',
      source: 'api',
    }).refusal?.reason;
  }
}

describe('SYM-12 the calendar of listings', () => {
  test('a seed has one calendar, another seed another, and every coin is listed once', () => {
    expect(calendar(SEED)).toEqual(calendar(SEED));
    expect(calendar(SEED)).not.toEqual(calendar(SEED + 1));
    expect(
      calendar(SEED)
        .map(({ symbol }) => symbol)
        .sort(),
    ).toEqual([...NEW_COINS, ...Object.values(RENAMED_COINS)].map((coin) => `${coin}USDT`).sort());
  });

  test('about six coins are listed each year and one is renamed, on whole hours, each a few days after its notice', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const listed = calendar(seed);
      for (const year of [2026, 2027, 2028]) {
        const ofYear = listed.filter(({ launchAt }) => new Date(launchAt).getUTCFullYear() === year);
        const count = ofYear.filter(({ former }) => former === undefined).length;
        expect(count).toBeGreaterThanOrEqual(5);
        expect(count).toBeLessThanOrEqual(7);
        expect(ofYear.length - count).toBeLessThanOrEqual(2);
      }
      expect(listed.filter(({ former }) => former !== undefined)).toHaveLength(Object.keys(RENAMED_COINS).length);
      for (const { symbol, launchAt } of listed) {
        expect(launchAt % 3_600_000).toBe(0);
        const knownAt = (time: number): boolean => new ListingCalendar(seed).announcedBy(time).some((one) => one.symbol === symbol);
        expect([knownAt(launchAt - 3 * DAY_MS), knownAt(launchAt - 7 * DAY_MS - 1)]).toEqual([true, false]);
      }
    }
  });
});

describe('SYM-12 a listing of the market inside', () => {
  const [, launched, next] = calendar(SEED);
  if (launched === undefined || next === undefined) throw new Error('The calendar is empty.');
  const before = next.launchAt - 2 * MINUTE_MS;

  test('it is announced, cannot be traded, and trades from its launch on', () => {
    const floor = new Floor(next.launchAt - 8 * DAY_MS);
    expect(floor.named(next.symbol)).toBeUndefined();
    floor.openAccount();
    const announced = floor.to(before).filter((event) => event.type === 'InstrumentListed');
    expect(announced).toMatchObject([{ instrument: { symbol: next.symbol, status: 'PreLaunch', launchAt: timestamp(next.launchAt) } }]);
    const coming = floor.named(next.symbol);
    if (coming === undefined) throw new Error('Nothing was announced.');
    expect(floor.buy(coming, 1_000)).toBe('notTrading');
    expect(floor.exchange.book(coming.id, 10)).toEqual({ bids: [], asks: [] });
    floor.to(next.launchAt - 1_000);
    expect(floor.buy(coming, 1_000)).toBe('notTrading');
    const events = floor.to(next.launchAt);
    expect(events.filter((event) => event.type === 'InstrumentChanged')).toMatchObject([
      { instrument: { id: coming.id, symbol: next.symbol, status: 'Trading' } },
    ]);
    floor.to(next.launchAt + 1_000);
    const { bestBid, bestAsk, nextFundingAt } = floor.exchange.market(coming.id);
    expect(tickCount(bestAsk)).toBeGreaterThan(tickCount(bestBid));
    expect(milliseconds(nextFundingAt)).toBeGreaterThan(next.launchAt);
    expect(floor.buy(coming, tickCount(bestAsk))).toBeUndefined();
    expect(floor.exchange.account(USER)?.positions).toMatchObject([{ instrument: coming.id, size: lots(1_000) }]);
    floor.exchange.audit();
  });

  test('what was launched before the exchange began trades at once, and its bars begin with its launch', () => {
    const floor = new Floor(before);
    const known = floor.named(launched.symbol);
    expect(known).toMatchObject({ status: 'Trading', launchAt: timestamp(launched.launchAt) });
    const [first] = floor.market.path.candles(known?.id ?? -1, 60, launched.launchAt - 5 * DAY_MS, before);
    expect(first?.start).toBe(launched.launchAt);
  });

  test('EXC-07 written and read it goes on the same way, across a launch', () => {
    const floor = new Floor(before);
    const bytes = floor.exchange.write();
    const copy = Exchange.read(bytes, BTC, open());
    expect(copy.write()).toEqual(bytes);
    for (const time of [before + 1_000, next.launchAt, next.launchAt + 250, next.launchAt + 1_500, next.launchAt + 5 * MINUTE_MS]) {
      const events = floor.to(time);
      copy.apply({ type: 'AdvanceClock', time: timestamp(time) });
      expect(copy.events.splice(0)).toEqual(events);
    }
    expect(copy.write()).toEqual(floor.exchange.write());
    const again = Exchange.read(floor.exchange.write(), BTC, open());
    expect(again.write()).toEqual(floor.exchange.write());
  });

  test('the coins that traded before keep their tape', () => {
    const tapeOf = (market: SimulatedMarket): Event[] => {
      const floor = new Floor(before, market);
      const events = [next.launchAt - 1_000, next.launchAt, next.launchAt + 1_000, next.launchAt + 2_000].flatMap((time) => floor.to(time));
      return events
        .filter((event) => event.type === 'TradePrinted' && event.instrument === 0)
        .map((event) => ({ ...event, tradeId: 0 }) as Event);
    };
    const tape = tapeOf(open());
    expect(tape.length).toBeGreaterThan(0);
    expect(tape).toEqual(tapeOf(new SimulatedMarket(SEED, BTC)));
  });
});

describe('SYM-12 a delisting of the market inside', () => {
  const renamed = calendar(SEED).flatMap(({ former }) => former ?? []);
  const [[symbol, endsAt] = ['', 0]] = [...new ListingCalendar(SEED).endsBy(EVER)].filter(([name]) => !renamed.includes(name));
  const notice = endsAt - 7 * DAY_MS;

  test('about two coins a year end, months after their launch and on the hour', () => {
    const launches = new Map(calendar(SEED).map(({ symbol: name, launchAt }) => [name, launchAt]));
    const ends = [...new ListingCalendar(SEED).endsBy(EVER)];
    expect(ends).toHaveLength(NEW_COINS.length / 3 + renamed.length);
    for (const [name, at] of ends) {
      expect(at % 3_600_000).toBe(0);
      expect(at - (launches.get(name) ?? at)).toBeGreaterThan(180 * DAY_MS);
    }
  });

  test('EXC-03 it is announced, trades on, then orders are cancelled and positions settled at the mean index', () => {
    const floor = new Floor(notice - 10 * MINUTE_MS);
    floor.openAccount();
    const coin = floor.named(symbol);
    if (coin === undefined) throw new Error('The coin is not listed.');
    expect(coin.deliveryAt).toBeUndefined();
    const announced = floor.to(notice + MINUTE_MS).filter((event) => event.type === 'InstrumentChanged');
    expect(announced).toMatchObject([{ instrument: { symbol, status: 'Trading', deliveryAt: timestamp(endsAt) } }]);
    const copy = Exchange.read(floor.exchange.write(), BTC, open());
    expect(copy.write()).toEqual(floor.exchange.write());
    floor.to(endsAt - 40 * MINUTE_MS);
    const { bestAsk } = floor.exchange.market(coin.id);
    expect(floor.buy(coin, tickCount(bestAsk))).toBeUndefined();
    expect(floor.buy(coin, Math.round(tickCount(bestAsk) * 0.97))).toBeUndefined();
    for (let at = endsAt - 39 * MINUTE_MS; at < endsAt; at += MINUTE_MS) floor.to(at);
    expect(floor.buy(coin, tickCount(bestAsk))).toBe('nearDelivery');
    const before = floor.exchange.market(coin.id);
    floor.exchange.audit();
    const events = floor.to(endsAt);
    floor.exchange.audit();
    const settled = events.find((event) => event.type === 'DeliverySettled' && event.instrument === coin.id);
    if (settled?.type !== 'DeliverySettled') throw new Error('Nothing was settled.');
    expect(Math.abs(Number(settled.price) / Number(before.index) - 1)).toBeLessThan(0.05);
    expect(floor.exchange.account(USER)).toMatchObject({ positions: [], orders: [] });
    expect(floor.exchange.isListed(coin.id)).toBe(false);
    expect(floor.buy(coin, tickCount(bestAsk))).toBe('notTrading');
    floor.to(endsAt + 3 * MINUTE_MS);
    floor.to(endsAt + 2 * DAY_MS);
    floor.exchange.audit();
  });

  test('what ended while nobody was there is settled when the clock goes on, and is not listed by who begins later', () => {
    const floor = new Floor(notice - 10 * MINUTE_MS);
    const coin = floor.named(symbol);
    if (coin === undefined) throw new Error('The coin is not listed.');
    floor.openAccount();
    expect(floor.buy(coin, tickCount(floor.exchange.market(coin.id).bestAsk))).toBeUndefined();
    floor.to(endsAt + DAY_MS);
    floor.exchange.audit();
    expect(floor.exchange.isListed(coin.id)).toBe(false);
    expect(floor.exchange.account(USER)?.positions).toEqual([]);
    expect(new Floor(endsAt + DAY_MS).named(symbol)).toBeUndefined();
  });
});

describe('SYM-12 a renaming of the market inside', () => {
  const next = calendar(SEED).find(({ former }) => former !== undefined);
  if (next?.former === undefined) throw new Error('Nothing is renamed.');
  const { former, symbol, launchAt: at } = next;

  test('EXC-03 both names are announced, positions are settled, and prices go on under the new name at the same moment', () => {
    const floor = new Floor(at - 7 * DAY_MS - 10 * MINUTE_MS);
    floor.openAccount();
    const before = floor.named(former);
    if (before === undefined) throw new Error('The coin is not listed.');
    expect(floor.named(symbol)).toBeUndefined();
    const announced = floor
      .to(at - 7 * DAY_MS + MINUTE_MS)
      .filter(({ type }) => type === 'InstrumentListed' || type === 'InstrumentChanged');
    expect(announced).toMatchObject([
      { instrument: { symbol, status: 'PreLaunch', launchAt: timestamp(at), formerSymbol: former } },
      { instrument: { symbol: former, status: 'Trading', deliveryAt: timestamp(at) } },
    ]);
    floor.to(at - 40 * MINUTE_MS);
    expect(floor.buy(before, tickCount(floor.exchange.market(before.id).bestAsk))).toBeUndefined();
    for (let minute = at - 39 * MINUTE_MS; minute < at; minute += MINUTE_MS) floor.to(minute);
    floor.to(at - 1_000);
    const last = Number(floor.exchange.market(before.id).last);
    const copy = Exchange.read(floor.exchange.write(), BTC, open());
    const events = floor.to(at);
    copy.apply({ type: 'AdvanceClock', time: timestamp(at) });
    expect(copy.takeEvents()).toEqual(events);
    expect(events.some((event) => event.type === 'DeliverySettled' && event.instrument === before.id)).toBe(true);
    floor.to(at + 1_000);
    floor.exchange.audit();
    expect([floor.exchange.isListed(before.id), floor.exchange.account(USER)?.positions]).toEqual([false, []]);
    const after = floor.named(symbol);
    if (after === undefined) throw new Error('The new name is not listed.');
    expect(after.status).toBe('Trading');
    expect(Math.abs(Number(floor.exchange.market(after.id).last) / last - 1)).toBeLessThan(0.01);
    expect(floor.buy(after, tickCount(floor.exchange.market(after.id).bestAsk))).toBeUndefined();
    expect(floor.buy(before, 1_000)).toBe('notTrading');
  });

  test('who begins later knows the new name alone', () => {
    const floor = new Floor(at + DAY_MS);
    expect(floor.named(former)).toBeUndefined();
    expect(floor.named(symbol)).toMatchObject({ status: 'Trading', formerSymbol: former, launchAt: timestamp(at) });
  });

  test('what was renamed while nobody was there has its new name when the clock goes on', () => {
    const floor = new Floor(at - 8 * DAY_MS);
    const before = floor.named(former);
    floor.to(at + DAY_MS);
    floor.exchange.audit();
    expect(floor.exchange.isListed(before?.id ?? -1)).toBe(false);
    expect(floor.named(symbol)).toMatchObject({ status: 'Trading', formerSymbol: former });
  });
});
