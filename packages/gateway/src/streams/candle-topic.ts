import type { Instrument } from '@tapedeck/domain';
import { encodeCandle } from '@tapedeck/protocol';
import type { CandleFrame, Resolution } from '@tapedeck/protocol';
import type { MinuteBar, Venue } from '@tapedeck/venue';
import { bucketOf } from '../resolutions.ts';
import { FormingBar, loadEarlierMinutes, type BarNews } from './forming-bar.ts';
import { Subscribers, type PublicTopic, type Subscriber } from './topic.ts';

type State =
  /** The next minute bar determines the forming bucket. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly pending: MinuteBar[] }
  | { readonly kind: 'live'; readonly bar: FormingBar };

/** Keeps only the newest bar of each minute, so memory grows with minutes and not with updates. */
function keep(pending: MinuteBar[], minute: MinuteBar): void {
  if (pending.at(-1)?.candle.start === minute.candle.start) pending.pop();
  pending.push(minute);
}

/** Price series of the bars. */
interface BarsOf {
  readonly instrument: Instrument;
  readonly series: MinuteBar['series'];
  readonly resolution: Resolution;
}

/** Name and encoding of a topic of bars. */
export interface CandleForm {
  readonly name: string;
  readonly frame: (news: BarNews) => string;
}

export interface CandleTopicOptions extends BarsOf {
  readonly form: CandleForm;
  readonly venue: Pick<Venue, 'candles'>;
  readonly fault: (error: unknown) => void;
}

const NAMES: Readonly<Record<MinuteBar['series'], string>> = { trade: 'candle', mark: 'mark_kline', index: 'index_candle' };

/** `candle.{resolution}.{symbol}`, and `mark_kline` and `index_candle` for the other prices. */
export function webCandleForm({ instrument, series, resolution }: BarsOf, now: () => number): CandleForm {
  const topic = `${NAMES[series]}.${resolution}.${instrument.symbol}`;
  const frame = ({ candle, closed }: BarNews): CandleFrame => ({
    topic,
    type: 'delta',
    ts: now(),
    data: { row: encodeCandle(candle, instrument), confirm: closed },
  });
  return { name: topic, frame: (news) => JSON.stringify(frame(news)) };
}

/** The forming bar, rolled up from minutes. */
export class CandleTopic implements PublicTopic {
  readonly name: string;
  readonly instrument: number;
  readonly cost = 'light';
  readonly watches = true;
  readonly #options: CandleTopicOptions;
  readonly #subscribers = new Subscribers();
  #state: State = { kind: 'idle' };

  constructor(options: CandleTopicOptions) {
    this.#options = options;
    this.name = options.form.name;
    this.instrument = options.instrument.id;
  }

  get series(): MinuteBar['series'] {
    return this.#options.series;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
    if (this.#subscribers.size === 0) this.#state = { kind: 'idle' };
  }

  catchUp(): readonly string[] {
    const bar = this.#state.kind === 'live' ? this.#state.bar.current : undefined;
    return bar === undefined ? [] : [this.#options.form.frame(bar)];
  }

  onMinuteBar(minute: MinuteBar): void {
    if (this.#subscribers.size === 0) return;
    if (this.#state.kind === 'live') this.#fold(this.#state.bar, minute);
    else if (this.#state.kind === 'idle') this.#load(minute);
    else keep(this.#state.pending, minute);
  }

  #load(minute: MinuteBar): void {
    const loading: State = { kind: 'loading', pending: [minute] };
    this.#state = loading;
    const { venue, series, resolution, fault } = this.#options;
    const bucket = bucketOf(resolution, minute.candle.start);
    loadEarlierMinutes(venue, { instrument: this.instrument, series }, bucket, minute.candle.start).then(
      (earlier) => {
        if (this.#state !== loading) return;
        const bar = new FormingBar(resolution, bucket, earlier);
        this.#state = { kind: 'live', bar };
        for (const waiting of loading.pending) this.#fold(bar, waiting);
      },
      (error: unknown) => {
        // The next minute bar retries.
        if (this.#state === loading) this.#state = { kind: 'idle' };
        fault(error);
      },
    );
  }

  #fold(bar: FormingBar, minute: MinuteBar): void {
    for (const news of bar.fold(minute)) this.#subscribers.delta(this, this.#options.form.frame(news));
  }
}
