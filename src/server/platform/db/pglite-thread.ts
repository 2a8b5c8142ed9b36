/**
 * The thread the embedded database lives in: no query, however long it takes, holds up the pages. It speaks
 * PostgreSQL's own protocol, bytes in and bytes out, so that the other side needs no second driver.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** What the thread is started with. */
export interface ThreadData {
  /** Where the database is kept; in memory without one. */
  folder: string | undefined;
  modules: CompiledPostgres;
}

/** PostgreSQL, and what makes a new database, as code that threads share. */
export interface CompiledPostgres {
  pglite: WebAssembly.Module;
  initdb: WebAssembly.Module;
}

/** What the thread is told: messages of the protocol, whole ones, or to close the database and end. */
export type ToThread = Uint8Array<ArrayBuffer> | 'close';

/** What the thread says: that the database is open, or what it answers. */
export type FromThread = 'open' | Uint8Array<ArrayBuffer>;

const port = parentPort!;
const { folder, modules } = workerData as ThreadData;
const options = {
  extensions: { pg_trgm },
  pgliteWasmModule: modules.pglite,
  initdbWasmModule: modules.initdb,
};
const database = folder ? await PGlite.create(folder, options) : await PGlite.create(options);

port.on('message', async (message: ToThread) => {
  if (message === 'close') {
    await database.close();
    port.close();
    return;
  }
  // What PGlite gives may lie in a buffer of its own, which must not leave it.
  const answer = (await database.execProtocolRaw(message)).slice() as Uint8Array<ArrayBuffer>;
  say(answer, [answer.buffer]);
});
say('open');

function say(what: FromThread, handedOver: ArrayBuffer[] = []): void {
  port.postMessage(what, handedOver);
}
