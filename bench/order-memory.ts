import v8 from 'node:v8';
import vm from 'node:vm';
import { lots, money, ticks, timestamp, type PlaceOrder } from '@tapedeck/domain';
import type { Command, Exchange } from '@tapedeck/exchange';
import { newExchange } from './engine-flow.ts';
import { reportAtMost } from './measure.ts';

const ACCOUNTS = 400;
const ORDERS_OF_EACH = 500;
const FIRST_ACCOUNT = 100;
/** Ticks below the index at which orders rest, so many of each account. */
const LEVELS = 2_000;
const TOP = 599_000;

function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  // Buffers are given back by the next collection after the one that finds them unused.
  collect();
  collect();
}

function used(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function order(time: PlaceOrder['time'], account: number, number: number, clientOrderId: string): PlaceOrder {
  return {
    type: 'PlaceOrder',
    time,
    account,
    instrument: 0,
    side: 'Buy',
    orderType: 'Limit',
    price: ticks(TOP - ((account * 7 + number * 13) % LEVELS)),
    quantity: lots(100),
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    clientOrderId,
    source: 'api',
  };
}

/** An exchange whose accounts have one order each, so that the memory of the accounts themselves is already allocated. */
function begin(): { exchange: Exchange; place: (number: number, clientOrderId: (account: number) => string) => void } {
  const { exchange } = newExchange();
  let time = exchange.now;
  const apply = (command: Command): void => {
    if (exchange.apply(command).refusal !== undefined) throw new Error(`${command.type} was refused`);
    exchange.events.length = 0;
  };
  const accounts = Array.from({ length: ACCOUNTS }, (_, at) => FIRST_ACCOUNT + at);
  for (const account of accounts) {
    apply({ type: 'OpenAccount', time, account, kind: 'UTA2' });
    apply({ type: 'CreditAccount', time, account, coin: 'USDT', amount: money(100_000_000_000_000n) });
  }
  time = timestamp(Number(time) + 100);
  apply({ type: 'AdvanceClock', time });
  return {
    exchange,
    place: (number, clientOrderId) => {
      for (const account of accounts) apply(order(time, account, number, clientOrderId(account)));
    },
  };
}

function bytesEach(clientOrderId: (account: number, number: number) => string): number {
  const { exchange, place } = begin();
  place(0, () => '');
  const before = used();
  for (let number = 1; number < ORDERS_OF_EACH; number += 1) place(number, (account) => clientOrderId(account, number));
  const bytes = (used() - before) / (ACCOUNTS * (ORDERS_OF_EACH - 1));
  exchange.audit();
  return bytes;
}

/** All that the exchange keeps for a resting order: its place in the book, its record, and its entries in the lists of its account. */
export function measureOrderMemory(): void {
  const bytes = bytesEach(() => '');
  const named = bytesEach((account, number) => `${account}-${number}-0123456789abcdef`);
  console.log(
    `memory: ${ACCOUNTS * (ORDERS_OF_EACH - 1)} resting orders of ${ACCOUNTS} accounts on ${LEVELS} levels: ${bytes.toFixed(0)} bytes each in book, ` +
      `record and lists; ${named.toFixed(0)} with a client's id of 24 characters and its entry`,
  );
  reportAtMost('memory of a resting order, everything included', bytes, 200, ' bytes');
}
