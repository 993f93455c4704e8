import { money, price, quantity, timestamp, type Event, type Outcome, type Timestamp } from '@tapedeck/domain';
import type { Command, World } from '../engine-worker/world.ts';

/** A minimal world for tests of its surroundings: its state is a running sum of the commands. */
export class StrawWorld implements World {
  readonly instruments = [];
  now: Timestamp;
  sum = 0;
  count = 0;
  /** The next clock step touches the user's money, as a fill by the market or a funding payment does. */
  nextTickPays = false;
  #events: Event[] = [];

  constructor(genesis: number, state: Uint8Array | undefined) {
    this.now = timestamp(genesis);
    if (state === undefined) return;
    const [now, sum, count] = JSON.parse(new TextDecoder().decode(state)) as [number, number, number];
    this.now = timestamp(now);
    this.sum = sum;
    this.count = count;
  }

  apply(command: Command): Outcome {
    if (command.time < this.now) throw new Error('time went back');
    this.now = command.time;
    this.count += 1;
    this.sum = (this.sum * 31 + command.type.length + Number(command.time)) % 1_000_003;
    if (command.type === 'AdvanceClock') this.#tick();
    if (command.type === 'CancelAllOrders') this.#pay(this.count);
    return command.type === 'CancelAllOrders' ? { cancelled: this.count } : {};
  }

  #tick(): void {
    this.#events.push({
      type: 'TradePrinted',
      instrument: 0,
      tradeId: this.count,
      price: price(1n),
      quantity: quantity(1n),
      value: money(1n),
      takerSide: 'Buy',
      recorded: false,
      liquidation: false,
    });
    if (this.nextTickPays) this.#pay(this.count);
    this.nextTickPays = false;
  }

  #pay(amount: number): void {
    const line = { type: 'CashChanged', coin: 'USDT', kind: 'fee', amount: money(BigInt(amount)), cash: money(0n), instrument: 0 } as const;
    this.#events.push({ ...line, account: 1 }, { ...line, account: 100 });
  }

  takeEvents(): Event[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  publish() {
    return { books: [], markets: [], minuteBars: [] };
  }

  insurance(): readonly never[] {
    return [];
  }

  leaders(): readonly never[] {
    return [];
  }

  accounts(): readonly never[] {
    return [];
  }

  account(): undefined {
    return undefined;
  }

  book() {
    return { update: this.count, book: { bids: [], asks: [] } };
  }

  candles() {
    return { candles: [], complete: true };
  }

  market(): undefined {
    return undefined;
  }

  storedSpan(): undefined {
    return undefined;
  }

  write(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify([this.now, this.sum, this.count]));
  }
}
