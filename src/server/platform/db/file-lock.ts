import { accessSync, closeSync, constants, openSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite error code that means that another process holds the lock. */
const BUSY = 5;
/** SQLite error codes that mean that the file is not an intact SQLite database. */
const DAMAGED = new Set([11, 26]);
/** Maximum length in bytes of a path that SQLite can open on every system (MAX_PATHNAME without suffixes). */
const MAX_PATH = 500;
/**
 * Maximum time, in milliseconds, that {@link FileLock.seal} waits while other processes check the lock. Each check with
 * {@link FileLock.isSealed} briefly locks the file.
 */
const SEAL_TIMEOUT = 1000;

/**
 * References to all locks that this process holds. Without these references, the garbage collector would close the
 * SQLite connection of a lock, and thereby release the lock.
 */
const heldLocks = new Set<FileLock>();

/**
 * An operating system file lock. The lock is released when the process that holds it exits or crashes.
 *
 * Because Node has no API for file locks, this class opens an empty file as an SQLite database and uses SQLite's file
 * locks (https://www.sqlite.org/lockingv3.html). It never writes to the file. Releasing the lock does not delete the
 * file, because two processes could then each lock a different file with the same name. The holder must not open and
 * close the file by other means, because that would release the lock (POSIX `fcntl`).
 */
export class FileLock {
  readonly #file: string;
  #connection: DatabaseSync;

  /** Opens the lock file, and creates it if needed. Throws the file system's error if this fails. */
  constructor(file: string) {
    // Makes the path absolute, because SQLite would interpret a relative path such as `file:a` as a URL.
    this.#file = path.resolve(file);
    createLockFile(this.#file);
    this.#connection = connect(this.#file);
  }

  /**
   * Tries to acquire the lock. Returns true if this process now holds the lock. If several processes try at once,
   * exactly one of them succeeds.
   */
  acquire(): boolean {
    return this.#lock('IMMEDIATE');
  }

  /**
   * Acquires the lock in exclusive mode, in which {@link isSealed} returns true in other processes. Those processes can
   * then detect the lock without trying to acquire it. Returns true if this process now holds the lock.
   */
  seal(): boolean {
    return this.#lock('EXCLUSIVE');
  }

  /** Returns true if another process has sealed the lock with {@link seal}. */
  isSealed(): boolean {
    try {
      this.#connection.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_schema');
      return false;
    } catch (error) {
      return getErrorCode(error) === BUSY;
    }
  }

  release(): void {
    heldLocks.delete(this);
    this.#connection.close();
  }

  #lock(mode: 'IMMEDIATE' | 'EXCLUSIVE'): boolean {
    const busyTimeout = mode === 'EXCLUSIVE' ? SEAL_TIMEOUT : 0;
    try {
      this.#connection.exec(
        `PRAGMA busy_timeout = ${busyTimeout}; PRAGMA journal_mode = MEMORY; BEGIN ${mode}`,
      );
    } catch (error) {
      const code = getErrorCode(error);
      if (code === BUSY) return false;
      if (!DAMAGED.has(code)) throw error;
      this.#truncate();
      return this.#lock(mode);
    }
    heldLocks.add(this);
    return true;
  }

  /**
   * Empties a damaged lock file. The file is not replaced, because a process that holds a lock on the old file would
   * then lose its lock.
   */
  #truncate(): void {
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

/**
 * Creates the lock file if it does not exist, and checks that this process may access it. SQLite could do this too, but
 * the file system's errors are more specific.
 */
function createLockFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    accessSync(file, constants.R_OK | constants.W_OK);
  }
}

/** Returns SQLite's primary error code, which is the lowest byte of the extended error code. */
function getErrorCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}
