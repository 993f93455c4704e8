import type { RecordsPort } from '@tapedeck/client';

/** CAT-04. */
const NAME = 'tapedeck-catalogue';
const VERSION = 1;
const STORE = 'symbolData';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database cannot be opened.'));
    request.onblocked = () => {
      // It may still open once that window closes it, and would then block others.
      request.onsuccess = () => request.result.close();
      reject(new Error('Another window holds the database.'));
    };
  });
}

/**
 * Opens the database for one transaction: no open connection blocks another window. Rejects unless the whole
 * transaction was carried out.
 */
async function within<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T> | undefined): Promise<T | undefined> {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The database gave up.'));
    });
  } finally {
    database.close();
  }
}

/** The browser's database. */
export const browserRecords: RecordsPort = {
  read: (key) => within<unknown>('readonly', (store) => store.get(key) as IDBRequest<unknown>),
  async write(key, value) {
    await within('readwrite', (store) => store.put(value, key));
  },
  async remove(keys) {
    await within('readwrite', (store) => {
      for (const key of keys) store.delete(key);
      return undefined;
    });
  },
};
