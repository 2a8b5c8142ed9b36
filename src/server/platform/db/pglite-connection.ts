import { readFile } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type {
  MessageFromPgliteThread,
  MessageToPgliteThread,
  PgliteThreadOptions,
} from './pglite-thread.ts';

const THREAD_URL = new URL('pglite-thread.ts', import.meta.url);

/**
 * PostgreSQL's WebAssembly module. It is compiled once for all threads, because compiling takes seconds of CPU time.
 */
let compilation: Promise<WebAssembly.Module> | undefined;

async function compilePostgres(): Promise<WebAssembly.Module> {
  const file = fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm'));
  return WebAssembly.compile(await readFile(file));
}

type Callback = (error?: Error | null) => void;

/**
 * A stream that `pg` can use in place of a socket. It has the socket configuration methods that `pg` calls, such as
 * `setNoDelay`, but they have no effect.
 */
export class SocketLikeStream extends Duplex {
  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}
}

/**
 * A connection to an embedded database, which `pg` uses like a socket. Starts a worker thread that runs the database.
 * Emits `close` after the thread has closed the database. Only one connection to a database may be open at a time.
 * `beforeSend` is called before each message is sent, and can throw an error to prevent sending.
 */
export class PgliteConnection extends SocketLikeStream {
  readonly #source: Omit<PgliteThreadOptions, 'postgres'>;
  readonly #beforeSend: () => void;
  #thread: Worker | undefined;

  constructor(source: Omit<PgliteThreadOptions, 'postgres'>, beforeSend: () => void) {
    super();
    this.#source = source;
    this.#beforeSend = beforeSend;
  }

  /** Opens the database. Emits `connect` once the database is open, or `error` if it cannot be opened. */
  connect(): this {
    compilation ??= compilePostgres();
    compilation.then(
      (postgres) => this.#open(postgres),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  #open(postgres: WebAssembly.Module): void {
    if (this.destroyed) return;
    const workerData: PgliteThreadOptions = { ...this.#source, postgres };
    this.#thread = new Worker(THREAD_URL, { workerData })
      .on('message', (message: MessageFromPgliteThread) => this.#handleMessage(message))
      .once('error', (error) => this.destroy(error))
      .once('exit', () => this.#handleExit());
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: Callback): void {
    this.#send([chunk], callback);
  }

  override _writev(chunks: { chunk: Buffer }[], callback: Callback): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      callback,
    );
  }

  override _final(callback: Callback): void {
    this.#thread
      ?.once('exit', () => callback())
      .postMessage('close' satisfies MessageToPgliteThread);
  }

  override _destroy(error: Error | null, callback: Callback): void {
    const termination = this.#thread?.terminate() ?? Promise.resolve();
    termination.then(
      () => callback(error),
      (failure: Error) => callback(failure),
    );
  }

  #handleMessage(message: MessageFromPgliteThread): void {
    if (message === 'open') this.emit('connect');
    else if (message.length) this.push(message);
  }

  /** Ends the stream after the thread has closed the database or crashed. */
  #handleExit(): void {
    if (this.writableEnded) this.push(null);
    else this.destroy(new Error('The embedded database’s worker thread exited.'));
  }

  /**
   * Combines all chunks that `pg` writes at once into one message, because the worker thread sends one response per
   * message.
   */
  #send(chunks: readonly Buffer[], callback: Callback): void {
    try {
      this.#beforeSend();
    } catch (error) {
      callback(error as Error);
      return;
    }
    const message = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
    let offset = 0;
    for (const chunk of chunks) {
      message.set(chunk, offset);
      offset += chunk.length;
    }
    this.#thread!.postMessage(message satisfies MessageToPgliteThread, [message.buffer]);
    callback();
  }
}
