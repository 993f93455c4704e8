import type { Instrument, InstrumentId } from '@tapedeck/domain';
import type { AccountMirror } from '../raw/account-mirror.ts';
import type { PublicHub } from '../raw/public-hub.ts';
import { createTickerMirror, tickerTopic } from '../raw/ticker-mirror.ts';
import { createStore, type Readable } from '../store/readable.ts';
import type { Marks } from './account-selectors.ts';

/** Keeps the tickers of all instruments with a position subscribed, and their mark prices at hand. */
export function followHeldMarks(
  hub: PublicHub,
  mirror: Readable<AccountMirror | undefined>,
  instrumentById: (id: InstrumentId) => Instrument | undefined,
): { readonly marks: Readable<Marks>; stop(): void } {
  const marks = createStore<Marks>(new Map());
  const held = new Map<InstrumentId, () => void>();

  function hold(instrument: Instrument): void {
    const topic = tickerTopic(instrument);
    const ticker = hub.acquire(topic, () => createTickerMirror(instrument, hub.exchangeTime));
    const take = (): void => {
      const mark = ticker.get().ticker?.market.mark;
      if (mark !== undefined && mark !== marks.get().get(instrument.id)) marks.set(new Map(marks.get()).set(instrument.id, mark));
    };
    const stopFollowing = ticker.subscribe(take);
    held.set(instrument.id, () => {
      stopFollowing();
      hub.release(topic);
      const without = new Map(marks.get());
      without.delete(instrument.id);
      marks.set(without);
    });
    take();
  }

  function align(): void {
    const wanted = new Set([...(mirror.get()?.positions.values() ?? [])].map((position) => position.instrument));
    for (const [id, drop] of [...held]) {
      if (wanted.has(id)) continue;
      held.delete(id);
      drop();
    }
    for (const id of wanted) {
      const instrument = held.has(id) ? undefined : instrumentById(id);
      if (instrument !== undefined) hold(instrument);
    }
  }

  const stopMirror = mirror.subscribe(align);
  align();
  return {
    marks,
    stop() {
      stopMirror();
      for (const drop of held.values()) drop();
      held.clear();
    },
  };
}
