import { isPlainObject } from '../../bridge/shape.ts';

/** CHT-29. */
const NAME = 'tapedeck-chart';
const VERSION = 1;
const STORE = 'layouts';
/** Some browsers never answer an opening: the chart goes on without the database. */
const PATIENCE_MS = 3_000;

export interface StoredLayout {
  /** Rises with every save; a save names the one it started from. */
  readonly revision: number;
  readonly document: unknown;
}

export type SaveResult = 'saved' | 'conflict' | false;

/** The local chart database. What fails to be opened or read is nothing, what fails to be written is false; nothing throws. */
export interface ChartDatabase {
  read(key: string): Promise<StoredLayout | undefined>;
  /** Writes the next revision unless somebody else wrote since `revision`. True only once it is on disk. */
  write(key: string, revision: number, document: unknown): Promise<SaveResult>;
  close(): void;
}

export function openChartDatabase(view: Window): ChartDatabase {
  let opening: Promise<IDBDatabase | undefined> | undefined;
  let isClosed = false;
  const forget = (): void => {
    opening = undefined;
  };
  const database = (): Promise<IDBDatabase | undefined> => {
    opening ??= open(view, forget).then((opened) => {
      // Asked for anew next time.
      if (opened === undefined) forget();
      if (isClosed) opened?.close();
      return isClosed ? undefined : opened;
    });
    return opening;
  };
  return {
    read: async (key) => {
      const opened = await database();
      return opened === undefined ? undefined : readLayout(opened, key);
    },
    write: async (key, revision, document) => {
      const opened = await database();
      return opened === undefined ? false : writeLayout(opened, key, { revision, document });
    },
    close: () => {
      isClosed = true;
      void opening?.then((opened) => opened?.close());
    },
  };
}

function open(view: Window, onLost: () => void): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const late = view.setTimeout(() => resolve(undefined), PATIENCE_MS);
    const settle = (opened: IDBDatabase | undefined): void => {
      view.clearTimeout(late);
      resolve(opened);
    };
    try {
      const request = view.indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onerror = () => settle(undefined);
      request.onblocked = () => settle(undefined);
      request.onsuccess = () => {
        const { result } = request;
        // Another window upgrades or deletes it: holding on would block it.
        result.onversionchange = () => {
          result.close();
          onLost();
        };
        result.onclose = onLost;
        settle(result);
      };
    } catch {
      settle(undefined);
    }
  });
}

/** A layout as it was stored; `undefined` for anything else. */
export function layoutOf(value: unknown): StoredLayout | undefined {
  if (!isPlainObject(value) || typeof value['revision'] !== 'number') return undefined;
  return { revision: value['revision'], document: value['document'] };
}

function readLayout(database: IDBDatabase, key: string): Promise<StoredLayout | undefined> {
  return new Promise((resolve) => {
    try {
      const request = database.transaction(STORE).objectStore(STORE).get(key);
      request.onsuccess = () => resolve(layoutOf(request.result));
      request.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

/** Compares and writes in one transaction, which the browser runs for one window at a time. */
function writeLayout(database: IDBDatabase, key: string, { revision, document }: StoredLayout): Promise<SaveResult> {
  return new Promise((resolve) => {
    let result: SaveResult = 'saved';
    try {
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
      const store = transaction.objectStore(STORE);
      const before = store.get(key);
      before.onsuccess = () => {
        if ((layoutOf(before.result)?.revision ?? 0) === revision) store.put({ revision: revision + 1, document }, key);
        else result = 'conflict';
      };
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => resolve(false);
      transaction.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}
