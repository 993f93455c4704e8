import type { Telemetry } from '../errors/telemetry.ts';
import type { ClientPorts } from '../ports/ports.ts';

/** Some browsers never answer for a database that another window holds: the terminal continues without it. */
const PATIENCE_MS = 1_000;

/** The last loaded list, stored on this machine. Nothing rejects: unreadable data counts as absent. */
export interface ListCache<List> {
  read(): Promise<List | undefined>;
  write(list: List): Promise<void>;
}

/** Format of a stored list. A copy of another version is discarded. */
export interface KeptAs<List> {
  readonly name: string;
  readonly version: number;
  readonly oldVersions: readonly number[];
  /** The list of a copy; undefined if unusable. */
  parse(list: unknown): List | undefined;
  readonly codes: {
    readonly store: number;
    readonly unreadable: number;
    /** Failures of the copy in local storage, used where there is no database. */
    readonly localUnreadable: number;
    readonly localUsed?: number;
  };
}

type CachePorts = Pick<ClientPorts, 'records' | 'storage' | 'setTimer'>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

class KeptList<List> implements ListCache<List> {
  readonly #ports: CachePorts;
  readonly #traces: Pick<Telemetry, 'trace'>;
  readonly #as: KeptAs<List>;
  #isPurged = false;

  constructor(ports: CachePorts, traces: Pick<Telemetry, 'trace'>, as: KeptAs<List>) {
    this.#ports = ports;
    this.#traces = traces;
    this.#as = as;
  }

  async read(): Promise<List | undefined> {
    const { version, codes } = this.#as;
    this.#purge();
    const copy = await this.#inTime(() => this.#ports.records.read(this.#keyOf(version)));
    if (copy === FAILED) return this.#readLocal();
    if (copy === undefined || copy === null) return this.#migrate();
    const list = this.#listOf(copy);
    if (list !== undefined) return list;
    this.#traces.trace(codes.unreadable);
    void this.#inTime(() => this.#ports.records.remove([this.#keyOf(version)]));
    return undefined;
  }

  async write(list: List): Promise<void> {
    const { version, codes } = this.#as;
    const copy = { version, list };
    if ((await this.#inTime(() => this.#ports.records.write(this.#keyOf(version), copy))) !== FAILED) {
      this.#removeLocal([version]);
      return;
    }
    try {
      this.#ports.storage.setItem(this.#localKeyOf(version), JSON.stringify(copy));
    } catch {
      this.#traces.trace(codes.store);
    }
  }

  #keyOf(version: number): string {
    return `${this.#as.name}.v${version}`;
  }

  /** Former storage of the copy, still used without a database. */
  #localKeyOf(version: number): string {
    return `tapedeck.${this.#keyOf(version)}`;
  }

  #listOf(copy: unknown): List | undefined {
    if (typeof copy !== 'object' || copy === null || !('version' in copy) || !('list' in copy)) return undefined;
    return copy.version === this.#as.version ? this.#as.parse(copy.list) : undefined;
  }

  /** Moves data stored before the database existed. */
  async #migrate(): Promise<List | undefined> {
    const list = this.#readLocal();
    if (list !== undefined) await this.write(list);
    return list;
  }

  #readLocal(): List | undefined {
    const { version, codes } = this.#as;
    let text: string | null = null;
    try {
      text = this.#ports.storage.getItem(this.#localKeyOf(version));
    } catch {
      this.#traces.trace(codes.store);
    }
    if (text === null) return undefined;
    const list = this.#listOf(parsed(text));
    const code = list === undefined ? codes.localUnreadable : codes.localUsed;
    if (code !== undefined) this.#traces.trace(code);
    if (list === undefined) this.#removeLocal([version]);
    return list;
  }

  #purge(): void {
    if (this.#isPurged) return;
    this.#isPurged = true;
    const { oldVersions } = this.#as;
    if (oldVersions.length === 0) return;
    this.#removeLocal(oldVersions);
    void this.#inTime(() => this.#ports.records.remove(oldVersions.map((version) => this.#keyOf(version))));
  }

  #removeLocal(versions: readonly number[]): void {
    try {
      for (const version of versions) this.#ports.storage.removeItem(this.#localKeyOf(version));
    } catch {
      this.#traces.trace(this.#as.codes.store);
    }
  }

  /** The database's answer, or `FAILED`. */
  #inTime<T>(ask: () => Promise<T>): Promise<T | typeof FAILED> {
    return new Promise((resolve) => {
      const fail = (): void => {
        this.#traces.trace(this.#as.codes.store);
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

export const createListCache = <List>(ports: CachePorts, traces: Pick<Telemetry, 'trace'>, as: KeptAs<List>): ListCache<List> =>
  new KeptList(ports, traces, as);
