import type { Outbox } from './outbox.ts';

/** Name of the IndexedDB database and of its only object store. */
const NAME = 'outbox';
/** Key of the only entry, which contains the outbox of the reader who last used this browser. */
const KEY = 'current';

/** Loads the stored outbox. Rejects if storage is blocked. */
export function loadOutbox(): Promise<Outbox | undefined> {
  return runInStore('readonly', (store) => store.get(KEY));
}

/**
 * Stores an outbox, or removes the stored outbox if `outbox` is `undefined`. Resolves once the change is on disk.
 * Rejects if storage is blocked or full.
 */
export async function saveOutbox(outbox: Outbox | undefined): Promise<void> {
  await runInStore('readwrite', (store) => (outbox ? store.put(outbox, KEY) : store.delete(KEY)));
}

/** Runs a request in a separate transaction, and resolves with the request's result. */
async function runInStore<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(NAME, mode, { durability: 'strict' });
    const request = run(transaction.objectStore(NAME));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(NAME);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
