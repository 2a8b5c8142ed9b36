import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import type { Database, Queries } from '#server/platform/db/database.ts';

/**
 * Creates an adapter that runs pg-boss's statements on Octavo's own connections: the embedded database has only one, and
 * with PostgreSQL a second pool would take more of its connections.
 */
export function createDatabaseAdapter({
  queries,
  listen,
}: Pick<Database, 'queries' | 'listen'>): Db {
  const { $client: pool } = queries as unknown as { $client: pg.Pool };
  return {
    async executeSql(text, values) {
      const session = await pool.connect();
      try {
        return await session.query(text, values);
      } catch (error) {
        // pg-boss sends a transaction as one text of several statements. After a failure the session would stay in it,
        // and the next query on the session would fail too.
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

/** pg-boss types a transaction by the result of `execute`, which Drizzle leaves to its driver. */
type DrizzleTransaction = Parameters<typeof import('pg-boss').fromDrizzle>[0];

/** Opens pg-boss on a transaction: its statements are committed or rolled back with it. */
export async function openTransactionQueue(transaction: Queries): Promise<PgBoss> {
  const { PgBoss, fromDrizzle } = await import('pg-boss');
  return new PgBoss({ db: fromDrizzle(transaction as unknown as DrizzleTransaction, sql) });
}
