import { milliseconds, type Instrument, type PositionLiquidated, type Timestamp } from '@tapedeck/domain';
import { encodePublicLiquidation } from '@tapedeck/protocol';
import { Subscribers, type PublicTopic, type Subscriber } from './topic.ts';

/** `liquidation.{symbol}`: everybody's liquidations in a contract, those of simulated participants too. The side is that of the position. */
export class LiquidationTopic implements PublicTopic {
  readonly name: string;
  readonly instrument: number;
  readonly watches = false;
  readonly lossless = true;
  readonly #instrument: Instrument;
  readonly #subscribers = new Subscribers();

  constructor(instrument: Instrument) {
    this.#instrument = instrument;
    this.name = `liquidation.${instrument.symbol}`;
    this.instrument = instrument.id;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
  }

  catchUp(): readonly string[] {
    return [];
  }

  onLiquidated(events: readonly PositionLiquidated[], time: Timestamp): void {
    if (this.#subscribers.size === 0) return;
    const data = events.map((event) => encodePublicLiquidation(event, time, this.#instrument));
    this.#subscribers.delta(this, JSON.stringify({ topic: this.name, type: 'delta', ts: milliseconds(time), data }));
  }
}
