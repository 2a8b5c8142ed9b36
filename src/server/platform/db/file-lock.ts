import { accessSync, closeSync, constants, openSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's words for a lock that somebody else has, and for a file that holds something else than it expects. */
const BUSY = 5;
const DAMAGED = new Set([11, 26]);
/** Bytes of a path that SQLite can open on every system (its MAX_PATHNAME, less what may follow a name). */
const LONGEST_PATH = 500;
/** Milliseconds {@link FileLock.seal} waits for those who are just looking. */
const PATIENCE = 1000;

/** Locks that are held: one that nobody refers to would be collected, and given back. */
const held = new Set<FileLock>();

/**
 * A lock of the operating system on a file. It ends with the process that holds it, however that ends and at once,
 * and not before: no clock, process id or file left behind has a say. Node has no call for such locks; the SQLite in
 * it takes them (https://www.sqlite.org/lockingv3.html), here on an empty file that it writes nothing to.
 *
 * The file stays when the lock is given back: to remove it is to have two of them, each locked by somebody. The
 * process that holds the lock must not open and close the file in another way, which would give the lock back
 * (fcntl of POSIX).
 */
export class FileLock {
  readonly #file: string;
  #connection: DatabaseSync;

  /** Opens the file, making it where there is none. Throws what the file system says. */
  constructor(file: string) {
    // Never an address, as SQLite would take `file:a` for one.
    this.#file = path.resolve(file);
    makeFile(this.#file);
    this.#connection = connect(this.#file);
  }

  /** Whether this process has the lock now: of several that try at once, exactly one. */
  take(): boolean {
    return this.#hold('IMMEDIATE');
  }

  /** As {@link take}, for a single holder: others see it by {@link isSealed}, without a try of their own. */
  seal(): boolean {
    return this.#hold('EXCLUSIVE');
  }

  /** Whether another process has sealed it. */
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
    const patience = kind === 'EXCLUSIVE' ? PATIENCE : 0;
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

  /** Emptied, not replaced: whoever holds the lock goes on holding it. */
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
    if (Buffer.byteLength(file) <= LONGEST_PATH) throw error;
    throw new Error(`its path is too long; the longest for a file in it is ${LONGEST_PATH} bytes`);
  }
}

/** Says in the file system's own words what SQLite would only call a failure to open. */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    accessSync(file, constants.R_OK | constants.W_OK);
  }
}

/** SQLite's code for an error: the lowest byte, the others say more of it. */
function codeOf(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}
