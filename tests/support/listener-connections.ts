import pg from 'pg';
import { vi } from 'vitest';

/** The polling interval, in milliseconds, for waiting until connections are open. */
const WAIT_OPTIONS = { interval: 50 };

/**
 * Connects to a database. Returns functions that terminate the connections over which processes listen for
 * notifications, or wait until such connections are open.
 */
export async function controlListenerConnections(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const terminatedPids = new Set<number>();

  /** Returns the PostgreSQL process IDs of the connections that listen on a channel. */
  const listListeners = async (channel: string): Promise<number[]> => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE $1 AND state = 'idle'`,
      [`LISTEN ${channel}`],
    );
    return rows.map(({ pid }) => pid).filter((pid) => !terminatedPids.has(pid));
  };
  return {
    /** Terminates all connections that listen for notifications. */
    async cut(): Promise<void> {
      for (const pid of await listListeners('%')) {
        terminatedPids.add(pid);
        await client.query('SELECT pg_terminate_backend($1)', [pid]);
      }
    },
    /** Resolves when exactly `count` connections listen for notifications about content changes. */
    async waitUntilConnected(count: number): Promise<void> {
      const isConnected = async () => (await listListeners('"content_changes"')).length === count;
      await vi.waitUntil(isConnected, WAIT_OPTIONS);
    },
    close: () => client.end(),
  };
}
