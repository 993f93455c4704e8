import { milliseconds, type Instrument, type InstrumentId, type PositionLiquidated, type Timestamp } from '@tapedeck/domain';
import { encodePublicLiquidation, type PublicLiquidationFrame } from '@tapedeck/protocol';
import { Subscribers, type PublicTopic, type Subscriber } from './topic.ts';

/** Wording of the liquidations of a contract: one of the terminal, two of the public API. */
export interface LiquidationForm {
  readonly name: string;
  frames(events: readonly PositionLiquidated[], time: Timestamp): readonly string[];
}

/** `liquidation.{symbol}` of the terminal. The side is that of the liquidated position. */
export function webLiquidationForm(instrument: Instrument): LiquidationForm {
  const topic = `liquidation.${instrument.symbol}`;
  return {
    name: topic,
    frames(events, time) {
      const data = events.map((event) => encodePublicLiquidation(event, time, instrument));
      const frame: PublicLiquidationFrame = { topic, type: 'delta', ts: milliseconds(time), data };
      return [JSON.stringify(frame)];
    },
  };
}

/** All liquidations in a contract, including those of simulated participants. */
export class LiquidationTopic implements PublicTopic {
  readonly name: string;
  readonly instrument: InstrumentId;
  readonly cost = 'light';
  readonly watches = false;
  readonly lossless = true;
  readonly #form: LiquidationForm;
  readonly #subscribers = new Subscribers();

  constructor(instrument: Instrument, form: LiquidationForm) {
    this.#form = form;
    this.name = form.name;
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
    for (const frame of this.#form.frames(events, time)) this.#subscribers.delta(this, frame);
  }
}
