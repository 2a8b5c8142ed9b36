import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import type { Database, Queries } from '#server/platform/db/database.ts';

/**
 * Runs pg-boss's statements on the connections Octavo has: the embedded database has no other, and to PostgreSQL a
 * second pool would be more for a pooler in between to count.
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
        // pg-boss writes its transactions out, as one text of several statements: one that failed in the middle
        // would leave its session in it, and whoever has the session next would fail too.
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

/** pg-boss describes a transaction by what `execute` answers with, which Drizzle leaves to its driver. */
type DrizzleTransaction = Parameters<typeof import('pg-boss').fromDrizzle>[0];

/** A queue whose statements are part of a transaction: they come true with it, or not at all. */
export async function openTransactionQueue(transaction: Queries): Promise<PgBoss> {
  const { PgBoss, fromDrizzle } = await import('pg-boss');
  return new PgBoss({ db: fromDrizzle(transaction as unknown as DrizzleTransaction, sql) });
}
