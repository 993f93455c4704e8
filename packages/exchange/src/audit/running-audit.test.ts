import { money, timestamp } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import type { Command } from '../commands/command.ts';
import { LedgerAccount } from '../ledger/ledger.ts';
import { Bench, btc, btcInverse, btcUsdc, eth } from '../testing/exchange-fixture.ts';
import { moveIndex, nextCommand, Random, type RandomWorld } from '../testing/random-commands.ts';
import type { Account } from '../state/account.ts';
import { ExchangeState } from '../state/exchange-state.ts';
import { OpenOrder } from '../state/open-order.ts';
import { RunningAudit, SWEEP } from './running-audit.ts';
import { ByteStateReader } from '../codec/state-bytes.ts';
import { readState } from '../snapshot/state-image.ts';

const INSTRUMENTS = [btc, eth, btcInverse, btcUsdc];
const ACCOUNTS = [100, 101, 102, 103];
const COMMANDS = 400;

/** A busy market. */
function simulate(): Bench {
  const bench = new Bench(INSTRUMENTS);
  for (const account of ACCOUNTS) {
    bench.open(account, 20_000n);
    bench.fund(account, 'USDC', 2_000_000_000_000n);
    bench.fund(account, 'BTC', 40_000_000n);
  }
  for (const instrument of [btc, btcInverse, btcUsdc]) bench.index(instrument, 50_000);
  bench.index(eth, 2_500);
  const world: RandomWorld = {
    random: new Random(7),
    instruments: INSTRUMENTS,
    accounts: ACCOUNTS,
    centre: [100_000, 50_000, 100_000, 100_000],
    time: bench.time,
    lastOrderId: 1,
    leaps: 0,
  };
  const audit = bench.exchange.runningAudit();
  for (let done = 0; done < COMMANDS; done += 1) {
    const command = nextCommand(world);
    if (command.type === 'AdvanceClock') moveIndex(bench.market, world);
    bench.exchange.events.length = 0;
    world.lastOrderId = Math.max(world.lastOrderId, bench.exchange.apply(command).orderId ?? 0);
    audit.after(command);
  }
  audit.finish();
  return bench;
}

const bytes = simulate().exchange.write();

/** A state of its own, with an audit that has just seen everything, and the accounts that have an order open. */
function begin(): { state: ExchangeState; audit: RunningAudit; holders: Account[] } {
  const state = new ExchangeState(INSTRUMENTS, timestamp(0));
  readState(state, new ByteStateReader(bytes));
  const audit = new RunningAudit(state);
  audit.finish();
  return { state, audit, holders: ACCOUNTS.map((id) => state.account(id)).filter(({ orders }) => orders.size > 0) };
}

/** A command of an account that changes nothing: only the audit sees it. */
const idle = (state: ExchangeState, account: number): Command => ({ type: 'CancelOrder', time: state.now, account, orderId: 1 });

const firstOrder = (account: Account): OpenOrder => account.orders.list()[0] as OpenOrder;

/** Faults in one account. */
const FAULTS: readonly [name: string, plant: (state: ExchangeState, account: Account) => void][] = [
  ['an order is counted that is not open', (_, account) => (account.slot(firstOrder(account).instrument).openOrders += 1)],
  ['an order has more left than rests', (_, account) => (firstOrder(account).quantity += 1)],
  [
    'an order is gone from the book',
    (state, account) => state.market(firstOrder(account).instrument.id).book.remove(firstOrder(account).handle),
  ],
  ['orders are summed that are not there', (_, account) => account.slot(firstOrder(account).instrument).count(0, 'Buy', 1, money(1n))],
  [
    'a client id is forgotten',
    ({ orderRows }, account) => {
      const { clientOrderId, instrument, side, orderType, price, timeInForce, positionIndex, source, createdAt } = firstOrder(account);
      const terms = { clientOrderId, instrument, side, orderType, price, timeInForce, positionIndex, source, createdAt };
      const more = { orderId: 9e9, account: account.id, reduceOnly: false, quoteAmount: undefined, borrows: false };
      const order = OpenOrder.open(orderRows, { ...terms, ...more }, 1);
      order.handle = 9e8;
      account.orders.add(order);
    },
  ],
  ['a coin is locked that no order spends', (_, account) => account.assets.of('USDT').lock(money(1n))],
];

describe('the running audit', () => {
  it('is reached by accounts with open orders', () => {
    expect(begin().holders.length).toBeGreaterThan(1);
  });

  it.each(FAULTS)('finds at once that %s, where the command reached', (_, plant) => {
    const { state, audit, holders } = begin();
    const [account] = holders as [Account];
    audit.after(idle(state, account.id));
    plant(state, account);
    expect(() => audit.after(idle(state, account.id))).toThrow();
  });

  it.each(FAULTS)('finds by the next whole audit that %s, where no command reached', (_, plant) => {
    const { state, audit, holders } = begin();
    const [account, other] = holders as [Account, Account];
    plant(state, account);
    expect(() => {
      for (let done = 0; done < SWEEP; done += 1) audit.after(idle(state, other.id));
    }).toThrow();
    expect(() => begin().audit.finish()).not.toThrow();
  });

  it('finds money at once wherever it comes from or goes', () => {
    const { state, audit, holders } = begin();
    const [account, other] = holders as [Account, Account];
    LedgerAccount.transfer(account.cash('USDT'), new LedgerAccount('USDT'), money(1n));
    expect(() => audit.after(idle(state, other.id))).toThrow();
  });

  it('looks at everything after a step of the clock', () => {
    const { state, audit, holders } = begin();
    const [account] = holders as [Account];
    account.slot(firstOrder(account).instrument).openOrders += 1;
    expect(() => audit.after({ type: 'AdvanceClock', time: state.now })).toThrow();
  });
});
