/**
 * Entry point of the worker thread that runs the embedded database, so that long queries do not block the main thread.
 * The worker thread speaks PostgreSQL's wire protocol, so that the main thread can use the same driver as for a
 * PostgreSQL server.
 */
import { existsSync, openAsBlob } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** The data that the database thread receives when it starts. */
export interface PgliteThreadOptions {
  /** The database's folder. If `undefined`, the database is in memory. */
  folder: string | undefined;
  /**
   * Path of a tar file that PGlite's `dumpDataDir` has written. An in-memory database starts with this file's contents.
   * Default: an empty database.
   */
  dump?: string | undefined;
  /** The compiled PostgreSQL module, which all threads share. */
  postgres: WebAssembly.Module;
}

/**
 * A message to the database thread: complete messages of PostgreSQL's wire protocol, or `close` to close the database
 * and exit.
 */
export type MessageToPgliteThread = Uint8Array<ArrayBuffer> | 'close';

/** A message from the database thread: `open` once the database is open, or a response in the wire protocol. */
export type MessageFromPgliteThread = 'open' | Uint8Array<ArrayBuffer>;

/** The tar file of the empty database that `scripts/empty-database.mjs` builds. */
const EMPTY_DATABASE = new URL('../../../../dist/database.tar', import.meta.url);

/**
 * Size of PostgreSQL's shared buffers, a quarter of the default. PGlite fills the buffers with zeros, so even unused
 * buffers take up memory. Smaller buffers are sufficient, because the operating system also caches the files.
 */
const SHARED_BUFFERS = '32MB';

const port = parentPort!;
// `ref` keeps this thread's event loop from becoming empty. With an empty event loop, the thread would pause for half a
// second, until V8 has optimized PostgreSQL's WebAssembly code.
port.ref();
const { folder, dump, postgres } = workerData as PgliteThreadOptions;
const options: PGliteOptions = {
  extensions: { pg_trgm },
  pgliteWasmModule: postgres,
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
};
const dumpFile = dump ?? (existsSync(EMPTY_DATABASE) ? EMPTY_DATABASE : undefined);
if (!folder && dumpFile) options.loadDataDir = await openAsBlob(dumpFile);
const database = folder ? await PGlite.create(folder, options) : await PGlite.create(options);

port.on('message', async (message: MessageToPgliteThread) => {
  if (message === 'close') {
    await database.close();
    port.close();
    return;
  }
  const response = await executeProtocolMessage(message);
  post(response, [response.buffer]);
});
post('open');

/**
 * Returns the database's response to messages in the wire protocol. PGlite's `execProtocolRaw` is not used, because it
 * also parses the response and keeps the parsed messages in memory.
 */
async function executeProtocolMessage(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  // Copies each chunk, because it is a view of the database's memory that is valid only during the callback.
  await database.execProtocolRawStream(message, {
    onRawData: (chunk) => chunks.push(chunk.slice()),
  });
  const response = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    response.set(chunk, offset);
    offset += chunk.length;
  }
  return response;
}

function post(message: MessageFromPgliteThread, transferList: ArrayBuffer[] = []): void {
  port.postMessage(message, transferList);
}
