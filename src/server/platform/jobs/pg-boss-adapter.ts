import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import type { Database, Queries } from '#server/platform/db/database.ts';

/**
 * Creates an adapter that runs pg-boss's statements on Octavo's own database connections. pg-boss does not get a
 * separate pool, because the embedded database has only one connection, and a second pool would need additional
 * connections to a PostgreSQL server.
 */
export function createPgBossAdapter({ queries, listen }: Pick<Database, 'queries' | 'listen'>): Db {
  const { $client: pool } = queries as unknown as { $client: pg.Pool };
  return {
    async executeSql(text, values) {
      const session = await pool.connect();
      try {
        return await session.query(text, values);
      } catch (error) {
        // pg-boss sends a transaction as one string with several statements. If a statement fails, the session stays
        // inside the aborted transaction, so the next query would fail too without this rollback.
        await session.query('ROLLBACK').catch(() => {});
        throw error;
      } finally {
        session.release();
      }
    },
    async listen(channel, onNotify, onReconnect) {
      return { close: await listen(channel, onNotify, onReconnect) };
    },
  };
}

/**
 * The type of transaction that pg-boss expects. The type `Queries` does not match it, because the result type of
 * Drizzle's `execute` depends on the driver.
 */
type DrizzleTransaction = Parameters<typeof import('pg-boss').fromDrizzle>[0];

/**
 * Opens pg-boss inside a transaction. Jobs that are enqueued with the returned object are saved only if the transaction
 * commits.
 */
export async function openPgBossInTransaction(transaction: Queries): Promise<PgBoss> {
  const { PgBoss, fromDrizzle } = await import('pg-boss');
  return new PgBoss({ db: fromDrizzle(transaction as unknown as DrizzleTransaction, sql) });
}
