import { milliseconds, type Instrument, type PositionLiquidated, type Timestamp } from '@tapedeck/domain';
import { lotsText, priceText } from '@tapedeck/protocol';
import { Subscribers, type PublicTopic, type Subscriber } from '../../streams/topic.ts';

/** Every liquidation as `allLiquidation`, or each by itself in the older form. */
export type LiquidationForm = 'allLiquidation' | 'liquidation';

/** What everybody may know of a liquidation; whose it was is nobody's business. The price is that of bankruptcy. */
function rowOf(
  form: LiquidationForm,
  { side, size, bankruptcyPrice }: PositionLiquidated,
  time: Timestamp,
  instrument: Instrument,
): object {
  const [at, quantity, liquidatedAt] = [priceText(bankruptcyPrice, instrument), lotsText(size, instrument), milliseconds(time)];
  if (form === 'allLiquidation') return { T: liquidatedAt, s: instrument.symbol, S: side, v: quantity, p: at };
  return { price: at, side, size: quantity, symbol: instrument.symbol, updatedTime: liquidatedAt };
}

/** `allLiquidation.{symbol}`, and `liquidation.{symbol}`, which it replaced. The side is that of the liquidated position. */
export class LiquidationStream implements PublicTopic {
  readonly name: string;
  readonly instrument: number;
  readonly watches = false;
  readonly lossless = true;
  readonly #instrument: Instrument;
  readonly #form: LiquidationForm;
  readonly #subscribers = new Subscribers();

  constructor(form: LiquidationForm, instrument: Instrument) {
    this.#form = form;
    this.#instrument = instrument;
    this.name = `${form}.${instrument.symbol}`;
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
    const rows = events.map((event) => rowOf(this.#form, event, time, this.#instrument));
    const ts = milliseconds(time);
    const frames = this.#form === 'allLiquidation' ? [rows] : rows;
    for (const data of frames) this.#subscribers.delta(this, JSON.stringify({ topic: this.name, type: 'snapshot', ts, data }));
  }
}
