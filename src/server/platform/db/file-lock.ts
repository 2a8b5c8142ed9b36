import { accessSync, closeSync, constants, openSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's error codes for a lock held by another process, and for a file with other content. */
const BUSY = 5;
const DAMAGED = new Set([11, 26]);
/** Bytes of a path that SQLite can open on every system (MAX_PATHNAME, less its suffixes). */
const MAX_PATH = 500;
/** Milliseconds that {@link FileLock.seal} waits for processes in {@link FileLock.isSealed}. */
const SEAL_TIMEOUT = 1000;

/** The locks that this process holds. Without a reference, the garbage collector would close and so release them. */
const held = new Set<FileLock>();

/**
 * A lock of the operating system on a file. It ends exactly when the process that holds it ends. Node has no call for such
 * locks, but its SQLite takes them (https://www.sqlite.org/lockingv3.html), here on an empty file that it never writes to.
 *
 * The file stays when the lock is released: removing it could leave two files, each locked by another process. The process
 * that holds the lock must not open and close the file otherwise, which would release the lock (POSIX `fcntl`).
 */
export class FileLock {
  readonly #file: string;
  #connection: DatabaseSync;

  /** Opens the file, and creates it if needed. Throws the error of the file system. */
  constructor(file: string) {
    // An absolute path: SQLite would read `file:a` as a URL.
    this.#file = path.resolve(file);
    makeFile(this.#file);
    this.#connection = connect(this.#file);
  }

  /** Tries to take the lock, and returns whether this process holds it. Of several that try at once, exactly one does. */
  take(): boolean {
    return this.#hold('IMMEDIATE');
  }

  /** Like {@link take}; others can see the lock with {@link isSealed}, without trying to take it. */
  seal(): boolean {
    return this.#hold('EXCLUSIVE');
  }

  /** Returns whether another process has sealed the lock. */
  isSealed(): boolean {
    try {
      this.#connection.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_schema');
      return false;
    } catch (error) {
      return codeOf(error) === BUSY;
    }
  }

  release(): void {
    held.delete(this);
    this.#connection.close();
  }

  #hold(kind: 'IMMEDIATE' | 'EXCLUSIVE'): boolean {
    const patience = kind === 'EXCLUSIVE' ? SEAL_TIMEOUT : 0;
    try {
      this.#connection.exec(
        `PRAGMA busy_timeout = ${patience}; PRAGMA journal_mode = MEMORY; BEGIN ${kind}`,
      );
    } catch (error) {
      const code = codeOf(error);
      if (code === BUSY) return false;
      if (!DAMAGED.has(code)) throw error;
      this.#empty();
      return this.#hold(kind);
    }
    held.add(this);
    return true;
  }

  /** Truncates the file instead of replacing it, which keeps the lock of its holder. */
  #empty(): void {
    this.#connection.close();
    truncateSync(this.#file);
    this.#connection = connect(this.#file);
  }
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    if (Buffer.byteLength(file) <= MAX_PATH) throw error;
    throw new Error(`its path is too long; the longest for a file in it is ${MAX_PATH} bytes`);
  }
}

/** Creates the file, or checks access to it: the file system's errors say more than SQLite's failure to open. */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    accessSync(file, constants.R_OK | constants.W_OK);
  }
}

/** Returns SQLite's primary error code, the lowest byte of the extended one. */
function codeOf(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}
