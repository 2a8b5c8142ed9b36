/**
 * The thread the embedded database lives in: no query, however long it takes, holds up the pages. It speaks
 * PostgreSQL's own protocol, bytes in and bytes out, so that the other side needs no second driver.
 */
import { existsSync, openAsBlob } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** What the thread is started with. */
export interface ThreadData {
  /** Where the database is kept; in memory without one. */
  folder: string | undefined;
  /** What a database in memory begins with, a tar file of `dumpDataDir`; an empty one without it. */
  dump?: string | undefined;
  /** PostgreSQL, as code that threads share. */
  postgres: WebAssembly.Module;
}

/** What the thread is told: messages of the protocol, whole ones, or to close the database and end. */
export type ToThread = Uint8Array<ArrayBuffer> | 'close';

/** What the thread says: that the database is open, or what it answers. */
export type FromThread = 'open' | Uint8Array<ArrayBuffer>;

/** Made by scripts/empty-database.mjs. */
const EMPTY_DATABASE = new URL('../../../../dist/database.tar', import.meta.url);

/**
 * A quarter of what PostgreSQL takes by itself: PGlite fills it with zeros, so that all of it is memory in use, and
 * what is not in it is read from files that the system keeps in memory anyway.
 */
const SHARED_BUFFERS = '32MB';

const port = parentPort!;
// A thread that has nothing to wait for finishes V8's work on PostgreSQL before it does anything else: half a second.
port.ref();
const { folder, dump, postgres } = workerData as ThreadData;
const options: PGliteOptions = {
  extensions: { pg_trgm },
  pgliteWasmModule: postgres,
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
};
const contents = dump ?? (existsSync(EMPTY_DATABASE) ? EMPTY_DATABASE : undefined);
if (!folder && contents) options.loadDataDir = await openAsBlob(contents);
const database = folder ? await PGlite.create(folder, options) : await PGlite.create(options);

port.on('message', async (message: ToThread) => {
  if (message === 'close') {
    await database.close();
    port.close();
    return;
  }
  const answer = await answerTo(message);
  say(answer, [answer.buffer]);
});
say('open');

/** What the database says to messages. PGlite's `execProtocolRaw` reads it too, and keeps all it ever read. */
async function answerTo(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  // A part lies in the database's memory, and only for now.
  await database.execProtocolRawStream(message, { onRawData: (part) => parts.push(part.slice()) });
  const answer = new Uint8Array(parts.reduce((length, { length: more }) => length + more, 0));
  let offset = 0;
  for (const part of parts) {
    answer.set(part, offset);
    offset += part.length;
  }
  return answer;
}

function say(what: FromThread, handedOver: ArrayBuffer[] = []): void {
  port.postMessage(what, handedOver);
}
