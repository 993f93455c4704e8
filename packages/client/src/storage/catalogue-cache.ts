import { symbolListResult, type SymbolListResult, readWire } from '@tapedeck/protocol';
import { TRACES, type Telemetry } from '../errors/telemetry.ts';
import { createListCache, type ListCache } from './list-cache.ts';

export type CatalogueCache = ListCache<SymbolListResult>;

/** A list without linear perpetuals is of no use. */
function parse(list: unknown): SymbolListResult | undefined {
  const parsed = readWire(symbolListResult, list);
  return parsed.ok && parsed.value.LinearPerpetual.length > 0 ? parsed.value : undefined;
}

/** CAT-04: the list of contracts. */
export const createCatalogueCache = (ports: Parameters<typeof createListCache>[0], traces: Pick<Telemetry, 'trace'>): CatalogueCache =>
  createListCache(ports, traces, {
    name: 'symbolData',
    version: 6,
    oldVersions: [1, 2, 3, 4, 5],
    parse,
    codes: {
      store: TRACES.catalogueStore,
      unreadable: TRACES.catalogueUnreadable,
      localUnreadable: TRACES.catalogueLegacyUnreadable,
      localUsed: TRACES.catalogueLegacyUsed,
    },
  });
