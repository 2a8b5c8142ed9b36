import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type pg from 'pg';
import type { Database, HeldLock } from './database.ts';

/**
 * First pause and maximum pause, in milliseconds, between attempts to acquire a lock. The pause starts short, because
 * most locks are held only briefly. It doubles after each attempt, up to the maximum.
 */
const [FIRST_PAUSE, MAX_RETRY_PAUSE] = [20, 2000];

/**
 * Runs `work` while holding the lock with the given name. Throws if `signal` is aborted before the lock is free. If a
 * process crashes, its locks are released.
 */
export async function withLock<Result>(
  database: Database,
  name: string,
  work: (lost: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const lock = await database.lock(name, signal);
  try {
    return await work(lock.lost);
  } finally {
    await lock.release();
  }
}

/**
 * Creates in-memory locks for the embedded database. In-memory locks are sufficient, because only one process uses the
 * embedded database.
 */
export function createInProcessLocks(): Database['lock'] {
  const heldNames = new Set<string>();
  return async (name, signal) => {
    await retryUntilAcquired(() => !heldNames.has(name) && heldNames.add(name), signal);
    return {
      lost: new AbortController().signal,
      release: async () => void heldNames.delete(name),
    };
  };
}

/**
 * Creates named locks from a PostgreSQL server's advisory locks. One session holds all locks of this process. It is
 * open only while a lock is held or awaited. The session does not come from the connection pool, because a lock belongs
 * to the session that acquired it.
 */
export function createAdvisoryLocks(openSession: () => pg.Client): Database['lock'] {
  let session: LockSession | undefined;
  return async (name, signal) => {
    if (!session?.isOpen) session = new LockSession(openSession());
    return session.lock(name, signal);
  };
}

class LockSession {
  readonly #client: pg.Client;
  readonly #connected: Promise<unknown>;
  /**
   * Locks that this process holds, by name. Without this map, two callers in this process could hold the same lock,
   * because PostgreSQL grants a lock again to the session that already holds it.
   */
  readonly #held = new Map<string, AbortController>();
  /** Runs statements one after another, because `pg` deprecates calling `query` while another statement is running. */
  readonly #limit = pLimit(1);
  #useCount = 0;
  isOpen = true;

  constructor(client: pg.Client) {
    this.#client = client;
    client.on('error', () => {});
    client.once('end', () => {
      this.isOpen = false;
      for (const [name, lost] of this.#held)
        lost.abort(new Error(`The lock "${name}" was lost with its database connection.`));
    });
    this.#connected = client.connect();
    this.#connected.catch(() => {});
  }

  async lock(name: string, signal?: AbortSignal): Promise<HeldLock> {
    this.#useCount += 1;
    try {
      await this.#connected;
      await retryUntilAcquired(() => this.#tryAcquire(name), signal);
    } catch (error) {
      await this.#releaseSession();
      throw error;
    }
    const lost = this.#held.get(name)!;
    return {
      lost: lost.signal,
      release: async () => {
        if (this.#held.get(name) !== lost) return;
        await this.#run('pg_advisory_unlock', name).catch(() => {});
        this.#held.delete(name);
        await this.#releaseSession();
      },
    };
  }

  async #tryAcquire(name: string): Promise<boolean> {
    if (this.#held.has(name)) return false;
    this.#held.set(name, new AbortController());
    let isAcquired = false;
    try {
      isAcquired = await this.#run('pg_try_advisory_lock', name);
    } finally {
      if (!isAcquired) this.#held.delete(name);
    }
    return isAcquired;
  }

  async #run(action: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string) {
    const { rows } = await this.#limit(() =>
      this.#client.query(`SELECT ${action}(hashtextextended($1, 0)) AS done`, [`octavo ${name}`]),
    );
    return rows[0].done as boolean;
  }

  /**
   * Called after a lock has been released or could not be acquired. Closes the session if no other lock is held or
   * awaited.
   */
  async #releaseSession(): Promise<void> {
    this.#useCount -= 1;
    if (this.#useCount) return;
    this.isOpen = false;
    await this.#client.end();
  }
}

/**
 * Calls `tryAcquire` until it returns a truthy value, pausing between calls. Does not let an SQL statement wait for the
 * lock, because the statement would keep waiting after the caller has given up.
 */
async function retryUntilAcquired(tryAcquire: () => unknown, signal?: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE; !(await tryAcquire()); pause = Math.min(2 * pause, MAX_RETRY_PAUSE))
    await wait(pause, undefined, { signal });
}
