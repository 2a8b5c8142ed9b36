import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Database, Lock } from './database.ts';

/** Milliseconds between two attempts to take a lock: short at first, since most are held for a moment. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [20, 2000];

/**
 * Runs `act` while holding the lock of a name. Waits for the lock until `waiting` is aborted, and then throws. A process that
 * crashes loses its locks.
 */
export async function withLock<Outcome>(
  database: Database,
  name: string,
  act: (lost: AbortSignal) => Promise<Outcome>,
  waiting?: AbortSignal,
): Promise<Outcome> {
  const lock = await database.lock(name, waiting);
  try {
    return await act(lock.lost);
  } finally {
    await lock.release();
  }
}

/** Creates locks among the callers of one process, for the embedded database. */
export function createInProcessLocks(): Database['lock'] {
  const held = new Set<string>();
  return async (name, waiting) => {
    await attempt(() => !held.has(name) && held.add(name), waiting);
    return {
      lost: new AbortController().signal,
      release: async () => void held.delete(name),
    };
  };
}

/**
 * Creates locks that are advisory locks of a PostgreSQL server. One session of this process holds all of them, and is open
 * while there are any. It is not one of the pool's: a pooler in between must not share it.
 */
export function createAdvisoryLocks(openSession: () => pg.Client): Database['lock'] {
  let session: LockSession | undefined;
  return async (name, waiting) => {
    if (!session?.isOpen) session = new LockSession(openSession());
    return session.lock(name, waiting);
  };
}

class LockSession {
  readonly #client: pg.Client;
  readonly #connected: Promise<unknown>;
  /** Locks held by this process: within one session, the server would grant a lock twice. */
  readonly #held = new Map<string, AbortController>();
  #users = 0;
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

  async lock(name: string, waiting?: AbortSignal): Promise<Lock> {
    this.#users += 1;
    try {
      await this.#connected;
      await attempt(() => this.#take(name), waiting);
    } catch (error) {
      await this.#leave();
      throw error;
    }
    const lost = this.#held.get(name)!;
    return {
      lost: lost.signal,
      release: async () => {
        if (this.#held.get(name) !== lost) return;
        await this.#run('pg_advisory_unlock', name).catch(() => {});
        this.#held.delete(name);
        await this.#leave();
      },
    };
  }

  async #take(name: string): Promise<boolean> {
    if (this.#held.has(name)) return false;
    this.#held.set(name, new AbortController());
    let isTaken = false;
    try {
      isTaken = await this.#run('pg_try_advisory_lock', name);
    } finally {
      if (!isTaken) this.#held.delete(name);
    }
    return isTaken;
  }

  async #run(action: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string) {
    const { rows } = await this.#client.query(`SELECT ${action}(hashtextextended($1, 0)) AS done`, [
      `octavo ${name}`,
    ]);
    return rows[0].done as boolean;
  }

  /** The last one closes the session. */
  async #leave(): Promise<void> {
    this.#users -= 1;
    if (this.#users) return;
    this.isOpen = false;
    await this.#client.end();
  }
}

/** Tries without waiting in the database: a statement that waits would continue after its caller has given up. */
async function attempt(take: () => unknown, waiting?: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE; !(await take()); pause = Math.min(2 * pause, LONGEST_PAUSE))
    await wait(pause, undefined, { signal: waiting });
}
