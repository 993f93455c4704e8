import { isDated, milliseconds, priceUnits, timestamp, type Event, type Instrument } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { describe, expect, test } from 'vitest';
import { PERPETUALS } from '../instruments/contracts.ts';
import { SimulatedMarket } from '../live/simulated-market.ts';
import { DAY_MS, MINUTE_MS } from '../path/calendar.ts';
import { TermStructure } from './term-structure.ts';

const FEW = PERPETUALS.filter(({ baseCoin }) => baseCoin === 'BTC').map((instrument, id) => ({ ...instrument, id }));
/** Thursday afternoon before the last Friday of December. */
const GENESIS = Date.UTC(2026, 11, 24, 14);
const DELIVERY = Date.UTC(2026, 11, 25, 8);

class Floor {
  readonly market = new SimulatedMarket(7, FEW, { derivatives: true });
  readonly exchange = new Exchange(FEW, this.market, timestamp(GENESIS));
  time = GENESIS;

  step(elapsed: number): Event[] {
    this.time += elapsed;
    this.exchange.apply({ type: 'AdvanceClock', time: timestamp(this.time) });
    return this.exchange.events.splice(0);
  }

  get futures(): Instrument[] {
    return this.exchange.instruments.filter((instrument) => isDated(instrument) && instrument.status === 'Trading');
  }

  symbols(): string[] {
    return this.futures.map(({ symbol }) => symbol);
  }
}

describe('futures of the market inside', () => {
  test('EXC-01 weeks, months and quarters of three kinds are listed from the first step on', () => {
    const floor = new Floor();
    floor.step(0);
    const symbols = floor.symbols();
    expect(symbols.filter((symbol) => symbol.startsWith('BTCUSDT-'))).toEqual(
      ['25DEC26', '1JAN27', '8JAN27', '29JAN27', '26FEB27', '26MAR27', '25JUN27'].map((date) => `BTCUSDT-${date}`),
    );
    expect(symbols).toContain('BTC-25DEC26');
    expect(symbols).toEqual(expect.arrayContaining(['BTCUSDZ26', 'BTCUSD-1JAN27', 'BTCUSDF27', 'BTCUSDH27', 'BTCUSDM27']));
    for (const { id } of floor.futures) {
      const { bids, asks } = floor.exchange.book(id, 200);
      expect(bids.length / 2).toBeGreaterThan(100);
      expect(asks.length / 2).toBeGreaterThan(100);
    }
  });

  test('EXC-03 they follow the index by a basis that is gone when they end', () => {
    const floor = new Floor();
    floor.step(0);
    for (let second = 0; second < 60; second += 1) floor.step(1_000);
    const terms = new TermStructure(7);
    for (const instrument of floor.futures) {
      const { mark, index } = floor.exchange.market(instrument.id);
      const basis = Number(priceUnits(mark)) / Number(priceUnits(index)) - 1;
      const fair = terms.basisAt('BTC', floor.time, milliseconds(instrument.deliveryAt ?? timestamp(0)));
      expect(Math.abs(basis - fair)).toBeLessThan(0.0015);
    }
    expect(terms.basisAt('BTC', DELIVERY - 1_000, DELIVERY)).toBeLessThan(1e-8);
    expect(terms.basisAt('BTC', DELIVERY - 180 * DAY_MS, DELIVERY)).toBeGreaterThan(0.005);
  });

  test('EXC-03 what ends is delivered, and the next one is listed', () => {
    const floor = new Floor();
    floor.step(0);
    const ending = floor.futures.filter(({ symbol }) => symbol.endsWith('25DEC26') || symbol === 'BTCUSDZ26');
    expect(ending).toHaveLength(3);
    floor.step(DELIVERY - GENESIS - MINUTE_MS);
    floor.exchange.audit();
    const events = floor.step(MINUTE_MS);
    floor.exchange.audit();
    expect(
      events.filter((event) => event.type === 'InstrumentChanged' && isDated(event.instrument) && event.instrument.status === 'Closed'),
    ).toHaveLength(3);
    expect(floor.symbols()).not.toContain('BTCUSDT-25DEC26');
    floor.step(MINUTE_MS);
    expect(floor.symbols()).toEqual(expect.arrayContaining(['BTCUSDT-15JAN27', 'BTCUSDT-24SEP27', 'BTCUSDU27']));
  });

  test('EXC-07 written and read it goes on the same way, across a delivery', () => {
    const floor = new Floor();
    floor.step(0);
    floor.step(DELIVERY - GENESIS - 20 * MINUTE_MS);
    const bytes = floor.exchange.write();
    const copy = Exchange.read(bytes, FEW, new SimulatedMarket(7, FEW, { derivatives: true }));
    expect(copy.write()).toEqual(bytes);
    for (const elapsed of [1_000, 250, 19 * MINUTE_MS, MINUTE_MS, 1_000, MINUTE_MS]) {
      const events = floor.step(elapsed);
      copy.apply({ type: 'AdvanceClock', time: timestamp(floor.time) });
      expect(copy.events.splice(0)).toEqual(events);
    }
    expect(copy.write()).toEqual(floor.exchange.write());
  });

  test('forty days away list only what is still to come, and stays sound', () => {
    const floor = new Floor();
    floor.step(0);
    const before = floor.exchange.instruments.length;
    const events = floor.step(40 * DAY_MS);
    floor.exchange.audit();
    const listed = events.filter((event) => event.type === 'InstrumentListed');
    expect(listed.length).toBe(floor.exchange.instruments.length - before);
    // A step later what the last minute left to list is there; nothing was listed only to end on the way.
    for (const event of listed) expect(milliseconds(event.instrument.deliveryAt ?? timestamp(0))).toBeGreaterThan(floor.time);
    floor.step(MINUTE_MS);
    expect(floor.symbols().some((symbol) => symbol === 'BTCUSDT-12FEB27')).toBe(true);
  });
});

test('bars of a future agree over all widths, and carry its basis', () => {
  const floor = new Floor();
  floor.step(0);
  const future = floor.futures.find(({ symbol }) => symbol === 'BTCUSDT-26MAR27');
  const id = future?.id ?? -1;
  const { path } = floor.market;
  const hour = Math.floor(GENESIS / 3_600_000) - 5;
  const [wide] = path.bars(id, 60, hour, 1);
  const minutes = path.bars(id, 1, hour * 60, 60);
  expect([wide?.open, wide?.close]).toEqual([minutes[0]?.open, minutes.at(-1)?.close]);
  expect(wide?.high).toBe(Math.max(...minutes.map((bar) => bar.high)));
  const [coin] = path.bars(0, 60, hour, 1);
  const ratio = (wide?.close ?? 0) / (coin?.close ?? 1);
  expect(ratio).toBeGreaterThan(1.002);
  expect(ratio).toBeLessThan(1.035);
});
