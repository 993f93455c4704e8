import type { Instrument } from '@tapedeck/domain';
import { downgradeSpots, recommendedSpots, spotListResult, type SpotListResult, type SpotSymbol } from '@tapedeck/protocol';
import { UNEXPECTED_SHAPE } from '../connection/failure-codes.ts';
import type { Http, Query } from '../connection/http.ts';
import { SPOT_RETRIES_MAX, SPOT_RETRY_MAX_MS, SPOT_RETRY_MIN_MS } from '../constants.ts';
import { TRACES, type Telemetry } from '../errors/telemetry.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { SpotCache } from '../storage/spot-cache.ts';
import { failed, pendingOf, settledOf, succeeded, type Loadable, type Result } from '../store/loadable.ts';
import { createStore, type Readable } from '../store/readable.ts';
import hardCoded from './hard-coded-spots.json';
import { mergeSpotLists, pairsOf, readPairs } from './spot-merge.ts';

const BASIC = '/spot/api/basic';
const CDN = '/cdn/spot/default-trade-recommended.json';
const DOWNGRADE = '/static/spot/symbol-list.production.json';

/** Replacement for the exchange's lists: those of the last visit, a file, or the two hard-coded pairs. */
export type SpotFallback = 'cache' | 'file' | 'hardCoded';

/** Spot pairs. A failed load leaves an error beside the best available list. */
export interface SpotLists {
  readonly state: Readable<Loadable<readonly Instrument[]>>;
  /** The list shown while the exchange's lists are not available. */
  readonly fallback: Readable<SpotFallback | undefined>;
  /** Loads the lists unless they are loaded, in progress, or were requested a moment ago. */
  load(): Promise<void>;
}

export interface SpotListsContext {
  readonly http: Pick<Http, 'get' | 'file'>;
  readonly ports: Pick<ClientPorts, 'setTimer'>;
  readonly cache: SpotCache;
  readonly traces: Pick<Telemetry, 'trace'>;
  /** Receives every pair of a list; pairs of a `fallback` are ignored where a newer version is known. */
  readonly remember: (instrument: Instrument, from: 'server' | 'fallback') => void;
}

interface Codes {
  readonly away: number;
  readonly unreadable: number;
}

/** SPT-04: hidden pairs are known but not offered. */
const shownOf = (pairs: readonly Instrument[]): Instrument[] => pairs.filter(({ spot }) => spot?.shown === true);

class LoadedSpotLists implements SpotLists {
  readonly state = createStore<Loadable<readonly Instrument[]>>({ status: 'idle' });
  readonly fallback = createStore<SpotFallback | undefined>(undefined);
  readonly #context: SpotListsContext;
  /** The list of the last visit. */
  #copy: SpotListResult | undefined;
  #hasLookedForCopy = false;
  /** The displayed replacement, if any. */
  #shown: SpotFallback | undefined;
  #loading: Promise<void> | undefined;
  #failures = 0;
  #isResting = false;

  constructor(context: SpotListsContext) {
    this.#context = context;
  }

  async load(): Promise<void> {
    if (this.state.get().status === 'success' || this.#isResting) return;
    this.#loading ??= this.#attempt().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  async #attempt(): Promise<void> {
    const { traces } = this.#context;
    if (this.#failures > 0) traces.trace(TRACES.spotRetry);
    if (this.#failures === SPOT_RETRIES_MAX) traces.trace(TRACES.spotMaxRetry);
    this.state.set(pendingOf(this.state.get()));
    let answer: Result<readonly Instrument[]>;
    try {
      await this.#lookForCopy();
      answer = await this.#askExchange();
      if (!answer.ok) await this.#fallBack();
    } catch {
      traces.trace(TRACES.spotCode);
      answer = failed({ code: UNEXPECTED_SHAPE, message: '' });
      this.#showHardCoded();
    }
    this.fallback.set(answer.ok ? undefined : this.#shown);
    this.state.set(settledOf(this.state.get(), answer));
    if (!answer.ok) this.#rest();
  }

  /** The pause doubles after each failure, up to the maximum. */
  #rest(): void {
    const pauseMs = Math.min(SPOT_RETRY_MIN_MS * 2 ** this.#failures, SPOT_RETRY_MAX_MS);
    this.#failures += 1;
    this.#isResting = true;
    this.#context.ports.setTimer(() => {
      this.#isResting = false;
    }, pauseMs);
  }

  /** The stored copy tells the exchange the known version, and is shown while the exchange is slow. */
  async #lookForCopy(): Promise<void> {
    if (this.#hasLookedForCopy) return;
    this.#hasLookedForCopy = true;
    const copy = await this.#context.cache.read();
    if (copy === undefined) return;
    if (this.#show(pairsOf(copy.list), 'cache')) this.#copy = copy;
    else this.#context.traces.trace(TRACES.spotCopyUnreadable);
  }

  async #askExchange(): Promise<Result<readonly Instrument[]>> {
    const both = await this.#askBoth();
    if (both.ok) return both;
    const v2 = await this.#ask('symbol_list_v2', {}, { away: TRACES.spotV2, unreadable: TRACES.spotV2 });
    return v2.ok ? this.#take(v2.value, TRACES.spotV2) : v2;
  }

  async #askBoth(): Promise<Result<readonly Instrument[]>> {
    const known = this.#copy;
    const [all, v3] = await Promise.all([
      this.#ask(
        'symbol_list_all',
        { last_modified_at: known?.last_modified_at },
        { away: TRACES.spotAll, unreadable: TRACES.spotAllUnreadable },
      ),
      this.#ask('symbol_list_v3', { version: known?.version }, { away: TRACES.spotV3, unreadable: TRACES.spotV3Unreadable }),
    ]);
    if (!all.ok) return all;
    if (!v3.ok) return v3;
    const merged = mergeSpotLists(all.value, v3.value, known);
    if (merged !== undefined) return this.#take(merged, TRACES.spotMergeUnreadable);
    this.#context.traces.trace(TRACES.spotMerge);
    return failed({ code: UNEXPECTED_SHAPE, message: '' });
  }

  async #ask(name: string, query: Query, codes: Codes): Promise<Result<SpotListResult>> {
    const answer = await this.#context.http.get(`${BASIC}/${name}`, query, spotListResult, 'quiet');
    if (!answer.ok) this.#context.traces.trace(answer.failure.code === UNEXPECTED_SHAPE ? codes.unreadable : codes.away);
    return answer;
  }

  /** An exchange may have no pairs; if its pairs cannot be read, it has no list. */
  #take(list: SpotListResult, unreadable: number): Result<readonly Instrument[]> {
    const { cache, remember, traces } = this.#context;
    const raw = pairsOf(list.list);
    const pairs = readPairs(raw);
    if (pairs.length === 0 && raw.length > 0) {
      traces.trace(unreadable);
      return failed({ code: UNEXPECTED_SHAPE, message: '' });
    }
    for (const pair of pairs) remember(pair, 'server');
    void cache.write(list);
    return succeeded(shownOf(pairs));
  }

  async #fallBack(): Promise<void> {
    if (this.#shown === 'cache') {
      this.#context.traces.trace(TRACES.spotCopyUsed);
      return;
    }
    if (this.#shown === 'file' || (await this.#showFile())) return;
    this.#showHardCoded();
  }

  async #showFile(): Promise<boolean> {
    const { http, traces } = this.#context;
    const cdn = await http.file(CDN, recommendedSpots);
    if (cdn.ok && this.#show(cdn.value.defaultTradeRecommended.spots, 'file')) return true;
    traces.trace(TRACES.spotCdn);
    const downgrade = await http.file(DOWNGRADE, downgradeSpots);
    if (downgrade.ok && this.#show(pairsOf(downgrade.value.list), 'file')) return true;
    traces.trace(TRACES.spotDowngrade);
    return false;
  }

  #showHardCoded(): void {
    if (this.#shown !== undefined) return;
    this.#context.traces.trace(TRACES.spotHardCoded);
    this.#show(hardCoded, 'hardCoded');
  }

  /** Whether any pair was readable. */
  #show(raw: readonly SpotSymbol[], from: SpotFallback): boolean {
    const pairs = readPairs(raw);
    if (pairs.length === 0) return false;
    for (const pair of pairs) this.#context.remember(pair, 'fallback');
    this.#shown = from;
    this.state.set({ status: 'pending', data: shownOf(pairs) });
    return true;
  }
}

export const createSpotLists = (context: SpotListsContext): SpotLists => new LoadedSpotLists(context);
