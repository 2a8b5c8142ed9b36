import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Database, Lock } from './database.ts';

/** Milliseconds between two attempts to get a lock: short at first, for most are held for a moment. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [20, 2000];

/**
 * Acts while holding the lock of that name. Whoever does not get it waits, until `waiting` is aborted: then
 * this throws. A holder that dies loses the lock.
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

/** Locks among the callers of one process: all there are where the database is embedded. */
export function locksOfProcess(): Database['lock'] {
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
 * An advisory lock of the server, held by a session of its own: it ends with the process, and a pooler in
 * between must not give it to anybody else.
 */
export async function lockOnServer(
  client: pg.Client,
  name: string,
  waiting?: AbortSignal,
): Promise<Lock> {
  const lost = new AbortController();
  client.on('error', () => {});
  client.once('end', () =>
    lost.abort(new Error(`The lock "${name}" is lost with its connection.`)),
  );
  const isTaken = async () => {
    const { rows } = await client.query(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      [`octavo ${name}`],
    );
    return rows[0].taken as boolean;
  };
  try {
    await client.connect();
    await attempt(isTaken, waiting);
  } catch (error) {
    await client.end();
    throw error;
  }
  // Closing the session gives the lock back.
  return { lost: lost.signal, release: () => client.end() };
}

/** Not by a statement that waits: its session would go on waiting after whoever asked has left. */
async function attempt(take: () => unknown, waiting?: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE; !(await take()); pause = Math.min(2 * pause, LONGEST_PAUSE))
    await wait(pause, undefined, { signal: waiting });
}
