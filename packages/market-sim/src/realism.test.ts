import { priceNumber, quantityUnits, rateUnits, timestamp } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { describe, expect, test } from 'vitest';
import { PERPETUALS } from './instruments/contracts.ts';
import { LINEAR_INSTRUMENTS } from './instruments/linear-instruments.ts';
import { SimulatedMarket } from './live/simulated-market.ts';
import { PricePath } from './path/price-path.ts';
import { calmHours, candleStatistics, mean } from './testing/candle-statistics.ts';
import { tapeStatistics, type Print } from './testing/tape-statistics.ts';

const GENESIS = Date.UTC(2026, 4, 6, 14);
const MINUTE_MS = 60_000;
/** BTCUSDT, ETHUSDT, DOGEUSDT. */
const COINS = [0, 1, 4];

const DAYS = 20;
const DAY_MINUTES = 1_440;
/** Contracts whose tick is 2 to 10 basis points of their price, and the largest share of their minutes that may have one price. */
const CHEAP = { NEARUSDT: 0.1, DOTUSDT: 0.05, BNBUSDT: 0.06 };

/** Recorded ranges, widened: `npm run market-report` compares medians over ten seeds with them more closely. */
describe('the market looks like recorded ones', () => {
  test('SIM-07 calm hours are about as calm as recorded ones, where the calmest 5% have 0.45 to 0.5 of the median range', () => {
    const found = [201, 202, 203].flatMap((seed) => {
      const path = new PricePath(seed, LINEAR_INSTRUMENTS);
      return COINS.map((id) => calmHours(path.bars(id, 60, GENESIS / MINUTE_MS / 60, DAYS * 24)));
    });
    expect(mean(found)).toBeGreaterThan(0.33);
    expect(mean(found)).toBeLessThan(0.6);
  });

  test.each(Object.entries(CHEAP))('SIM-07 %s, whose tick is coarse, stands still in few minutes', (name, most) => {
    const instrument = PERPETUALS.find(({ symbol }) => symbol === name);
    const shares = [3001, 3002, 3003, 3004].map((seed) => {
      const bars = new PricePath(seed, PERPETUALS).bars(instrument?.id ?? -1, 1, GENESIS / MINUTE_MS, DAYS * DAY_MINUTES);
      return bars.filter(({ high, low }) => high === low).length / bars.length;
    });
    expect(mean(shares)).toBeLessThan(most);
  });

  test.each([201, 202, 203])('SIM-01 minutes of seed %i: tails, clusters, ranges, wicks, volume', (seed) => {
    const path = new PricePath(seed, LINEAR_INSTRUMENTS);
    for (const id of COINS) {
      const found = candleStatistics(path.bars(id, 1, GENESIS / MINUTE_MS, 28_800));
      expect(found.kurtosis).toBeGreaterThan(5);
      expect(found.absoluteReturnLag1).toBeGreaterThan(0.19);
      expect(found.absoluteReturnLag1).toBeLessThan(0.5);
      expect(found.absoluteReturnLag30).toBeGreaterThan(0.08);
      expect(found.rangeOverReturn).toBeGreaterThan(1.5);
      expect(found.rangeOverReturn).toBeLessThan(1.9);
      // One wild day among calm ones makes many minutes that are long for all of them.
      expect(found.longWicks).toBeLessThan(0.005);
      expect(found.volumeVariation).toBeGreaterThan(1.35);
      expect(found.volumeVariation).toBeLessThan(2.9);
      expect(found.returnWithVolume).toBeGreaterThan(0.37);
      expect(found.rangeWithVolume).toBeGreaterThan(0.45);
    }
  });

  /** Median quantity within ten basis points of the touch, both sides, over two minutes of steps of so many ms. */
  function usualDepth(step: number, watched: readonly number[]): readonly number[] {
    const exchange = new Exchange(LINEAR_INSTRUMENTS, new SimulatedMarket(205, LINEAR_INSTRUMENTS), timestamp(GENESIS));
    exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
    exchange.apply({ type: 'WatchMarkets', time: timestamp(GENESIS), instruments: watched });
    const found = COINS.map((): number[] => []);
    for (let time = GENESIS + step; time <= GENESIS + 3 * MINUTE_MS; time += step) {
      exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
      exchange.takeEvents();
      if (time < GENESIS + MINUTE_MS || (time - GENESIS) % 2_000 !== 0) continue;
      for (const [at, id] of COINS.entries()) {
        const { bids, asks } = exchange.book(id, 500);
        const near = (rows: readonly number[]): number =>
          rows.reduce((sum, size, i) => (i % 2 === 1 && Math.abs((rows[i - 1] ?? 0) / (rows[0] ?? 1) - 1) <= 0.001 ? sum + size : sum), 0);
        found[at]?.push(near(bids) + near(asks));
      }
    }
    return found.map((depths) => depths.sort((a, b) => a - b)[Math.floor(depths.length / 2)] ?? 0);
  }

  test('SIM-07 a book that nobody watches is about as deep as one that somebody watches', () => {
    const [alone, watched] = [usualDepth(1_000, []), usualDepth(50, COINS)];
    for (const [at] of COINS.entries()) {
      const share = (alone[at] ?? 0) / (watched[at] ?? 1);
      expect(share).toBeGreaterThan(0.7);
      expect(share).toBeLessThan(1.4);
    }
  });

  test('SIM-01 the tape: several fills an order, bursts, runs of one side, prices that stand still', () => {
    const exchange = new Exchange(LINEAR_INSTRUMENTS, new SimulatedMarket(204, LINEAR_INSTRUMENTS), timestamp(GENESIS));
    exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
    exchange.apply({ type: 'WatchMarkets', time: timestamp(GENESIS), instruments: COINS });
    const tapes = new Map<number, Print[]>(COINS.map((id) => [id, []]));
    for (let time = GENESIS + 50; time <= GENESIS + 8 * MINUTE_MS; time += 50) {
      exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
      for (const event of exchange.events.splice(0)) {
        if (event.type !== 'TradePrinted') continue;
        const { price, quantity, takerSide, instrument } = event;
        const print = { time, price: priceNumber(price), size: Number(quantityUnits(quantity)), takerBuys: takerSide === 'Buy' };
        tapes.get(instrument)?.push(print);
      }
    }
    for (const tape of tapes.values()) {
      const found = tapeStatistics(tape);
      expect(found.printsPerOrder).toBeGreaterThan(1.4);
      expect(found.gapVariation).toBeGreaterThan(1.5);
      expect(found.signLag1).toBeGreaterThan(0.4);
      expect(found.unchanged).toBeGreaterThan(0.45);
      expect(found.largestSize / found.medianSize).toBeGreaterThan(30);
    }
  });

  test('EXC-03 most perpetuals stand at their base rate of funding, some below it', () => {
    const perpetuals = PERPETUALS.map((one, id) => ({ ...one, id }));
    const exchange = new Exchange(perpetuals, new SimulatedMarket(1, perpetuals), timestamp(GENESIS));
    for (let time = GENESIS; time <= GENESIS + 30 * MINUTE_MS; time += 5_000) {
      exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
      exchange.events.splice(0);
    }
    const rates = perpetuals.map(({ id }) => Number(rateUnits(exchange.market(id).fundingRate)));
    expect(new Set(rates).size).toBeGreaterThan(4);
    expect(rates.filter((rate) => rate < 0).length / rates.length).toBeGreaterThan(0.02);
    expect(rates.filter((rate) => rate === 10_000).length / rates.length).toBeGreaterThan(0.4);
  });
});
