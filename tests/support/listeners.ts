import pg from 'pg';
import { vi } from 'vitest';

/** Milliseconds: a process tries again every second. */
const PATIENCE = { timeout: 30_000, interval: 50 };

/** The connections over which processes hear of what happens in one database. */
export async function listenersOf(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const cut = new Set<number>();

  /** The processes of the server that hold them, by what they listen to; those that were cut are not among them. */
  const listening = async (channel: string): Promise<number[]> => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE $1 AND state = 'idle'`,
      [`LISTEN ${channel}`],
    );
    return rows.map(({ pid }) => pid).filter((pid) => !cut.has(pid));
  };
  return {
    /** Cuts every one of them. */
    async cut(): Promise<void> {
      for (const pid of await listening('%')) {
        cut.add(pid);
        await client.query('SELECT pg_terminate_backend($1)', [pid]);
      }
    },
    /** Resolves when so many hear of changes of the content, over connections that have not been cut. */
    async untilThere(count: number): Promise<void> {
      const isThere = async () => (await listening('"content_changes"')).length === count;
      await vi.waitUntil(isThere, PATIENCE);
    },
    close: () => client.end(),
  };
}
