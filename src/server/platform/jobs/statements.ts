import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import type { Database, Queries } from '#server/platform/db/database.ts';

/**
 * Runs pg-boss's statements on the connections Octavo has: PGlite has no other, and to PostgreSQL a second
 * pool would be more for a pooler in between to count.
 */
export function statementsOn({ engine, queries, listen }: Database): Db {
  const { $client } = queries as unknown as { $client: PGlite | pg.Pool };
  const { executeSql } =
    engine === 'embedded'
      ? statementsOnPglite($client as PGlite)
      : {
          executeSql: (text: string, values?: unknown[]) =>
            ($client as pg.Pool).query(text, values),
        };
  return {
    executeSql,
    async listen(channel, onNotify, onReconnect) {
      return { close: await listen(channel, onNotify, onReconnect) };
    },
  };
}

/** pg-boss describes a transaction by what `execute` answers with, which Drizzle leaves to its driver. */
type DrizzleTransaction = Parameters<typeof import('pg-boss').fromDrizzle>[0];

/** A queue whose statements are part of a transaction: they come true with it, or not at all. */
export async function queueWithin(transaction: Queries): Promise<PgBoss> {
  const { PgBoss, fromDrizzle } = await import('pg-boss');
  return new PgBoss({ db: fromDrizzle(transaction as unknown as DrizzleTransaction, sql) });
}

/** pg-boss writes its transactions out, as one text of several statements. */
const TRANSACTION = /^\s*BEGIN;/;

/**
 * One that failed in the middle would leave the only connection in it, and the next readers' queries would
 * fail too: pg-boss's own adapter rolls back, but only when they have had their turn. PGlite's `transaction`
 * ends what it has begun before anyone else's turn; the BEGIN and COMMIT inside it are one too many, which
 * PostgreSQL takes with a notice.
 */
function statementsOnPglite(client: PGlite): Pick<Db, 'executeSql'> {
  return {
    async executeSql(text, values) {
      if (values?.length) return client.query(text, values);
      const results = TRANSACTION.test(text)
        ? await client.transaction((transaction) => transaction.exec(text))
        : await client.exec(text);
      return { rows: results.flatMap(({ rows }) => rows) };
    },
  };
}
