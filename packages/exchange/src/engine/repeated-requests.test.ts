import { addMoney, lots, money, rate, ticks, type StrategyPlan } from '@tapedeck/domain';
import { describe, expect, it, test } from 'vitest';
import { CommandEncoder } from './command-codec.ts';
import { decodeCommand } from '../testing/decode-command.ts';
import type { Command } from '../commands/command.ts';
import { GENESIS } from '../testing/exchange-fixture.ts';
import { StopBench, TRADER } from '../testing/stop-bench.ts';

type Asked = { readonly type: Command['type'] } & Record<string, unknown>;

const UNIT = 100_000_000n;
const head = { account: TRADER, instrument: 0, positionIndex: 0, source: 'form' } as const;
const leg = (at: number) => ({ side: 'Buy', trigger: ticks(at * 2), source: 'LastPrice', orderType: 'Market', price: ticks(0) });
const strategy = (plan: StrategyPlan): Asked => ({
  ...head,
  type: 'CreateStrategy',
  side: 'Buy',
  reduceOnly: false,
  quantity: lots(100),
  plan,
});
const SECRET = 'ab'.repeat(16);
const webhook = (secret: string): StrategyPlan => ({ kind: 'Webhook', orderType: 'Limit', price: ticks(90_000), secret });

/** Everything that a second sending would do a second time. */
const ASKED: Readonly<Record<string, Asked>> = {
  iceberg: strategy({ kind: 'Iceberg', price: ticks(90_000), shown: lots(10), postOnly: false }),
  TWAP: strategy({ kind: 'TWAP', interval: 30_000, parts: 20, limit: ticks(90_000) }),
  chase: strategy({ kind: 'Chase', maxDistance: ticks(100) }),
  scaled: strategy({ kind: 'Scaled', from: ticks(90_000), to: ticks(80_000), orders: 5, skew: 100 }),
  grid: strategy({ kind: 'Grid', lower: ticks(90_000), upper: ticks(110_000), cells: 10, takeProfit: ticks(0), stopLoss: ticks(0) }),
  webhook: strategy(webhook(SECRET)),
  'pair of orders': {
    ...head,
    type: 'PlaceOrderPair',
    kind: 'BidirectionalTpSl',
    quantity: lots(10),
    upper: leg(52_000),
    lower: leg(48_000),
    reduceOnly: false,
  },
  'close at a margin rate': { ...head, type: 'PlaceMarginRateClose', rate: rate(80_000_000n) },
  'partial entry of TP/SL': {
    ...head,
    type: 'SetPositionExits',
    mode: 'Partial',
    quantity: lots(10),
    entry: 0,
    takeProfit: { trigger: ticks(110_000), source: 'LastPrice', orderType: 'Market', limit: ticks(0) },
  },
  'transfer to the funding wallet': { type: 'MoveFunds', account: TRADER, coin: 'USDT', move: 'toFunding', amount: money(5n * UNIT) },
  loan: { type: 'MoveFunds', account: TRADER, coin: 'USDT', move: 'borrow', amount: money(5n * UNIT) },
};

/** A trader with a long position. */
function newBench(): StopBench {
  const bench = new StopBench();
  bench.enter('Buy', 1);
  bench.take();
  return bench;
}

describe('a request that is sent again with its id', () => {
  test.each(Object.entries(ASKED))('N1 %s: the same answer and no second effect, also after a restart', (_, asked) => {
    const bench = newBench();
    const request = { ...asked, requestId: 'r-1' };
    const first = bench.apply(request);
    expect(first.refusal).toBeUndefined();
    expect(bench.take()).not.toEqual([]);
    bench.time += 1_000;
    expect(bench.apply(request)).toEqual(first);
    expect(bench.take()).toEqual([]);
    bench.reread();
    expect(bench.apply(request)).toEqual(first);
    expect(bench.take()).toEqual([]);
  });

  it('N1 margin is added to an isolated position once', () => {
    const bench = new StopBench();
    bench.apply({ type: 'SetMarginMode', account: TRADER, instrument: 0, marginMode: 'isolated' });
    bench.enter('Buy', 1);
    const before = bench.position?.margin ?? money(0n);
    const request: Asked = {
      type: 'AddMargin',
      account: TRADER,
      instrument: 0,
      positionIndex: 0,
      amount: money(7n * UNIT),
      requestId: 'm',
    };
    expect([bench.apply(request), bench.apply(request)]).toEqual([{}, {}]);
    expect(bench.position?.margin).toBe(addMoney(before, money(7n * UNIT)));
  });

  it('N1 a signal places one order', () => {
    const bench = newBench();
    const { orderId: strategyId } = bench.apply(strategy(webhook(SECRET)));
    const signal: Asked = { type: 'SignalStrategy', account: TRADER, strategyId, secret: SECRET, requestId: 's' };
    expect(bench.apply(signal).orderId).toBe(bench.apply(signal).orderId);
    expect(bench.orders).toHaveLength(1);
    expect(bench.apply({ ...signal, secret: 'cd'.repeat(16) }).refusal?.reason).toBe('duplicateRequest');
  });

  it('N1 a webhook has one secret, however often the server makes one up for the same request', () => {
    const bench = newBench();
    const first = bench.apply({ ...strategy(webhook(SECRET)), requestId: 'w' });
    expect(bench.apply({ ...strategy(webhook('cd'.repeat(16))), requestId: 'w' })).toEqual(first);
    expect(bench.exchange.account(TRADER)?.strategies?.map(({ plan }) => plan)).toEqual([webhook(SECRET)]);
  });

  it('N1 an id that stands for another request is refused, and a refusal may be tried again', () => {
    const bench = newBench();
    const move = (amount: bigint, requestId: string) =>
      bench.apply({ type: 'MoveFunds', account: TRADER, coin: 'USDT', move: 'toTrading', amount: money(amount * UNIT), requestId });
    expect(move(3n, 'a').refusal?.reason).toBe('walletTooSmall');
    bench.apply({ type: 'MoveFunds', account: TRADER, coin: 'USDT', move: 'toFunding', amount: money(10n * UNIT), requestId: 'b' });
    expect(move(3n, 'a').refusal).toBeUndefined();
    expect(move(4n, 'a').refusal?.reason).toBe('duplicateRequest');
    expect(move(3n, 'b').refusal?.reason).toBe('duplicateRequest');
    expect(move(3n, 'a')).toEqual({});
    // Another id is another request.
    expect([move(3n, 'c'), move(3n, 'd')]).toEqual([{}, {}]);
    expect(bench.exchange.account(TRADER)?.wallets.map(({ amount }) => amount)).toEqual([money(UNIT)]);
  });

  it('N1 ids are an account’s own, and the oldest of a thousand are forgotten', () => {
    const bench = newBench();
    const borrow = (account: number, requestId: string) =>
      bench.exchange.apply({
        type: 'MoveFunds',
        time: bench.exchange.now,
        account,
        coin: 'USDT',
        move: 'toFunding',
        amount: money(1n),
        requestId,
      });
    const funding = (): bigint | undefined =>
      bench.exchange.account(TRADER)?.wallets.find(({ wallet }) => wallet === 'funding')?.amount as bigint | undefined;
    for (let at = 0; at <= 1_000; at += 1) borrow(TRADER, `id-${at}`);
    borrow(TRADER, 'id-1');
    expect(funding()).toBe(1_001n);
    borrow(TRADER, 'id-0');
    expect(funding()).toBe(1_002n);
    borrow(TRADER + 1, 'id-5');
    expect(bench.exchange.account(TRADER + 1)?.wallets.map(({ amount }) => amount)).toEqual([money(1n)]);
  });

  test.each(Object.entries(ASKED))('%s is written to the journal with its id, and without one as ever', (_, asked) => {
    const encoder = new CommandEncoder();
    const command = { ...asked, time: GENESIS } as unknown as Command;
    const bare = encoder.encode(command).length;
    expect(decodeCommand(encoder.encode({ ...command, requestId: 'r-1' } as Command))).toMatchObject({ requestId: 'r-1' });
    expect(encoder.encode({ ...command, requestId: 'r-1' } as Command).length).toBeGreaterThan(bare);
    expect(decodeCommand(encoder.encode(command))).toMatchObject({ ...asked });
  });
});
