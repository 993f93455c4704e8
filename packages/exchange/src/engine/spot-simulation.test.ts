import { lots, money, tickCount, ticks, type FundsMove, type Instrument } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { CommandEncoder } from './command-codec.ts';
import { decodeCommand } from '../testing/decode-command.ts';
import type { Command } from '../commands/command.ts';
import { btc } from '../testing/exchange-fixture.ts';
import { Random } from '../testing/random-commands.ts';
import { SpotBench, btcSpot, ethBtc } from '../testing/spot-fixture.ts';

const UNIT = 100_000_000n;
const ACCOUNTS = [100, 101, 102, 103, 104];
const KINDS = ['UTA2', 'UTA', 'regular', 'UTA2', 'UTA2'] as const;
const MOVES: readonly FundsMove[] = ['toFunding', 'toTrading', 'borrow', 'repay', 'subscribe', 'redeem'];
const COINS = ['USDT', 'BTC', 'ETH'];
const INSTRUMENTS: readonly Instrument[] = [btc, btcSpot, ethBtc];
const CENTRES = [100_000, 100_000, 5_000];

function open(): SpotBench {
  const bench = new SpotBench();
  for (const [i, account] of ACCOUNTS.entries()) {
    bench.apply({ type: 'OpenAccount', account, kind: KINDS[i] });
    bench.credit(account, 'USDT', String(20_000 + i));
    if (i !== 4) bench.credit(account, 'BTC', '0.5');
    if (i !== 3) bench.credit(account, 'ETH', '8');
  }
  return bench;
}

function order(random: Random): object {
  const instrument = random.pick(INSTRUMENTS);
  const centre = CENTRES[instrument.id] ?? 1;
  const market = random.chance(25);
  const away = random.below(Math.max(2, Math.floor(centre / 100)));
  const side = random.pick(['Buy', 'Sell'] as const);
  const byAmount = market && instrument.id !== 0 && random.chance(40);
  const most = instrument.id === 0 ? 800 : instrument.id === 1 ? 60_000 : 6_000;
  return {
    type: 'PlaceOrder',
    account: random.pick(ACCOUNTS),
    instrument: instrument.id,
    side,
    orderType: market ? 'Market' : 'Limit',
    price: ticks(market ? 0 : random.chance(50) ? centre - away : centre + away),
    quantity: lots(byAmount ? 0 : 1 + random.below(most)),
    timeInForce: market
      ? 'ImmediateOrCancel'
      : random.pick(['GoodTillCancel', 'GoodTillCancel', 'PostOnly', 'ImmediateOrCancel', 'FillOrKill'] as const),
    reduceOnly: false,
    positionIndex: 0,
    clientOrderId: '',
    source: 'api',
    ...(byAmount ? { quoteAmount: money(BigInt(1 + random.below(900_000)) * 1_000_000n) } : {}),
    ...(instrument.id !== 0 && random.chance(40) ? { borrows: true } : {}),
  };
}

function next(random: Random, lastOrderId: number): object {
  const roll = random.below(100);
  const account = random.pick(ACCOUNTS);
  if (roll < 60) return order(random);
  if (roll < 72) return { type: 'CancelOrder', account, orderId: 1 + random.below(Math.max(1, lastOrderId)) };
  if (roll < 74) return { type: 'CancelAllOrders', account, instrument: random.pick([-1, 1]) };
  if (roll < 88) {
    const coin = random.pick(COINS);
    const amount = money((BigInt(1 + random.below(coin === 'USDT' ? 3_000_000 : 300)) * UNIT) / 100n);
    return {
      type: 'MoveFunds',
      account,
      coin,
      move: random.pick(MOVES),
      amount,
      requestId: random.chance(20) ? `r${random.below(40)}` : '',
    };
  }
  return { type: 'AdvanceClock' };
}

/** Prices walk together, sometimes in leaps, so that debts and positions come close to liquidation and beyond. */
function movePrices(bench: SpotBench, random: Random): void {
  const share = random.chance(12) ? 40 : 1;
  const move = (tick: number): number => Math.max(1_000, tick + Math.trunc((tick * share * (random.below(201) - 100)) / 20_000));
  CENTRES[0] = move(CENTRES[0] ?? 1);
  CENTRES[1] = CENTRES[0];
  CENTRES[2] = move(CENTRES[2] ?? 1);
  for (const { id, tickSize } of INSTRUMENTS) bench.market.index.set(id, BigInt(CENTRES[id] ?? 1) * BigInt(String(tickSize)));
}

function run(seed: number, count: number): { bench: SpotBench; tally: Map<string, number>; events: string[] } {
  CENTRES.splice(0, 3, 100_000, 100_000, 5_000);
  const random = new Random(seed);
  const bench = open();
  const tally = new Map<string, number>();
  const add = (key: string): void => void tally.set(key, (tally.get(key) ?? 0) + 1);
  const encoder = new CommandEncoder();
  const events: string[] = [];
  let lastOrderId = 0;
  for (let i = 0; i < count; i += 1) {
    const drawn = next(random, lastOrderId) as { type: Command['type'] } & Record<string, unknown>;
    if (drawn.type === 'AdvanceClock') {
      movePrices(bench, random);
      bench.time += random.chance(90) ? random.below(3_000) : random.below(4 * 3_600_000);
    }
    const checked = i % 61 === 0 && drawn.type !== 'AdvanceClock';
    const command = { ...drawn, time: bench.exchange.now } as unknown as Command;
    const sent = drawn.type === 'AdvanceClock' ? drawn : (decodeCommand(encoder.encode(command)) as unknown as typeof drawn);
    const before = checked ? bench.exchange.write() : undefined;
    bench.time = Math.max(bench.time, Number(bench.exchange.now));
    const outcome = bench.apply(sent);
    lastOrderId = Math.max(lastOrderId, outcome.orderId ?? 0);
    if (outcome.refusal !== undefined) {
      add(outcome.refusal.reason);
      if (before !== undefined && bench.time === Number(bench.exchange.now)) expect(bench.exchange.write()).toEqual(before);
    }
    for (const event of bench.exchange.events) {
      add(event.type === 'CashChanged' ? event.kind : event.type);
      events.push(JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)));
    }
    bench.exchange.events.length = 0;
  }
  return { bench, tally, events };
}

describe('seeded spot simulation', () => {
  it('EXC-06 every coin is conserved and every lock is right after every command', () => {
    const sum = new Map<string, number>();
    for (const seed of [1, 2, 3, 4]) for (const [key, count] of run(seed, 900).tally) sum.set(key, (sum.get(key) ?? 0) + count);
    for (const kind of ['OrderFilled', 'trade', 'fee', 'interest', 'conversion', 'transfer', 'borrow', 'repay', 'subscription', 'yield']) {
      expect(sum.get(kind) ?? 0, kind).toBeGreaterThan(0);
    }
    for (const reason of ['insufficientBalance', 'walletTooSmall', 'notBorrowable', 'priceOutOfRange']) {
      expect(sum.get(reason) ?? 0, reason).toBeGreaterThan(0);
    }
  });

  it('EXC-07 the same commands give the same events and bytes, also after a pause on disk', () => {
    const [a, b] = [run(7, 400), run(7, 400)];
    expect(a.events).toEqual(b.events);
    const bytes = a.bench.exchange.write();
    expect(b.bench.exchange.write()).toEqual(bytes);
    b.bench.reread();
    for (const bench of [a.bench, b.bench]) {
      bench.wait(5 * 3_600_000);
      bench.spot(100, 'Buy', 0.01, tickCount(ticks(CENTRES[1] ?? 1)) / 2, { borrows: true });
    }
    expect(b.bench.exchange.write()).toEqual(a.bench.exchange.write());
  });
});
