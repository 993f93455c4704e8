import { NAMED, layoutOf, type LayoutContent, type StoredLayout } from './stored-layout.ts';

/** CHT-29. */
const NAME = 'tapedeck-chart';
const VERSION = 1;
const STORE = 'layouts';
/** Some browsers never answer an open request: the chart continues without the database. */
const PATIENCE_MS = 3_000;

export type SaveResult = 'saved' | 'conflict' | false;

/** The local chart database. Failed reads return nothing and failed writes return false; no call throws. */
export interface ChartDatabase {
  read(key: string): Promise<StoredLayout | undefined>;
  /** The named layouts, without damaged ones. */
  list(): Promise<readonly StoredLayout[] | undefined>;
  /** Writes the next revision unless another window wrote after `revision`, which is 0 for a new layout. True only once it is on disk. */
  write(key: string, revision: number, content: LayoutContent): Promise<SaveResult>;
  /** Removes it unless another window wrote after `revision`. */
  remove(key: string, revision: number): Promise<SaveResult>;
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
      // The next call opens it again.
      if (opened === undefined) forget();
      if (isClosed) opened?.close();
      return isClosed ? undefined : opened;
    });
    return opening;
  };
  const change = async (key: string, revision: number, act: Change): Promise<SaveResult> => {
    const opened = await database();
    return opened === undefined ? false : changeLayout(opened, { key, revision, act });
  };
  return {
    read: async (key) => {
      const opened = await database();
      return opened === undefined ? undefined : readLayout(opened, key);
    },
    list: async () => {
      const opened = await database();
      return opened === undefined ? undefined : readNamed(opened);
    },
    write: (key, revision, content) => change(key, revision, (store) => store.put({ ...content, revision: revision + 1 }, key)),
    remove: (key, revision) => change(key, revision, (store) => store.delete(key)),
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
        // Another window upgrades or deletes it: an open connection would block that.
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

function readLayout(database: IDBDatabase, key: string): Promise<StoredLayout | undefined> {
  return new Promise((resolve) => {
    try {
      const request = database.transaction(STORE).objectStore(STORE).get(key);
      request.onsuccess = () => resolve(layoutOf(key, request.result));
      request.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

function readNamed(database: IDBDatabase): Promise<readonly StoredLayout[] | undefined> {
  return new Promise((resolve) => {
    try {
      const found: StoredLayout[] = [];
      const range = IDBKeyRange.bound(NAMED, `${NAMED}\uFFFF`);
      const request = database.transaction(STORE).objectStore(STORE).openCursor(range);
      request.onsuccess = () => {
        const { result: cursor } = request;
        if (cursor === null) {
          resolve(found);
          return;
        }
        const layout = typeof cursor.key === 'string' ? layoutOf(cursor.key, cursor.value) : undefined;
        if (layout !== undefined) found.push(layout);
        cursor.continue();
      };
      request.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

type Change = (store: IDBObjectStore) => IDBRequest;

interface Wanted {
  readonly key: string;
  readonly revision: number;
  readonly act: Change;
}

/** Compares and changes in one transaction, which the browser runs for one window at a time. */
function changeLayout(database: IDBDatabase, { key, revision, act }: Wanted): Promise<SaveResult> {
  return new Promise((resolve) => {
    let result: SaveResult = 'saved';
    try {
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
      const store = transaction.objectStore(STORE);
      const before = store.get(key);
      before.onsuccess = () => {
        if ((layoutOf(key, before.result)?.revision ?? 0) === revision) attempt(transaction, () => act(store));
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

/** A full store may throw at once: the transaction then aborts, and nothing was stored. */
function attempt(transaction: IDBTransaction, act: () => void): void {
  try {
    act();
  } catch {
    transaction.abort();
  }
}
