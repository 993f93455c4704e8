import type { Instrument } from '@tapedeck/domain';
import {
  decodeInstrument,
  normaliseSymbol,
  symbolListResult,
  type SymbolFacts,
  type ContractSymbol,
  type SymbolListResult,
} from '@tapedeck/protocol';
import { UNEXPECTED_SHAPE } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import type { UserToken } from '../connection/user-token.ts';
import { TRACES, type Telemetry } from '../errors/telemetry.ts';
import type { SymbolListNews } from '../raw/symbol-list-mirror.ts';
import { dataOf, failed, pendingOf, settledOf, succeeded, type Loadable, type Result } from '../store/loadable.ts';
import { createStore, type Readable } from '../store/readable.ts';
import type { CatalogueCache } from '../storage/catalogue-cache.ts';

const PATH = '/contract/v5/product/brief-symbol-list';
const FAMILIES = ['LinearPerpetual', 'InversePerpetual', 'InverseFutures', 'UsdcPerpetual', 'UsdcFutures', 'LinearFutures'] as const;

/**
 * `staleWhileRevalidate`: the stored copy at once, then the server's list. `networkFirst`: the stored copy only if the
 * server does not answer.
 */
export type CatalogueStrategy = 'staleWhileRevalidate' | 'networkFirst';
/** Replacement for the server's list. */
export type CatalogueFallback = 'cache' | 'builtIn';

/** The list of contracts. A failed load leaves an error beside the best available list. */
export interface Catalogue {
  readonly state: Readable<Loadable<readonly Instrument[]>>;
  /** The list shown while the server's list is not available. */
  readonly fallback: Readable<CatalogueFallback | undefined>;
  load(strategy: CatalogueStrategy): Promise<void>;
  /** Applies a change of the list; a version other than the known one reloads the list. */
  take(news: SymbolListNews): void;
  /** Replaces one contract of the list by its current state. */
  replace(item: ContractSymbol): void;
}

export interface CatalogueContext {
  readonly http: Pick<Http, 'get'>;
  readonly token: Pick<UserToken, 'tail'>;
  readonly cache: CatalogueCache;
  /** The list built into the terminal. */
  readonly builtIn: () => Promise<SymbolListResult>;
  readonly traces: Pick<Telemetry, 'trace'>;
  /** Receives every contract of a list, hidden ones included; contracts of a `fallback` are ignored where a newer version is known. */
  readonly remember: (listed: Listed, from: 'server' | 'fallback') => void;
}

/** A contract: the instrument that orders use, and its displayed facts. */
export interface Listed {
  readonly instrument: Instrument;
  readonly facts: SymbolFacts;
}

/** The readable contracts; an unreadable one is left out and never traded on assumptions. */
export function readContracts(contracts: readonly ContractSymbol[]): Listed[] {
  return contracts.flatMap((contract) => {
    try {
      return [{ instrument: decodeInstrument(contract), facts: normaliseSymbol(contract) }];
    } catch {
      return [];
    }
  });
}

/** SYM-11: hidden contracts are known but not offered. */
const offered = (listed: readonly Listed[]): Instrument[] =>
  listed.filter(({ facts }) => !facts.isHidden).map(({ instrument }) => instrument);

/** All contracts in catalogue order. */
function readList(list: SymbolListResult): Listed[] {
  const contracts: ContractSymbol[] = FAMILIES.flatMap((family) => list[family]);
  return readContracts([...contracts].sort((a, b) => a.indexSort - b.indexSort));
}

class LoadedCatalogue implements Catalogue {
  readonly state = createStore<Loadable<readonly Instrument[]>>({ status: 'idle' });
  readonly fallback = createStore<CatalogueFallback | undefined>(undefined);
  readonly #context: CatalogueContext;
  /** The loaded list, while unchanged. */
  #list: SymbolListResult | undefined;
  #version: string | undefined;
  /** Contracts requested individually since the list was loaded, by symbol. */
  readonly #items = new Map<string, Listed>();
  /** Source of the displayed list. */
  #source: 'server' | CatalogueFallback | undefined;

  constructor(context: CatalogueContext) {
    this.#context = context;
  }

  async load(strategy: CatalogueStrategy): Promise<void> {
    const { traces } = this.#context;
    this.state.set(pendingOf(this.state.get()));
    if (strategy === 'staleWhileRevalidate') await this.#showCopy();
    const answer = await this.#ask();
    if (answer.ok) {
      this.fallback.set(undefined);
      this.state.set({ status: 'success', data: answer.value });
      return;
    }
    const unanswered = strategy === 'networkFirst' ? TRACES.catalogueNetworkFirst : TRACES.catalogueCacheFirst;
    traces.trace(answer.failure.code === UNEXPECTED_SHAPE ? TRACES.catalogueUnreadable : unanswered);
    await this.#showCopy();
    await this.#showBuiltIn();
    if (this.#source !== 'server') this.fallback.set(this.#source);
    this.state.set(settledOf(this.state.get(), answer));
  }

  take(news: SymbolListNews): void {
    const known = this.#source === 'server' ? dataOf(this.state.get()) : undefined;
    if (known === undefined || this.#version === undefined || this.#version === news.version) return;
    if (news.changed.length === 0) {
      void this.load('networkFirst');
      return;
    }
    const changed = readContracts(news.changed);
    for (const one of changed) this.#context.remember(one, 'server');
    this.#version = news.version;
    this.#list = undefined;
    const ids = new Set(changed.map(({ instrument }) => instrument.id));
    const list = [...known.filter(({ id }) => !ids.has(id)), ...offered(changed).filter(({ status }) => status !== 'Closed')];
    this.state.set({ status: 'success', data: list.sort((a, b) => a.id - b.id) });
  }

  replace(item: ContractSymbol): void {
    for (const listed of readContracts([item])) this.#items.set(listed.instrument.symbol, listed);
    const before = this.state.get();
    const known = dataOf(before);
    if (before.status !== 'idle' && known !== undefined) this.state.set({ ...before, data: this.#withItems(known) });
  }

  /** A list with newer versions of some of its contracts. */
  #withItems(list: readonly Instrument[]): readonly Instrument[] {
    return list.flatMap((instrument) => {
      const item = this.#items.get(instrument.symbol);
      return item === undefined ? [instrument] : offered([item]);
    });
  }

  /** The server's list; an empty list counts as absent. */
  async #ask(): Promise<Result<readonly Instrument[]>> {
    const { http, token, cache, remember } = this.#context;
    const before = this.#list;
    const asked = { filter: FAMILIES.join(','), version: before?.version, token: token.tail() };
    const answer = await http.get(PATH, asked, symbolListResult);
    if (!answer.ok) return answer;
    const isUnchanged = answer.value.unchanged === true && before !== undefined;
    const list = isUnchanged ? before : answer.value;
    const contracts = readList(list);
    if (contracts.length === 0) return failed({ code: UNEXPECTED_SHAPE, message: '' });
    for (const one of contracts) remember(one, 'server');
    this.#items.clear();
    this.#list = list;
    this.#version = list.version;
    this.#source = 'server';
    if (!isUnchanged) void cache.write(list);
    return succeeded(offered(contracts));
  }

  /** Does nothing if a list exists. */
  async #showCopy(): Promise<void> {
    if (this.#source !== undefined) return;
    const list = await this.#context.cache.read();
    if (list === undefined) return;
    if (!readList(list).some(({ instrument }) => instrument.kind === 'LinearPerpetual')) {
      this.#context.traces.trace(TRACES.catalogueUnreadable);
      return;
    }
    this.#list = list;
    this.#show(list, 'cache');
  }

  async #showBuiltIn(): Promise<void> {
    if (this.#source !== undefined) return;
    try {
      this.#show(await this.#context.builtIn(), 'builtIn');
      this.#context.traces.trace(TRACES.catalogueBuiltIn);
    } catch {
      // Its file is unavailable too: the next load requests it again.
    }
  }

  #show(list: SymbolListResult, source: CatalogueFallback): void {
    const contracts = readList(list);
    for (const one of contracts) this.#context.remember(one, 'fallback');
    this.#source = source;
    this.state.set({ status: 'pending', data: this.#withItems(offered(contracts)) });
  }
}

export const createCatalogue = (context: CatalogueContext): Catalogue => new LoadedCatalogue(context);
