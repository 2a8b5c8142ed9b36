import type { Outbox } from './outbox.ts';

/** Name of the database, of its only store, and of the lock that guards them. */
const NAME = 'outbox';
/** Key of the only entry: the outbox of the reader who used this browser last. */
const KEY = 'current';

/** Loads the stored outbox. Rejects if storage is blocked. */
export function loadOutbox(): Promise<Outbox | undefined> {
  return runInStore('readonly', (store) => store.get(KEY));
}

/** Stores an outbox, or removes the stored one. Resolves once it is on the disk. Rejects if storage is blocked or full. */
export async function saveOutbox(outbox: Outbox | undefined): Promise<void> {
  await runInStore('readwrite', (store) => (outbox ? store.put(outbox, KEY) : store.delete(KEY)));
}

/** Runs one request in a transaction of its own. Resolves with the request's result. */
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
