import { milliseconds } from '@tapedeck/domain';
import type { Instrument, Timestamp, TradePrinted } from '@tapedeck/domain';
import { encodeTrade } from '@tapedeck/protocol';
import type { TapeFrame, TapeRow } from '@tapedeck/protocol';
import { Subscribers, type PublicTopic, type Subscriber } from './topic.ts';

const TRADES_KEPT = 60;

export interface TimedTrade {
  readonly trade: TradePrinted;
  readonly time: Timestamp;
}

/** `recently_trade.{symbol}`: the newest trades, then each new one once. */
export class TapeTopic implements PublicTopic {
  readonly name: string;
  readonly instrument: number;
  readonly cost = 'light';
  readonly watches = true;
  readonly #instrument: Instrument;
  readonly #now: () => number;
  readonly #subscribers = new Subscribers();
  /** Oldest first; kept raw, because most are never requested. */
  #trades: TimedTrade[] = [];
  #snapshot: readonly string[] | undefined;

  constructor(instrument: Instrument, now: () => number) {
    this.#instrument = instrument;
    this.#now = now;
    this.name = `recently_trade.${instrument.symbol}`;
    this.instrument = instrument.id;
  }

  /** Oldest first, since the topic was created. */
  get newest(): readonly TimedTrade[] {
    return this.#trades;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
  }

  catchUp(): readonly string[] {
    this.#snapshot ??= [this.#snapshotFrame()];
    return this.#snapshot;
  }

  #snapshotFrame(): string {
    const rows = this.#trades.map(({ trade, time }) => encodeTrade(trade, time, this.#instrument));
    return this.#frame('snapshot', this.#now(), rows);
  }

  onTrades(trades: readonly TradePrinted[], time: Timestamp): void {
    this.#snapshot = undefined;
    for (const trade of trades) this.#trades.push({ trade, time });
    if (this.#trades.length > TRADES_KEPT) this.#trades = this.#trades.slice(-TRADES_KEPT);
    if (this.#subscribers.size === 0) return;
    const rows = trades.map((trade) => encodeTrade(trade, time, this.#instrument));
    this.#subscribers.delta(this, this.#frame('delta', milliseconds(time), rows));
  }

  #frame(type: TapeFrame['type'], ts: number, data: TapeRow[]): string {
    const frame: TapeFrame = { topic: this.name, type, ts, data };
    return JSON.stringify(frame);
  }
}
