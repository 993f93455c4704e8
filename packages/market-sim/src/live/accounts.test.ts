import { lots, milliseconds, money, ticks, timestamp, type Instrument, type PlaceOrder } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { describe, expect, test } from 'vitest';
import { PERPETUALS } from '../instruments/contracts.ts';
import { DAY_MS } from '../path/calendar.ts';
import { SimulatedMarket } from './simulated-market.ts';

const GENESIS = Date.UTC(2026, 4, 6, 14);
const TRADER = 100;
const INSTRUMENTS = PERPETUALS.filter(({ baseCoin }) => ['BTC', 'ETH', 'XRP', 'DOGE'].includes(baseCoin)).map((one, id) => ({
  ...one,
  id,
}));

function opened(seed: number): { readonly exchange: Exchange; readonly market: SimulatedMarket } {
  const market = new SimulatedMarket(seed, INSTRUMENTS);
  const exchange = new Exchange(INSTRUMENTS, market, timestamp(GENESIS));
  exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
  return { exchange, market };
}

function longShare(exchange: Exchange, { id }: Instrument): number {
  const { long = 0, short = 0 } = exchange.market(id).accounts ?? {};
  return long / (long + short);
}

describe('SIM-07 the accounts that hold a contract', () => {
  test('are counted on both sides, more in what is traded more, and seldom equally many', () => {
    const shares = [401, 402, 403, 404].flatMap((seed) => {
      const { exchange } = opened(seed);
      const bitcoin = exchange.market(0).accounts;
      expect(bitcoin?.long).toBeGreaterThan(1_000);
      expect(bitcoin?.short).toBeGreaterThan(1_000);
      return INSTRUMENTS.map((instrument) => longShare(exchange, instrument));
    });
    for (const share of shares) {
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(0.75);
    }
    expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.05);
  });

  test('small ones lean against the move of the last days', () => {
    const pairs = [411, 412, 413, 414, 415, 416].flatMap((seed) => {
      const { exchange, market } = opened(seed);
      return INSTRUMENTS.map((instrument) => {
        const end = Math.floor(GENESIS / 3_600_000) * 3_600_000;
        const days = market.path.span(instrument.id, end - 2 * DAY_MS, end);
        return { moved: (days?.close ?? 0) / (days?.open ?? 1), share: longShare(exchange, instrument) };
      });
    });
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const sorted = [...pairs].sort((a, b) => a.moved - b.moved).map(({ share }) => share);
    const half = sorted.length >> 1;
    expect(mean(sorted.slice(0, half))).toBeGreaterThan(mean(sorted.slice(half)));
  });

  test('EXC-03 go and come with positions, a trader being one of them; the state keeps them', () => {
    const { exchange } = opened(421);
    const before = exchange.market(0).accounts ?? { long: 0, short: 0 };
    let time = GENESIS;
    const now = () => timestamp(time);
    exchange.apply({ type: 'OpenAccount', time: now(), account: TRADER, kind: 'UTA2' });
    exchange.apply({ type: 'CreditAccount', time: now(), account: TRADER, coin: 'USDT', amount: money(100_000_000_000_000n) });
    const order: PlaceOrder = {
      type: 'PlaceOrder',
      time: now(),
      account: TRADER,
      instrument: 0,
      side: 'Buy',
      orderType: 'Market',
      price: ticks(0),
      quantity: lots(10),
      timeInForce: 'ImmediateOrCancel',
      reduceOnly: false,
      positionIndex: 0,
      clientOrderId: '',
      source: 'form',
    };
    expect(exchange.apply(order).refusal).toBeUndefined();
    expect(exchange.market(0).accounts).toEqual({ long: before.long + 1, short: before.short });
    const bytes = exchange.write();
    const copy = Exchange.read(bytes, INSTRUMENTS, new SimulatedMarket(421, INSTRUMENTS));
    expect(copy.market(0).accounts).toEqual(exchange.market(0).accounts);
    for (; time < GENESIS + 600_000; time += 1_000) exchange.apply({ type: 'AdvanceClock', time: now() });
    expect(milliseconds(exchange.now)).toBeGreaterThan(GENESIS);
    expect(exchange.market(0).accounts).not.toEqual(before);
    exchange.audit();
  });
});
