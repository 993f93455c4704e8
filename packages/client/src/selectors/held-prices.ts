import {
  DOLLAR_COINS,
  isOption,
  isSpot,
  price,
  priceSourceOf,
  type Coin,
  type Instrument,
  type InstrumentId,
  type MarketState,
  type Price,
} from '@tapedeck/domain';
import type { ClientPorts } from '../ports/ports.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import type { PublicHub } from '../raw/public-hub.ts';
import { worstFreshness, type Freshness } from '../raw/freshness.ts';
import { createTickerMirror, tickerTopic } from '../raw/ticker-mirror.ts';
import { createStore, derived, type Readable } from '../store/readable.ts';
import type { Marks, OptionStates } from './account-selectors.ts';

interface HeldPrices {
  readonly mark: Price;
  readonly index: Price;
  /** State at that mark price. */
  readonly last: Price;
  /** Options only. */
  readonly option?: MarketState;
}
type Prices = ReadonlyMap<InstrumentId, HeldPrices>;

/** Each price update recomputes the whole account: above a few per this interval, the rest are combined. */
const WINDOW_MS = 50;
const AT_ONCE = 4;

export interface HeldPriceSources {
  readonly ports: Pick<ClientPorts, 'now' | 'setTimer'>;
  readonly hub: PublicHub;
  readonly mirror: Readable<AccountMirror | undefined>;
  /** Signals a change of `instruments`. */
  readonly listed: Readable<unknown>;
  /** All listed instruments. */
  readonly instruments: () => readonly Instrument[];
  instrumentById(id: InstrumentId): Instrument | undefined;
}

/** The coins that the account uses, except dollars. */
function valuedCoins(mirror: AccountMirror | undefined, instrumentById: HeldPriceSources['instrumentById']): Set<Coin> {
  if (mirror === undefined) return new Set();
  const coins = new Set<Coin>([...mirror.wallet.keys(), ...[...mirror.wallets.values()].map(({ coin }) => coin)]);
  for (const { instrument: id } of [...mirror.positions.values(), ...mirror.orders.values()]) {
    const instrument = instrumentById(id);
    if (instrument === undefined) continue;
    coins.add(instrument.settleCoin);
    if (isSpot(instrument)) coins.add(instrument.baseCoin);
  }
  for (const dollar of DOLLAR_COINS) coins.delete(dollar);
  return coins;
}

const pricesOf = ({ mark, index, last }: MarketState): HeldPrices => ({ mark, index, last });

/** Price of a coin without a valuation. */
const UNVALUED = price(0n);

const sameMap = <K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);

/**
 * Keeps the tickers subscribed that value the account: mark prices of instruments with a position, and index prices of
 * the instruments that value its coins.
 */
export function followHeldPrices({ ports, hub, mirror, listed, instruments, instrumentById }: HeldPriceSources): {
  readonly marks: Readable<Marks>;
  readonly coinIndexes: Readable<ReadonlyMap<Coin, Price>>;
  readonly options: Readable<OptionStates>;
  /** The worst freshness of the followed tickers that send updates. */
  readonly freshness: Readable<Freshness>;
  last(id: InstrumentId): Price | undefined;
  stop(): void;
} {
  const prices = createStore<Prices>(new Map());
  const held = new Map<InstrumentId, () => void>();
  const seen = new Map<InstrumentId, Freshness>();
  const freshness = createStore<Freshness>('loading');
  const sources = createStore<ReadonlyMap<Coin, InstrumentId | undefined>>(new Map());

  const waiting = new Map<InstrumentId, HeldPrices>();
  let windowEnd = Number.NEGATIVE_INFINITY;
  let takings = 0;
  let callOff: (() => void) | undefined;
  const takeAll = (): void => {
    callOff = undefined;
    const all = new Map([...prices.get(), ...waiting]);
    waiting.clear();
    prices.set(all);
  };
  const takeSoon = (id: InstrumentId, own: HeldPrices): void => {
    waiting.set(id, own);
    if (callOff !== undefined) return;
    const now = ports.now();
    // A clock that was set back starts a new window too.
    if (now >= windowEnd || now < windowEnd - WINDOW_MS) {
      windowEnd = now + WINDOW_MS;
      takings = 0;
    }
    takings += 1;
    if (takings <= AT_ONCE) takeAll();
    else callOff = ports.setTimer(takeAll, windowEnd - now);
  };

  function hold(instrument: Instrument): void {
    const topic = tickerTopic(instrument);
    const ticker = hub.acquire(topic, () => createTickerMirror(instrument, hub.exchangeTime));
    const look = (): void => {
      const now = ticker.freshness?.();
      if (now === undefined || seen.get(instrument.id) === now) return;
      seen.set(instrument.id, now);
      freshness.set(worstFreshness([...seen.values()]));
    };
    const take = (): void => {
      look();
      const market = ticker.get().ticker?.market;
      const before = waiting.get(instrument.id) ?? prices.get().get(instrument.id);
      if (market === undefined) return;
      if (isOption(instrument)) {
        if (before?.option !== market) takeSoon(instrument.id, { ...pricesOf(market), option: market });
        return;
      }
      if (before?.mark !== market.mark || before.index !== market.index) takeSoon(instrument.id, pricesOf(market));
    };
    const stopFollowing = ticker.subscribe(take);
    held.set(instrument.id, () => {
      stopFollowing();
      hub.release(topic);
      waiting.delete(instrument.id);
      seen.delete(instrument.id);
      freshness.set(worstFreshness([...seen.values()]));
      const without = new Map(prices.get());
      without.delete(instrument.id);
      prices.set(without);
    });
    take();
  }

  const isOptionId = (id: InstrumentId): boolean => {
    const instrument = instrumentById(id);
    return instrument !== undefined && isOption(instrument);
  };

  function alignSources(): void {
    const wanted = new Map<Coin, InstrumentId | undefined>();
    for (const coin of valuedCoins(mirror.get(), instrumentById)) {
      wanted.set(coin, priceSourceOf(coin, instruments())?.id);
    }
    if (!sameMap(sources.get(), wanted)) sources.set(wanted);
  }

  function align(): void {
    alignSources();
    const positions = [...(mirror.get()?.positions.values() ?? [])].map((position) => position.instrument);
    // Option orders are margined by index and mark price.
    const asked = [...(mirror.get()?.orders.values() ?? [])].map((order) => order.instrument).filter(isOptionId);
    const wanted = new Set([...positions, ...asked, ...[...sources.get().values()].filter((id) => id !== undefined)]);
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

  const stops = [mirror.subscribe(align), listed.subscribe(align)];
  align();
  const marks = derived([prices], (now): Marks => new Map([...now].map(([id, { mark }]) => [id, mark])), sameMap);
  const coinIndexes = derived(
    [prices, sources],
    (now, by): ReadonlyMap<Coin, Price> =>
      new Map(
        [...by].flatMap(([coin, id]): [Coin, Price][] => {
          const index = id === undefined ? UNVALUED : now.get(id)?.index;
          return index === undefined ? [] : [[coin, index]];
        }),
      ),
    sameMap,
  );
  const options = derived(
    [prices],
    (now): OptionStates => new Map([...now].flatMap(([id, { option }]): [InstrumentId, MarketState][] => (option ? [[id, option]] : []))),
    sameMap,
  );
  return {
    marks,
    coinIndexes,
    last: (id) => prices.get().get(id)?.last,
    options,
    freshness,
    stop() {
      for (const stop of stops) stop();
      callOff?.();
      for (const drop of held.values()) drop();
      held.clear();
    },
  };
}
