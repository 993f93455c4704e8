import { lotCount, lots, money, moneyUnits, price, rate, ticks, type Event, type OrderFilled, type OrderRecord } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import type { Command } from '../commands/command.ts';
import { EventAudit } from './event-audit.ts';
import { Bench, btc, btcInverse, btcUsdc, eth } from './exchange-fixture.ts';
import { Random, moveIndex, nextCommand, type RandomWorld } from './random-commands.ts';
import { nextStopCommand } from './random-stops.ts';

const INSTRUMENTS = [btc, eth, btcInverse, btcUsdc];
const ACCOUNTS = [100, 101, 102, 103];
const UNIT = 100_000_000n;

interface Told {
  readonly command: Command;
  readonly events: readonly Event[];
}

/** Events of a busy market, command by command. */
function simulate(): Told[] {
  const bench = new Bench(INSTRUMENTS);
  const all: Told[] = [];
  const send = (command: Command): void => {
    bench.exchange.events.length = 0;
    bench.send(command);
    if (bench.exchange.events.length > 0) all.push({ command, events: [...bench.exchange.events] });
  };
  const world: RandomWorld = {
    random: new Random(5),
    instruments: INSTRUMENTS,
    accounts: ACCOUNTS,
    centre: [100_000, 50_000, 100_000, 100_000],
    time: bench.time,
    lastOrderId: 400,
  };
  const time = bench.exchange.now;
  for (const account of ACCOUNTS) {
    send({ type: 'OpenAccount', time, account, kind: 'UTA2' });
    for (const coin of ['USDT', 'USDC', 'BTC']) send({ type: 'CreditAccount', time, account, coin, amount: money(20_000n * UNIT) });
  }
  for (let i = 0; i < 1_500; i += 1) {
    const command = i > 20 && i % 5 === 0 ? nextStopCommand(world) : nextCommand(world);
    if (i < 20 || command.type === 'AdvanceClock') moveIndex(bench.market, world);
    send(i < 20 ? { type: 'AdvanceClock', time: command.time } : command);
  }
  return all;
}

const TOLD = simulate();

function replay(told: readonly Told[]): void {
  const audit = new EventAudit(INSTRUMENTS);
  for (const { command, events } of told) audit.after(command, {}, events);
}

/** The same events with one changed: the first to which `change` applies. */
function retold(change: (event: Event) => readonly Event[] | undefined): Told[] {
  let done = false;
  const told = TOLD.map(({ command, events }) => ({
    command,
    events: events.flatMap((event) => {
      const other = done ? undefined : change(event);
      if (other === undefined) return [event];
      done = true;
      return other;
    }),
  }));
  expect(done).toBe(true);
  return told;
}

const filled = (change: (fill: OrderFilled) => Partial<OrderFilled> | undefined) => (event: Event) => {
  const changed = event.type === 'OrderFilled' && event.kind === 'Trade' ? change(event) : undefined;
  return changed === undefined ? undefined : [{ ...event, ...changed } as Event];
};
const order = (change: Partial<OrderRecord>) => (fill: OrderFilled) =>
  fill.order === undefined ? undefined : { order: { ...fill.order, ...change } };

const LIES: readonly [id: string, says: string, change: (event: Event) => readonly Event[] | undefined][] = [
  ['A2', 'wallet', (event) => (event.type === 'CashChanged' ? [{ ...event, amount: money(moneyUnits(event.amount) + 1n) }] : undefined)],
  ['A8', 'fee of execution', filled(() => ({ feeRate: rate(7n) }))],
  ['A8', 'fee of order', filled(order({ fee: money(1n) }))],
  ['A8', 'value of order', filled(order({ filledValue: money(1n) }))],
  ['A8', 'mean price', filled(order({ averagePrice: price(7n) }))],
  [
    'A11',
    'outlives it',
    (event) =>
      event.type === 'OrderAccepted' && event.order.timeInForce === 'GoodTillCancel'
        ? [event, { type: 'InstrumentChanged', instrument: { ...(INSTRUMENTS[event.order.instrument] ?? btc), status: 'Closed' } }]
        : undefined,
  ],
  ['B6', 'counts its fills', filled(order({ filled: lots(0) }))],
  ['B7', 'id of its own', filled(() => ({ executionId: 0 }))],
  ['B7', 'price of its trade', filled(({ price: at }) => ({ price: price(BigInt(String(at)) + 1n) }))],
  ['B7', 'side of the trade', filled(({ maker }) => ({ maker: !maker }))],
  [
    'B7',
    'within its limit',
    filled((fill) => (fill.order?.orderType === 'Limit' ? order({ price: ticks(fill.side === 'Buy' ? 1 : 1_900_000) })(fill) : undefined)),
  ],
  ['B7', 'belongs to a trade', (event) => (event.type === 'TradePrinted' ? [] : undefined)],
  ['B8', 'never takes', filled((fill) => (fill.maker ? undefined : order({ timeInForce: 'PostOnly' })(fill)))],
  ['B8', 'may rest', (event) => (event.type === 'OrderCancelled' && event.order.orderType === 'Market' ? [] : undefined)],
  ['B12', 'only reduces', filled((fill) => (lotCount(fill.closedQuantity) === 0 ? order({ reduceOnly: true })(fill) : undefined))],
  ['B13', 'ended once', (event) => (event.type === 'OrderCancelled' ? [event, event] : undefined)],
  [
    'B13',
    'why it ended',
    (event) => (event.type === 'OrderAccepted' ? [{ ...event, order: { ...event.order, status: 'Cancelled' } }] : undefined),
  ],
  [
    'B14',
    'the same order',
    (event) => (event.type === 'OrderCancelled' ? [{ ...event, order: { ...event.order, clientOrderId: 'x' } }] : undefined),
  ],
  ['B17', 'fires once', (event) => (event.type === 'OrderTriggered' ? [event, event] : undefined)],
  ['C2', 'closes what there is', filled(({ closedQuantity }) => ({ closedQuantity: lots(lotCount(closedQuantity) + 1) }))],
  [
    'C2',
    'that of its fills',
    (event) => (event.type === 'PositionChanged' ? [{ ...event, position: { ...event.position, size: lots(9_999_999) } }] : undefined),
  ],
  [
    'C2',
    'between the prices',
    (event) =>
      event.type === 'PositionChanged' && lotCount(event.position.size) > 0
        ? [{ ...event, position: { ...event.position, openValue: money(1n) } }]
        : undefined,
  ],
  ['ORD-12', 'both legs', filled(order({ strategy: { kind: 'FutureSpread', id: 1, part: 1 } }))],
  ['C14', 'settled once', (event) => (event.type === 'FundingSettled' ? [event, event] : undefined)],
];

describe('the second judge', () => {
  it('EXC-06 finds nothing to say about what the exchange tells', () => {
    expect(() => replay(TOLD)).not.toThrow();
  });

  it.each(LIES)('%s notices a lie: %s', (id, says, change) => {
    expect(() => replay(retold(change))).toThrow(new RegExp(`${id}.*${says}`));
  });
});
