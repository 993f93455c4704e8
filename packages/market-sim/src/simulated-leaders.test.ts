import { milliseconds, timestamp } from '@tapedeck/domain';
import { Exchange, type Command } from '@tapedeck/exchange';
import { describe, expect, it } from 'vitest';
import { LINEAR_INSTRUMENTS } from './instruments/linear-instruments.ts';
import { SimulatedMarket } from './live/simulated-market.ts';
import { SimulatedLeaders, SIMULATED_LEADERS, leadersBegin } from './simulated-leaders.ts';

const GENESIS = Date.UTC(2026, 0, 5, 9);
const MINUTE = 60_000;

function play(seed: number, minutes: number, more: readonly Omit<Command, 'time'>[] = []): Exchange {
  const market = new SimulatedMarket(seed, LINEAR_INSTRUMENTS);
  const exchange = new Exchange(LINEAR_INSTRUMENTS, market, timestamp(GENESIS));
  const desk = new SimulatedLeaders(seed, market.path);
  exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
  for (const command of leadersBegin(timestamp(GENESIS))) expect(exchange.apply(command).refusal).toBeUndefined();
  for (const command of more) expect(exchange.apply({ ...command, time: timestamp(GENESIS) } as Command).refusal).toBeUndefined();
  for (let minute = 1; minute <= minutes; minute += 1) {
    const before = milliseconds(exchange.now);
    exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS + minute * MINUTE) });
    desk.act(exchange, before);
    exchange.audit();
  }
  return exchange;
}

describe('leaders of the house', () => {
  it('ACC-02 trade by themselves, and their statistics are those of their fills', () => {
    const exchange = play(7, 180);
    const leaders = exchange.leaders();
    expect(leaders.map(({ name }) => name)).toEqual(SIMULATED_LEADERS.map(({ name }) => name));
    for (const { account, statistics } of leaders) {
      const fills = exchange.events.flatMap((event) => (event.type === 'OrderFilled' && event.account === account ? [event] : []));
      const closing = fills.filter(({ closedQuantity }) => Number(closedQuantity) > 0);
      expect(closing.length).toBeGreaterThan(3);
      expect(statistics.trades).toBe(closing.length);
      const earned = fills.reduce((sum, { closedPnl, fee }) => sum + BigInt(String(closedPnl)) - BigInt(String(fee)), 0n);
      const volume = fills.reduce((sum, { value }) => sum + BigInt(String(value)), 0n);
      expect([BigInt(String(statistics.pnl)), BigInt(String(statistics.volume))]).toEqual([earned, volume]);
    }
  });

  it('EXC-07 do the same for the same seed, and other things for another', () => {
    const [one, again, other] = [play(7, 60), play(7, 60), play(8, 60)];
    expect(again.write()).toEqual(one.write());
    expect(other.write()).not.toEqual(one.write());
  });

  it('ACC-02 a follower of one has a copy of each of its positions, by the share', () => {
    const [leader] = SIMULATED_LEADERS;
    const account = leader?.account ?? 0;
    const half = 50_000_000n;
    const exchange = play(7, 60, [
      { type: 'OpenAccount', account: 101, kind: 'UTA2' } as Omit<Command, 'time'>,
      { type: 'CreditAccount', account: 101, coin: 'USDT', amount: 10_000_000_000_000n } as unknown as Omit<Command, 'time'>,
      { type: 'FollowLeader', account: 101, leader: account, ratio: half, maxAmount: 5_000_000_000_000n, name: 'bert' } as unknown as Omit<
        Command,
        'time'
      >,
    ]);
    const record = exchange.account(101)?.copying;
    expect(record?.role === 'follower' && record.follow.orders).toBeGreaterThan(2);
    const held = exchange.account(101)?.positions ?? [];
    const led = exchange.account(account)?.positions ?? [];
    expect(held.map(({ instrument, side }) => [instrument, side])).toEqual(led.map(({ instrument, side }) => [instrument, side]));
  });

  it('are left alone by a desk of a world that has none', () => {
    const market = new SimulatedMarket(7, LINEAR_INSTRUMENTS);
    const exchange = new Exchange(LINEAR_INSTRUMENTS, market, timestamp(GENESIS));
    exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
    const before = exchange.write();
    new SimulatedLeaders(7, market.path).act(exchange, GENESIS - 60 * MINUTE);
    expect(exchange.write()).toEqual(before);
  });
});
