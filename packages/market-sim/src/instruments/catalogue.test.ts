import { isSpot, priceNumber, tickCount, timestamp, type Event, type Instrument } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import { SimulatedMarket } from '../live/simulated-market.ts';
import { FOUNDING_INSTRUMENTS } from './contracts.ts';

const GENESIS = Date.UTC(2026, 4, 6, 14, 0, 0);
const SECONDS = 120;
const of = (kind: Instrument['kind']): string[] =>
  FOUNDING_INSTRUMENTS.filter((instrument) => instrument.kind === kind).map(({ symbol }) => symbol);

let exchange: Exchange;
const trades = new Map<number, number>();

beforeAll(() => {
  exchange = new Exchange(FOUNDING_INSTRUMENTS, new SimulatedMarket(5, FOUNDING_INSTRUMENTS), timestamp(GENESIS));
  for (let second = 0; second <= SECONDS; second += 1) {
    exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS + second * 1_000) });
    const printed = exchange.events.splice(0).filter((event: Event) => event.type === 'TradePrinted');
    for (const { instrument } of printed) trades.set(instrument, (trades.get(instrument) ?? 0) + 1);
  }
});

describe('what the exchange inside lists from its first moment', () => {
  test('5 inverse, 30 linear and 6 USDC perpetuals, and spot pairs against both dollars', () => {
    expect(of('InversePerpetual')).toEqual(['BTCUSD', 'ETHUSD', 'EOSUSD', 'XRPUSD', 'DOTUSD']);
    expect(of('LinearPerpetual')).toHaveLength(30);
    expect(of('UsdcPerpetual')).toEqual(['BTCPERP', 'ETHPERP', 'SOLPERP', 'ADAPERP', 'AVAXPERP', 'XRPPERP']);
    expect(of('Spot')).toEqual(
      ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT', 'DOGE/USDT', 'ADA/USDT', 'LTC/USDT'].concat(['BTC/USDC', 'ETH/USDC', 'SOL/USDC']),
    );
    expect(FOUNDING_INSTRUMENTS.map(({ id }) => id)).toEqual(FOUNDING_INSTRUMENTS.map((_, at) => at));
    expect(new Set(FOUNDING_INSTRUMENTS.map(({ symbol }) => symbol)).size).toBe(FOUNDING_INSTRUMENTS.length);
  });

  test('every book has both sides, at most half a percent apart, and every instrument has traded', () => {
    for (const { id, symbol } of FOUNDING_INSTRUMENTS) {
      const { bestBid, bestAsk } = exchange.market(id);
      expect([symbol, tickCount(bestBid) > 0, tickCount(bestAsk) <= Math.ceil(tickCount(bestBid) * 1.005) + 3]).toEqual([
        symbol,
        true,
        true,
      ]);
      expect([symbol, (trades.get(id) ?? 0) > 0]).toEqual([symbol, true]);
    }
  });

  test('a spot pair trades at the index, where the perpetual of its coin is not far', () => {
    for (const pair of FOUNDING_INSTRUMENTS.filter(isSpot)) {
      const { last, index, mark } = exchange.market(pair.id);
      expect(priceNumber(mark)).toBe(priceNumber(index));
      expect(Math.abs(priceNumber(last) / priceNumber(index) - 1)).toBeLessThan(0.002);
      const perpetual = FOUNDING_INSTRUMENTS.find(({ symbol }) => symbol === `${pair.baseCoin}USDT`);
      const beside = priceNumber(exchange.market(perpetual?.id ?? 0).mark);
      expect(Math.abs(beside / priceNumber(index) - 1)).toBeLessThan(0.003);
    }
  });

  test('the busiest coins trade most, and perpetuals more than spot', () => {
    const count = (symbol: string): number => trades.get(FOUNDING_INSTRUMENTS.find((one) => one.symbol === symbol)?.id ?? -1) ?? 0;
    expect(count('BTCUSDT')).toBeGreaterThan(count('LTCUSDT'));
    const sum = (symbols: readonly string[]): number => symbols.reduce((all, symbol) => all + count(symbol), 0);
    const pairs = FOUNDING_INSTRUMENTS.filter((one) => isSpot(one) && one.quoteCoin === 'USDT');
    expect(sum(pairs.map(({ baseCoin }) => `${baseCoin}USDT`))).toBeGreaterThan(sum(pairs.map(({ symbol }) => symbol)));
    expect(count('BTC/USDT')).toBeGreaterThan(count('LTC/USDT'));
  });
});
