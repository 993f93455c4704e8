import { symbolListResult, type SymbolListResult } from '@tapedeck/protocol';
import { TRACES, type Telemetry } from '../errors/telemetry.ts';
import type { ClientPorts } from '../ports/ports.ts';

/** CAT-04: what other versions kept is thrown away. */
const VERSION = 6;
const OLD_VERSIONS = [1, 2, 3, 4, 5];
/** Some browsers never answer a database that another window holds: the terminal goes on without it. */
const PATIENCE_MS = 1_000;

const keyOf = (version: number): string => `symbolData.v${version}`;
/** Where the copy was kept before there was a database, and is still where there is none. */
const localKeyOf = (version: number): string => `tapedeck.${keyOf(version)}`;

interface Copy {
  readonly version: typeof VERSION;
  readonly list: SymbolListResult;
}

/** The list of contracts that was loaded last, kept on this machine. Nothing rejects: what cannot be read is not there. */
export interface CatalogueCache {
  read(): Promise<SymbolListResult | undefined>;
  write(list: SymbolListResult): Promise<void>;
}

/** The list of a copy; a copy without linear perpetuals is of no use. */
function listOf(copy: unknown): SymbolListResult | undefined {
  if (typeof copy !== 'object' || copy === null || !('version' in copy) || !('list' in copy) || copy.version !== VERSION) return undefined;
  const parsed = symbolListResult.safeParse(copy.list);
  return parsed.success && parsed.data.LinearPerpetual.length > 0 ? parsed.data : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type CachePorts = Pick<ClientPorts, 'records' | 'storage' | 'setTimer'>;

class KeptCatalogue implements CatalogueCache {
  readonly #ports: CachePorts;
  readonly #traces: Pick<Telemetry, 'trace'>;
  #isPurged = false;

  constructor(ports: CachePorts, traces: Pick<Telemetry, 'trace'>) {
    this.#ports = ports;
    this.#traces = traces;
  }

  async read(): Promise<SymbolListResult | undefined> {
    this.#purge();
    const copy = await this.#inTime(() => this.#ports.records.read(keyOf(VERSION)));
    if (copy === FAILED) return this.#readLocal();
    if (copy === undefined || copy === null) return this.#migrate();
    const list = listOf(copy);
    if (list !== undefined) return list;
    this.#traces.trace(TRACES.catalogueUnreadable);
    void this.#inTime(() => this.#ports.records.remove([keyOf(VERSION)]));
    return undefined;
  }

  async write(list: SymbolListResult): Promise<void> {
    const copy: Copy = { version: VERSION, list };
    if ((await this.#inTime(() => this.#ports.records.write(keyOf(VERSION), copy))) !== FAILED) {
      this.#removeLocal([VERSION]);
      return;
    }
    try {
      this.#ports.storage.setItem(localKeyOf(VERSION), JSON.stringify(copy));
    } catch {
      this.#traces.trace(TRACES.catalogueStore);
    }
  }

  /** What was kept before there was a database moves there. */
  async #migrate(): Promise<SymbolListResult | undefined> {
    const list = this.#readLocal();
    if (list !== undefined) await this.write(list);
    return list;
  }

  #readLocal(): SymbolListResult | undefined {
    let text: string | null = null;
    try {
      text = this.#ports.storage.getItem(localKeyOf(VERSION));
    } catch {
      this.#traces.trace(TRACES.catalogueStore);
    }
    if (text === null) return undefined;
    const list = listOf(parsed(text));
    this.#traces.trace(list === undefined ? TRACES.catalogueLegacyUnreadable : TRACES.catalogueLegacyUsed);
    if (list === undefined) this.#removeLocal([VERSION]);
    return list;
  }

  #purge(): void {
    if (this.#isPurged) return;
    this.#isPurged = true;
    this.#removeLocal(OLD_VERSIONS);
    void this.#inTime(() => this.#ports.records.remove(OLD_VERSIONS.map(keyOf)));
  }

  #removeLocal(versions: readonly number[]): void {
    try {
      for (const version of versions) this.#ports.storage.removeItem(localKeyOf(version));
    } catch {
      this.#traces.trace(TRACES.catalogueStore);
    }
  }

  /** What the database answers, or `FAILED`. */
  #inTime<T>(ask: () => Promise<T>): Promise<T | typeof FAILED> {
    return new Promise((resolve) => {
      const fail = (): void => {
        this.#traces.trace(TRACES.catalogueStore);
        resolve(FAILED);
      };
      const cancelTimer = this.#ports.setTimer(fail, PATIENCE_MS);
      ask().then(
        (value) => {
          cancelTimer();
          resolve(value);
        },
        () => {
          cancelTimer();
          fail();
        },
      );
    });
  }
}

const FAILED = Symbol('failed');

export const createCatalogueCache = (ports: CachePorts, traces: Pick<Telemetry, 'trace'>): CatalogueCache =>
  new KeptCatalogue(ports, traces);
