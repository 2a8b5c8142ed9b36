import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import type { Db } from 'pg-boss';
import type { Database } from '#server/platform/db/database.ts';

/**
 * Runs pg-boss's statements on the connections Octavo has: PGlite has no other, and to PostgreSQL a second
 * pool would be more for a pooler in between to count.
 */
export function statementsOn({ engine, queries }: Database): Db {
  const { $client } = queries as unknown as { $client: PGlite | pg.Pool };
  return engine === 'embedded'
    ? statementsOnPglite($client as PGlite)
    : { executeSql: (text, values) => ($client as pg.Pool).query(text, values) };
}

/** pg-boss writes its transactions out, as one text of several statements. */
const TRANSACTION = /^\s*BEGIN;/;

/**
 * One that failed in the middle would leave the only connection in it, and the next readers' queries would
 * fail too: pg-boss's own adapter rolls back, but only when they have had their turn. PGlite's `transaction`
 * ends what it has begun before anyone else's turn; the BEGIN and COMMIT inside it are one too many, which
 * PostgreSQL takes with a notice.
 */
function statementsOnPglite(client: PGlite): Db {
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
