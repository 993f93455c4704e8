import { invariant, isOption, isSpot, milliseconds, price, priceUnits, timestamp } from '@tapedeck/domain';
import type { Coin, ContractKind, Instrument, InstrumentId, MarketTag } from '@tapedeck/domain';
import { encodeRawContract } from '@tapedeck/protocol';
import type { RawContractSymbol, RawSymbolListResult } from '@tapedeck/protocol';

export const FAMILIES = [
  'LinearPerpetual',
  'InversePerpetual',
  'InverseFutures',
  'UsdcPerpetual',
  'UsdcFutures',
  'LinearFutures',
] as const satisfies readonly ContractKind[];
type Family = (typeof FAMILIES)[number];

const NO_DATE = timestamp(0);
const NO_STRIKE = price(0n);

const isFamily = (text: string): text is Family => FAMILIES.some((family) => family === text);
/** Options are too many for one list: they are listed by board. */
const isContract = ({ kind }: Instrument): boolean => isFamily(kind);

/** The instruments of a venue, by id and by symbol, and as the wire carries them. It grows while the venue runs. */
export class Catalogue {
  readonly #instruments: Instrument[] = [];
  readonly #bySymbol = new Map<string, Instrument>();
  /** Contracts that have not ended, by id. */
  readonly #contracts = new Map<InstrumentId, RawContractSymbol>();
  /** Options that have not ended, by id. */
  readonly #options = new Map<InstrumentId, Instrument>();
  /** Trading-dependent tags of each contract. */
  readonly #tags = new Map<InstrumentId, readonly MarketTag[]>();
  #version: string | undefined;
  /** By the requested families, until the list changes. */
  readonly #lists = new Map<string, RawSymbolListResult>();

  constructor(instruments: readonly Instrument[]) {
    for (const instrument of instruments) this.put(instrument);
  }

  /** All instruments ever listed, by id. */
  get instruments(): readonly Instrument[] {
    return this.#instruments;
  }

  /** Changes with every change of the list. */
  get version(): string {
    this.#version ??= fingerprint(JSON.stringify([...this.#contracts.values()]));
    return this.#version;
  }

  /** A new instrument, or a new status of a known one. */
  put(instrument: Instrument): void {
    invariant(instrument.id <= this.#instruments.length, 'instrument ids are positions in the list');
    this.#instruments[instrument.id] = instrument;
    this.#bySymbol.set(instrument.symbol, instrument);
    if (isOption(instrument)) {
      if (instrument.status === 'Closed') this.#options.delete(instrument.id);
      else this.#options.set(instrument.id, instrument);
    }
    if (!isContract(instrument)) return;
    this.#version = undefined;
    this.#lists.clear();
    if (instrument.status === 'Closed') this.#contracts.delete(instrument.id);
    else this.#contracts.set(instrument.id, encodeRawContract(instrument, this.#tags.get(instrument.id)));
  }

  /** Replaces the trading-dependent tags; returns the contracts whose tags changed. */
  tag(tags: ReadonlyMap<InstrumentId, readonly MarketTag[]>): readonly Instrument[] {
    return this.contracts.filter((instrument) => {
      const now = tags.get(instrument.id) ?? [];
      if (now.join() === (this.#tags.get(instrument.id) ?? []).join()) return false;
      this.#tags.set(instrument.id, now);
      this.put(instrument);
      return true;
    });
  }

  /** Including ended ones, which the history names. */
  bySymbol(symbol: string): Instrument | undefined {
    return this.#bySymbol.get(symbol);
  }

  byId(id: InstrumentId): Instrument {
    const instrument = this.#instruments[id];
    invariant(instrument !== undefined, 'an instrument of an event or a record is in the catalogue');
    return instrument;
  }

  contract(instrument: Instrument): RawContractSymbol {
    return this.#contracts.get(instrument.id) ?? encodeRawContract(instrument);
  }

  /** Whether the symbol list contains the instrument while it trades. */
  lists(instrument: Instrument): boolean {
    return isContract(instrument);
  }

  /** The board of a coin's options: by expiry, strike and type, calls before puts. */
  options(baseCoin: Coin, settleCoin: Coin): readonly Instrument[] {
    const board = [...this.#options.values()].filter((one) => one.baseCoin === baseCoin && one.settleCoin === settleCoin);
    return board.sort(
      (a, b) =>
        milliseconds(a.deliveryAt ?? NO_DATE) - milliseconds(b.deliveryAt ?? NO_DATE) ||
        Number(priceUnits(a.option?.strike ?? NO_STRIKE) - priceUnits(b.option?.strike ?? NO_STRIKE)) ||
        Number(a.option?.right === 'Put') - Number(b.option?.right === 'Put'),
    );
  }

  /** All instruments in the symbol list with a book of their own, by id. */
  get contracts(): readonly Instrument[] {
    return [...this.#contracts.keys()].map((id) => this.byId(id));
  }

  /** Spot pairs that have not ended, by id. */
  get spots(): readonly Instrument[] {
    return this.#instruments.filter((instrument) => isSpot(instrument) && instrument.status !== 'Closed');
  }

  /**
   * The families of `filter` (comma-separated), all without one; `undefined` if it names an unknown family. A client
   * with the current version receives only the version.
   */
  list(filter: string | undefined, version?: string): RawSymbolListResult | undefined {
    const wanted = filter === undefined ? [...FAMILIES] : filter.split(',');
    if (!wanted.every(isFamily)) return undefined;
    const families = version === this.version ? [] : FAMILIES.filter((name) => wanted.includes(name));
    const known = this.#lists.get(families.join());
    if (known !== undefined) return known;
    const list = this.#listOf(families, version === this.version);
    this.#lists.set(families.join(), list);
    return list;
  }

  #listOf(families: readonly Family[], unchanged: boolean): RawSymbolListResult {
    const contracts = [...this.#contracts.values()];
    const family = (name: Family): RawContractSymbol[] =>
      families.includes(name) ? contracts.filter((contract) => contract.contractType === name) : [];
    return {
      version: this.version,
      ...(unchanged && { unchanged }),
      LinearPerpetual: family('LinearPerpetual'),
      InversePerpetual: family('InversePerpetual'),
      InverseFutures: family('InverseFutures'),
      UsdcPerpetual: family('UsdcPerpetual'),
      UsdcFutures: family('UsdcFutures'),
      LinearFutures: family('LinearFutures'),
    };
  }
}

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;
const HASH_BITS = 64;

/** FNV-1a over the UTF-16 units of a text: distinguishes versions, protects nothing. */
export function fingerprint(text: string): string {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i += 1) hash = BigInt.asUintN(HASH_BITS, (hash ^ BigInt(text.charCodeAt(i))) * FNV_PRIME);
  return hash.toString(16).padStart(HASH_BITS / 4, '0');
}
