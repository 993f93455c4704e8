import { invariant } from '@tapedeck/domain';
import type { ContractKind, Instrument, InstrumentId } from '@tapedeck/domain';
import { encodeInstrument } from '@tapedeck/protocol';
import type { ContractSymbol, SymbolListResult } from '@tapedeck/protocol';

export const FAMILIES = [
  'LinearPerpetual',
  'InversePerpetual',
  'InverseFutures',
  'UsdcPerpetual',
  'UsdcFutures',
  'LinearFutures',
] as const satisfies readonly ContractKind[];
type Family = (typeof FAMILIES)[number];

const isFamily = (text: string): text is Family => FAMILIES.some((family) => family === text);

/** The instruments of a venue, by id and by symbol, and as the wire carries them. */
export class Catalogue {
  readonly instruments: readonly Instrument[];
  /** Changes whenever anything in the list does. */
  readonly version: string;
  readonly #bySymbol = new Map<string, Instrument>();
  readonly #contracts: readonly ContractSymbol[];

  constructor(instruments: readonly Instrument[]) {
    this.instruments = instruments;
    for (const [i, instrument] of instruments.entries()) {
      invariant(instrument.id === i, 'instrument ids are positions in the list');
      this.#bySymbol.set(instrument.symbol, instrument);
    }
    this.#contracts = instruments.map(encodeInstrument);
    this.version = fingerprint(JSON.stringify(this.#contracts));
  }

  bySymbol(symbol: string): Instrument | undefined {
    return this.#bySymbol.get(symbol);
  }

  byId(id: InstrumentId): Instrument {
    const instrument = this.instruments[id];
    invariant(instrument !== undefined, 'an instrument of an event or a record is in the catalogue');
    return instrument;
  }

  contract(instrument: Instrument): ContractSymbol {
    return this.#contracts[instrument.id] ?? encodeInstrument(instrument);
  }

  /** The families of `filter` (comma-separated), all without one; `undefined` when it names an unknown family. */
  list(filter: string | undefined): SymbolListResult | undefined {
    const wanted = filter === undefined ? [...FAMILIES] : filter.split(',');
    if (!wanted.every(isFamily)) return undefined;
    const family = (name: Family): ContractSymbol[] =>
      wanted.includes(name) ? this.#contracts.filter((contract) => contract.contractType === name) : [];
    return {
      version: this.version,
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

/** FNV-1a over the UTF-16 units of a text: tells versions apart, protects nothing. */
function fingerprint(text: string): string {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i += 1) hash = BigInt.asUintN(HASH_BITS, (hash ^ BigInt(text.charCodeAt(i))) * FNV_PRIME);
  return hash.toString(16).padStart(HASH_BITS / 4, '0');
}
